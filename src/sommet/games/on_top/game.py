"""On Top as a `Game`: two to four players, tiles by chance."""

from ...core.form import Room
from ...core.game import Game
from ...core.names import Terms
from ...core.random_play import draw_and_play
from ...core.rules import register, register_dealing
from . import PLAYERS, dealing, rules, showing
from .board import board_room
from .declared import ENDINGS, MOVES, NAME, REFUSALS, SETUP, TILES
from .options import OPTIONS
from .shape import BOARDS, board_of

register_dealing(SETUP.type, dealing)
for _type in (rules.STATE, rules.LARGE_STATE):
    register(_type, rules, dealing, showing, play_any=draw_and_play, standing=rules.points)


def room(terms: Terms) -> Room:
    """By the board."""
    return board_room(board_of(terms.options).name)


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
    rooms=lambda: tuple(board_room(name) for name in BOARDS),
    longest=lambda terms: TILES,
)
