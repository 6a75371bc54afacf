"""Searching on all cores: several trees are grown, each from its own random stream, and what they found is added up.

A budget of simulations is always shared by two trees, on however many cores: the same seed then gives the same answer
everywhere. (At equal simulations more trees are weaker, each being smaller.) A budget of time promises no repetition:
there every thread grows a tree of its own.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records, copy
from ..core.bits import random_stream
from ..core.position import View
from .advice import Thinking
from .tree import add_root, new_scratch, new_tree, simulate

TREES = 2  # for a budget of simulations
MOST_NODES = 1 << 19  # of all trees together
SLOTS_A_NODE = 8
PORTION, FIRST_PORTION = 1 << 14, 128


def threads() -> int:
    """How many threads a search may use: ``SOMMET_SEARCH_THREADS``, or as many as there are cores for this process."""
    given = os.environ.get("SOMMET_SEARCH_THREADS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def new_found(view: View) -> NDArray[np.float64]:
    """Per move number (there may be more than there are ever legal moves): visits, and shares of the win; none yet."""
    return np.zeros((len(view.known.notation.texts), 2))


class Worker:
    """One tree, and the simulations that make it grow."""

    def __init__(self, view: View, guide: Records, stream: Records, simulations: int) -> None:
        """`simulations`: how many will be run; each can add a node."""
        known, most, nodes = view.known, view.game.most_moves, simulations + 1
        self.tree = new_tree(nodes, max(nodes * SLOTS_A_NODE, 4 * most), most)
        scratch = new_scratch(known.state, stream, most)
        self._arguments = known.setting, copy(guide), known.state, scratch, self.tree  # it may reckon in its guide

    def prepare(self) -> None:
        """Load the machine code, or compile it."""
        cast(Any, simulate).prepare(*self._arguments, 0)
        cast(Any, add_root).prepare(self.tree, np.zeros((1, 2)))

    def run(self, simulations: int) -> None:
        """Grow the tree."""
        if simulations:
            simulate(*self._arguments, simulations)

    def add_to(self, found: NDArray[np.float64]) -> None:
        """Add up, by move number, the visits of the root's moves and the shares of the win they led to."""
        add_root(self.tree, found)


def search(view: View, guide: Records, thinking: Thinking, seed: int, portion: int = PORTION) -> NDArray[np.float64]:
    """Search the view's position: per move number, visits of the root's move and the sum of the shares of the win."""
    budget, at_once = thinking.budget.simulations, threads()
    trees = at_once if budget is None else TREES
    most = MOST_NODES // trees if budget is None else min(MOST_NODES, budget) // trees + 1
    workers = [Worker(view, guide, random_stream(seed, number), most) for number in range(trees)]
    with thinking.clock_stopped():
        workers[0].prepare()
    with ThreadPoolExecutor(min(at_once, trees)) as pool:
        while turn := thinking.portion(portion if thinking.done else min(portion, FIRST_PORTION)):
            shares = [turn // trees + (number < turn % trees) for number in range(trees)]
            list(pool.map(Worker.run, workers, shares))
            thinking.spend(turn)
    found = new_found(view)
    for worker in workers:
        worker.add_to(found)
    return found
