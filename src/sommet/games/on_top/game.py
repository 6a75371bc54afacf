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
from .shape import board_of

register_dealing(SETUP.type, deal=dealing.deal, check=dealing.check)
for _type in (rules.STATE, rules.LARGE_STATE):
    register(
        _type,
        mover=rules.mover,
        over=rules.over,
        can=rules.can,
        legal=rules.legal,
        play=rules.play,
        draw=rules.draw,
        play_any=draw_and_play,
        outcome=rules.outcome,
        points=rules.points,
        payoff=rules.payoff,
        redeal=rules.redeal,
        begin=dealing.begin,
        lacks=rules.lacks,
        refuse=rules.refuse,
        numbers=rules.numbers,
        spell=rules.spell,
        show=showing.show,
        show_own=showing.show_own,
        tell=showing.tell,
        see=showing.see,
        recall=showing.recall,
        side=rules.side,
        turn=rules.turn,
        standing=rules.points,
    )


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
    longest=lambda terms: TILES,
)
