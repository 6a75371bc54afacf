"""How long a computer player may think: as its level says, and never longer than its clock allows."""

from __future__ import annotations

from ...search.advice import Budget
from ..wire.settings import Clock

MARGIN = 0.25  # of the time for a move, to store it in; in seconds at least and at most
LEAST_MARGIN, MOST_MARGIN = 0.1, 1.0
SHARE = 1 / 20  # of all that is left, for one move
OF_INCREMENT = 0.75
LITTLE = 10.0  # seconds
LEAST = 0.01  # seconds of thought


def thought(clock: Clock, left: float) -> float | None:
    """Seconds to think about this move, with so many left on the clock; None: as many as it likes."""
    if clock.kind == "move":
        return max(LEAST, left - _margin(left))
    if clock.kind == "total":
        share = left * SHARE + clock.increment * OF_INCREMENT
        return max(LEAST, min(share, left - _margin(left)))
    return None


def limit(clock: Clock, left: float) -> float | None:
    """Seconds after which any move is better than none; None where that never comes."""
    return max(LEAST_MARGIN, left - _margin(left) / 2) if clock.kind in ("move", "total") else None


def short(clock: Clock, left: float) -> bool:
    """Whether others should let it go first."""
    return clock.kind in ("move", "total") and left < LITTLE


def within(budget: Budget, seconds: float | None) -> Budget:
    """A level's budget, but no more than so many seconds."""
    if seconds is None:
        return budget
    most = max(LEAST, seconds)
    return Budget(most if budget.seconds is None else min(budget.seconds, most), budget.simulations)


def _margin(left: float) -> float:
    return min(MOST_MARGIN, max(LEAST_MARGIN, left * MARGIN))
