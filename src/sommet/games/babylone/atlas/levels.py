"""Level by level: all positions with a number of stacks, block by block, from those with one stack fewer."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .digits import COUNT, DIFFERENT, DIGIT, GROUP, ID, REST_SHAPE, START, WEIGHT
from .segments import SEGMENT_WORDS, solve_segment
from .tables import base_of, below_id, first_id, first_index, groups_at, part_count, stride_of

ONE = np.uint64(1)
SIXTY_FOUR = np.uint64(64)

# Rows of the odometer, by colour of the rest: its last id; the stacks, the digit and the rank before it; how many
# colours of its weight there are from it on, with and without the runner; whether it is the first of its weight; and
# the most stacks that those after it can have.
LAST, STACKS, BEFORE, ROW, WITH_RUNNER, WITHOUT, IS_FIRST, MOST_AFTER = range(8)


@kernel
def write_won(bits: Any, rank: Any, count: Any, open_: Any) -> Any:
    """Set the bits of the positions that are not open any more. Blocks share no word, so no thread disturbs another."""
    for i in range((count + 63) >> 6):
        won = ~open_[i]
        if count - 64 * i < 64:
            won &= (ONE << np.uint64(count - 64 * i)) - ONE
        if won != 0:
            at = rank + 64 * i
            shift = np.uint64(at & 63)
            bits[at >> 6] |= won << shift
            if shift != 0 and won >> (SIXTY_FOUR - shift) != 0:
                bits[(at >> 6) + 1] |= won >> (SIXTY_FOUR - shift)


@kernel
def walk_rests(
    t: Any,
    u: Any,
    bits: Any,
    block: Any,
    stacks: Any,
    w: Any,
    colours: Any,
    different: Any,
    rest: Any,
    work: Any,
    open_: Any,
) -> Any:
    """Go through all rests like an odometer and solve the segment of each; returns how many positions there are."""
    solved = np.int64(0)
    depth = np.int64(0)
    entering = True
    work[STACKS, 0] = 0
    work[ROW, 0] = base_of(u, block)
    while depth >= 0:
        left = stacks - work[STACKS, depth]
        if depth == colours:  # A whole rest; the runner has the stacks that are left.
            row = work[ROW, depth]
            at = first_id(t, u, w, left)
            high = first_id(t, u, w, left + 1)
            if rest[COUNT, w] > 0:
                high = min(high, np.int64(rest[ID, depth - 1]) + 1)
            if high > at:
                solved += high - at
            while at < high:
                to = min(high, at + 64 * SEGMENT_WORDS)
                solve_segment(t, u, bits, rest, colours, different, block, w, row, at, to, open_)
                write_won(bits, row + at, to - at, open_)
                at = to
            depth -= 1
            entering = False
            continue
        weight = rest[WEIGHT, depth]
        if entering:
            fewest = max(np.int64(1), left - work[MOST_AFTER, depth])
            most = min(np.int64(weight), left - (colours - depth))
            rest[ID, depth] = first_id(t, u, weight, fewest)
            work[LAST, depth] = first_id(t, u, weight, most + 1) - 1
            work[BEFORE, depth] = 0
            if work[IS_FIRST, depth] == 0:
                work[LAST, depth] = min(work[LAST, depth], np.int64(rest[ID, depth - 1]))
                work[BEFORE, depth] = rest[DIGIT, weight]
        else:
            rest[ID, depth] += 1
        number = rest[ID, depth]
        entering = number <= work[LAST, depth]
        if entering:
            rest[DIGIT, weight] = work[BEFORE, depth] + below_id(u, weight, work[WITHOUT, depth], number)
            step = stride_of(u, block, weight) * below_id(u, weight, work[WITH_RUNNER, depth], number)
            used = work[STACKS, depth] + part_count(t, u, first_index(u, weight) + number)
            work[ROW, depth + 1] = work[ROW, depth] + step
            work[STACKS, depth + 1] = used
            depth += 1
        else:
            depth -= 1
    return solved


@kernel
def solve_blocks(t: Any, u: Any, bits: Any, first: Any, last: Any, level: Any) -> Any:
    """Compute all positions of the blocks from `first` to `last` - 1 that have `level` stacks; returns how many."""
    rest = np.zeros(REST_SHAPE, np.int32)
    work = np.zeros(REST_SHAPE, np.int64)
    open_ = np.zeros(SEGMENT_WORDS, np.uint64)
    solved = np.int64(0)
    for block in range(first, last):
        start = groups_at(t, u, block)
        end = groups_at(t, u, block + 1)
        w = np.int64(t[start])
        colours = np.int64(0)
        different = np.int64(0)
        stacks = np.int64(level)
        for g in range(end - 2, start - 1, -2):  # In ascending order of weight.
            weight = t[g]
            count = np.int64(t[g + 1])
            with_runner = count
            if g == start:
                count -= 1
            if weight == 1 and count > 2:  # All alike: two are enough to list.
                stacks -= count - 2
                count = np.int64(2)
            rest[COUNT, weight] = count
            rest[START, weight] = colours
            rest[GROUP, weight] = (g - start) >> 1
            rest[DIGIT, weight] = 0
            if count > 0 and weight > 1:
                rest[DIFFERENT, different] = weight
                different += 1
            for i in range(count):
                rest[WEIGHT, colours] = weight
                work[WITH_RUNNER, colours] = with_runner - i
                work[WITHOUT, colours] = count - i
                work[IS_FIRST, colours] = 1 if i == 0 else 0
                colours += 1
        after = w
        for i in range(colours - 1, -1, -1):
            work[MOST_AFTER, i] = after
            after += rest[WEIGHT, i]
        if colours + 1 <= stacks <= after:
            solved += walk_rests(t, u, bits, block, stacks, w, colours, different, rest, work, open_)
        for g in range(start, end, 2):
            rest[COUNT, t[g]] = 0
            rest[DIGIT, t[g]] = 0
    return solved
