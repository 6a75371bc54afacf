"""Slabs, for a GPU: all positions of a block that share everything but two colours.

One of the two is the runner, of the largest weight, whose ids are neighbouring bits (see `segments`); the other, the
*second*, has the smallest id of the largest weight that is left. The other colours are the slab's *outer* ones. Lanes
that take the same outer colours and seconds that follow each other do the same at the same time and read neighbouring
memory: that is what a GPU is fast at.

What all slabs of a block have in common is its *plan*; what a slab is, is a column of `held`, the ids of the outer
colours, and one of `digits`, a digit for each weight. Colours of weight 1 are all alike, so at most two of them are
listed; the second is always the last colour listed, and there is none where only colours of weight 1 are left.
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .tables import (
    CHOOSE,
    CHOOSE_FIRST,
    FIRST,
    GROUPS,
    MASK,
    MERGED,
    MERGES,
    PARTS,
    STEP,
    STEPS,
    STRIDE,
    TOKENS,
    WITH_PARTS,
)
from .tables import (
    GROUP as GROUP_SECTION,
)

# Rows of a plan. By colour: its weight. By weight: how many colours have it (the runner is not counted), where they
# begin, which group of the block it is, which of its digits. By digit: its weight. And a few numbers.
WEIGHT, COUNT, START, GROUP, PLACE, DIFFERENT, NUMBER = range(7)
PLAN_SHAPE = (7, 66)
# The numbers: how many colours are listed, how many digits there are, the runner's weight and the second's (0: there
# is no second), how many stacks are not listed.
COLOURS, DIGITS, RUNNER, SECOND, UNLISTED = range(5)

LISTED = 2
"""The most colours of weight 1 that are listed."""
WIDTH = 32
"""The most slabs held at once."""
MOST_COLOURS = 32
MOST_DIGITS = 10
HELD_SHAPE = (MOST_COLOURS, WIDTH)
"""Of 16-bit numbers: no outer colour has more than a third of the tokens, nor two thirds after a move."""
DIGITS_SHAPE = (MOST_DIGITS, WIDTH)


@kernel
def ids_of(u: Any, at: Any, weight: Any) -> Any:
    """How many partitions a weight has."""
    return u[np.uint64(at[FIRST] + weight + 1)] - u[np.uint64(at[FIRST] + weight)]


@kernel
def index_of(u: Any, at: Any, weight: Any, number: Any) -> Any:
    """The index of a partition among those of all weights. (Places are unsigned here: an index below 0 would count
    from the end, and a GPU would look whether it is one, each time.)"""
    return u[np.uint64(at[FIRST] + weight)] + number


@kernel
def mask_of(u: Any, at: Any, weight: Any, number: Any) -> Any:
    """A bit for each part size of a partition, bit 0 for part 1."""
    return np.uint64(u[np.uint64(at[MASK] + index_of(u, at, weight, number))])


@kernel
def parts_of(t: Any, u: Any, at: Any, weight: Any, number: Any) -> Any:
    """How many parts a partition has."""
    return np.int64(t[np.uint64(at[PARTS] + index_of(u, at, weight, number))])


@kernel
def first_with(t: Any, at: Any, weight: Any, parts: Any) -> Any:
    """The first id of a weight with at least this many parts."""
    return np.int64(t[np.uint64(at[WITH_PARTS] + weight * (at[TOKENS] + 2) + parts)])


@kernel
def steps_of(t: Any, at: Any, index: Any) -> Any:
    """Where the steps of a partition begin."""
    return at[STEP] + 3 * np.int64(t[np.uint64(at[STEPS] + index)])


@kernel
def merges_of(t: Any, at: Any, index: Any) -> Any:
    """Where the merges of a partition begin."""
    return at[MERGED] + np.int64(t[np.uint64(at[MERGES] + index)])


@kernel
def below(u: Any, at: Any, weight: Any, j: Any, number: Any) -> Any:
    """How many multisets of j ids of this weight are all below `number`."""
    if j == 1:
        return np.int64(number)
    row = u[np.uint64(at[CHOOSE_FIRST] + weight * (at[TOKENS] + 2) + j)]
    return u[np.uint64(at[CHOOSE] + row + number)]


@kernel
def stride_in(u: Any, at: Any, block: Any, weight: Any) -> Any:
    """What a step of this weight's digit is worth in a block; of weight 0: the block's first rank."""
    return u[np.uint64(at[STRIDE] + block * (at[TOKENS] + 1) + weight)]


@kernel
def groups_of(t: Any, at: Any, block: Any) -> Any:
    """Where the groups of a block begin."""
    return at[GROUP_SECTION] + 2 * np.int64(t[at[GROUPS] + block])


@kernel
def second_weight(t: Any, at: Any, block: Any) -> Any:
    """The weight of the block's second; 0 if it has none."""
    start = groups_of(t, at, block)
    weight = np.int64(0)
    if t[start + 1] > 1:
        weight = np.int64(t[start])
    elif start + 2 < groups_of(t, at, block + 1):
        weight = np.int64(t[start + 2])
    return weight if weight > 1 else np.int64(0)


@kernel
def count_slabs(t: Any, u: Any, at: Any, block: Any) -> Any:
    """How many slabs a block has."""
    start = groups_of(t, at, block)
    second = second_weight(t, at, block)
    total = np.int64(1)
    for group in range(start, groups_of(t, at, block + 1), 2):
        weight = np.int64(t[group])
        count = np.int64(t[group + 1])
        if group == start:
            count -= 1
        if weight == second:
            count -= 1
        if count > 0 and weight > 1:
            total *= below(u, at, weight, count, ids_of(u, at, weight))
    return total


