"""A batch of slabs on a GPU: one warp, that lists their moves and deals their positions out to its lanes."""

from importlib import import_module
from typing import Any, cast

import numpy as np
from numba import int32, int64, uint8, uint16, uint32, uint64
from numba.core import config

from ....core.bits import nth_bit, popcount
from ....core.extras import optional_imports
from .held_digits import MOST_OTHERS
from .items import LIST_SHAPE, MOST_ITEMS, complete, count_items, list_items, list_second, outer_of
from .plans import (
    DIGITS_SHAPE,
    HELD_SHAPE,
    NUMBER,
    PLAN_SHAPE,
    RUNNER,
    SECOND,
    WIDTH,
    below,
    block_with,
    count_slabs,
    first_with,
    hold_slab,
    make_plan,
    parts_of,
    segments_of,
    splits_of,
    stride_in,
)
from .slabs import after_rest_moves, runner_wins

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still asks for a name that NumPy 2.5 dropped.
    np.row_stack = np.vstack

with optional_imports():
    cuda: Any = import_module("numba.cuda")

SIMULATED = bool(getattr(config, "ENABLE_CUDASIM", False))


def on_device(kernel: Any) -> Any:
    """A kernel as the device can call it (interpreted when Numba's simulator stands in for the device)."""
    return cast(Any, kernel).in_way("interpreted" if SIMULATED else "compiled")


_popcount = on_device(popcount)
_nth_bit = on_device(nth_bit)
_block_with = on_device(block_with)
_make_plan = on_device(make_plan)
_count_slabs = on_device(count_slabs)
_hold_slab = on_device(hold_slab)
_segments_of = on_device(segments_of)
_splits_of = on_device(splits_of)
_first_with = on_device(first_with)
_parts_of = on_device(parts_of)
_stride_in = on_device(stride_in)
_below = on_device(below)
_outer_of = on_device(outer_of)
_count_items = on_device(count_items)
_list_items = on_device(list_items)
_list_second = on_device(list_second)
_complete = on_device(complete)
_after_rest_moves = on_device(after_rest_moves)
_runner_wins = on_device(runner_wins)

# Rows of the queue of slabs: where it is held, the stacks left for its two colours, its first segment and how many of
# them there are, and where its items are. Rows of the lanes: whose segment it is, its second, the runner's first id,
# and how many positions are open.
COLUMN, LEFT, FIRST_SEGMENT, SEGMENTS, UP, UP_END, DOWN, DOWN_END, QUEUE_ROWS = range(9)
PLACE_OF, SECOND_OF, LOW_OF, OPEN_OF, LANE_ROWS = range(5)
COUNTERS = 1024
REGISTERS = {} if SIMULATED else {"max_registers": 96}
"""More of them, and fewer warps find room beside each other."""


