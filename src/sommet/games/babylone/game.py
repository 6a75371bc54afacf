"""Babylone as a `Game`: two to six players, no secrets, no chance."""

from ...core.arrays import one
from ...core.form import Room
from ...core.game import Game
from ...core.names import Terms
from ...core.rules import register, register_dealing
from . import PLAYERS, dealing, rules, showing
from .declared import EFFECTS, ENDINGS, MOVES, NAME, OWN, REFUSALS, SETUP, shown
from .options import OPTIONS
from .sizes import MOST_TOKENS, STANDARD_TOKENS

register_dealing(SETUP.type, dealing)
for _type in (rules.STATE, rules.LARGE_STATE):
    register(_type, rules, dealing, showing, standing=rules.points)

ROOM = Room(
    one(rules.SETTING), one(rules.STATE), shown(STANDARD_TOKENS), OWN, EFFECTS, up_to={"tokens": STANDARD_TOKENS}
)
LARGE_ROOM = Room(one(rules.SETTING), one(rules.LARGE_STATE), shown(MOST_TOKENS), OWN, EFFECTS)


def room(terms: Terms) -> Room:
    """By the number of tokens (B10)."""
    return ROOM if len(terms.setup["tokens"]) <= STANDARD_TOKENS else LARGE_ROOM


GAME = Game(
    name=NAME,
    package=__package__,
    players=PLAYERS,
    options=OPTIONS,
    setup=SETUP,
    moves=MOVES,
    refusals=REFUSALS,
    endings=ENDINGS,
    most_moves=rules.MOST_MOVES,
    room=room,
    rooms=lambda: (ROOM, LARGE_ROOM),
    longest=lambda terms: max(1, len(terms.setup["tokens"]) - 1),  # B6: each makes one stack fewer
    rounds=2,
    starter_is_chosen=True,
)
