"""Whether counts look as chance would have them. With fixed seeds: the same answer always."""

import math
from collections.abc import Iterable


def chi_square(counts: Iterable[int], expected: float) -> float:
    """How many standard deviations the chi-square statistic of equally likely cells lies above its mean."""
    found = list(counts)
    freedom = len(found) - 1
    statistic = sum((count - expected) ** 2 / expected for count in found)
    return (statistic - freedom) / math.sqrt(2 * freedom)


def uniform(counts: Iterable[int], draws: int, cells: int) -> bool:
    """Whether `draws` draws spread evenly over `cells` cells (those never drawn may be left out of the counts)."""
    found = list(counts)
    assert sum(found) == draws
    assert len(found) <= cells
    assert draws >= 5 * cells, "too few draws to tell"
    if cells == 1:
        return True
    return chi_square([*found, *[0] * (cells - len(found))], draws / cells) < 4
