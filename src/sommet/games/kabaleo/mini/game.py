"""The small box as a `Game`: the rules are Kabaleo's own."""

from functools import cache

from ....core.arrays import one
from ....core.form import Room
from ....core.game import Game
from ....core.names import Terms
from ....core.rules import register_dealing
from .. import declared as full
from .. import game as _registered  # noqa: F401  the rules of Kabaleo's states
from .. import rules
from . import PLAYERS, dealing
from .declared import MOVES, NAME, OPTIONS, REFUSALS, SETUP, SHOWN

register_dealing(SETUP.type, dealing)
COUNTS = ("colour_count", "location_count", "piece_count")


def counts(terms: Terms) -> tuple[int, int, int]:
    """How many colours, locations and pieces of each colour were agreed."""
    given = terms.options
    usual = {option.name: option.default for option in OPTIONS.every}
    colours, locations, pieces = (given.get(name, usual[name]) for name in COUNTS)
    return colours, locations, pieces


@cache
def _room(colours: int, locations: int, pieces: int) -> Room:
    setting = one(rules.SETTING)
    setting["colours"], setting["locations"], setting["pieces"] = colours, locations, colours * pieces
    return Room(setting, one(rules.STATE), SHOWN, full.OWN, full.EFFECTS)


def room(terms: Terms) -> Room:
    """Whose setting says how large the box is."""
    return _room(*counts(terms))


def longest(terms: Terms) -> int:
    """As many moves as pieces."""
    colours, _, pieces = counts(terms)
    return colours * pieces


GAME = Game(
    name=NAME,
    package=__package__,
    players=PLAYERS,
    options=OPTIONS,
    setup=SETUP,
    moves=MOVES,
    refusals=REFUSALS,
    endings=full.ENDINGS,
    most_moves=rules.MOST_MOVES,
    room=room,
    longest=longest,
)
