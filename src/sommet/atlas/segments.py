"""Won or lost for a whole segment of positions at once: the heart of the atlas.

A segment is all positions that share everything but one colour of the largest weight, and that have the same number
of stacks: its ranks are consecutive, and so are the ids of the colour that varies (the *runner*; the others are the
*rest*). What the rest does by itself leads to another segment of the same width, so 64 positions take one step
together. What the runner takes part in is looked up for the positions that are still undecided, one by one.

A position is won if some move leads to a lost one. `open_` holds a bit per position not yet known to be won; what is
left at the end is lost. Everything here runs on the processor and, unchanged, on a GPU.

The rest is kept in one small array, by colour in ascending order of weight (`WEIGHT`, `ID`; ids descend within a
weight) and by weight (`COUNT`, `START`, `DIGIT`, `GROUP`). Colours of weight 1 are all alike, so at most two of them
are listed.
"""

from typing import Any

import numpy as np

from ..core.bits import popcount
from ..core.kernel import kernel
from .tables import (
    base_of,
    below_id,
    changes_at,
    first_index,
    groups_at,
    merges_at,
    parts_mask,
    steps_at,
    stride_of,
)

WEIGHT, ID, COUNT, START, DIGIT, GROUP, OTHER, DIFFERENT = range(8)
REST_SHAPE = (8, 64)
SEGMENT_WORDS = 64
"""At most this many words are treated at once; a longer segment is cut."""

SHORT = 12
"""Up to this many positions, the runner's own merges are tried before the rest's moves."""

ONE = np.uint64(1)
SIXTY_FOUR = np.uint64(64)


@kernel
def is_lost(bits: Any, rank: Any) -> Any:
    """Whether the position of this rank is lost for the mover."""
    return (bits[rank >> 6] >> np.uint64(rank & 63)) & ONE == 0


@kernel
def word_at(bits: Any, rank: Any) -> Any:
    """The 64 bits that begin at this rank; the array has a spare word at its end."""
    word = bits[rank >> 6]
    shift = np.uint64(rank & 63)
    if shift != 0:
        word = (word >> shift) | (bits[(rank >> 6) + 1] << (SIXTY_FOUR - shift))
    return word


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
        if i == gone or i == also_gone:
            continue
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
        if i == gone or i == also_gone:
            continue
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


@kernel
def rest_moved(u: Any, bits: Any, rest: Any, open_: Any, words: Any, low: Any, v: Any, k: Any, s: Any, q: Any) -> Any:
    """Try a move of the rest on all open positions; returns 0 when none is open any more."""
    left = np.uint64(0)
    start = np.int64(-1)
    if s == 1:
        if q == 0:
            start = k + low
        elif low + 64 * words <= rest[OTHER, q - 1] + 1:
            start = k + digit_with(u, rest, q, v, low)
    for i in range(words):
        word = open_[i]
        if word == 0:
            continue
        if start >= 0:
            word &= word_at(bits, start + 64 * i)
        else:
            todo = word
            while todo != 0:
                bit = todo & (~todo + ONE)
                todo ^= bit
                number = low + 64 * i + np.int64(popcount(bit - ONE))
                if is_lost(bits, k + s * digit_with(u, rest, q, v, number)):
                    word ^= bit
        open_[i] = word
        left |= word
    return left


@kernel
def runner_moved(
    t: Any,
    u: Any,
    bits: Any,
    rest: Any,
    open_: Any,
    words: Any,
    index: Any,
    v: Any,
    part: Any,
    gains: Any,
    k: Any,
    s: Any,
    q: Any,
) -> Any:
    """Try a move in which the runner's part is doubled (gains) or covered; returns 0 when no position is open."""
    left = np.uint64(0)
    mask = ONE << np.uint64(part)
    for i in range(words):
        word = open_[i]
        todo = word
        while todo != 0:
            bit = todo & (~todo + ONE)
            todo ^= bit
            runner = index + 64 * i + np.int64(popcount(bit - ONE))
            has = parts_mask(u, runner)
            if has & mask != 0:
                step = steps_at(t, u, runner) + 3 * np.int64(popcount(has & (mask - ONE)))
                if gains:
                    rank = k + t[step + 2]
                else:
                    rank = k + s * digit_with(u, rest, q, v, np.int64(t[step + 1]))
                if is_lost(bits, rank):
                    word ^= bit
        open_[i] = word
        left |= word
    return left


@kernel
def runner_merged(t: Any, u: Any, bits: Any, open_: Any, words: Any, index: Any, row: Any) -> Any:
    """Try the merges of the runner's own stacks: they stay in the row, at lower ids."""
    left = np.uint64(0)
    for i in range(words):
        word = open_[i]
        todo = word
        while todo != 0:
            bit = todo & (~todo + ONE)
            todo ^= bit
            runner = index + 64 * i + np.int64(popcount(bit - ONE))
            for j in range(merges_at(t, u, runner), merges_at(t, u, runner + 1)):
                if is_lost(bits, row + t[j]):
                    word ^= bit
                    break
        open_[i] = word
        left |= word
    return left


