"""Babylone's computer players: exact where the solver reaches, or an atlas."""

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....core.kernel import INTERPRETED
from ....core.position import View
from ....search import plain
from ....search.advice import Advice, Thinking
from ....search.guide import PLAYOUTS, register
from ..atlas import advice as atlas
from . import mind, why
from .findings import ABOUT, NOTES

register(mind.GUIDE, mind, why, plain)

SEEN_THROUGH = 30_000  # positions, by those that do not see everything
HEIGHTS = 1  # who looks at colours does not see what follows if stacks are joined by their height alone
FAR = 99  # moves: to the end

LEVELS = (
    Level("beginner", numbers={"sight": 3, "misses": HEIGHTS, "among": 2, "positions": SEEN_THROUGH}),
    Level("easy", numbers={"sight": 4, "reach": 7, "among": 3, "positions": SEEN_THROUGH}),
    Level("medium", numbers={"sight": 5, "reach": 5, "among": 5, "positions": SEEN_THROUGH}),
    Level("hard", numbers={"sight": FAR, "misses": HEIGHTS, "among": 7, "positions": SEEN_THROUGH}),
    Level("master", seconds=2.0, simulations=20_000, numbers={"positions": mind.MOST_POSITIONS}),
)


def look_up(view: View, thinking: Thinking, seed: int) -> Advice | None:
    """Where the solver does not reach: by an atlas file that was built; None where there is none."""
    ready = not INTERPRETED and BOTS.strongest.loading(view).here()
    return atlas.analyse(view, thinking, seed) if ready else None


KIND = Kind(mind.GUIDE, mind.new_desk, (PLAYOUTS,), ABOUT, NOTES, why.PHRASES, at_once=True, instead=look_up)


class BabyloneMinds(Minds):
    """As all are, but that an exact advice comes explained, and that there is nothing to tell of another."""

    def explain(self, view: View, advice: Advice) -> Advice:
        """As it is."""
        return advice


BOTS = BabyloneMinds(KIND, LEVELS)
