"""Kabaleo as a `Game`: two to four players, a secret objective each."""

from ...core.arrays import one
from ...core.form import Room
from ...core.game import Game
from ...core.names import Terms
from ...core.random_play import draw_and_play
from ...core.rules import register, register_dealing
from . import PLAYERS, dealing, rules, showing
from .declared import EFFECTS, ENDINGS, MOVES, NAME, OWN, PIECES_A_COLOUR, REFUSALS, SETUP, SHOWN
from .options import COLOURS_IN_PLAY, OPTIONS

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
    most_moves=rules.MOST_MOVES,
    room=room,
    longest=lambda terms: PIECES_A_COLOUR * COLOURS_IN_PLAY[terms.players],
)