@kernel
def make_plan(t: Any, at: Any, block: Any, plan: Any) -> Any:
    """Write down the plan of a block."""
    start = groups_of(t, at, block)
    end = groups_of(t, at, block + 1)
    for i in range(at[TOKENS] + 1):
        plan[COUNT, i] = 0
        plan[START, i] = 0
        plan[PLACE, i] = 0
    colours = np.int64(0)
    digits = np.int64(0)
    unlisted = np.int64(0)
    for group in range(end - 2, start - 1, -2):  # In ascending order of weight.
        weight = np.int64(t[group])
        count = np.int64(t[group + 1])
        if group == start:
            count -= 1
        plan[GROUP, weight] = (group - start) >> 1
        if weight == 1 and count > LISTED:
            unlisted = count - LISTED
            count = np.int64(LISTED)
        plan[COUNT, weight] = count
        plan[START, weight] = colours
        if count > 0 and weight > 1:
            plan[PLACE, weight] = digits
            plan[DIFFERENT, digits] = weight
            digits += 1
        for _ in range(count):
            plan[WEIGHT, colours] = weight
            colours += 1
    plan[NUMBER, COLOURS] = colours
    plan[NUMBER, DIGITS] = digits
    plan[NUMBER, RUNNER] = t[start]
    plan[NUMBER, SECOND] = second_weight(t, at, block)
    plan[NUMBER, UNLISTED] = unlisted


@kernel
def largest_below(u: Any, at: Any, weight: Any, j: Any, limit: Any, digit: Any) -> Any:
    """The largest id up to `limit` below which there are at most `digit` multisets of j ids."""
    if j == 1:
        return np.int64(digit)
    low = np.int64(0)
    high = np.int64(limit) + 1
    while high - low > 1:
        middle = (low + high) >> 1
        if below(u, at, weight, j, middle) <= digit:
            low = middle
        else:
            high = middle
    return low


@kernel
def hold_slab(t: Any, u: Any, at: Any, block: Any, plan: Any, number: Any, held: Any, digits: Any, column: Any) -> Any:
    """Write down a slab; returns its first rank and how many stacks its outer colours have."""
    row = stride_in(u, at, block, 0)
    stacks = np.int64(plan[NUMBER, UNLISTED])
    second = plan[NUMBER, SECOND]
    for i in range(plan[COUNT, 1]):
        held[i, column] = 0
        stacks += 1
    for place in range(plan[NUMBER, DIGITS]):
        weight = np.int64(plan[DIFFERENT, place])
        start = np.int64(plan[START, weight])
        count = np.int64(plan[COUNT, weight])
        outer = count - 1 if weight == second else count
        with_runner = count + 1 if weight == plan[NUMBER, RUNNER] else count
        digits[place, column] = 0
        if outer == 0:
            continue
        ids = ids_of(u, at, weight)
        radix = below(u, at, weight, outer, ids)
        left = number // radix
        digit = number - left * radix
        number = left
        limit = ids - 1
        own = np.int64(0)
        stride = stride_in(u, at, block, weight)
        for i in range(outer):
            limit = largest_below(u, at, weight, outer - i, limit, digit)
            digit -= below(u, at, weight, outer - i, limit)
            own += below(u, at, weight, count - i, limit)
            row += stride * below(u, at, weight, with_runner - i, limit)
            stacks += parts_of(t, u, at, weight, limit)
            held[start + i, column] = limit
        digits[place, column] = own
    return row, stacks


@kernel
def splits_of(u: Any, at: Any, w: Any, v: Any) -> Any:
    """Among how many batches the positions of a block's slabs are shared out, where one would have too many."""
    if v > 0:
        return 1 + ids_of(u, at, v) // 256
    return 1 + ids_of(u, at, w) // 8192


@kernel
def count_batches(t: Any, u: Any, at: Any, width: Any, ends: Any) -> Any:
    """Fill in after how many batches of `width` slabs each block ends."""
    total = np.int64(0)
    for block in range(ends.shape[0]):
        w = np.int64(t[groups_of(t, at, block)])
        splits = splits_of(u, at, w, second_weight(t, at, block))
        total += (count_slabs(t, u, at, block) + width - 1) // width * splits
        ends[block] = total


@kernel
def block_with(ends: Any, number: Any) -> Any:
    """The block in which the batch of this number is."""
    low = np.int64(-1)
    high = np.int64(ends.shape[0]) - 1
    while high - low > 1:
        middle = (low + high) >> 1
        if ends[middle] > number:
            high = middle
        else:
            low = middle
    return high


@kernel
def segments_of(t: Any, at: Any, plan: Any, held: Any, column: Any, left: Any, split: Any, splits: Any) -> Any:
    """The first segment of a slab, and how many of them, one in `splits`, are to be solved where its two colours have
    so many stacks. Segments are the second's ids, or where there is none, pieces of 64 of the runner's."""
    w = np.int64(plan[NUMBER, RUNNER])
    v = np.int64(plan[NUMBER, SECOND])
    first = np.int64(0)
    end = np.int64(0)
    if v > 0:
        if 2 <= left <= w + v:
            first = first_with(t, at, v, max(np.int64(1), left - w))
            end = first_with(t, at, v, min(v, left - 1) + 1)
            if plan[COUNT, v] > 1:
                end = min(end, np.int64(held[np.int64(plan[NUMBER, COLOURS]) - 2, column]) + 1)
    elif 1 <= left <= w:
        end = (first_with(t, at, w, left + 1) - first_with(t, at, w, left) + 63) >> 6
    return first + split, (end - first - split + splits - 1) // splits
