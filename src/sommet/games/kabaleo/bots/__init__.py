"""Kabaleo's computer players: playing for a secret colour, and guessing the others'."""

from collections.abc import Sequence

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....bots.wording import Speaker
from ....core.position import View
from ....search import plain
from ....search.advice import Advice
from ....search.guide import register
from . import explain, guide, mind, reasons
from .desk import new_desk

register(guide.GUIDE, mind, explain, guide, plain)

KIND = Kind(guide.GUIDE, new_desk, about=explain.ABOUT, notes=explain.NOTES)
PRICE = 0.01  # so much of a win is worth being read less, in the first half of a game

LEVELS = (
    Level("beginner", numbers={"overlooks": 0.93}),
    Level("easy"),
    Level("medium", simulations=1000, numbers={"searches": 1}),
    Level("hard", simulations=500, numbers={"searches": 1, "guesses": 1}),
    Level("master", seconds=1.5, numbers={"searches": 1, "guesses": 1, "price": PRICE}),
)


class KabaleoBots(Minds):
    """With reasons of its own."""

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """What the move does to its location, the chance to win, what it gives away."""
        return reasons.reasons(view, advice, speaker)


BOTS = KabaleoBots(KIND, LEVELS, [Level("greedy")], stand_in="greedy", beliefs="beliefs")