@cuda.jit(**REGISTERS)  # type: ignore[untyped-decorator]
def solve_batch(t: Any, u: Any, bits: Any, ends: Any, at: Any, level: Any, offset: Any, solved: Any) -> None:
    """Compute the positions of up to 32 slabs that have `level` stacks. One warp; the heaviest blocks come first.

    The slabs are taken in groups whose lists of moves have room together. The segments of a group (a slab and a second
    each) are dealt out to the lanes, 64 positions at most at a time; and what the rest's moves leave open is dealt out
    again, position by position.
    """
    plan = cuda.shared.array(PLAN_SHAPE, uint8)
    held = cuda.shared.array(HELD_SHAPE, uint16)
    digits = cuda.shared.array(DIGITS_SHAPE, uint32)
    rows = cuda.shared.array(WIDTH, int64)
    queue = cuda.shared.array((QUEUE_ROWS, WIDTH), uint16)
    waiting = cuda.shared.array(1, int32)
    total = cuda.shared.array(1, int64)
    lanes = cuda.shared.array((LANE_ROWS, WIDTH), uint32)
    open_first = cuda.shared.array(WIDTH, uint64)
    won_later = cuda.shared.array(WIDTH, uint64)
    lane_rows = cuda.shared.array(WIDTH, int64)
    items = cuda.shared.array(LIST_SHAPE, uint32)
    ranks = cuda.shared.array(MOST_ITEMS, int64)
    other = cuda.local.array(MOST_OTHERS, int32)
    lane = np.int64(cuda.threadIdx.x)
    width = np.int64(cuda.blockDim.x)
    number = ends[ends.shape[0] - 1] - 1 - offset - cuda.blockIdx.x
    block = _block_with(ends, number)
    if block > 0:
        number -= ends[block - 1]
    if lane == 0:
        _make_plan(t, at, block, plan)
        waiting[0] = 0
        total[0] = 0
    cuda.syncthreads()
    w = np.int64(plan[NUMBER, RUNNER])
    v = np.int64(plan[NUMBER, SECOND])
    splits = _splits_of(u, at, w, v)
    split = number % splits
    slab = number // splits * width + lane
    if slab < _count_slabs(t, u, at, block):
        row, stacks = _hold_slab(t, u, at, block, plan, slab, held, digits, lane)
        left = level - stacks
        first, segments = _segments_of(t, at, plan, held, lane, left, split, splits)
        if segments > 0:
            place = cuda.atomic.add(waiting, 0, 1)
            rows[lane] = row
            queue[COLUMN, place] = lane
            queue[LEFT, place] = left
            queue[FIRST_SEGMENT, place] = first
            queue[SEGMENTS, place] = segments
    cuda.syncthreads()
    outer = _outer_of(plan)
    pairs = outer * outer
    share = (65536 + outer - 1) // max(outer, np.int64(1))  # A GPU divides at length, so it is done once.
    mine = np.int64(0)
    taken = np.int64(0)
    while taken < waiting[0]:
        # The lists of the moves of as many slabs as there is room for.
        begun = taken
        up = np.int64(0)
        down = np.int64(MOST_ITEMS)
        while taken < waiting[0]:
            column = np.int64(queue[COLUMN, taken])
            new_up = up + min(v, np.int64(1))
            new_down = down - 2 * v
            if new_up > new_down:
                break
            for part in range(1 + lane, v + 1, width):
                _list_second(plan, column, part, items, up, down)
            for start in range(0, pairs, width):
                pair = start + lane
                x = (pair * share) >> 16
                y = pair - x * outer
                more = np.int64(0)
                with_runner = np.int64(0)
                if pair < pairs:
                    more, with_runner = _count_items(t, u, at, plan, held, column, x, y)
                lanes[0, lane] = more
                lanes[1, lane] = with_runner
                cuda.syncthreads()
                my_up = new_up
                my_down = new_down
                for each in range(width):
                    if each < lane:
                        my_up += lanes[0, each]
                        my_down -= lanes[1, each]
                    new_up += lanes[0, each]
                    new_down -= lanes[1, each]
                cuda.syncthreads()
                if new_up > new_down:
                    break
                if more + with_runner > 0:
                    _list_items(t, u, at, plan, held, column, x, y, items, my_up, my_down)
            if new_up > new_down:
                break
            if lane == 0:
                queue[UP, taken] = up
                queue[UP_END, taken] = new_up
                queue[DOWN, taken] = new_down
                queue[DOWN_END, taken] = down
            up = new_up
            down = new_down
            taken += 1
        if taken == begun:  # One slab has more moves than there is room for: what is missing will be noticed.
            break
        cuda.syncthreads()
        for i in range(lane, up + MOST_ITEMS - down, width):
            _complete(t, u, at, block, plan, held, digits, ranks, items, i if i < up else i - up + down)
        segments = np.int64(0)
        for i in range(begun, taken):
            segments += queue[SEGMENTS, i]
        cuda.syncthreads()
        for start in range(0, segments, width):
            # This lane's segment: the place of its slab, its second, and the runner's ids.
            segment = start + lane
            place = begun
            while place < taken and segment >= queue[SEGMENTS, place]:
                segment -= queue[SEGMENTS, place]
                place += 1
            column = np.int64(0)
            s = np.int64(0)
            row = np.int64(0)
            low = np.int64(0)
            high = np.int64(0)
            if place < taken:
                column = np.int64(queue[COLUMN, place])
                row = rows[column]
                parts = np.int64(queue[LEFT, place])
                first = np.int64(queue[FIRST_SEGMENT, place]) + splits * segment
                if v > 0:
                    s = first
                    row += _stride_in(u, at, block, v) * _below(u, at, v, np.int64(2 if v == w else 1), s)
                    parts -= _parts_of(t, u, at, v, s)
                low = _first_with(t, at, w, parts)
                high = _first_with(t, at, w, parts + 1)
                if v == w:
                    high = min(high, s + 1)
                if v == 0:
                    low += 64 * first
                    high = min(high, low + 64)
            while cuda.syncthreads_or(np.int32(low < high)):
                count = min(high - low, np.int64(64))
                open_ = np.uint64(0)
                if count > 0:
                    up = np.int64(queue[UP, place])
                    up_end = np.int64(queue[UP_END, place])
                    open_ = _after_rest_moves(
                        t, u, at, bits, plan, held, digits, column, s, other, low, count, ranks, items, up, up_end
                    )
                open_first[lane] = open_
                won_later[lane] = 0
                lanes[PLACE_OF, lane] = place
                lanes[SECOND_OF, lane] = s
                lanes[LOW_OF, lane] = low
                lanes[OPEN_OF, lane] = _popcount(open_)
                lane_rows[lane] = row
                cuda.syncthreads()
                # What is still open, position by position.
                found = np.int64(0)
                for each in range(width):
                    found += lanes[OPEN_OF, each]
                for position in range(lane, found, width):
                    source = np.int64(0)
                    rank_in = position
                    while rank_in >= lanes[OPEN_OF, source]:
                        rank_in -= lanes[OPEN_OF, source]
                        source += 1
                    bit = _nth_bit(open_first[source], rank_in)
                    its = np.int64(lanes[PLACE_OF, source])
                    if _runner_wins(
                        t,
                        u,
                        at,
                        bits,
                        plan,
                        held,
                        digits,
                        np.int64(queue[COLUMN, its]),
                        np.int64(lanes[SECOND_OF, source]),
                        other,
                        lane_rows[source],
                        np.int64(lanes[LOW_OF, source]) + bit,
                        ranks,
                        items,
                        np.int64(queue[DOWN, its]),
                        np.int64(queue[DOWN_END, its]),
                    ):
                        cuda.atomic.or_(won_later, source, np.uint64(1) << np.uint64(bit))
                cuda.syncthreads()
                if count > 0:
                    won = (~open_ | won_later[lane]) & (~np.uint64(0) >> np.uint64(64 - count))
                    if won != 0:
                        rank = row + low
                        shift = np.uint64(rank & 63)
                        cuda.atomic.or_(bits, rank >> 6, won << shift)
                        if np.int64(shift) + count > 64:
                            over = won >> (np.uint64(64) - shift)
                            if over != 0:
                                cuda.atomic.or_(bits, (rank >> 6) + 1, over)
                    mine += count
                low += 64
        cuda.syncthreads()
    if mine > 0:
        cuda.atomic.add(total, 0, mine)
    cuda.syncthreads()
    if lane == 0 and total[0] > 0:
        cuda.atomic.add(solved, cuda.blockIdx.x & (COUNTERS - 1), total[0])
