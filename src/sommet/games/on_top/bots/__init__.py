"""On Top's computer players: what a circle is worth before it is finished, and search by it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ....bots.bot import Bot
from ....bots.contract import GameBots, Level
from ....bots.wording import Speaker
from ....core.position import View
from ....search.advice import Advice
from . import reasons
from .bot import PromiseBot, Searcher
from .worth import finished_by_code, learned_by_code


@dataclass(frozen=True)
class Eye(Level):
    """What a level sees: without simulations or seconds no further than the placement (and perhaps the reply)."""

    foresees: bool = True  # what unfinished circles will be worth; else only what is finished counts
    deep: int = 0  # of how many placements it looks at the replies
    noise: float = 0.0  # by how many points it may misjudge a placement


LEVELS = (
    Eye("beginner", foresees=False, noise=3.0),
    Eye("easy", foresees=False),
    Eye("medium"),
    Eye("hard", simulations=700),
    Eye("master", seconds=1.5),
)
# Best points and pawns this move; best by the table; that less the mean of the best replies to it.
BASELINES = (Eye("now", foresees=False), Eye("table"), Eye("two_ply", deep=20))


def _bot(level: Eye) -> Bot:
    if level.simulations is None and level.seconds is None:
        return PromiseBot(level.name, learned_by_code if level.foresees else finished_by_code, level.deep, level.noise)
    return Searcher(level.name, level.budget)


class OnTopBots(GameBots):
    """By the table of what circles are worth."""

    def stand_in(self, bot: Bot) -> Bot | None:
        """While the search compiles: the placement that promises most."""
        return PromiseBot("table", learned_by_code) if isinstance(bot, Searcher) else super().stand_in(bot)

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """The circles it finishes, builds up or spoils."""
        return reasons.reasons(view, advice, speaker)


BOTS = OnTopBots(map(_bot, LEVELS), map(_bot, BASELINES))
