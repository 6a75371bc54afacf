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

register_dealing(SETUP.type, deal=dealing.deal, check=dealing.check)
register(
    rules.STATE,
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
