"""Why a move of Kabaleo: what it does to the location, the chance to win, and what it gives away."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.phrases import MEMBER, NUMBER, PART, Gap, Phrase, Phrases
from ....search.why import GENERAL, JOINED, NOTHING, chances, percent, say, sentence
from ..declared import IN_PLAY, LOCATION, MOST_LOCATIONS
from ..rules import UNKNOWN, cancels, mover, shows_after

LIKELY = 0.5  # somebody's colour, if they have it with at least this probability
MUCH, ASTRAY = 0.05, -0.02  # what a move reveals

_PIECE = Gap("piece", IN_PLAY, f"kabaleo.reasons.piece.{MEMBER}")
_HUE = f"kabaleo.reasons.hue.{MEMBER}"
_PERCENT = Gap("percent", NUMBER)
PHRASES = Phrases(
    *GENERAL,
    Phrase("kabaleo.reasons.cancels", _PIECE, Gap("location", LOCATION), Gap("shows", IN_PLAY, _HUE)),
    Phrase(
        "kabaleo.reasons.covers", Gap("under", IN_PLAY, _HUE), Gap("whose", PART), _PIECE, Gap("location", LOCATION)
    ),
    Phrase("kabaleo.reasons.gains"),
    Phrase("kabaleo.reasons.loses"),
    Phrase("kabaleo.reasons.of_the_other", _PERCENT),
    Phrase("kabaleo.reasons.of_another", _PERCENT),
    Phrase("kabaleo.reasons.tells_much", _PERCENT),
    Phrase("kabaleo.reasons.tells_little"),
    Phrase("kabaleo.reasons.misleads"),
)
CANCELS, COVERS, GAINS, LOSES, OF_THE_OTHER, OF_ANOTHER, TELLS_MUCH, TELLS_LITTLE, MISLEADS = (
    PHRASES.code(f"kabaleo.reasons.{name}")
    for name in (
        "cancels",
        "covers",
        "gains",
        "loses",
        "of_the_other",
        "of_another",
        "tells_much",
        "tells_little",
        "misleads",
    )
)


@kernel
def whose(setting: Any, state: Any, about: Any, colour: Any, said: Any) -> Any:
    """Whether it is probably somebody else's colour."""
    others = 0
    chance = 0.0
    for seat in range(setting.players):
        if not np.isnan(about.beliefs[seat, colour]):
            others += 1
            chance = max(chance, about.beliefs[seat, colour])
    if chance < LIKELY:
        return np.int64(NOTHING)
    return say(said, OF_THE_OTHER if others == 1 else OF_ANOTHER, min(np.int64(99), percent(chance)), 0, 0, 0)


@kernel
def given_away(reveals: Any, said: Any) -> Any:
    """What an outside observer learns of the mover's colour."""
    if np.isnan(reveals):
        return np.int64(NOTHING)
    if reveals >= MUCH:
        return say(said, TELLS_MUCH, percent(reveals), 0, 0, 0)
    return say(said, MISLEADS if reveals <= ASTRAY else TELLS_LITTLE, 0, 0, 0, 0)


@kernel
def why(setting: Any, guide: Any, state: Any, desk: Any, told: Any, about: Any, notes: Any, said: Any) -> Any:
    """Two sentences; beliefs and what is given away where the advice was explained."""
    colour = told.moves[0] // MOST_LOCATIONS
    location = told.moves[0] % MOST_LOCATIONS
    under = state.colour[state.top[location]]
    shows = shows_after(state, colour, location)
    if cancels(state, colour, location):
        row = say(said, CANCELS, colour, location, shows, 0)
    else:
        row = say(said, COVERS, under, whose(setting, state, about, under, said), colour, location)
    own = state.objective[mover(setting, state)]
    if own != UNKNOWN and (under == own) != (shows == own):
        row = say(said, JOINED, row, say(said, LOSES if under == own else GAINS, 0, 0, 0, 0), 0, 0)
    sentence(said, row)
    chances(told, said, given_away(notes[0].reveals, said))
