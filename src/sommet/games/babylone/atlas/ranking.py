"""From stacks to a rank and back.

Stacks are a height and a top colour each, in any order, colours named by any numbers; the rank forgets the names.
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .partitions import partition_id, partition_parts
from .tables import TOKENS, base_of, below_id, first_index, groups_at, stride_of

WORK_SHAPE = (3, 64)
PARTS, WEIGHTS, IDS = range(3)


@kernel
def block_of(numbering: Any, work: Any, colours: Any) -> Any:
    """The number of the block with the weights in `work`, which descend."""
    number = np.int64(0)
    left = numbering.shape[0] - 1
    allowed = numbering.shape[2] - 1
    for i in range(colours):
        number += numbering[left, work[WEIGHTS, i] - 1, allowed]
        left -= work[WEIGHTS, i]
        allowed -= 1
    return number


@kernel
def rank_colours(u: Any, numbering: Any, work: Any, colours: Any) -> Any:
    """The rank of the colours in `work`, in descending order of weight and id; -1 if there are too many."""
    if colours > numbering.shape[2] - 1:
        return np.int64(-1)
    block = block_of(numbering, work, colours)
    rank = base_of(u, block)
    for i in range(colours):
        weight = work[WEIGHTS, i]
        same = 1
        while i + same < colours and work[WEIGHTS, i + same] == weight:
            same += 1
        rank += stride_of(u, block, weight) * below_id(u, weight, same, work[IDS, i])
    return rank


@kernel
def rank_stacks(
    u: Any, with_parts: Any, restricted: Any, numbering: Any, heights: Any, tops: Any, stacks: Any, work: Any
) -> Any:
    """The rank of a position; -1 if it has another number of tokens, or too many colours. Sorts the stacks."""
    total = np.int64(0)
    for i in range(stacks):
        height = heights[i]
        top = tops[i]
        if height < 1:
            return np.int64(-1)
        total += height
        j = i
        while j > 0 and (tops[j - 1] > top or (tops[j - 1] == top and heights[j - 1] < height)):
            heights[j] = heights[j - 1]
            tops[j] = tops[j - 1]
            j -= 1
        heights[j] = height
        tops[j] = top
    if total != u[TOKENS]:
        return np.int64(-1)
    colours = np.int64(0)
    at = np.int64(0)
    while at < stacks:
        length = np.int64(0)
        weight = np.int64(0)
        while at + length < stacks and tops[at + length] == tops[at]:
            work[PARTS, length] = heights[at + length]
            weight += heights[at + length]
            length += 1
        number = partition_id(with_parts, restricted, work[PARTS], length)
        slot = colours
        while slot > 0 and (
            work[WEIGHTS, slot - 1] < weight or (work[WEIGHTS, slot - 1] == weight and work[IDS, slot - 1] < number)
        ):
            work[WEIGHTS, slot] = work[WEIGHTS, slot - 1]
            work[IDS, slot] = work[IDS, slot - 1]
            slot -= 1
        work[WEIGHTS, slot] = weight
        work[IDS, slot] = number
        colours += 1
        at += length
    return rank_colours(u, numbering, work, colours)


@kernel
def block_holding(u: Any, blocks: Any, rank: Any) -> Any:
    """The block in which this rank is."""
    low = np.int64(0)
    high = np.int64(blocks)
    while high - low > 1:
        middle = (low + high) // 2
        if base_of(u, middle) <= rank:
            low = middle
        else:
            high = middle
    return low


@kernel
def id_holding(u: Any, weight: Any, j: Any, limit: Any, digit: Any) -> Any:
    """The largest id up to `limit` below which there are at most `digit` multisets of j ids."""
    low = np.int64(0)
    high = np.int64(limit) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if below_id(u, weight, j, middle) <= digit:
            low = middle
        else:
            high = middle
    return low


@kernel
def unrank_colours(t: Any, u: Any, blocks: Any, rank: Any, work: Any) -> Any:
    """Write the weights and ids of a position's colours; returns how many, or -1 for a rank that stands for nothing."""
    block = block_holding(u, blocks, rank)
    left = rank - base_of(u, block)
    colours = np.int64(0)
    for group in range(groups_at(t, u, block), groups_at(t, u, block + 1), 2):
        weight = np.int64(t[group])
        count = np.int64(t[group + 1])
        ids = first_index(u, weight + 1) - first_index(u, weight)
        radix = below_id(u, weight, count, ids)
        digit = left % radix
        left //= radix
        limit = ids - 1
        for j in range(count, 0, -1):
            limit = id_holding(u, weight, j, limit, digit)
            digit -= below_id(u, weight, j, limit)
            work[WEIGHTS, colours] = weight
            work[IDS, colours] = limit
            colours += 1
    if left != 0:
        return np.int64(-1)
    return colours


@kernel
def unrank_stacks(
    t: Any, u: Any, with_parts: Any, restricted: Any, blocks: Any, rank: Any, heights: Any, tops: Any, work: Any
) -> Any:
    """Write the stacks of a position; returns how many, or -1 for a rank that stands for nothing."""
    colours = unrank_colours(t, u, blocks, rank, work)
    stacks = np.int64(0)
    for i in range(colours):
        length = partition_parts(with_parts, restricted, work[WEIGHTS, i], work[IDS, i], work[PARTS])
        for j in range(length):
            heights[stacks] = work[PARTS, j]
            tops[stacks] = i
            stacks += 1
    if colours < 0:
        return np.int64(-1)
    return stacks
