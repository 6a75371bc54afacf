"""The moves of a slab, listed once for all its lanes.

An *item* of the list is a move, or one that is there if the second has a part. Whatever of the rank after it is the
same in all lanes is computed when the list is made, each lane taking some of the items; what is left for each lane is
the digit of one weight, the *loose* one. The moves themselves are those of `segments`, which does the same for a core.
"""

from typing import Any

import numpy as np

from ....core.bits import popcount
from ....core.kernel import kernel
from .held_digits import digit_after
from .plans import (
    COLOURS,
    COUNT,
    DIFFERENT,
    DIGITS,
    GROUP,
    NUMBER,
    PLACE,
    RUNNER,
    SECOND,
    WEIGHT,
    index_of,
    mask_of,
    merges_of,
    steps_of,
    stride_in,
)
from .tables import CHANGE, CHANGES, GROUPS

ONE = np.uint64(1)
NONE = -1

# Kinds of items. An outer colour's merge; an outer colour gains from another; the second gains from an outer one, or
# loses to it; the second's merges. Then those that the runner takes part in: it loses to an outer colour, gains from
# one, gains from the second, loses to it.
MERGE, PAIR, SECOND_GAINS, SECOND_LOSES, SECOND_MERGES, LOSES, GAINS, GAINS_SECOND, LOSES_SECOND = range(9)

# Rows of the list: kind, gaining and losing colour, part, and flags; the ids that the outer colours have after the move
# (in the lower half the gaining one's, in the upper half the losing one's), 0 for none and else one more than the id;
# what a step of the loose digit and of the runner's is worth then.
CODE, IDS, LOOSE_STRIDE, RUNNER_STRIDE = range(4)
MOST_ITEMS = 224
"""No slab of 49 tokens has more than 220; the lists of several are made at once where there is room."""
LIST_SHAPE = (4, MOST_ITEMS)
# Flags: the loose digit is that of the slab and the second's id, or the second's new id alone; the runner has company
# of its weight after the move; there is no loose digit; and, of moves between outer colours, that the positions of a
# lane go to neighbours, with the slab's own digit.
PLAIN, COMPANY, TIGHT, SIMPLE = 1 << 23, 1 << 24, 1 << 25, 1 << 26


@kernel
def code_of(kind: Any, gaining: Any, losing: Any, part: Any) -> Any:
    """An item's code; colours may be NONE."""
    return kind | (gaining + 1) << 4 | (losing + 1) << 10 | part << 16


@kernel
def part_in(code: Any) -> Any:
    """The part of an item."""
    return (code >> 16) & 127


@kernel
def ids_in(gained: Any, lost: Any) -> Any:
    """Both ids after a move in one number; they may be NONE."""
    return (gained + 1) | (lost + 1) << 16


@kernel
def gained_in(ids: Any) -> Any:
    """The gaining colour's."""
    return (np.int64(ids) & 0xFFFF) - 1


@kernel
def lost_in(ids: Any) -> Any:
    """The losing colour's."""
    return (np.int64(ids) >> 16) - 1


@kernel
def step_of(t: Any, u: Any, at: Any, weight: Any, number: Any, part: Any) -> Any:
    """Where the step of a partition for one of its parts is."""
    index = index_of(u, at, weight, number)
    lower = mask_of(u, at, weight, number) & ((ONE << np.uint64(part - 1)) - ONE)
    return np.uint64(steps_of(t, at, index) + 3 * np.int64(popcount(lower)))


@kernel
def second_of(plan: Any) -> Any:
    """The place of the second among the colours listed; -1 if there is none."""
    return np.int64(plan[NUMBER, COLOURS]) - 1 if plan[NUMBER, SECOND] > 0 else np.int64(NONE)


@kernel
def runner_after(plan: Any, kind: Any, part: Any) -> Any:
    """The runner's weight after a move."""
    w = np.int64(plan[NUMBER, RUNNER])
    if kind < LOSES:
        return w
    return w + part if GAINS <= kind <= GAINS_SECOND else w - part


@kernel
def loose_weight(plan: Any, kind: Any, part: Any) -> Any:
    """The weight whose digit is left to the lanes: the second's after the move."""
    v = np.int64(plan[NUMBER, SECOND])
    if SECOND_GAINS <= kind <= SECOND_LOSES:
        return v + part if kind == SECOND_GAINS else v - part
    if kind >= GAINS_SECOND:
        return v + part if kind == LOSES_SECOND else v - part
    return v


