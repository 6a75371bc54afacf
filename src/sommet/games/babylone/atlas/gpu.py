"""The levels on a GPU: a thread for every rest, the same segments, all bits on the device.

Loaded only on demand; needs the extra ``sommet[gpu]`` and an NVIDIA GPU.
"""

import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast

import numpy as np
from numba import int32, uint64
from numba.core import config
from numpy.typing import NDArray

from ....core.extras import optional_imports
from .digits import ID, REST_SHAPE
from .errors import AtlasError, TooLarge
from .estimate import size
from .rests import block_with, count_rests, take_rest
from .segments import SEGMENT_WORDS, solve_segment
from .tables import Space, first_id, groups_at

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still asks for a name that NumPy 2.5 dropped.
    np.row_stack = np.vstack

with optional_imports():
    cuda: Any = import_module("numba.cuda")

# A kernel as the device can call it (interpreted when Numba's simulator stands in for the device).
SIMULATED = bool(getattr(config, "ENABLE_CUDASIM", False))
_WAY = "interpreted" if SIMULATED else "compiled"
_block_with, _take_rest, _first_id, _groups_at, _solve_segment = (
    cast(Any, each).in_way(_WAY) for each in (block_with, take_rest, first_id, groups_at, solve_segment)
)

THREADS = 128
RESTS_A_LAUNCH = 1 << 24
COUNTERS = 1024
CHECKPOINT_SECONDS = 60
"""Bits come back from the device this often at most (and at the end)."""


@cuda.jit  # type: ignore[untyped-decorator]
def solve_rests(t: Any, u: Any, bits: Any, ends: Any, level: Any, offset: Any, end: Any, solved: Any) -> None:
    """Compute the segment of one rest: its positions that have `level` stacks."""
    number = offset + cuda.grid(1)
    if number >= end:
        return
    block = _block_with(ends, number)
    if block > 0:
        number -= ends[block - 1]
    rest = cuda.local.array(REST_SHAPE, int32)
    open_ = cuda.local.array(SEGMENT_WORDS, uint64)
    colours, different, row, stacks = _take_rest(t, u, block, number, rest)
    w = np.int64(t[_groups_at(t, u, block)])
    parts = level - stacks
    if parts < 1 or parts > w:
        return
    low = _first_id(t, u, w, parts)
    high = _first_id(t, u, w, parts + 1)
    if t[_groups_at(t, u, block) + 1] > 1 and w > 1:
        high = min(high, np.int64(rest[ID, colours - 1]) + 1)
    at = low
    while at < high:
        to = min(high, at + 64 * SEGMENT_WORDS)
        _solve_segment(t, u, bits, rest, colours, different, block, w, row, at, to, open_)
        for i in range((to - at + 63) >> 6):
            won = ~open_[i]
            if to - at - 64 * i < 64:
                won &= (np.uint64(1) << np.uint64(to - at - 64 * i)) - np.uint64(1)
            if won != 0:
                rank = row + at + 64 * i
                shift = np.uint64(rank & 63)
                cuda.atomic.or_(bits, rank >> 6, won << shift)
                if shift != 0:
                    over = won >> (np.uint64(64) - shift)
                    if over != 0:
                        cuda.atomic.or_(bits, (rank >> 6) + 1, over)
        at = to
    if high > low:
        cuda.atomic.add(solved, number & (COUNTERS - 1), high - low)


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


class Solver:
    """Tables and bits on the device."""

    def __init__(self, of: Space, bits: NDArray[np.uint64]) -> None:
        need_gpu()
        self.space = of
        self.bits = bits
        ends = np.zeros(of.blocks, np.int64)
        count_rests(of.t, of.u, ends)
        self.rests = int(ends[-1])
        wanted = of.t.nbytes + of.u.nbytes + bits.nbytes + ends.nbytes
        free = free_bytes()
        if wanted > free:
            raise TooLarge(f"this needs {size(wanted)} of memory on the GPU and {size(free)} are free there")
        self.on_device = tuple(cuda.to_device(each) for each in (of.t, of.u, np.ascontiguousarray(bits), ends))
        self.fetched = time.monotonic()

    def level(self, level: int) -> Iterator[int]:
        """Compute one level; yields numbers of positions as they are solved."""
        solved = cuda.to_device(np.zeros(COUNTERS, np.int64))
        before = 0
        for offset in range(0, self.rests, RESTS_A_LAUNCH):
            end = min(self.rests, offset + RESTS_A_LAUNCH)
            blocks = (end - offset + THREADS - 1) // THREADS
            solve_rests[blocks, THREADS](*self.on_device, level, offset, end, solved)
            total = int(solved.copy_to_host().sum())
            yield total - before
            before = total

    def fetch(self, always: bool) -> bool:
        """Bring the bits back if that is due; whether it was done."""
        if not always and time.monotonic() - self.fetched < CHECKPOINT_SECONDS:
            return False
        self.bits[:] = self.on_device[2].copy_to_host()
        self.fetched = time.monotonic()
        return True
