"""Won or lost for a whole segment of positions at once: the heart of the atlas.

A segment is all positions that share everything but one colour of the largest weight, and that have the same number
of stacks: its ranks are consecutive, and so are the ids of the colour that varies (the *runner*; the others are the
*rest*). What the rest does by itself leads to another segment of the same width, so 64 positions take one step
together. What the runner takes part in is looked up for the positions that are still undecided, one by one.

A position is won if some move leads to a lost one. `open_` holds a bit per position not yet known to be won; what is
left at the end is lost. Everything here runs on the processor and, unchanged, on a GPU.
"""

from typing import Any

import numpy as np

from ....core.bits import popcount
from ....core.kernel import kernel
from .digits import GROUP, ID, OTHER, WEIGHT, digit_with, fixed_part, others_of
from .tables import changes_at, first_index, groups_at, merges_at, parts_mask, steps_at, stride_of

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
    mask = ONE << np.uint64(part - 1)
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
                digit = np.int64(t[step + 2]) if gains else digit_with(u, rest, q, v, np.int64(t[step + 1]))
                if is_lost(bits, k + s * digit):
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
                part = np.int64(popcount(bit - ONE)) + 1
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
            if (parts >> np.uint64(part - 1)) & ONE == 0:
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
