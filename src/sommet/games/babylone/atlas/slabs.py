"""Won or lost for one lane of a slab: up to 64 neighbouring positions, that differ in the runner only.

`open_` has a bit for each position not yet known to be won.
"""

from typing import Any

import numpy as np

from ....core.bits import popcount
from ....core.kernel import kernel
from .held_digits import digit_after, digit_with, others_of
from .items import (
    CODE,
    COMPANY,
    GAINS,
    GAINS_SECOND,
    IDS,
    LOOSE_STRIDE,
    LOSES_SECOND,
    NONE,
    PLAIN,
    RUNNER_STRIDE,
    SECOND_GAINS,
    SECOND_LOSES,
    SECOND_MERGES,
    SIMPLE,
    TIGHT,
    gained_in,
    loose_weight,
    lost_in,
    part_in,
    runner_after,
    second_of,
    step_of,
)
from .lookups import has_part, is_lost_at, simple_word, word_from
from .plans import (
    NUMBER,
    PLACE,
    RUNNER,
    SECOND,
    WEIGHT,
    index_of,
    mask_of,
    merges_of,
    steps_of,
)

ONE = np.uint64(1)


@kernel
def after_simple(
    bits: Any, plan: Any, digits: Any, column: Any, s: Any, low: Any, ranks: Any, items: Any, first: Any, last: Any
) -> Any:
    """What the simple items of a list leave open, four at a time."""
    v = np.int64(plan[NUMBER, SECOND])
    digit = np.int64(digits[np.int64(plan[PLACE, v]), column]) + s
    open_ = ~np.uint64(0)
    for i in range(first, last, 4):
        for more in range(4):
            j = min(i + more, last - 1)
            rank = ranks[j] + np.int64(items[LOOSE_STRIDE, j]) * digit + low
            open_ &= simple_word(bits, rank, items[CODE, j] & SIMPLE != 0)
        if open_ == 0:
            break
    return open_


@kernel
def after_rest(
    u: Any,
    at: Any,
    bits: Any,
    other: Any,
    open_: Any,
    low: Any,
    count: Any,
    w: Any,
    k: Any,
    stride: Any,
    others: Any,
) -> Any:
    """What stays open after a move of the rest."""
    if stride == 1:
        if others == 0:
            return open_ & word_from(bits, k + low, count)
        if low + count <= other[others - 1] + 1:
            return open_ & word_from(bits, k + digit_with(u, at, other, others, w, low), count)
    todo = open_
    while todo != 0:
        bit = todo & (~todo + ONE)
        todo ^= bit
        number = low + np.int64(popcount(bit - ONE))
        if is_lost_at(bits, k + stride * digit_with(u, at, other, others, w, number)):
            open_ ^= bit
    return open_


@kernel
def rank_after(
    u: Any,
    at: Any,
    plan: Any,
    held: Any,
    digits: Any,
    column: Any,
    s: Any,
    other: Any,
    ranks: Any,
    items: Any,
    i: Any,
    own: Any,
) -> Any:
    """Of the rank after a move, all but the runner's digit; how many others of its weight are then in `other`.

    `own` is the second's id after the move, NONE if it takes no part.
    """
    rank = ranks[i]
    code = np.int64(items[CODE, i])
    flags = code & (PLAIN | COMPANY | TIGHT)
    if flags & (TIGHT | COMPANY) == TIGHT:
        return rank, np.int64(0)
    kind = code & 15
    part = part_in(code)
    loose = loose_weight(plan, kind, part)
    if flags & (PLAIN | COMPANY) == PLAIN:
        digit = own
        if own < 0:
            digit = np.int64(digits[plan[PLACE, loose], column]) + s
        return rank + np.int64(items[LOOSE_STRIDE, i]) * digit, np.int64(0)
    x = ((code >> 4) & 63) - 1
    y = ((code >> 10) & 63) - 1
    second = second_of(plan)
    a = gained_in(items[IDS, i])
    b = lost_in(items[IDS, i])
    wa = np.int64(plan[WEIGHT, x]) + part if x >= 0 else np.int64(0)
    wb = np.int64(plan[WEIGHT, y]) - part if y >= 0 else np.int64(0)
    if own >= 0 and x == second:
        a = own
    if own >= 0 and y == second:
        b = own
    if flags & TIGHT == 0:
        new = a if wa == loose else np.int64(NONE)
        also_new = b if wb == loose else np.int64(NONE)
        digit = digit_after(u, at, plan, held, column, s, loose, x, y, new, also_new)
        rank += np.int64(items[LOOSE_STRIDE, i]) * digit
    others = np.int64(0)
    if flags & COMPANY != 0:
        others = others_of(plan, held, column, s, other, runner_after(plan, kind, part), x, y, wa, a, wb, b)
    return rank, others


