"""Kabaleo's bots: greedy, plain search, and search with beliefs."""

from dataclasses import replace

import numpy as np

from ....bots.bot import BRIEF, Bot
from ....core.chance import Chance
from ....core.position import Position, View
from ....core.records import Records, one
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.think import advice, search
from ..rules import MOST_LOCATIONS, UNKNOWN
from . import endgame
from .beliefs import Evidence, plain_worlds
from .explain import explain, reveals
from .guide import GUIDE, gain, twin

# By trial: with two the win is all; with more, where one rarely decides who wins, locations, and every kind of move.
DUEL = {"exploration": 0.5, "wide": 8.0, "widening": 0.5, "tries": 4}
ROUND = {"exploration": 0.15, "wide": 100.0, "tries": 4, "warmth": 1.0}
PRICE = 0.01  # so much of a win is worth being read less, in the first half of a game
NEARLY, OFTEN = 0.3, 1000  # a move's value is trusted when it was tried nearly as often as the best, or this often


class Searcher(Bot):
    """Tree search; with beliefs, informed playouts and per-objective statistics.

    `price` is what it pays, in shares of the win, to keep its objective to itself while that is worth something.
    """

    def __init__(self, name: str, budget: Budget, beliefs: bool = True, price: float = 0.0) -> None:
        self.name, self.budget, self._beliefs, self._price = name, budget, beliefs, price

    def guide(self, view: View) -> Records:
        """What the search is told."""
        guide = one(GUIDE)
        for field, number in (DUEL if view.known.players == 2 else ROUND).items():
            guide[field] = number
        worlds, chances = Evidence.of(view.known).worlds() if self._beliefs else plain_worlds(view.known)
        guide["worlds"] = len(worlds)
        guide["world"][0, : len(worlds)] = worlds
        guide["chance"][0, : len(worlds)] = np.cumsum(chances)
        return guide

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Search."""
        guide, alike = self.guide(view), twins(view)
        values = endgame.solved(view.known, guide, sorted(set(alike))) if self._beliefs else None
        if values is not None:
            found = {number: (1, value) for number, value in values.items()}
        else:
            found = search(view, guide, thinking, seed)
        told = advice(view, found, thinking, alike)
        return discreet(view, told, self._price) if self._price and worth_hiding(view.known) else told

    def prepare(self, view: View) -> None:
        """The search, what plays the last moves out, and what explains it."""
        explain(view, self.think(view, BRIEF, seed=0))
        endgame.prepare(view.known, self.guide(view))


def worth_hiding(known: Position) -> bool:
    """In the first half of a game of two; and only an objective that the viewer knows."""
    early = 2 * len(known.moves) < int(known.setting["pieces"][0])
    return early and known.players == 2 and int(known.state["objective"][0, known.to_move]) != UNKNOWN


def discreet(view: View, told: Advice, price: float) -> Advice:
    """The same, with the move first that gives least away among those that are as good but for the price.

    All moves are looked at, good or not, so that the time this takes does not depend on the objective.
    """
    best, given_away = told.moves[0], reveals(view, [move.move for move in told.moves])
    tried = min(NEARLY * best.visits, OFTEN)
    good = [at for at, move in enumerate(told.moves) if move.visits >= tried and move.value >= best.value - price]
    quiet = told.moves[min(good, key=given_away.__getitem__)]
    return replace(told, moves=(quiet, *(move for move in told.moves if move is not quiet)))


def twins(view: View) -> list[int]:
    """For each legal move the one that stands for all that are alike."""
    known = view.known
    state, setting = known.state[0], known.setting[0]
    first = [twin.interpreted(setting, state, location) for location in range(int(setting.locations))]  # type: ignore[attr-defined]
    return [number // MOST_LOCATIONS * MOST_LOCATIONS + first[number % MOST_LOCATIONS] for number in known.numbers]


class GreedyBot(Bot):
    """Takes a location for its colour where it can, else gives none away; it may overlook some of its moves."""

    budget = Budget(simulations=1)

    def __init__(self, name: str = "greedy", overlooks: float = 0.0) -> None:
        self.name, self._overlooks = name, overlooks

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """The best gain; any of the best."""
        known = view.known
        objective = int(known.state["objective"][0, known.to_move])
        chance = Chance(seed)
        order = chance.shuffled(known.numbers)
        value = gain.interpreted  # type: ignore[attr-defined]
        worth = {n: int(value(known.state[0], n // MOST_LOCATIONS, n % MOST_LOCATIONS, objective)) for n in order}
        seen = {number: chance.below(1000) >= 1000 * self._overlooks for number in order}
        order.sort(key=lambda number: -worth[number] if seen[number] else 2)
        return Advice(tuple(MoveValue(known.notation.texts[n], (worth[n] + 1) / 2, 0) for n in order))