@kernel
def rest_moves(
    t: Any,
    u: Any,
    bits: Any,
    rest: Any,
    colours: Any,
    different: Any,
    block: Any,
    w: Any,
    low: Any,
    open_: Any,
    words: Any,
) -> Any:
    """Try all moves of the rest by itself."""
    none = np.int64(-1)
    zero = np.int64(0)
    groups = (groups_at(t, u, block + 1) - groups_at(t, u, block)) >> 1
    width = np.int64(t[groups_at(t, u, block)]) + 1
    changes = changes_at(u, block)
    s = stride_of(u, block, w)
    for x in range(colours):
        wx = np.int64(rest[WEIGHT, x])
        if x > 0 and rest[WEIGHT, x - 1] == wx and rest[ID, x - 1] == rest[ID, x]:
            continue
        index = first_index(u, wx) + rest[ID, x]
        for j in range(merges_at(t, u, index), merges_at(t, u, index + 1)):
            new = np.int64(t[j])
            k = fixed_part(u, rest, different, block, w, x, none, wx, new, zero, zero)
            q = others_of(rest, w, x, none, wx, new, zero, zero)
            if rest_moved(u, bits, rest, open_, words, low, w, k, s, q) == 0:
                return False
        for y in range(colours):
            if y == x:
                continue
            wy = np.int64(rest[WEIGHT, y])
            if y > 0 and y - 1 != x and rest[WEIGHT, y - 1] == wy and rest[ID, y - 1] == rest[ID, y]:
                continue
            other = first_index(u, wy) + rest[ID, y]
            common = parts_mask(u, index) & parts_mask(u, other)
            while common != 0:
                bit = common & (~common + ONE)
                common ^= bit
                part = np.int64(popcount(bit - ONE))
                to = np.int64(t[changes + (rest[GROUP, wx] * groups + rest[GROUP, wy]) * width + part])
                a = np.int64(t[steps_at(t, u, index) + 3 * np.int64(popcount(parts_mask(u, index) & (bit - ONE))) + 2])
                b = np.int64(t[steps_at(t, u, other) + 3 * np.int64(popcount(parts_mask(u, other) & (bit - ONE))) + 1])
                k = fixed_part(u, rest, different, to, w, x, y, wx + part, a, wy - part, b)
                q = others_of(rest, w, x, y, wx + part, a, wy - part, b)
                if rest_moved(u, bits, rest, open_, words, low, w, k, stride_of(u, to, w), q) == 0:
                    return False
    return True


@kernel
def mixed_moves(
    t: Any,
    u: Any,
    bits: Any,
    rest: Any,
    colours: Any,
    different: Any,
    block: Any,
    w: Any,
    low: Any,
    open_: Any,
    words: Any,
) -> Any:
    """Try all moves between the runner and a colour of the rest."""
    none = np.int64(-1)
    zero = np.int64(0)
    groups = (groups_at(t, u, block + 1) - groups_at(t, u, block)) >> 1
    width = np.int64(t[groups_at(t, u, block)]) + 1
    changes = changes_at(u, block)
    runner = first_index(u, w) + low
    parts = np.uint64(0)
    for i in range(words):
        todo = open_[i]
        while todo != 0:
            bit = todo & (~todo + ONE)
            todo ^= bit
            parts |= parts_mask(u, runner + 64 * i + np.int64(popcount(bit - ONE)))
    for x in range(colours):
        wx = np.int64(rest[WEIGHT, x])
        if x > 0 and rest[WEIGHT, x - 1] == wx and rest[ID, x - 1] == rest[ID, x]:
            continue
        index = first_index(u, wx) + rest[ID, x]
        group = np.int64(rest[GROUP, wx])
        for step in range(steps_at(t, u, index), steps_at(t, u, index + 1), 3):
            part = np.int64(t[step])
            if (parts >> np.uint64(part)) & ONE == 0:
                continue
            new = np.int64(t[step + 1])
            to = np.int64(t[changes + group * width + part])
            k = fixed_part(u, rest, different, to, w + part, x, none, wx - part, new, zero, zero)
            if runner_moved(t, u, bits, rest, open_, words, runner, w + part, part, True, k, np.int64(1), zero) == 0:
                return
            new = np.int64(t[step + 2])
            to = np.int64(t[changes + group * groups * width + part])
            v = w - part
            k = fixed_part(u, rest, different, to, v, x, none, wx + part, new, zero, zero)
            q = others_of(rest, v, x, none, wx + part, new, zero, zero)
            s = stride_of(u, to, v) if v > 0 else zero
            if runner_moved(t, u, bits, rest, open_, words, runner, v, part, False, k, s, q) == 0:
                return


@kernel
def solve_segment(
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
    """Leave in `open_` a bit for each lost position among the runner's ids from `low` to `high` - 1.

    `row` is the rank of the position whose runner has id 0.
    """
    words = (high - low + 63) >> 6
    for i in range(words):
        open_[i] = ~np.uint64(0)
    if (high - low) & 63 != 0:
        open_[words - 1] = (ONE << np.uint64((high - low) & 63)) - ONE
    index = first_index(u, w) + low
    if high - low <= SHORT:
        if runner_merged(t, u, bits, open_, words, index, row) == 0:
            return words
        if not rest_moves(t, u, bits, rest, colours, different, block, w, low, open_, words):
            return words
    else:
        if not rest_moves(t, u, bits, rest, colours, different, block, w, low, open_, words):
            return words
        if runner_merged(t, u, bits, open_, words, index, row) == 0:
            return words
    mixed_moves(t, u, bits, rest, colours, different, block, w, low, open_, words)
    return words
