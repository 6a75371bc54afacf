"""The partitions of every weight up to the number of tokens, numbered, with what a move makes of them.

A partition is what stands under one top colour: the heights of its stacks; its weight is their sum. The partitions of
a weight are numbered by number of parts and then in lexicographic order of their parts, largest first, so the ids with
k parts are a range. Three tables turn moves into arithmetic on ids: two parts merged (two stacks of one colour), one
part taken away (a stack of this colour is covered by another colour) and one part doubled (a stack of this colour is
put on a stack of the same height).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records, record_type
from ....core.kernel import kernel

MOST_TOKENS = 64
"""A mask of part sizes fits in a machine word."""

PARTITION = record_type(("mask", np.uint64), ("steps", np.int32), ("merges", np.int32), ("parts", np.int32))
"""A partition: which part sizes it has (bit 0 for part 1), where its rows in `step` and `merged` begin, and how many
parts it has."""

STEP = record_type(("part", np.int32), ("removed", np.int32), ("doubled", np.int32))
"""A part size of a partition, with the id of the partition without it and of that with it doubled (-1: too heavy)."""


class Partitions(NamedTuple):
    """The tables; ids count from 0 within a weight, indices from 0 over all weights."""

    first: NDArray[np.int64]
    """The index of the first partition of a weight."""
    with_parts: NDArray[np.int32]
    """[weight, k]: the first id with at least k parts."""
    partition: Records
    step: Records
    merged: NDArray[np.int32]
    """The ids after each different merge of two parts."""
    restricted: NDArray[np.int32]
    """[n, k, largest]: how many partitions of n have k parts, none larger than this."""


def restricted_counts(tokens: int) -> NDArray[np.int32]:
    """[n, k, largest]: the number of partitions of n into exactly k parts, each at most `largest`."""
    size = tokens + 1
    count = np.zeros((size, size, size), np.int32)
    count[0, 0, :] = 1
    for largest in range(1, size):
        count[1:, :, largest] = count[1:, :, largest - 1]
        for n in range(largest, size):
            count[n, 1:, largest] += count[n - largest, :-1, largest]
    return count


@kernel
def partition_id(with_parts: Any, restricted: Any, parts: Any, length: Any) -> Any:
    """The id of these parts, which must be in descending order."""
    weight = 0
    for i in range(length):
        weight += parts[i]
    number = np.int64(with_parts[weight, length])
    left = weight
    for i in range(length):
        number += restricted[left, length - i, parts[i] - 1]
        left -= parts[i]
    return number


@kernel
def partition_parts(with_parts: Any, restricted: Any, weight: Any, number: Any, parts: Any) -> Any:
    """Write the parts of a partition, in descending order; returns how many there are."""
    length = 0
    while length < weight and number >= with_parts[weight, length + 1]:
        length += 1
    rank = number - with_parts[weight, length]
    left = weight
    for i in range(length):
        part = 1
        while restricted[left, length - i, part] <= rank:
            part += 1
        rank -= restricted[left, length - i, part - 1]
        parts[i] = part
        left -= part
    return length


@kernel
def id_after(with_parts: Any, restricted: Any, parts: Any, length: Any, gone: Any, also_gone: Any, new: Any) -> Any:
    """The id after taking away the parts at two places (-1: none) and adding one (0: none)."""
    weight = new
    count = 1 if new > 0 else 0
    for i in range(length):
        if i != gone and i != also_gone:
            weight += parts[i]
            count += 1
    number = np.int64(with_parts[weight, count])
    pending = new
    i = 0
    while count > 0:
        while i < length and (i - gone) * (i - also_gone) == 0:
            i += 1
        if pending > 0 and (i >= length or pending >= parts[i]):
            part = pending
            pending = 0
        else:
            part = parts[i]
            i += 1
        number += restricted[weight, count, part - 1]
        weight -= part
        count -= 1
    return number


@kernel
def count_rows(first: Any, with_parts: Any, restricted: Any, partition: Any) -> Any:
    """Fill in masks and numbers of parts, and where the rows of each partition begin; the last entry is the end."""
    parts = np.empty(64, np.int64)
    steps = 0
    merges = 0
    index = 0
    for weight in range(first.shape[0] - 1):
        for number in range(first[weight + 1] - first[weight]):
            length = partition_parts(with_parts, restricted, weight, number, parts)
            mask = np.uint64(0)
            different = 0
            repeated = 0
            for i in range(length):
                if i == 0 or parts[i] != parts[i - 1]:
                    different += 1
                    mask |= np.uint64(1) << np.uint64(parts[i] - 1)
                elif i == 1 or parts[i] != parts[i - 2]:
                    repeated += 1
            partition[index].mask = mask
            partition[index].parts = length
            partition[index].steps = steps
            partition[index].merges = merges
            steps += different
            merges += different * (different - 1) // 2 + repeated
            index += 1
    partition[index].steps = steps
    partition[index].merges = merges


@kernel
def fill_rows(first: Any, with_parts: Any, restricted: Any, partition: Any, step: Any, merged: Any, weight: Any) -> Any:
    """Fill in the steps and merges of the partitions of one weight; steps are in ascending order of part."""
    tokens = first.shape[0] - 2
    parts = np.empty(64, np.int64)
    for number in range(first[weight + 1] - first[weight]):
        length = partition_parts(with_parts, restricted, weight, number, parts)
        row = partition[first[weight] + number].steps
        out = partition[first[weight] + number].merges
        for i in range(length - 1, -1, -1):
            if i < length - 1 and parts[i] == parts[i + 1]:
                if i == length - 2 or parts[i] != parts[i + 2]:
                    merged[out] = id_after(with_parts, restricted, parts, length, i, i + 1, 2 * parts[i])
                    out += 1
                continue
            step[row].part = parts[i]
            step[row].removed = id_after(with_parts, restricted, parts, length, i, -1, 0)
            doubled = np.int64(-1)
            if weight + parts[i] <= tokens:
                doubled = id_after(with_parts, restricted, parts, length, i, -1, 2 * parts[i])
            step[row].doubled = doubled
            row += 1
            for j in range(i):
                if parts[j] != parts[i] and parts[j] != parts[j + 1]:
                    merged[out] = id_after(with_parts, restricted, parts, length, i, j, parts[i] + parts[j])
                    out += 1


def first_indices(restricted: NDArray[np.int32]) -> NDArray[np.int64]:
    """The index of the first partition of every weight, and the end."""
    first = np.zeros(len(restricted) + 1, np.int64)
    first[1:] = np.cumsum(restricted[:, :, -1].sum(axis=1, dtype=np.int64))
    return first


def partitions(tokens: int) -> Partitions:
    """The tables for every weight up to `tokens`."""
    restricted = restricted_counts(tokens)
    with_parts = np.zeros((tokens + 1, tokens + 2), np.int32)
    with_parts[:, 1:] = np.cumsum(restricted[:, :, tokens], axis=1)
    first = first_indices(restricted)
    partition = np.zeros(first[-1] + 1, PARTITION)
    count_rows(first, with_parts, restricted, partition)
    step = np.zeros(partition[-1]["steps"], STEP)
    merged = np.zeros(partition[-1]["merges"], np.int32)
    for weight in range(tokens + 1):
        fill_rows(first, with_parts, restricted, partition, step, merged, weight)
    return Partitions(first, with_parts, partition, step, merged, restricted)
