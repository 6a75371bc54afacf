"""Searching with both cores: each worker grows its own tree, and what they found is added up.

There are always two workers, also on one core or four, so that a seed and a number of simulations give the same answer
everywhere.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np

from ..core.bits import random_stream
from ..core.position import View
from ..core.records import Records, one
from .advice import Advice, MoveValue, Thinking
from .guide import REWARDS
from .tree import DEEPEST, NONE, Pool, pool, simulate

WORKERS = 2
MOST_NODES = 1 << 18
SLOTS_A_NODE = 8
PORTION = 1 << 14


class Worker:
    """One tree and all that its simulations need."""

    def __init__(self, view: View, guide: Records, stream: Records, simulations: int | None) -> None:
        known, most = view.known, view.game.most_moves
        nodes = MOST_NODES if simulations is None else min(MOST_NODES, simulations + 1)
        self._pool: Pool = pool(nodes, max(nodes * SLOTS_A_NODE, 4 * most), most)
        self._arguments = (
            known.setting,
            guide,
            known.state,
            known.state.copy(),
            stream,
            one(REWARDS),
            np.empty(most, np.int64),
            np.empty((DEEPEST, 4), np.int32),
            *vars(self._pool).values(),
        )
        self.moves_played = 0

    def run(self, simulations: int) -> None:
        """Grow the tree."""
        if simulations:
            self.moves_played += int(cast(Any, simulate)(*self._arguments, simulations))

    def root(self) -> dict[int, tuple[int, float]]:
        """Visits of the root's moves, and the shares of the win they led to."""
        tree = self._pool
        minds = [base for base in tree.statistics[0].tolist() if base != NONE]
        first = int(tree.first_slot[0])
        found: dict[int, tuple[int, float]] = {}
        for slot in range(int(tree.slots[0]) if minds else 0):
            visits = sum(int(tree.visits[base + slot]) for base in minds)
            found[int(tree.move[first + slot])] = visits, float(tree.won[slot])
        return found


def search(view: View, guide: Records, thinking: Thinking, seed: int, portion: int = PORTION) -> dict[int, Any]:
    """Search the view's position: per move of the root (its number), visits and the sum of the shares of the win."""
    budget = thinking.budget.simulations
    each = None if budget is None else budget // WORKERS + 1
    workers = [Worker(view, guide, random_stream(seed, number), each) for number in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as threads:
        while turn := thinking.portion(portion if thinking.done else min(portion, 128)):
            shares = [turn // WORKERS + (number < turn % WORKERS) for number in range(WORKERS)]
            list(threads.map(Worker.run, workers, shares))
            thinking.spend(turn)
    found: dict[int, tuple[int, float]] = {}
    for worker in workers:
        for number, (visits, value) in worker.root().items():
            before = found.get(number, (0, 0.0))
            found[number] = before[0] + visits, before[1] + value
    return found


def advice(view: View, found: dict[int, Any], thinking: Thinking, twins: Sequence[int] | None = None) -> Advice:
    """Every legal move, the most visited first. `twins[k]` names the move that stands for the k-th legal one."""
    known = view.known
    texts = known.notation.texts
    values = []
    for place, number in enumerate(known.numbers):
        visits, value = found.get(number if twins is None else twins[place], (0, 0.0))
        values.append(MoveValue(texts[number], value / visits if visits else 0.0, visits))
    values.sort(key=lambda move: (-move.visits, -move.value, move.move))
    return Advice(tuple(values), simulations=thinking.done)
