"""Babylone's computer players as data, and why they move as they do."""

from collections.abc import Sequence

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....bots.wording import Speaker
from ....core.kernel import INTERPRETED
from ....core.position import View
from ....search.advice import Advice, Thinking
from ....search.guide import PLAYOUTS
from ..atlas import advice as atlas
from . import reasons
from .findings import ABOUT, NOTES
from .mind import GUIDE, MOST_POSITIONS, new_desk

SEEN_THROUGH = 30_000  # positions, by those that do not see to the end

LEVELS = (
    Level("beginner", numbers={"sight": 2, "slips": 0.4, "positions": SEEN_THROUGH}),
    Level("easy", numbers={"sight": 4, "slips": 0.25, "positions": SEEN_THROUGH}),
    Level("medium", numbers={"sight": 6, "slips": 0.2, "positions": SEEN_THROUGH}),
    Level("hard", numbers={"sight": 8, "slips": 0.15, "positions": SEEN_THROUGH}),
    Level("master", seconds=2.0, simulations=20_000, numbers={"positions": MOST_POSITIONS}),
)


def look_up(view: View, thinking: Thinking, seed: int) -> Advice | None:
    """Where the solver does not reach: by an atlas file that was built; None where there is none."""
    ready = not INTERPRETED and BOTS.strongest.loading(view).here()
    return atlas.analyse(view, thinking, seed) if ready else None


class BabyloneBots(Minds):
    """Exact values where the solver or an atlas reaches."""

    def explain(self, view: View, advice: Advice) -> Advice:
        """What is exact came explained, and there is nothing to tell of anything else."""
        return advice

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """Who wins, in how many moves."""
        return reasons.reasons(view, advice, speaker)


BOTS = BabyloneBots(
    Kind(GUIDE, new_desk, (PLAYOUTS,), ABOUT, NOTES, at_once=True, instead=look_up),
    LEVELS,
)
