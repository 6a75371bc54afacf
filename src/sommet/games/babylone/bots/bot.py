"""Babylone's opponents: a perfect one, and four that do not see as far and overlook things.

Every level knows the exact value of a position, since the solver gives it; the weaker ones are shown only what a player
who looks so many moves ahead would see of it, less what they overlook.
"""

from ....bots.bot import Bot
from ....core.chance import Chance
from ....core.position import View
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.playouts import estimate
from ..solver.ready import solver
from ..solver.solve import Value
from .exact import FINE, analyse, solved


class PerfectBot(Bot):
    """Never loses a won position, and resists as long as it can in a lost one."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Exact; by playouts when the position is too large."""
        return analyse(view, thinking, seed) or estimate(view, thinking, seed)


class ShortSightedBot(Bot):
    """Sees what is decided within so many moves, unless it overlooks it; anything else is as good as any other."""

    budget = Budget(simulations=1)

    def __init__(self, name: str, sight: int, slips: float, most: int = 30_000) -> None:
        self.name, self.sight, self.slips, self.most = name, sight, slips, most

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """A win that it sees, the quickest; else what it does not see through; else the longest loss."""
        known, chance = view.known, Chance(seed)
        blank = [MoveValue(text, 1 / known.players, 0) for text in chance.shuffled(view.known.legal)]
        found = solved(view, solver(known.players, self.most), thinking)
        if found is None:
            return Advice(tuple(blank))
        _, kinds, values = found
        seen = [self._see(after, known.players, chance) for after in values]
        texts = known.notation.texts
        belief = {texts[move]: seen[kind] for move, kind in zip(known.numbers, kinds, strict=True)}
        blank.sort(key=lambda move: belief[move.move], reverse=True)
        return Advice(tuple(MoveValue(move.move, belief[move.move][0], 0) for move in blank))

    def _see(self, after: Value, players: int, chance: Chance) -> tuple[float, float]:
        """What it thinks a move is worth, and then how it likes the length."""
        slip = chance.word() < self.slips * 2.0**64
        if slip or 1 + after.length > self.sight:
            return 1 / players, 0.0
        worth = round(after.shares[-1], FINE)
        return worth, -after.length if worth * players > 1 else after.length
