"""Running a batch's kernels on this machine's processor, in one thread or several."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.bits import RANDOM
from ..core.kernel import INTERPRETED
from ..core.rules import BAG
from . import kernels
from .kernels import Games
from .plain_spec import PlainSpec
from .playing import Playing

# array types are the GPU's where a batch lies there
Array = Any


class Rows:
    """Rows of bytes, masks or observations."""

    def __init__(self, array: Array) -> None:
        self.array = array


class OnCpu:
    """Arrays of NumPy, kernels compiled by Numba; a thread has a range of the games and room of its own to work in."""

    def __init__(self, playing: Playing, count: int, threads: int) -> None:
        self.shared, self.spec, self.count = playing.shared, playing.spec, count
        threads = min(threads, count)
        edges = [count * part // threads for part in range(threads + 1)]
        self._ranges = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 and not INTERPRETED else None
        self._bags = [np.zeros(BAG, np.int16) for _ in self._ranges]
        self._found = [np.zeros(playing.actions + 1, np.int64) for _ in self._ranges]
        self._seen = [playing.shared.state.copy() for _ in self._ranges]
        self._rooms = [(seen, np.zeros(1, RANDOM)) for seen in self._seen]

    def array(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Of zeros."""
        return np.zeros(shape, dtype)

    def rows(self, shape: tuple[int, ...], dtype: Any) -> Rows:
        """The same for masks and observations."""
        return Rows(self.array(shape, dtype))

    def shown(self, array: Array) -> Array:
        """The array for everybody else."""
        return array

    def here(self, array: Array) -> "np.ndarray[Any, Any]":
        """The array in this machine's memory, perhaps the very same."""
        return array  # type: ignore[no-any-return]

    def put(self, into: Array, values: "np.ndarray[Any, Any]") -> None:
        """Copy values from this machine's memory into an array."""
        into[...] = values

    def actions(self, given: Any) -> Array:
        """Actions as the kernels want them; ValueError or TypeError where they cannot be."""
        return np.ascontiguousarray(given)

    def _run(self, kernel: Any, *arguments: Any, work: list[Any] | None = None) -> list[Any]:
        if len(self._ranges) == 1:
            return [kernel(*arguments, *([] if work is None else work), 0, self.count)]
        calls = [
            partial(kernel, *arguments, *([] if work is None else [work[part]]), first, end)
            for part, (first, end) in enumerate(self._ranges)
        ]
        return [call() for call in calls] if self._pool is None else list(self._pool.map(lambda call: call(), calls))

    def seed(self, games: Games, seed: int) -> None:
        """Begin every game's stream."""
        self._run(kernels.seed_games, games.chances, seed)

    def start(self, games: Games, wanted: Array) -> None:
        """Deal those that are wanted."""
        self._run(kernels.start_games, self.shared, games, wanted, work=self._bags)

    def wrong(self, games: Games, actions: Array) -> int:
        """The first game whose action is not legal, or -1."""
        return next(
            (int(game) for game in self._run(kernels.check_actions, self.shared, games, actions) if game >= 0), -1
        )

    def step(self, games: Games, actions: Array, rewards: Array, done: Array, again: int) -> None:
        """Play."""
        self._run(kernels.step_games, self.shared, games, actions, rewards, done, again, work=self._bags)

    def look(self, games: Games, masks: Rows, movers: Array) -> None:
        """Who is to move, and what they may do."""
        if isinstance(self.spec, PlainSpec):
            self._run(kernels.look_at_games, self.shared, games, masks.array, movers, work=self._found)
        else:
            self._run(kernels.mark_games, games, self.spec.places, masks.array, movers)

    def observe(self, games: Games, viewers: Array, out: Rows) -> None:
        """What they see."""
        if isinstance(self.spec, PlainSpec):
            self.spec.write(games, viewers, out.array)
        else:
            self._run(kernels.observe_games, self.shared, games, self.spec.places, viewers, out.array, work=self._seen)

    def copy(self, games: Games, others: Games, numbers: Array, seed: int, rewards: Array, done: Array) -> None:
        """Copies of another batch's games."""
        self._run(kernels.copy_games, self.shared, games, others, numbers, seed, rewards, done, work=self._rooms)

    def choose(self, masks: Rows, seed: int, chosen: Array) -> None:
        """Random actions."""
        self._run(kernels.choose_at_random, masks.array, seed, chosen)