@kernel
def is_repeated(plan: Any, held: Any, column: Any, i: Any) -> Any:
    """Whether the outer colour before this one is just like it."""
    return i > 0 and plan[WEIGHT, i - 1] == plan[WEIGHT, i] and held[i - 1, column] == held[i, column]


@kernel
def outer_of(plan: Any) -> Any:
    """How many outer colours are listed."""
    return np.int64(plan[NUMBER, COLOURS]) - (1 if plan[NUMBER, SECOND] > 0 else 0)


@kernel
def count_items(t: Any, u: Any, at: Any, plan: Any, held: Any, column: Any, x: Any, y: Any) -> Any:
    """How many items there are for two outer colours, of which x gains (or for one alone: x is y): those that leave the
    runner alone, and those in which it takes part."""
    if is_repeated(plan, held, column, x):
        return np.int64(0), np.int64(0)
    weight = np.int64(plan[WEIGHT, x])
    number = np.int64(held[x, column])
    mask = mask_of(u, at, weight, number)
    if x == y:
        index = index_of(u, at, weight, number)
        parts = np.int64(popcount(mask))
        merges = merges_of(t, at, index + 1) - merges_of(t, at, index)
        return merges + (2 * parts if plan[NUMBER, SECOND] > 0 else 0), 2 * parts
    if y - 1 != x and is_repeated(plan, held, column, y):
        return np.int64(0), np.int64(0)
    its = mask_of(u, at, np.int64(plan[WEIGHT, y]), np.int64(held[y, column]))
    return np.int64(popcount(mask & its)), np.int64(0)


@kernel
def list_items(
    t: Any, u: Any, at: Any, plan: Any, held: Any, column: Any, x: Any, y: Any, items: Any, up: Any, down: Any
) -> Any:
    """Write down the codes of those items, of one kind from `up` on upwards, of the other below `down` downwards."""
    weight = np.int64(plan[WEIGHT, x])
    number = np.int64(held[x, column])
    second = second_of(plan)
    mask = mask_of(u, at, weight, number)
    none = np.int64(NONE)
    zero = np.int64(0)
    if x == y:
        index = index_of(u, at, weight, number)
        for j in range(merges_of(t, at, index), merges_of(t, at, index + 1)):
            items[CODE, up] = code_of(MERGE, x, none, zero)
            items[IDS, up] = ids_in(np.int64(t[np.uint64(j)]), column - 1)
            up += 1
    else:
        mask &= mask_of(u, at, np.int64(plan[WEIGHT, y]), np.int64(held[y, column]))
    while mask != 0:
        bit = mask & (~mask + ONE)
        mask ^= bit
        part = np.int64(popcount(bit - ONE)) + 1
        if x != y:
            items[CODE, up] = code_of(PAIR, x, y, part)
            items[IDS, up] = ids_in(none, column - 1)
            up += 1
            continue
        items[CODE, down - 1] = code_of(GAINS, none, x, part)
        items[CODE, down - 2] = code_of(LOSES, x, none, part)
        items[IDS, down - 1] = ids_in(none, column - 1)
        items[IDS, down - 2] = ids_in(none, column - 1)
        down -= 2
        if second >= 0:
            items[CODE, up] = code_of(SECOND_GAINS, second, x, part)
            items[CODE, up + 1] = code_of(SECOND_LOSES, x, second, part)
            items[IDS, up] = ids_in(none, column - 1)
            items[IDS, up + 1] = ids_in(none, column - 1)
            up += 2


@kernel
def list_second(plan: Any, column: Any, part: Any, items: Any, up: Any, down: Any) -> Any:
    """Write down the codes of the second's own items, for a part: before those that `list_items` writes."""
    second = second_of(plan)
    none = np.int64(NONE)
    items[CODE, down - 2 * part] = code_of(GAINS_SECOND, none, second, part)
    items[CODE, down - 2 * part + 1] = code_of(LOSES_SECOND, second, none, part)
    items[IDS, down - 2 * part] = ids_in(none, column - 1)
    items[IDS, down - 2 * part + 1] = ids_in(none, column - 1)
    if part == 1:
        items[CODE, up] = code_of(SECOND_MERGES, second, none, np.int64(0))
        items[IDS, up] = ids_in(none, column - 1)


