"""Level by level: all positions with so many stacks, block by block, from those with one stack fewer."""

from typing import Any

import numpy as np

from ..core.kernel import kernel
from .segments import COUNT, DIFFERENT, DIGIT, GROUP, ID, REST_SHAPE, SEGMENT_WORDS, START, WEIGHT, solve_segment
from .tables import base_of, below_id, first_id, first_index, groups_at, part_count, stride_of

ONE = np.uint64(1)
SIXTY_FOUR = np.uint64(64)


@kernel
def write_won(bits: Any, rank: Any, count: Any, open_: Any) -> Any:
    """Set the bits of the positions that are not open any more. Blocks share no word, so no other thread writes here."""
    for i in range((count + 63) >> 6):
        won = ~open_[i]
        if count - 64 * i < 64:
            won &= (ONE << np.uint64(count - 64 * i)) - ONE
        if won == 0:
            continue
        at = rank + 64 * i
        shift = np.uint64(at & 63)
        bits[at >> 6] |= won << shift
        if shift != 0:
            over = won >> (SIXTY_FOUR - shift)
            if over != 0:
                bits[(at >> 6) + 1] |= over


@kernel
def solve_block(t: Any, u: Any, bits: Any, block: Any, level: Any, rest: Any, work: Any, open_: Any) -> Any:
    """Compute all positions of a block that have `level` stacks; returns how many there are."""
    start = groups_at(t, u, block)
    end = groups_at(t, u, block + 1)
    w = np.int64(t[start])
    # The rest's colours in ascending order of weight; how light and heavy those after each are.
    colours = np.int64(0)
    different = np.int64(0)
    stacks = np.int64(level)
    for g in range(end - 2, start - 1, -2):
        weight = t[g]
        count = np.int64(t[g + 1])
        most = count
        if g == start:
            count -= 1
        if weight == 1 and count > 2:
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
            work[2, colours] = most - i
            work[3, colours] = count - i
            work[4, colours] = 1 if i == 0 else 0
            colours += 1
    after = w
    for i in range(colours - 1, -1, -1):
        work[5, i] = after
        after += rest[WEIGHT, i]
    solved = np.int64(0)
    if colours + 1 <= stacks <= after:
        solved = walk_rests(t, u, bits, block, stacks, w, colours, different, rest, work, open_)
    for g in range(start, end, 2):
        rest[COUNT, t[g]] = 0
        rest[DIGIT, t[g]] = 0
    return solved


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
    """Go through all rests like an odometer, solving the segment of each.

    Rows of `work`, by colour: last id, stacks used before, colours of this weight from here on (with and without the
    runner), whether it is the first of its weight, the most stacks that those after it can have, and the digit and the
    rank before it.
    """
    solved = np.int64(0)
    depth = np.int64(0)
    entering = True
    if colours == 0:
        low = first_id(t, u, w, stacks)
        high = np.int64(first_id(t, u, w, stacks + 1))
        return solve_row(t, u, bits, rest, colours, different, block, w, base_of(u, block), low, high, open_)
    work[1, 0] = 0
    work[7, 0] = base_of(u, block)
    while depth >= 0:
        weight = rest[WEIGHT, depth]
        if entering:
            left = stacks - work[1, depth]
            fewest = max(np.int64(1), left - work[5, depth])
            most = min(np.int64(weight), left - (colours - depth))
            if fewest > most:
                depth -= 1
                entering = False
                continue
            rest[ID, depth] = first_id(t, u, weight, fewest)
            work[0, depth] = first_id(t, u, weight, most + 1) - 1
            if work[4, depth] == 0:
                work[0, depth] = min(work[0, depth], np.int64(rest[ID, depth - 1]))
                work[6, depth] = rest[DIGIT, weight]
            else:
                work[6, depth] = 0
        else:
            rest[ID, depth] += 1
        number = rest[ID, depth]
        if number > work[0, depth]:
            depth -= 1
            entering = False
            continue
        rest[DIGIT, weight] = work[6, depth] + below_id(u, weight, work[3, depth], number)
        row = work[7, depth] + stride_of(u, block, weight) * below_id(u, weight, work[2, depth], number)
        used = work[1, depth] + part_count(t, u, first_index(u, weight) + number)
        if depth + 1 < colours:
            depth += 1
            work[1, depth] = used
            work[7, depth] = row
            entering = True
            continue
        low = np.int64(first_id(t, u, w, stacks - used))
        high = np.int64(first_id(t, u, w, stacks - used + 1))
        if rest[COUNT, w] > 0:
            high = min(high, np.int64(number) + 1)
        if low < high:
            solved += solve_row(t, u, bits, rest, colours, different, block, w, row, low, high, open_)
        entering = False
    return solved


@kernel
def solve_row(
    t: Any,
    u: Any,
    bits: Any,
    rest: Any,
    colours: Any,
    different: Any,
    block: Any,
    w: Any,
    row: Any,
    low: Any,
    high: Any,
    open_: Any,
) -> Any:
    """Solve a segment, in pieces where it is long, and write it down."""
    at = low
    while at < high:
        to = min(high, at + 64 * SEGMENT_WORDS)
        solve_segment(t, u, bits, rest, colours, different, block, w, row, at, to, open_)
        write_won(bits, row + at, to - at, open_)
        at = to
    return high - low


@kernel
def solve_blocks(t: Any, u: Any, bits: Any, first: Any, last: Any, level: Any) -> Any:
    """Compute all positions of the blocks from `first` to `last` - 1 that have `level` stacks; returns how many."""
    rest = np.zeros(REST_SHAPE, np.int32)
    work = np.zeros(REST_SHAPE, np.int64)
    open_ = np.zeros(SEGMENT_WORDS, np.uint64)
    solved = np.int64(0)
    for block in range(first, last):
        solved += solve_block(t, u, bits, block, np.int64(level), rest, work, open_)
    return solved
