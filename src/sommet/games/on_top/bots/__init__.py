"""On Top's computer players: what a circle is worth before it is finished, and search by it."""

from ....bots.contract import Minds
from ....bots.mind import Kind, Level
from ....search import plain
from ....search.guide import register
from . import guide, mind, why
from .desk import new_desk

register(guide.GUIDE, mind, why, guide, plain)

KIND = Kind(guide.GUIDE, new_desk, phrases=why.PHRASES, learned="learned")

BESIDE, AROUND = 2, 1  # crossings in common with the last tile: a side of it at least; a corner
LEVELS = (
    Level("beginner", numbers={"misses": guide.OTHERS | guide.HOLES | guide.DOUBLE, "near": BESIDE}),
    Level("easy", numbers={"foresees": 1, "lacking": 3, "misses": guide.HOLES, "near": AROUND}),
    Level("medium", numbers={"foresees": 1, "lacking": 1}),
    Level("hard", numbers={"foresees": 1}),
    Level("master", seconds=1.5, numbers={"foresees": 1, "searches": 1}),
)
# Best points and pawns this move; best by the table; that and what the rivals' best replies then do to it, on average.
BASELINES = (
    Level("now"),
    Level("table", numbers={"foresees": 1}),
    Level("two_ply", simulations=1, numbers={"foresees": 1, "deep": 20}),
)

BOTS = Minds(KIND, LEVELS, BASELINES, stand_in="table")
