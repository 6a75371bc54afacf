"""On Top's computer players: what a circle is worth before it is finished, and search by it."""

from collections.abc import Sequence

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....bots.wording import Speaker
from ....core.position import View
from ....search import plain
from ....search.advice import Advice
from ....search.guide import register
from . import guide, mind, reasons
from .desk import new_desk

register(guide.GUIDE, mind, guide, plain)

KIND = Kind(guide.GUIDE, new_desk)

LEVELS = (
    Level("beginner", numbers={"noise": 3.0}),
    Level("easy"),
    Level("medium", numbers={"foresees": 1}),
    Level("hard", simulations=700, numbers={"foresees": 1, "searches": 1}),
    Level("master", seconds=1.5, numbers={"foresees": 1, "searches": 1}),
)
# Best points and pawns this move; best by the table; that less the mean of the best replies to it.
BASELINES = (
    Level("now"),
    Level("table", numbers={"foresees": 1}),
    Level("two_ply", simulations=1, numbers={"foresees": 1, "deep": 20}),
)


class OnTopBots(Minds):
    """With reasons of its own."""

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """The circles it finishes, builds up or spoils."""
        return reasons.reasons(view, advice, speaker)


BOTS = OnTopBots(KIND, LEVELS, BASELINES, stand_in="table")
