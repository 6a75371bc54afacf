"""Kabaleo's computer players: playing for a secret colour, and guessing the others'."""

from collections.abc import Sequence
from dataclasses import dataclass

from ....bots.bot import Bot
from ....bots.contract import Beliefs, GameBots, Level
from ....bots.wording import Speaker
from ....core.position import Position, View
from ....search.advice import Advice
from . import explain, reasons
from .bot import PRICE, GreedyBot, Searcher


@dataclass(frozen=True)
class Wit(Level):
    """What a level has: without simulations or seconds it only takes what it can, and may overlook it."""

    overlooks: float = 0.0  # how many of its moves
    guesses: bool = False  # the others' objectives, from what they did
    price: float = 0.0  # what it pays, in shares of the win, to keep its objective to itself


LEVELS = (
    Wit("beginner", overlooks=0.93),
    Wit("easy"),
    Wit("medium", simulations=1000),
    Wit("hard", simulations=500, guesses=True),
    Wit("master", seconds=1.5, guesses=True, price=PRICE),
)


def _bot(level: Wit) -> Bot:
    if level.simulations is None and level.seconds is None:
        return GreedyBot(level.name, level.overlooks)
    return Searcher(level.name, level.budget, level.guesses, level.price)


class KabaleoBots(GameBots):
    """With beliefs about the objectives."""

    def stand_in(self, bot: Bot) -> Bot | None:
        """While the search compiles: greed."""
        return GreedyBot() if isinstance(bot, Searcher) else super().stand_in(bot)

    def explain(self, view: View, advice: Advice) -> Advice:
        """With the beliefs, and what each move gives away."""
        return explain.explain(view, advice)

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """What the move does to its location, the chance to win, what it gives away."""
        return reasons.reasons(view, advice, speaker)

    def beliefs(self, position: Position) -> Beliefs:
        """Who may hold which objective."""
        return explain.beliefs(position)


BOTS = KabaleoBots(map(_bot, LEVELS), [GreedyBot()])
