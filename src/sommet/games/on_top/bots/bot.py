"""On Top's bots: by what a placement brings now, by the table of worths, two plies deep, and search."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....bots.bot import Bot
from ....core.arrays import Records, one
from ....core.bits import below, random_stream
from ....core.kernel import kernel, small_kernel
from ....core.position import Position, View
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.choosing import best_first, shuffle
from ....search.think import advice, search
from ..rules import MOST_MOVES, legal, over, play
from . import endgame
from .endgame import KINDS, count_unseen
from .guide import GUIDE, best_placement, promise, set_gains
from .worth import learned_by_code

# By trial; playouts place the best of all. With two players nearly all is the win, with more half of it is points.
DUEL = {"exploration": 0.4, "wide": 4.0, "widening": 0.7, "tries": 0, "shaping": 0.05}
ROUND = DUEL | {"shaping": 0.5}
SPREAD = 8.0  # a promise of this many points is a chance of 73%


@small_kernel
def promises(
    settings: Any, states: Any, guides: Any, rngs: Any, noise: Any, moves: Any, values: Any, order: Any
) -> Any:
    """Fill `moves` with the legal moves, `values` with what each promises, give or take the noise; how many.

    `order`: the most promising first; ties are broken at random.
    """
    rng = rngs[0]
    if over(settings[0], states[0]):
        return 0
    count = legal(settings[0], states[0], moves)
    shuffle(rng, moves, count)
    for k in range(count):
        values[k, 0] = promise(settings[0], guides[0], states[0], moves[k])
        if noise > 0.0:
            values[k, 0] += noise * (below(rng, 2001) / 1000.0 - 1.0)
    best_first(values, count, order)
    return count


@kernel
def replies(settings: Any, states: Any, guides: Any, work: Any, moves: Any, values: Any, order: Any, deep: Any) -> Any:
    """Put the first `deep` moves of the order anew: by their promise less what the next player can make of them.

    That is the mean over the tiles that may be turned over, each placed where it promises the next player most.
    """
    kinds = np.zeros(KINDS)
    count_unseen(states[0], kinds)
    deeper = np.zeros((deep, 1))
    for place in range(deep):
        work[0] = states[0]
        state = work[0]
        play(settings[0], state, moves[order[place]])
        total = 0.0
        count = 0.0
        for kind in range(KINDS):
            if kinds[kind] > 0 and not over(settings[0], state):
                state.tiles[state.ply] = 2 * kind
                state.known = state.ply + 1
                reply = best_placement(settings[0], guides[0], state)
                if reply >= 0:
                    total += kinds[kind] * promise(settings[0], guides[0], state, reply)
                    count += kinds[kind]
        deeper[place, 0] = values[order[place], 0]
        if count > 0.0:
            deeper[place, 0] -= total / count
    before = order[:deep].copy()
    best_first(deeper, deep, order)
    for place in range(deep):
        order[place] = before[order[place]]


def make_guide(known: Position, worth: NDArray[np.float32]) -> Records:
    """A guide for this position's seats and teams."""
    guide = one(GUIDE)
    set_gains(worth, known.setting, guide)
    guide["points_scale"] = 10.0
    return guide


class PromiseBot(Bot):
    """The placement that promises most, by a table; perhaps less what the next player can make of it."""

    budget = Budget(simulations=1)

    def __init__(
        self,
        name: str,
        worth: Callable[[], NDArray[np.float32]],
        deep: int = 0,
        noise: float = 0.0,
    ) -> None:
        self.name, self._worth, self._deep, self._noise = name, worth, deep, noise

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Value every placement; ties are broken at random."""
        known, rng = view.known, random_stream(seed)
        guide = make_guide(known, self._worth())
        moves, values, order = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, 1)), np.zeros(MOST_MOVES, np.int64)
        count = int(promises(known.setting, known.state, guide, rng, self._noise, moves, values, order))
        if self._deep:
            deep = min(self._deep, count)
            replies(known.setting, known.state, guide, known.state.copy(), moves, values, order, deep)
        texts, shares = known.notation.texts, (1 / (1 + np.exp(-values[:, 0] / SPREAD))).tolist()
        return Advice(tuple(MoveValue(texts[int(moves[k])], shares[k], 0) for k in order[:count].tolist()))


class Searcher(Bot):
    """Tree search by the table: candidates in its order, playouts by it."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def guide(self, view: View) -> Records:
        """What the search is told."""
        guide = make_guide(view.known, learned_by_code())
        for field, number in (DUEL if view.known.players == 2 else ROUND).items():
            guide[field] = number
        return guide

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Search."""
        values = endgame.solved(view.known)
        if values is not None:
            proved = {number: (1, value) for number, value in values.items()}
            two_sides = view.known.players == 2 or bool(view.known.setting["teams"][0])
            return replace(advice(view, proved, thinking), exact=two_sides)
        found = search(view, self.guide(view), thinking, seed)
        return advice(view, found, thinking)

    def prepare(self, view: View) -> None:
        """The search, and what plays the last tiles out."""
        super().prepare(view)
        endgame.prepare(view.known)
