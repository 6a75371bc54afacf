"""Running a batch's kernels on an NVIDIA GPU: the same functions, each thread with one game at a time."""

from functools import cache
from typing import Any

import numpy as np

from ..core.kernel import INTERPRETED
from ..core.rules import BAG
from ..research.cuda import _cuda, available, exact_arithmetic, exact_kernel
from . import kernels
from .errors import refused
from .kernels import Games
from .plain_spec import PlainSpec
from .playing import Playing
from .running import Array

THREADS_A_BLOCK = 128
cuda = _cuda()  # by this name: Numba's simulator looks for it here


def _function(kernel: Any) -> Any:
    """What runs inside the GPU's kernels; in Numba's simulator of a GPU that is plain Python."""
    return kernel.interpreted if INTERPRETED else kernel.compiled


@cache
def _launchers(state_type: "np.dtype[Any]") -> dict[str, Any]:
    """The GPU's kernels for states of this type."""
    import numba

    record = state_type if INTERPRETED else numba.from_dtype(state_type)
    start, check = _function(kernels.start_games), _function(kernels.check_actions)
    step, mark, observe = (_function(one) for one in (kernels.step_games, kernels.mark_games, kernels.observe_games))

    def run_start(shared: Any, games: Any, wanted: Any) -> None:
        bag = cuda.local.array(BAG, numba.int16)
        for game in range(cuda.grid(1), wanted.shape[0], cuda.gridsize(1)):
            start(shared, games, wanted, bag, game, game + 1)

    def run_check(shared: Any, games: Any, actions: Any, wrong: Any) -> None:
        for game in range(cuda.grid(1), actions.shape[0], cuda.gridsize(1)):
            if check(shared, games, actions, game, game + 1) >= 0:
                cuda.atomic.min(wrong, 0, game)

    def run_step(shared: Any, games: Any, actions: Any, rewards: Any, done: Any, again: Any) -> None:
        bag = cuda.local.array(BAG, numba.int16)
        for game in range(cuda.grid(1), done.shape[0], cuda.gridsize(1)):
            step(shared, games, actions, rewards, done, again, bag, game, game + 1)

    def run_look(games: Any, places: Any, masks: Any, movers: Any) -> None:
        for game in range(cuda.grid(1), movers.shape[0], cuda.gridsize(1)):
            mark(games, places, masks, movers, game, game + 1)

    def run_observe(shared: Any, games: Any, places: Any, movers: Any, out: Any) -> None:
        seen = cuda.local.array(1, record)
        for game in range(cuda.grid(1), movers.shape[0], cuda.gridsize(1)):
            observe(shared, games, places, movers, out, seen, game, game + 1)

    made: dict[str, Any] = {
        "start": run_start,
        "check": run_check,
        "step": run_step,
        "look": run_look,
        "observe": run_observe,
    }
    return {name: exact_kernel(function) for name, function in made.items()}


class OnCuda:
    """As `OnCpu`; arrays are Numba's device arrays, which others read without a copy (`__cuda_array_interface__`)."""

    def __init__(self, playing: Playing, count: int) -> None:
        if not available():
            raise refused("gpu")
        if isinstance(playing.spec, PlainSpec):
            raise refused("undeclared", game=playing.game.name)
        self._launchers = _launchers(playing.room.state.dtype)
        self._shared = type(playing.shared)(*map(cuda.to_device, playing.shared))
        self._places = cuda.to_device(playing.spec.places)
        self._wrong = cuda.to_device(np.zeros(1, np.int64))
        self._blocks = -(-count // THREADS_A_BLOCK)

    def array(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Of zeros, on the GPU."""
        return cuda.to_device(np.zeros(shape, dtype))

    def here(self, array: Array) -> "np.ndarray[Any, Any]":
        """A copy in this machine's memory."""
        return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)

    def put(self, into: Array, values: "np.ndarray[Any, Any]") -> None:
        """Copy values to the GPU."""
        into.copy_to_device(np.ascontiguousarray(values))

    def actions(self, given: Any) -> Array:
        """An array of the GPU as it is, anything else as an array there."""
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(np.ascontiguousarray(given))

    def _run(self, name: str, *arguments: Any) -> None:
        with exact_arithmetic():
            self._launchers[name][self._blocks, THREADS_A_BLOCK](*arguments)

    def seed(self, games: Games, seed: int) -> None:
        """Begin every game's stream."""
        chances = np.zeros(games.chances.shape, games.chances.dtype)
        kernels.seed_games(chances, seed, 0, len(chances))
        self.put(games.chances, chances)

    def start(self, games: Games, wanted: "np.ndarray[Any, Any]") -> None:
        """Deal those that are wanted."""
        self._run("start", self._shared, games, cuda.to_device(wanted))

    def wrong(self, games: Games, actions: Array) -> int:
        """The first game whose action is not legal, or -1."""
        count = len(actions)
        self.put(self._wrong, np.array([count], np.int64))
        self._run("check", self._shared, games, actions, self._wrong)
        found = int(self._wrong.copy_to_host()[0])
        return found if found < count else -1

    def step(self, games: Games, actions: Array, rewards: Array, done: Array, again: int) -> None:
        """Play."""
        self._run("step", self._shared, games, actions, rewards, done, again)

    def look(self, games: Games, masks: Array, movers: Array) -> None:
        """Who is to move, and what they may do."""
        self._run("look", games, self._places, masks, movers)

    def observe(self, games: Games, movers: Array, out: Array) -> None:
        """What they see."""
        self._run("observe", self._shared, games, self._places, movers, out)
