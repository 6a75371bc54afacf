"""Blocks: the positions that share the same weights under their top colours.

A block is a partition of the number of tokens, at most as many parts as colours are allowed. Blocks are numbered in
lexicographic order of their weights. Within one, a position is a mixed-radix number: a digit per different weight,
the largest weight being the lowest digit; every block starts at a fresh machine word.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records, record_type
from ....core.kernel import kernel

WORD = 64

BLOCK = record_type(("base", np.int64), ("size", np.int64), ("changes", np.int64), ("groups", np.int32))
"""Rank of the first position, number of positions, where its rows in `change` and `group` begin."""

GROUP = record_type(("weight", np.int32), ("count", np.int32))
"""A weight of a block and how many colours have it."""


class Blocks(NamedTuple):
    """The blocks of a number of tokens, with the tables to rank within them and to go from one to another."""

    block: Records
    """One entry more than there are blocks: the end."""
    group: Records
    """The groups of every block, largest weight first."""
    stride: NDArray[np.int64]
    """[block, weight]: what one step of that weight's digit is worth; 0 for a weight that is not there."""
    change: NDArray[np.int32]
    """[block; gaining group, losing group, amount]: the block after a colour lost that much weight to another."""
    choose_first: NDArray[np.int64]
    """[weight, j]: where the row of `choose` for that weight and j colours begins."""
    choose: NDArray[np.int64]
    """How many multisets of j ids are all below this id: the combinatorial number system."""
    numbering: NDArray[np.int32]
    """[n, largest, colours]: how many partitions of n there are with no larger part and no more parts."""


def numbering_counts(tokens: int, colours: int) -> NDArray[np.int32]:
    """[n, largest, colours]: the number of partitions of n into at most `colours` parts, each at most `largest`."""
    count = np.zeros((tokens + 1, tokens + 1, colours + 1), np.int32)
    count[0] = 1
    for largest in range(1, tokens + 1):
        count[1:, largest] = count[1:, largest - 1]
        for n in range(largest, tokens + 1):
            count[n, largest, 1:] += count[n - largest, largest, :-1]
    return count


def choose_tables(first: NDArray[np.int64], tokens: int, colours: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`choose_first` and `choose`; a row for j colours of a weight is one longer than there are ids: its last entry
    is the number of multisets."""
    starts = np.zeros((tokens + 1, max(tokens, 1) + 2), np.int64)
    rows = []
    size = 0
    for weight in range(1, tokens + 1):
        ids = int(first[weight + 1] - first[weight])
        row = np.arange(ids + 1, dtype=np.int64)
        for j in range(1, min(tokens // weight, colours) + 1):
            if j > 1:
                row = np.concatenate([np.zeros(1, np.int64), np.cumsum(row[1:])])
            starts[weight, j] = size
            rows.append(row)
            size += len(row)
    return starts, np.concatenate(rows)


@kernel
def list_blocks(numbering: Any, colours: Any, group: Any, block: Any) -> Any:
    """Unrank every block and write its groups."""
    tokens = numbering.shape[0] - 1
    out = 0
    for number in range(block.shape[0] - 1):
        block[number].groups = out
        rank = number
        left = tokens
        allowed = colours
        last = 0
        while left > 0:
            weight = 1
            while numbering[left, weight, allowed] <= rank:
                weight += 1
            rank -= numbering[left, weight - 1, allowed]
            left -= weight
            allowed -= 1
            if weight == last:
                group[out - 1].count += 1
            else:
                group[out].weight = weight
                group[out].count = 1
                out += 1
            last = weight
    block[block.shape[0] - 1].groups = out
    return out


@kernel
def block_after(
    numbering: Any, colours: Any, group: Any, start: Any, end: Any, gain: Any, lose: Any, amount: Any
) -> Any:
    """The number of the block after group `gain` got `amount` from group `lose`."""
    number = 0
    left = numbering.shape[0] - 1
    allowed = colours
    higher = np.int64(group[gain].weight) + amount
    lower = np.int64(group[lose].weight) - amount
    first = max(higher, lower)
    second = min(higher, lower)
    for i in range(start, end + 1):
        weight = np.int64(group[i].weight) if i < end else np.int64(0)
        while first > 0 and first >= weight:
            number += numbering[left, first - 1, allowed]
            left -= first
            allowed -= 1
            first = second
            second = np.int64(0)
        if i < end:
            count = group[i].count
            if i == gain:
                count -= 1
            if i == lose:
                count -= 1
            for _ in range(count):
                number += numbering[left, weight - 1, allowed]
                left -= weight
                allowed -= 1
    return number


@kernel
def fill_changes(numbering: Any, colours: Any, group: Any, block: Any, change: Any) -> Any:
    """Fill in the block after every change of weights."""
    for number in range(block.shape[0] - 1):
        start = block[number].groups
        end = block[number + 1].groups
        width = group[start].weight + 1
        for gain in range(start, end):
            for lose in range(start, end):
                if gain == lose and group[gain].count < 2:
                    continue
                row = block[number].changes + ((gain - start) * (end - start) + lose - start) * width
                for amount in range(1, min(group[gain].weight, group[lose].weight) + 1):
                    change[row + amount] = block_after(numbering, colours, group, start, end, gain, lose, amount)


@kernel
def fill_strides(group: Any, block: Any, stride: Any, choose_first: Any, choose: Any, first: Any) -> Any:
    """Fill in strides, sizes and bases; returns how many bits there are."""
    base = np.int64(0)
    changes = np.int64(0)
    for number in range(block.shape[0] - 1):
        start = block[number].groups
        end = block[number + 1].groups
        size = np.int64(1)
        for i in range(start, end):
            weight = group[i].weight
            stride[number, weight] = size
            size *= choose[choose_first[weight, group[i].count] + first[weight + 1] - first[weight]]
        stride[number, 0] = base
        block[number].base = base
        block[number].size = size
        block[number].changes = changes
        changes += (end - start) * (end - start) * (group[start].weight + 1)
        base += (size + WORD - 1) // WORD * WORD
    block[block.shape[0] - 1].base = base
    block[block.shape[0] - 1].changes = changes
    return base


def outline(first: NDArray[np.int64], tokens: int, colours: int) -> Blocks:
    """The blocks without their changes: enough to know where they are."""
    numbering = numbering_counts(tokens, colours)
    choose_first, choose = choose_tables(first, tokens, colours)
    count = int(numbering[tokens, tokens, colours])
    block = np.zeros(count + 1, BLOCK)
    group = np.zeros(count * 11, GROUP)  # Eleven different weights make more tokens than a mask has room for.
    used = list_blocks(numbering, colours, group, block)
    group = group[:used].copy()
    stride = np.zeros((count, tokens + 1), np.int64)
    fill_strides(group, block, stride, choose_first, choose, first)
    return Blocks(block, group, stride, np.zeros(0, np.int32), choose_first, choose, numbering)


def blocks(first: NDArray[np.int64], tokens: int, colours: int) -> Blocks:
    """The blocks of this many tokens in at most this many colours; `first` is that of the partitions."""
    made = outline(first, tokens, colours)
    change = np.zeros(made.block[-1]["changes"], np.int32)
    fill_changes(made.numbering, colours, made.group, made.block, change)
    return made._replace(change=change)
