"""Why a move of Babylone: who wins, in how many moves, what refutes the others; else just what it joins (B4)."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.phrases import MOVE, NUMBER, Gap, Phrase, Phrases
from ....search.why import GENERAL, NOTHING, SHARES, chances, percent, say, sentence, tell
from ..rules import from_spot, same_colour, same_height, to_spot

_MOVE, _MOVES = Gap("move", MOVE), Gap("moves", NUMBER)
PHRASES = Phrases(
    *GENERAL,
    Phrase("babylone.reasons.now", _MOVE),
    Phrase("babylone.reasons.wins", _MOVE, _MOVES),
    Phrase("babylone.reasons.wins_some_day", _MOVE),
    Phrase("babylone.reasons.alone", Gap("loser", MOVE), Gap("refutation", MOVE)),
    Phrase("babylone.reasons.one_more"),
    Phrase("babylone.reasons.more", Gap("count", NUMBER)),
    Phrase("babylone.reasons.longest", _MOVE, _MOVES),
    Phrase("babylone.reasons.lost"),
    Phrase("babylone.reasons.joins.height", _MOVE),
    Phrase("babylone.reasons.joins.colour", _MOVE),
    Phrase("babylone.reasons.joins.both", _MOVE),
)
NOW, WINS, WINS_SOME_DAY, ALONE, ONE_MORE, MORE, LONGEST, LOST = (
    PHRASES.code(f"babylone.reasons.{name}")
    for name in ("now", "wins", "wins_some_day", "alone", "one_more", "more", "longest", "lost")
)
HEIGHT, COLOUR, BOTH = (PHRASES.code(f"babylone.reasons.joins.{name}") for name in ("height", "colour", "both"))


@kernel
def joins(state: Any, move: Any, said: Any) -> Any:
    """B4: why the stacks can join."""
    i = state.place[from_spot(state, move)]
    j = state.place[to_spot(state, move)]
    phrase = HEIGHT
    if same_colour(state, i, j):
        phrase = BOTH if same_height(state, i, j) else COLOUR
    tell(said, say(said, phrase, move, 0, 0, 0))


@kernel
def wins(move: Any, length: Any, said: Any) -> Any:
    """How soon."""
    if np.isnan(length) or length != np.floor(length):
        row = say(said, WINS_SOME_DAY, move, 0, 0, 0)
    elif length == 1.0:
        row = say(said, NOW, move, 0, 0, 0)
    else:
        row = say(said, WINS, move, np.int64(length), 0, 0)
    tell(said, row)


@kernel
def others(told: Any, notes: Any, said: Any) -> Any:
    """How many more win; where none does, why one of them loses."""
    winning = 0
    loser = NOTHING
    for k in range(told.size[0] - 1, 0, -1):
        if notes[k].wins == 1.0:
            winning += 1
        if notes[k].refutation >= 0.0:
            loser = k
    if winning > 1:
        tell(said, say(said, MORE, winning, 0, 0, 0))
    elif winning == 1:
        tell(said, say(said, ONE_MORE, 0, 0, 0, 0))
    elif loser != NOTHING:
        tell(said, say(said, ALONE, told.moves[loser], np.int64(notes[loser].refutation), 0, 0))


@kernel
def why(setting: Any, guide: Any, state: Any, desk: Any, told: Any, about: Any, notes: Any, said: Any) -> Any:
    """At most two sentences."""
    move = told.moves[0]
    length = notes[0].moves_to_end
    if np.isnan(notes[0].wins):
        joins(state, move, said)
        chances(told, said, NOTHING)
    elif notes[0].wins == 1.0:
        wins(move, length, said)
        others(told, notes, said)
    elif setting.players > 2 and told.values[0] > 0.0:
        sentence(said, say(said, SHARES, percent(told.values[0]), 0, 0, 0))
    elif np.isnan(length) or setting.players > 2:
        tell(said, say(said, LOST, 0, 0, 0, 0))
    else:
        tell(said, say(said, LONGEST, move, np.int64(length), 0, 0))
