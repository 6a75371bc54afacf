"""Babylone's opponents: a perfect one, and four that do not see as far and overlook things.

Every level knows the exact value of a position, since the solver gives it; the weaker ones are shown only what a player
who looks a few moves ahead would see of it, less what they overlook.
"""

import numpy as np

from ....bots.bot import Bot
from ....core.bits import random_stream
from ....core.position import View
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.playouts import estimate
from ..solver.ready import solver
from .exact import analyse, solved
from .sight import glimpse, room


class PerfectBot(Bot):
    """Never loses a won position, and resists as long as it can in a lost one."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Exact; by playouts when the position is too large."""
        return analyse(view, thinking, seed) or estimate(view, thinking, seed)


class ShortSightedBot(Bot):
    """Sees what is decided within a number of moves, unless it overlooks it; anything else is as good as any other."""

    budget = Budget(simulations=1)

    def __init__(self, name: str, sight: int, slips: float, most: int = 30_000) -> None:
        self.name, self.sight, self.slips, self.most = name, sight, slips, most

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """A win that it sees, the quickest; else what it does not see through; else the longest loss."""
        known = view.known
        found = solved(view, solver(known.players, self.most), thinking)
        kinds, values = found[1:] if found else ([0] * len(known.numbers), [])
        shares = np.array([after.shares[-1] for after in values] or [0.0])
        lengths = np.array([after.length for after in values] or [np.inf], np.float64)  # nothing is seen through
        seen, places, keys, order = room(len(shares), len(kinds), 2)
        arrays = shares, lengths, np.array(kinds, np.int64), random_stream(seed)
        glimpse(*arrays, known.players, self.sight, self.slips, seen, places, keys, order)
        texts = known.notation.texts
        return Advice(tuple(MoveValue(texts[known.numbers[k]], float(seen[kinds[k], 0]), 0) for k in order.tolist()))
