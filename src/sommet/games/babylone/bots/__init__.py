"""Babylone's computer players, and why they move as they do."""

from collections.abc import Sequence
from dataclasses import dataclass

from ....bots.bot import Bot
from ....bots.contract import GameBots, Level
from ....bots.wording import Speaker
from ....core.compiling import Job
from ....core.position import View
from ....search.advice import Advice
from ..solver import ready
from . import reasons
from .bot import PerfectBot, ShortSightedBot


@dataclass(frozen=True)
class Sight(Level):
    """How far a level sees."""

    moves: int | None = None  # ahead; None: to the end
    slips: float = 0.0  # how often it overlooks what it could see


LEVELS = (
    Sight("beginner", moves=2, slips=0.4),
    Sight("easy", moves=4, slips=0.25),
    Sight("medium", moves=6, slips=0.2),
    Sight("hard", moves=8, slips=0.15),
    Sight("master", seconds=2.0, simulations=20_000),
)


def _bot(level: Sight) -> Bot:
    if level.moves is None:
        return PerfectBot(level.name, level.budget)
    return ShortSightedBot(level.name, level.moves, level.slips)


class BabyloneBots(GameBots):
    """Exact values where the solver or an atlas reaches."""

    def loading(self, view: View) -> Job:
        """The compiled solver; until it is there, an interpreted one answers."""
        return ready.loading()

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """Who wins, in how many moves."""
        return reasons.reasons(view, advice, speaker)


BOTS = BabyloneBots(map(_bot, LEVELS))
