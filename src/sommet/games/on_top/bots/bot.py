"""On Top's bots: by what a placement brings now, by the table of worths, two plies deep, and search."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....bots.bot import Bot
from ....core.chance import Chance
from ....core.kernel import kernel, small_kernel
from ....core.position import Position, View
from ....core.records import Records, one
from ....core.rules import over, play
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.think import advice, search
from ..rules import TILES
from ..setup import DECK
from . import endgame
from .guide import GUIDE, best_placement, promise
from .worth import by_code, gains, learned


def make_guide(known: Position, worth: NDArray[np.float32], rivalry: float = 1.0) -> Records:
    """A guide for this position's seats and teams."""
    guide, setting = one(GUIDE), known.setting
    teams = bool(setting["teams"][0])
    sides = [seat % 2 if teams else seat for seat in range(4)]
    guide["gain"][0] = gains(worth, setting["seat_of"][0].tolist(), sides, rivalry)
    guide["points_scale"] = 10.0
    return guide


@small_kernel
def promises(settings: Any, guides: Any, states: Any, moves: Any, values: Any) -> Any:
    """The promise of each move."""
    for index in range(moves.shape[0]):
        values[index] = promise(settings[0], guides[0], states[0], moves[index])


@kernel
def replies(settings: Any, guides: Any, states: Any, work: Any, moves: Any, kinds: Any, values: Any) -> Any:
    """Take from each move's value what the next player can make of it, on average over the tiles he may turn over."""
    for index in range(moves.shape[0]):
        work[0] = states[0]
        state = work[0]
        play(settings[0], state, moves[index])
        total = 0.0
        count = 0.0
        for kind in range(kinds.shape[0]):
            if kinds[kind] > 0 and not over(settings[0], state):
                state.tiles[state.ply] = 2 * kind
                state.known = state.ply + 1
                reply = best_placement(settings[0], guides[0], state)
                if reply >= 0:
                    total += kinds[kind] * promise(settings[0], guides[0], state, reply)
                    count += kinds[kind]
        if count > 0.0:
            values[index] -= total / count


def unseen(known: Position) -> NDArray[np.float64]:
    """How many tiles of each kind are still face down."""
    kinds = np.zeros(len(set(DECK)))
    np.add.at(kinds, np.array(DECK) >> 1, 1)
    seen = known.state["tiles"][0, : min(int(known.state["ply"][0]) + 1, TILES)]
    np.subtract.at(kinds, seen.astype(np.int64) >> 1, 1)
    return kinds


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
        known = view.known
        guide = make_guide(known, self._worth())
        moves = np.array(Chance(seed).shuffled(known.numbers), np.int64)
        values = np.zeros(len(moves))
        promises(known.setting, guide, known.state, moves, values)
        if self._noise:
            chance = Chance(seed + 1)
            values += np.array([self._noise * (chance.below(2001) / 1000 - 1) for _ in moves])
        order = np.argsort(-values, kind="stable")
        if self._deep:
            best = order[: self._deep]
            deeper = values[best].copy()
            work = known.state.copy()
            replies(known.setting, guide, known.state, work, moves[best], unseen(known), deeper)
            order = np.concatenate([best[np.argsort(-deeper, kind="stable")], order[self._deep :]])
        texts = known.notation.texts
        shares = 1 / (1 + np.exp(-values / 8))
        return Advice(tuple(MoveValue(texts[int(moves[k])], float(shares[k]), 0) for k in order))


# By trial; playouts place the best of all. With two players nearly all is the win, with more half of it is points.
DUEL = {"exploration": 0.4, "wide": 4.0, "widening": 0.7, "tries": 0, "shaping": 0.05}
ROUND = DUEL | {"shaping": 0.5}


class Searcher(Bot):
    """Tree search by the table: candidates in its order, playouts by it."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def guide(self, view: View) -> Records:
        """What the search is told."""
        guide = make_guide(view.known, by_code(learned()))
        for field, number in (DUEL if view.known.players == 2 else ROUND).items():
            guide[field] = number
        return guide

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Search."""
        values = endgame.solved(view.known, unseen(view.known))
        if values is not None:
            proved = {number: (1, value) for number, value in values.items()}
            two_sides = view.known.players == 2 or bool(view.known.setting["teams"][0])
            return replace(advice(view, proved, thinking), exact=two_sides)
        found = search(view, self.guide(view), thinking, seed)
        return advice(view, found, thinking)

    def prepare(self, view: View) -> None:
        """The search, and what plays the last tiles out."""
        super().prepare(view)
        endgame.prepare(view.known, unseen(view.known))