@kernel
def complete(
    t: Any, u: Any, at: Any, block: Any, plan: Any, held: Any, digits: Any, ranks: Any, items: Any, i: Any
) -> Any:
    """Fill in the rest of an item: everything that is the same in all lanes. Until then its slab is where the losing
    colour's id will be."""
    column = lost_in(items[IDS, i]) + 1
    code = np.int64(items[CODE, i])
    kind = code & 15
    x = ((code >> 4) & 63) - 1
    y = ((code >> 10) & 63) - 1
    part = part_in(code)
    w = np.int64(plan[NUMBER, RUNNER])
    v = np.int64(plan[NUMBER, SECOND])
    second = second_of(plan)
    groups = np.int64(t[np.uint64(at[GROUPS] + block + 1)]) - np.int64(t[np.uint64(at[GROUPS] + block)])
    wx = np.int64(plan[WEIGHT, x]) if x >= 0 else np.int64(0)
    wy = np.int64(plan[WEIGHT, y]) if y >= 0 else np.int64(0)
    to = np.int64(block)
    gained = np.int64(NONE)
    lost = np.int64(NONE)
    wa = np.int64(0)
    wb = np.int64(0)
    if kind == MERGE:
        gained = gained_in(items[IDS, i])
        wa = wx
    elif kind != SECOND_MERGES:
        gaining = np.int64(plan[GROUP, wx]) if x >= 0 else np.int64(0)
        losing = np.int64(plan[GROUP, wy]) if y >= 0 else np.int64(0)
        row = at[CHANGE] + u[np.uint64(at[CHANGES] + block)] + (gaining * groups + losing) * (w + 1)
        to = np.int64(t[np.uint64(row + part)])
        if x >= 0 and x != second:
            wa = wx + part
            gained = np.int64(t[step_of(t, u, at, wx, np.int64(held[x, column]), part) + np.uint64(2)])
        if y >= 0 and y != second:
            wb = wy - part
            lost = np.int64(t[step_of(t, u, at, wy, np.int64(held[y, column]), part) + np.uint64(1)])
    runner = runner_after(plan, kind, part)
    loose = loose_weight(plan, kind, part)
    rank = stride_in(u, at, to, 0)
    for j in range(plan[NUMBER, DIGITS]):
        weight = np.int64(plan[DIFFERENT, j])
        if weight != runner and weight != loose:
            rank += stride_in(u, at, to, weight) * np.int64(digits[j, column])
    for j in range(4):  # The digits that change.
        weight = wx
        if j == 1:
            weight = wy
        elif j == 2:
            weight = wa
        elif j == 3:
            weight = wb
        if weight <= 1 or weight == runner:
            continue
        if weight == loose:
            continue
        if (j > 0 and weight == wx) or (j > 1 and weight == wy) or (j > 2 and weight == wa):
            continue
        stride = stride_in(u, at, to, weight)
        if stride != 0:
            new = gained if wa == weight else np.int64(NONE)
            also_new = lost if wb == weight else np.int64(NONE)
            digit = digit_after(u, at, plan, held, column, np.int64(0), weight, x, y, new, also_new)
            rank += stride * digit
            if plan[COUNT, weight] > 0:
                rank -= stride * np.int64(digits[plan[PLACE, weight], column])
    flags = np.int64(0)
    alone = SECOND_GAINS <= kind <= SECOND_MERGES or kind >= GAINS_SECOND
    touched = wx == loose or wy == loose or wa == loose or wb == loose
    if loose <= 1 or loose == runner:
        flags |= TIGHT
    elif alone:
        if (plan[COUNT, loose] == 0 and wa != loose and wb != loose) or (kind == SECOND_MERGES and plan[COUNT, v] == 1):
            flags |= PLAIN
    elif not touched:
        flags |= PLAIN
    if runner > 1 and (plan[COUNT, runner] > 0 or wa == runner or wb == runner or loose == runner):
        flags |= COMPANY
    if kind <= PAIR and flags != 0 and flags & COMPANY == 0 and stride_in(u, at, to, runner) == 1:
        flags |= SIMPLE
    ranks[i] = rank
    items[CODE, i] = code | flags
    items[IDS, i] = ids_in(gained, lost)
    items[LOOSE_STRIDE, i] = stride_in(u, at, to, loose) if loose > 1 else 0
    items[RUNNER_STRIDE, i] = stride_in(u, at, to, runner) if runner > 0 else 0
