"""Digits of a slab's rest after a move: what `digits` does for a core, here where its outer colours are held."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .plans import COLOURS, COUNT, NUMBER, SECOND, START, below

MOST_OTHERS = 34
"""Colours of one weight besides the runner, after any move."""


@kernel
def id_at(plan: Any, held: Any, column: Any, s: Any, i: Any) -> Any:
    """The id of a colour; the last one listed is the second, if there is one."""
    if i == np.int64(plan[NUMBER, COLOURS]) - 1 and plan[NUMBER, SECOND] > 0:
        return np.int64(s)
    return np.int64(held[i, column])


@kernel
def digit_after(
    u: Any,
    at: Any,
    plan: Any,
    held: Any,
    column: Any,
    s: Any,
    weight: Any,
    gone: Any,
    also_gone: Any,
    new: Any,
    also_new: Any,
) -> Any:
    """The digit of a weight after some of its colours left and some came (-1: none)."""
    count = np.int64(plan[COUNT, weight])
    start = np.int64(plan[START, weight])
    if also_new > new:
        new, also_new = also_new, new
    j = count
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
            number = id_at(plan, held, column, s, i)
            while new > number:
                digit += below(u, at, weight, j, new)
                j -= 1
                new = also_new
                also_new = np.int64(-1)
            digit += below(u, at, weight, j, number)
            j -= 1
    while new >= 0:
        digit += below(u, at, weight, j, new)
        j -= 1
        new = also_new
        also_new = np.int64(-1)
    return digit


@kernel
def others_of(
    plan: Any,
    held: Any,
    column: Any,
    s: Any,
    other: Any,
    v: Any,
    gone: Any,
    also_gone: Any,
    wa: Any,
    a: Any,
    wb: Any,
    b: Any,
) -> Any:
    """List the ids of weight `v` after the same change, descending; returns how many."""
    if v <= 1:
        return np.int64(0)
    count = np.int64(plan[COUNT, v])
    if count == 0 and wa != v and wb != v:
        return np.int64(0)
    new = a if wa == v else np.int64(-1)
    also_new = b if wb == v else np.int64(-1)
    if also_new > new:
        new, also_new = also_new, new
    out = np.int64(0)
    start = np.int64(plan[START, v])
    for i in range(start, start + count):
        if i != gone and i != also_gone:
            number = id_at(plan, held, column, s, i)
            while new > number:
                other[out] = new
                out += 1
                new = also_new
                also_new = np.int64(-1)
            other[out] = number
            out += 1
    while new >= 0:
        other[out] = new
        out += 1
        new = also_new
        also_new = np.int64(-1)
    return out


@kernel
def digit_with(u: Any, at: Any, other: Any, others: Any, v: Any, number: Any) -> Any:
    """The digit of weight `v` with the listed others and this id."""
    if others == 0:
        return np.int64(number)
    j = np.int64(others + 1)
    digit = np.int64(0)
    i = np.int64(0)
    while i < others and other[i] >= number:
        digit += below(u, at, v, j, other[i])
        j -= 1
        i += 1
    digit += below(u, at, v, j, number)
    j -= 1
    while i < others:
        digit += below(u, at, v, j, other[i])
        j -= 1
        i += 1
    return digit
