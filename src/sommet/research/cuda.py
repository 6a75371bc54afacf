"""The same random games on an NVIDIA GPU, from the same functions (optional extra `gpu`)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, cast

import numpy as np

from ..core.bits import RANDOM
from ..core.kernel import INTERPRETED
from ..core.position import Position
from ..search.playouts import LOG2_GAMES_A_START, random_game
from .batch import Batch, starts_of

THREADS_A_BLOCK = 512
BLOCKS_A_PROCESSOR = 64


def available() -> bool:
    """Whether there is a GPU and numba-cuda to reach it."""
    try:
        return bool(_cuda().is_available())
    except ImportError:
        return False


def _cuda() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for it; NumPy 2.5 has it no more
    from numba import cuda

    return cuda


_compiling = Lock()


def exact_kernel(function: Callable[..., None]) -> Any:
    """A kernel for the GPU that is compiled as a whole, not when it is linked: there `exact_arithmetic` has no say.

    (Not a decorator with an argument: numba-cuda 0.30 forgets `lto` then.) Numba's simulator compiles nothing.
    """
    if INTERPRETED:
        return _cuda().jit(function)
    return _cuda().jit(function, lto=False)


@contextmanager
def exact_arithmetic() -> Iterator[None]:
    """What is compiled for the GPU meanwhile rounds a product before it adds to it, as every other way does.

    By default NVIDIA's compiler makes one operation of the two, which rounds once; numba-cuda has no option for it.
    """
    if INTERPRETED:
        yield
        return
    _cuda()
    from numba.cuda.cudadrv import nvvm as numba_nvvm

    compiler: Any = numba_nvvm
    with _compiling:
        usual = compiler.compile_ir
        compiler.compile_ir = lambda code, **options: usual(code, **{"fma": False, **options})
        try:
            yield
        finally:
            compiler.compile_ir = usual


@cache
def _kernel(state_type: "np.dtype[Any]") -> Any:
    """The GPU kernel for states of this type: each thread keeps its state in local memory and plays game after game."""
    import numba

    cuda, record, game = _cuda(), numba.from_dtype(state_type), cast(Any, random_game).compiled
    random = numba.from_dtype(RANDOM)

    def run(settings: Any, starts: Any, seed: Any, outcomes: Any, plies: Any) -> None:
        work = cuda.local.array(1, record)
        rng = cuda.local.array(1, random)
        for index in range(cuda.grid(1), outcomes.shape[0], cuda.gridsize(1)):
            start = np.int32(index >> LOG2_GAMES_A_START) % np.int32(starts.shape[0])
            work[0] = starts[start]
            found = game(settings[start], work[0], rng[0], seed, index)
            outcomes[index] = found & 0xFFFF
            plies[index] = found >> 16

    return exact_kernel(run)


class OnGpu:
    """Random games from these positions in turn, on the GPU; `run` may be called again and again."""

    def __init__(self, positions: "list[Position]", games: int) -> None:
        cuda = _cuda()
        settings, starts = starts_of(positions)
        self._kernel = _kernel(starts.dtype)
        self._settings, self._starts = cuda.to_device(settings), cuda.to_device(starts)
        self._outcomes = cuda.device_array(games, np.int16)
        self._plies = cuda.device_array(games, np.int16)
        self._blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_A_PROCESSOR

    def run(self, seed: int = 0) -> None:
        """Play them; returns when they are done."""
        launch = self._kernel[self._blocks, THREADS_A_BLOCK]
        with exact_arithmetic():
            launch(self._settings, self._starts, seed, self._outcomes, self._plies)
        _cuda().synchronize()

    def fetch(self) -> Batch:
        """What came out of the last run."""
        return Batch(self._outcomes.copy_to_host(), self._plies.copy_to_host())


def play_at_random(positions: "list[Position]", games: int, seed: int = 0) -> Batch:
    """As `batch.play_at_random`: the same games."""
    batch = OnGpu(positions, games)
    batch.run(seed)
    return batch.fetch()
