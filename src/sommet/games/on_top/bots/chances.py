"""What the search's chances are worth: it thinks too well of its own moves, the more so the less it has looked at them.

The best of many uncertain values is too high, and rivals in playouts are weaker than at the table. Both together are
a shift of the log-odds, the same in good and in bad positions, and smaller with every simulation. With three and four
players, where half of what a search is rewarded for is the lead and not the win, what it says is also too far from the
average. The numbers are fitted to games of the master against itself.
"""

import math
from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.numbers import exp, log

BUDGETS = (500, 2000, 8000)  # simulations; between two of them the shift is between theirs, by the logarithm
SLOPE = np.array((1.1, 0.75, 0.67, 1.1))  # per kind of game: two, three, four players; teams
SHIFT = np.array(((-0.43, -0.38, -0.24), (-0.36, -0.34, -0.30), (-0.50, -0.47, -0.43), (-0.42, -0.38, -0.24)))
FIRST, STEP = math.log(BUDGETS[0]), math.log(4.0)  # of the logarithms of the budgets


@kernel
def shift_at(kind: Any, simulations: Any) -> Any:
    """Of the log-odds, after so many simulations."""
    last = SHIFT.shape[1] - 1
    place = min(max((log(max(simulations, 1.0)) - FIRST) / STEP, 0.0), float(last))
    below = min(int(place), last - 1)
    return SHIFT[kind, below] + (place - below) * (SHIFT[kind, below + 1] - SHIFT[kind, below])


@kernel
def temper(kind: Any, told: Any, count: Any) -> Any:
    """Make chances of what a search has found of its moves. What was never tried stays without a value."""
    simulations = 0.0
    for k in range(count):
        simulations += float(told.visits[k])
    shift = shift_at(kind, simulations)
    for k in range(count):
        visits = float(told.visits[k])
        if visits > 0.0:
            won = (told.values[k] * visits + 0.5) / (visits + 1.0)  # never quite 0 or 1
            told.values[k] = 1.0 / (1.0 + exp(-SLOPE[kind] * log(won / (1.0 - won)) - shift))
