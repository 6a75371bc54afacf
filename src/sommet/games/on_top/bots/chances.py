"""What the search's chances are worth: it thinks too well of its own moves, the more so the less it has looked at them.

The best of many uncertain values is too high, and rivals in playouts are weaker than at the table. Both together are
a shift of the log-odds, the same in good and in bad positions, and smaller with every simulation. With three and four
players, where half of what a search is rewarded for is the lead and not the win, what it says is also too far from the
average. Where the network judges, the numbers are the same however many simulations there were: between two sides the
shift is small and the odds are too near to even ones, and nearer still when it is not asked any more and few tiles are
left; with three and four players they are too far from the average, still. What other moves than the best are worth
less is another number. All are fitted to games of the master against itself; the last to games that it went on with
after a random placement.
"""

import math
from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.numbers import exp, log

BUDGETS = (500, 2000, 8000)  # simulations; between two of them the shift is between theirs, by the logarithm
PLAYED_OUT, JUDGED, LATE = range(3)  # how it was found: by playouts, by the network too, or past its last word
SLOPE = np.array(  # for each of those, per kind of game: two, three, four players; teams
    ((1.1, 0.75, 0.67, 1.1), (1.2, 0.77, 0.7, 2.0), (1.5, 0.75, 0.67, 1.1))
)
SHIFT = np.array(((-0.43, -0.38, -0.24), (-0.36, -0.34, -0.30), (-0.50, -0.47, -0.43), (-0.42, -0.38, -0.24)))
JUDGED_SHIFT = np.array((-0.035, -0.17, -0.32, -0.067))
JUDGED_LOSS = np.array((1.3, 0.6, 0.78, 1.45))  # of the log-odds' distance from those of the best
FIRST, STEP = math.log(BUDGETS[0]), math.log(4.0)  # of the logarithms of the budgets


@kernel
def shift_at(kind: Any, simulations: Any) -> Any:
    """Of the log-odds, after so many simulations."""
    last = SHIFT.shape[1] - 1
    place = min(max((log(max(simulations, 1.0)) - FIRST) / STEP, 0.0), float(last))
    below = min(int(place), last - 1)
    return SHIFT[kind, below] + (place - below) * (SHIFT[kind, below + 1] - SHIFT[kind, below])


@kernel
def odds(told: Any, row: Any) -> Any:
    """A move's log-odds, never without end."""
    visits = float(told.visits[row])
    won = (told.values[row] * visits + 0.5) / (visits + 1.0)
    return log(won / (1.0 - won))


@kernel
def temper(kind: Any, way: Any, told: Any, count: Any) -> Any:
    """Make chances of what a search has found of its moves, the best first. What was never tried stays without one."""
    simulations = 0.0
    for k in range(count):
        simulations += float(told.visits[k])
    shift = JUDGED_SHIFT[kind] if way == JUDGED else shift_at(kind, simulations)
    slope = SLOPE[way, kind]
    best = odds(told, 0)
    for k in range(count):
        if told.visits[k] > 0:
            found = odds(told, k)
            chance = slope * found + shift
            if way == JUDGED:
                chance += (JUDGED_LOSS[kind] - slope) * (found - best)
            told.values[k] = 1.0 / (1.0 + exp(-chance))
