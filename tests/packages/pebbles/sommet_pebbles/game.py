"""Pebbles as a `Game`: two or three players, eleven moves."""

from sommet.core.arrays import one
from sommet.core.form import Room
from sommet.core.game import Game
from sommet.core.names import Terms
from sommet.core.random_play import draw_and_play
from sommet.core.rules import register, register_dealing

from . import PLAYERS, dealing, rules, showing
from .declared import EFFECTS, ENDINGS, MOVES, NAME, OWN, REFUSALS, SETUP, SHOWN
from .options import OPTIONS

register_dealing(SETUP.type, dealing)
register(rules.STATE, rules, dealing, showing, play_any=draw_and_play, standing=rules.points)

ROOM = Room(one(rules.SETTING), one(rules.STATE), SHOWN, OWN, EFFECTS)


def room(terms: Terms) -> Room:
    """The same for every game."""
    return ROOM


GAME = Game(
    name=NAME,
    package=__package__,
    players=PLAYERS,
    options=OPTIONS,
    setup=SETUP,
    moves=MOVES,
    refusals=REFUSALS,
    endings=ENDINGS,
    most_moves=rules.NUMBERS,
    room=room,
)
