"""Why a move of On Top: the circles it finishes and their points, else the one it builds up or spoils."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.phrases import MEMBER, NUMBER, PART, Gap, Phrase, Phrases
from ....core.rules import mover
from ....core.rules import tell as tell_effects
from ....search.why import BOTH, GENERAL, LIST, NOTHING, chances, listed, say, tell
from ..declared import CROSSING
from ..options import COLOUR
from ..rules import NEUTRAL, under
from .guide import same_side
from .worth import OWN_SIDE, RIVALS, by_roles, kind_of_board, kind_of_game, worth

LITTLE = 0.1  # points and pawns: less is not worth a word

_CIRCLE = Gap("circle", CROSSING)
_CIRCLE_TEXT = "{circle}"
PHRASES = Phrases(
    *GENERAL,
    Phrase("", _CIRCLE, text=_CIRCLE_TEXT),
    Phrase("on_top.reasons.last_pawn"),
    Phrase("on_top.reasons.finishes", Gap("circles", PART), Gap("points", PART)),
    Phrase("on_top.reasons.finishes_bare", Gap("circles", PART)),
    Phrase("on_top.reasons.own", Gap("points", NUMBER)),
    Phrase("on_top.reasons.theirs", Gap("points", NUMBER), Gap("colour", COLOUR, f"colour.{MEMBER}")),
    Phrase("on_top.reasons.builds", _CIRCLE),
    Phrase("on_top.reasons.spoils", _CIRCLE),
    Phrase("on_top.reasons.waits"),
)
CIRCLE = PHRASES.code(_CIRCLE_TEXT)
LAST_PAWN, FINISHES, FINISHES_BARE, OWN, THEIRS, BUILDS, SPOILS, WAITS = (
    PHRASES.code(f"on_top.reasons.{name}")
    for name in ("last_pawn", "finishes", "finishes_bare", "own", "theirs", "builds", "spoils", "waits")
)


@kernel
def is_own(setting: Any, seat: Any, colour: Any) -> Any:
    """Whether a colour is of the seat's side (T25)."""
    other = setting.seat_of[colour]
    return other != NEUTRAL and same_side(setting, other, seat)


@kernel
def foreseen(setting: Any, state: Any, move: Any, said: Any) -> Any:
    """The circle under the tile of which the table expects most: for the mover's side, or from the others."""
    seat = mover(setting, state)
    kind = kind_of_game(setting)
    board = kind_of_board(setting)
    most = -1e9
    builds = False
    circle = np.int64(0)
    for k in range(4):
        crossing = np.int64(setting.corner[move, k])
        gold = np.int64(setting.gold[crossing])
        before = by_roles(setting, seat, state.circle[crossing])
        after = by_roles(setting, seat, under(np.int64(state.circle[crossing]), state.tiles[state.ply], k))
        ours = worth(kind, board, OWN_SIDE, gold, after, True) - worth(kind, board, OWN_SIDE, gold, before, True)
        theirs = worth(kind, board, RIVALS, gold, before, True) - worth(kind, board, RIVALS, gold, after, True)
        if ours > most or (ours == most and (not builds or crossing > circle)):
            most = ours
            builds = True
            circle = crossing
        if theirs > most or (theirs == most and not builds and crossing > circle):
            most = theirs
            builds = False
            circle = crossing
    if most < LITTLE:
        return say(said, WAITS, 0, 0, 0, 0)
    return say(said, BUILDS if builds else SPOILS, circle, 0, 0, 0)


@kernel
def names(effects: Any, said: Any) -> Any:
    """a2, b3 and c1."""
    row = say(said, CIRCLE, effects.circles_crossing[0], 0, 0, 0)
    last = effects.circles_count - 1
    for circle in range(1, effects.circles_count):
        name = say(said, CIRCLE, effects.circles_crossing[circle], 0, 0, 0)
        row = say(said, BOTH if circle == last else LIST, row, name, 0, 0)
    return row


@kernel
def points_of(effects: Any, colour: Any) -> Any:
    """What the circles bring a colour."""
    points = np.int64(0)
    for circle in range(effects.circles_count):
        if effects.circles_leader[circle] == colour:
            points += np.int64(effects.circles_points[circle])
    return points


@kernel
def finished(setting: Any, state: Any, effects: Any, said: Any) -> Any:
    """Which circles, and whose points."""
    seat = mover(setting, state)
    circles = names(effects, said)
    ours = np.int64(0)
    for colour in range(4):
        if is_own(setting, seat, colour):
            ours += points_of(effects, colour)
    parts = say(said, OWN, ours, 0, 0, 0) if ours > 0 else np.int64(NOTHING)
    for colour in range(4):
        theirs = points_of(effects, colour)
        if theirs > 0 and not is_own(setting, seat, colour):
            parts = listed(said, parts, say(said, THEIRS, theirs, colour, 0, 0))
    if parts == NOTHING:
        return say(said, FINISHES_BARE, circles, 0, 0, 0)
    return say(said, FINISHES, circles, parts, 0, 0)


@kernel
def why(setting: Any, guide: Any, state: Any, desk: Any, told: Any, about: Any, notes: Any, said: Any) -> Any:
    """Two sentences."""
    effects = desk.effects[0]
    effects.black_count = 0
    effects.void_count = 0
    effects.circles_count = 0
    desk.work[0] = state
    tell_effects(setting, state, told.moves[0], desk.work[0], effects)
    if effects.last_pawn >= 0 and is_own(setting, mover(setting, state), effects.last_pawn):
        row = say(said, LAST_PAWN, 0, 0, 0, 0)
    elif effects.circles_count == 0:
        row = foreseen(setting, state, told.moves[0], said)
    else:
        row = finished(setting, state, effects, said)
    tell(said, row)
    chances(told, said, NOTHING)
