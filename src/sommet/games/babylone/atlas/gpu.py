"""The levels on a GPU: slabs in batches, all bits on the device.

Loaded only on demand; needs the extra ``sommet[gpu]`` and an NVIDIA GPU.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batches import COUNTERS, SIMULATED, cuda, solve_batch
from .errors import AtlasError, TooLarge
from .estimate import size
from .plans import WIDTH, count_batches
from .tables import HEADER, Space

LANES = WIDTH
"""A warp; each of its lanes holds a slab. (The simulator can do with fewer.)"""
BATCHES_A_LAUNCH = 1 << 22
GRID = (4, 8) if SIMULATED else (1024, 256)


def need_gpu() -> None:
    """Say clearly when there is none."""
    if not cuda.is_available():
        raise AtlasError(
            'no GPU was found here (pip install "sommet[gpu]" brings what reaches one); '
            "leave out --gpu to compute on the cores"
        )


def free_bytes() -> int:
    """How much memory is free on the device."""
    if SIMULATED:
        return 1 << 40
    return int(cuda.current_context().get_memory_info()[0])


def device_name() -> str:
    """What the device calls itself."""
    if SIMULATED:
        return "simulator"
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


@cuda.jit  # type: ignore[untyped-decorator]
def clear(bits: Any) -> None:
    """Set all words to 0."""
    for i in range(cuda.grid(1), bits.shape[0], cuda.gridsize(1)):
        bits[i] = 0


@cuda.jit  # type: ignore[untyped-decorator]
def count_won(bits: Any, won: Any) -> None:
    """Add up how many bits are set."""
    found = np.int64(0)
    for i in range(cuda.grid(1), bits.shape[0], cuda.gridsize(1)):
        found += cuda.popc(bits[i])
    cuda.atomic.add(won, cuda.threadIdx.x, found)


@cuda.jit  # type: ignore[untyped-decorator]
def gather(bits: Any, ranks: Any, won: Any) -> None:
    """Look up the bits of these ranks."""
    for i in range(cuda.grid(1), ranks.shape[0], cuda.gridsize(1)):
        won[i] = (bits[ranks[i] >> 6] >> np.uint64(ranks[i] & 63)) & np.uint64(1)


class Solver:
    """Tables and bits on the device."""

    def __init__(self, of: Space, bits: NDArray[np.uint64] | None = None, *, begun: bool = True) -> None:
        """Goes on from the bits of an atlas in the making, to which `fetch` brings those found, unless it has not
        `begun`; without any, they stay on the device."""
        need_gpu()
        self.space = of
        self.bits = bits
        self.at = tuple(map(int, of.u[:HEADER]))
        if int(of.sizes.max()) >= 1 << 32:
            raise TooLarge("a block has more positions than fit in 32 bits")
        ends = np.zeros(of.blocks, np.int64)
        count_batches(of.t, of.u, self.at, LANES, ends)
        self.batches = int(ends[-1])
        words = of.bits // 64 + 1
        wanted = of.t.nbytes + of.u.nbytes + 8 * words + ends.nbytes
        free = free_bytes()
        if wanted > free:
            raise TooLarge(f"this needs {size(wanted)} of memory on the GPU and {size(free)} are free there")
        if bits is None or not begun:
            self.found = cuda.device_array(words, np.uint64)
            clear[GRID](self.found)
        else:
            self.found = cuda.to_device(np.ascontiguousarray(bits))
        self.tables = tuple(cuda.to_device(each) for each in (of.t, of.u, ends))

    def level(self, level: int) -> Iterator[int]:
        """Compute one level; yields numbers of positions as they are solved."""
        t, u, ends = self.tables
        solved = cuda.to_device(np.zeros(COUNTERS, np.int64))
        before = 0
        for offset in range(0, self.batches, BATCHES_A_LAUNCH):
            batches = min(self.batches - offset, BATCHES_A_LAUNCH)
            solve_batch[batches, LANES](t, u, self.found, ends, self.at, level, offset, solved)
            total = int(solved.copy_to_host().sum())
            yield total - before
            before = total

    def fetch(self) -> None:
        """Bring the bits back."""
        if self.bits is not None:
            self.found.copy_to_host(self.bits)

    def won(self) -> int:
        """How many positions are won for the mover, as far as they are solved."""
        won = cuda.to_device(np.zeros(GRID[1], np.int64))
        count_won[GRID](self.found, won)
        return int(won.copy_to_host().sum())

    def look_up(self, ranks: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each of these positions is won."""
        won = cuda.to_device(np.zeros(len(ranks), np.uint8))
        gather[GRID](self.found, cuda.to_device(ranks), won)
        return np.asarray(won.copy_to_host(), bool)
