"""A rest by its number, for whoever wants one alone; `levels` goes through all of them like an odometer."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .digits import COUNT, DIFFERENT, DIGIT, GROUP, ID, START, WEIGHT
from .ranking import id_holding
from .tables import TOKENS, base_of, below_id, first_index, groups_at, part_count, stride_of

LISTED = 2
"""The most colours of weight 1 that are listed."""


@kernel
def take_rest(t: Any, u: Any, block: Any, number: Any, rest: Any) -> Any:
    """Write down a rest; returns how many colours are listed, how many different weights count, the rank of the row,
    and how many stacks the rest has."""
    start = groups_at(t, u, block)
    end = groups_at(t, u, block + 1)
    for i in range(u[TOKENS] + 1):
        rest[COUNT, i] = 0
        rest[START, i] = 0
        rest[DIGIT, i] = 0
    colours = np.int64(0)
    for group in range(start, end, 2):
        count = np.int64(t[group + 1])
        if group == start:
            count -= 1
        colours += min(count, np.int64(LISTED)) if t[group] == 1 else count
    at = colours
    different = np.int64(0)
    row = base_of(u, block)
    stacks = np.int64(0)
    for group in range(start, end, 2):
        weight = np.int64(t[group])
        count = np.int64(t[group + 1])
        with_runner = count
        if group == start:
            count -= 1
        rest[GROUP, weight] = (group - start) >> 1
        if count == 0:
            continue
        if weight == 1:
            stacks += count
            count = count if count < LISTED else np.int64(LISTED)
            at -= count
            for i in range(count):
                rest[WEIGHT, at + i] = 1
                rest[ID, at + i] = 0
        else:
            at -= count
            ids = first_index(u, weight + 1) - first_index(u, weight)
            radix = below_id(u, weight, count, ids)
            digit = number % radix
            number = number // radix
            rest[DIGIT, weight] = digit
            rest[DIFFERENT, different] = weight
            different += 1
            limit = ids - 1
            for i in range(count):
                limit = id_holding(u, weight, count - i, limit, digit)
                digit -= below_id(u, weight, count - i, limit)
                row += stride_of(u, block, weight) * below_id(u, weight, with_runner - i, limit)
                stacks += part_count(t, u, first_index(u, weight) + limit)
                rest[WEIGHT, at + i] = weight
                rest[ID, at + i] = limit
        rest[COUNT, weight] = count
        rest[START, weight] = at
    return colours, different, row, stacks
