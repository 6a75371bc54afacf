"""The rank of a rest after a move, as arithmetic on the digits that change.

The rest is kept in one small array, by colour in ascending order of weight (`WEIGHT`, `ID`; ids descend within a
weight) and by weight (`COUNT`, `START`, `DIGIT`, `GROUP`). Colours of weight 1 are all alike, so at most two of them
are listed.
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .tables import base_of, below_id, stride_of

WEIGHT, ID, COUNT, START, DIGIT, GROUP, OTHER, DIFFERENT = range(8)
REST_SHAPE = (8, 65)


@kernel
def digit_after(u: Any, rest: Any, weight: Any, gone: Any, also_gone: Any, new: Any, also_new: Any) -> Any:
    """The digit of a weight after some of its colours left and some came (-1: none)."""
    count = rest[COUNT, weight]
    start = rest[START, weight]
    if also_new > new:
        new, also_new = also_new, new
    j = np.int64(count)
    if start <= gone < start + count:
        j -= 1
    if start <= also_gone < start + count:
        j -= 1
    if new >= 0:
        j += 1
    if also_new >= 0:
        j += 1
    digit = np.int64(0)
    for i in range(start, start + count):
        if i != gone and i != also_gone:
            number = rest[ID, i]
            while new > number:
                digit += below_id(u, weight, j, new)
                j -= 1
                new = also_new
                also_new = np.int64(-1)
            digit += below_id(u, weight, j, number)
            j -= 1
    while new >= 0:
        digit += below_id(u, weight, j, new)
        j -= 1
        new = also_new
        also_new = np.int64(-1)
    return digit


@kernel
def fixed_part(
    u: Any, rest: Any, different: Any, block: Any, v: Any, gone: Any, also_gone: Any, wa: Any, a: Any, wb: Any, b: Any
) -> Any:
    """The rank in `block` of the rest without two of its colours (-1: none) and with two new ones (weight 0: none),
    leaving out the digit of weight `v`."""
    rank = base_of(u, block)
    for i in range(different):
        w = np.int64(rest[DIFFERENT, i])
        if w != v:
            rank += stride_of(u, block, w) * rest[DIGIT, w]
    w1 = np.int64(rest[WEIGHT, gone]) if gone >= 0 else np.int64(0)
    w2 = np.int64(rest[WEIGHT, also_gone]) if also_gone >= 0 else np.int64(0)
    for i in range(4):  # The digits that changed.
        w = w1
        if i == 1:
            w = w2
        elif i == 2:
            w = wa
        elif i == 3:
            w = wb
        if w <= 1 or w == v or (i > 0 and w == w1) or (i > 1 and w == w2) or (i > 2 and w == wa):
            continue
        stride = stride_of(u, block, w)
        if stride != 0:
            new = a if wa == w else np.int64(-1)
            also_new = b if wb == w else np.int64(-1)
            rank += stride * (digit_after(u, rest, w, gone, also_gone, new, also_new) - rest[DIGIT, w])
    return rank


@kernel
def others_of(rest: Any, v: Any, gone: Any, also_gone: Any, wa: Any, a: Any, wb: Any, b: Any) -> Any:
    """List the ids of weight `v` after the same change, descending; returns how many."""
    if v <= 1:
        return np.int64(0)
    count = rest[COUNT, v]
    if count == 0 and wa != v and wb != v:
        return np.int64(0)
    new = a if wa == v else np.int64(-1)
    also_new = b if wb == v else np.int64(-1)
    if also_new > new:
        new, also_new = also_new, new
    out = np.int64(0)
    start = rest[START, v]
    for i in range(start, start + count):
        if i != gone and i != also_gone:
            number = rest[ID, i]
            while new > number:
                rest[OTHER, out] = new
                out += 1
                new = also_new
                also_new = np.int64(-1)
            rest[OTHER, out] = number
            out += 1
    while new >= 0:
        rest[OTHER, out] = new
        out += 1
        new = also_new
        also_new = np.int64(-1)
    return out


@kernel
def digit_with(u: Any, rest: Any, others: Any, v: Any, number: Any) -> Any:
    """The digit of weight `v` with the listed others and this id."""
    if others == 0:
        return np.int64(number)
    j = np.int64(others + 1)
    digit = np.int64(0)
    i = np.int64(0)
    while i < others and rest[OTHER, i] >= number:
        digit += below_id(u, v, j, rest[OTHER, i])
        j -= 1
        i += 1
    digit += below_id(u, v, j, number)
    j -= 1
    while i < others:
        digit += below_id(u, v, j, rest[OTHER, i])
        j -= 1
        i += 1
    return digit
