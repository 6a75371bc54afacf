"""Whether a bot is weaker or not, asked as often as it takes and no oftener (Wald's sequential probability ratio test).

What is counted is a deal, played once in every seat: the mean of the shares that the bot won on it. Two guesses at its
strength, in Elo, are compared by how well each explains those means; with a normal approximation to their distribution,
whose spread is taken from the deals themselves (the generalised test that chess engines use on pairs of games).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .ratings import ELO

ERROR = 0.05  # how often either answer may be wrong
FEWEST = 16  # deals, before anything is answered


@dataclass(frozen=True)
class Bounds:
    """Weaker: `elo0` or less; not weaker: `elo1` or more."""

    elo0: float = -30.0
    elo1: float = 0.0

    @property
    def limit(self) -> float:
        """The log-likelihood ratio at which it is decided, either way."""
        return math.log((1 - ERROR) / ERROR)


def expected(elo: float, players: int) -> float:
    """The share of a seat that is so much stronger than all others at its table."""
    strength = math.exp(elo / ELO)
    return strength / (strength + players - 1)


def likelihood_ratios(means: Sequence[float], bounds: Bounds, players: int = 2) -> Iterator[float]:
    """After each deal: how much better `elo1` explains the means so far than `elo0` does, as a logarithm."""
    low, high = expected(bounds.elo0, players), expected(bounds.elo1, players)
    total = squares = 0.0
    for count, mean in enumerate(means, 1):
        total += mean
        squares += mean * mean
        # with one deal lost and one won besides, so that deals that all ended alike have a spread
        spread = (squares + 1) / (count + 2) - ((total + 1) / (count + 2)) ** 2
        yield (high - low) * (2 * total - count * (low + high)) / (2 * spread)


def decided(means: Sequence[float], bounds: Bounds, players: int = 2) -> tuple[int, float, bool | None]:
    """After how many deals, in their order, and by which ratio: True, not weaker; False, weaker; None, not yet."""
    count, ratio = 0, 0.0
    for count, ratio in enumerate(likelihood_ratios(means, bounds, players), 1):
        if count >= FEWEST and abs(ratio) >= bounds.limit:
            return count, ratio, ratio > 0
    return count, ratio, None