@kernel
def next_of_rest(items: Any, i: Any, last: Any, mask: Any) -> Any:
    """The next item from `i` on that is not simple and is there for a second with these parts; `last` if there is none.

    Looked for in a loop of its own, here as in `next_of_runner`: so lanes that skip different items meet again before
    they look up what they found.
    """
    while i < last:
        code = np.int64(items[CODE, i])
        kind = code & 15
        of_second = SECOND_GAINS <= kind <= SECOND_LOSES
        if code & SIMPLE == 0 and (not of_second or has_part(mask, part_in(code))):
            break
        i += 1
    return i


@kernel
def next_of_runner(items: Any, i: Any, last: Any, parts: Any, both: Any) -> Any:
    """The next item from `i` on that is there for a runner with these parts, of which it shares `both` with the second;
    `last` if there is none."""
    while i < last:
        code = np.int64(items[CODE, i])
        if has_part(both if code & 15 >= GAINS_SECOND else parts, part_in(code)):
            break
        i += 1
    return i


@kernel
def after_rest_moves(
    t: Any,
    u: Any,
    at: Any,
    bits: Any,
    plan: Any,
    held: Any,
    digits: Any,
    column: Any,
    s: Any,
    other: Any,
    low: Any,
    count: Any,
    ranks: Any,
    items: Any,
    first: Any,
    last: Any,
) -> Any:
    """A bit for each of `count` (at most 64) ids of the runner from `low` on that no move of the rest wins.

    The items from `first` to `last` - 1 are those that leave the runner alone.
    """
    open_ = ~np.uint64(0) >> np.uint64(64 - count)
    w = np.int64(plan[NUMBER, RUNNER])
    v = np.int64(plan[NUMBER, SECOND])
    mask = mask_of(u, at, v, s) if v > 0 else np.uint64(0)
    open_ &= after_simple(bits, plan, digits, column, s, low, ranks, items, first, last)
    if open_ == 0:
        return open_
    i = next_of_rest(items, first, last, mask)
    while i < last:
        code = np.int64(items[CODE, i])
        kind = code & 15
        own = np.int64(NONE)
        start = np.int64(0)
        end = np.int64(1)
        if SECOND_GAINS <= kind <= SECOND_LOSES:
            step = step_of(t, u, at, v, s, part_in(code))
            own = np.int64(t[step + np.uint64(2 if kind == SECOND_GAINS else 1)])
        elif kind == SECOND_MERGES:
            index = index_of(u, at, v, s)
            start = merges_of(t, at, index)
            end = merges_of(t, at, index + 1)
        stride = np.int64(items[RUNNER_STRIDE, i])
        for j in range(start, end):
            if kind == SECOND_MERGES:
                own = np.int64(t[np.uint64(j)])
            k, others = rank_after(u, at, plan, held, digits, column, s, other, ranks, items, i, own)
            open_ = after_rest(u, at, bits, other, open_, low, count, w, k, stride, others)
            if open_ == 0:
                return open_
        i = next_of_rest(items, i + 1, last, mask)
    return open_


@kernel
def runner_wins(
    t: Any,
    u: Any,
    at: Any,
    bits: Any,
    plan: Any,
    held: Any,
    digits: Any,
    column: Any,
    s: Any,
    other: Any,
    row: Any,
    number: Any,
    ranks: Any,
    items: Any,
    first: Any,
    last: Any,
) -> Any:
    """Whether a move in which the runner takes part wins; it has this id, and with id 0 the position's rank is `row`.

    The items from `first` to `last` - 1 are those with the runner.
    """
    w = np.int64(plan[NUMBER, RUNNER])
    v = np.int64(plan[NUMBER, SECOND])
    index = index_of(u, at, w, number)
    end = merges_of(t, at, index + 1)
    for j in range(merges_of(t, at, index), end, 4):
        lost = False
        for more in range(4):  # Four wait for memory together.
            lost |= is_lost_at(bits, row + t[np.uint64(min(j + more, end - 1))])
        if lost:
            return True
    parts = mask_of(u, at, w, number)
    both = parts & mask_of(u, at, v, s) if v > 0 else np.uint64(0)
    steps = steps_of(t, at, index)
    i = next_of_runner(items, first, last, parts, both)
    while i < last:
        code = np.int64(items[CODE, i])
        kind = code & 15
        part = part_in(code)
        own = np.int64(NONE)
        if kind >= GAINS_SECOND:
            own = np.int64(t[step_of(t, u, at, v, s, part) + np.uint64(2 if kind == LOSES_SECOND else 1)])
        k, others = rank_after(u, at, plan, held, digits, column, s, other, ranks, items, i, own)
        step = np.uint64(steps + 3 * np.int64(popcount(parts & ((ONE << np.uint64(part - 1)) - ONE))))
        if GAINS <= kind <= GAINS_SECOND:
            k += np.int64(t[step + np.uint64(2)])
        elif w > part:
            digit = digit_with(u, at, other, others, w - part, np.int64(t[step + np.uint64(1)]))
            k += np.int64(items[RUNNER_STRIDE, i]) * digit
        if is_lost_at(bits, k):
            return True
        i = next_of_runner(items, i + 1, last, parts, both)
    return False
