"""The solver's kernels: positions as keys, and a hash table of them. (The walk over them is in `solve_walk`.)

A position up to the order of stacks and the names of colours is, for each top colour, the heights of its stacks. Its
key is two words with a bit for every token, stacks laid end to end: in `ends` the last token of each stack is marked,
in `colours` the last token of each colour. Heights are in order within a colour and colours are in order of their part
of `ends`, so that equal positions, and no others, have equal keys.

Who may join whom and what becomes of it is asked of the rules (`can_join`, `play`); nothing in the solver knows it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.bits import ONE, bit, popcount
from ...core.kernel import kernel
from ...core.records import one
from .rules import LARGE_STATE, MOST_TOKENS

MOST_CHILDREN = 1024  # different moves of a position; 64 tokens cannot make more than 31 different stacks
ZERO, HALF, SHIFT = np.uint64(0), np.uint64(0xFFFFFFFF), np.uint64(32)
FACTOR_1, FACTOR_2, FACTOR_3, FACTOR_4 = (np.uint64(odd) for odd in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F))


class Table(NamedTuple):
    """The positions met, numbered as they came."""

    ends: NDArray[np.uint64]
    colours: NDArray[np.uint64]
    value: NDArray[np.int32]
    shares: NDArray[np.float64]  # of each player, the mover first, then the mean length; one row for two players
    slots: NDArray[np.int32]  # by hash: a number + 1, or 0
    used: NDArray[np.int64]  # how many of them there are


class Walk(NamedTuple):
    """The way from the root to where the walk is, with the moves at every step; so it can be left and taken up."""

    depth: NDArray[np.int64]
    node: NDArray[np.int32]
    children: NDArray[np.int32]
    next: NDArray[np.int32]
    child: NDArray[np.int32]
    weight: NDArray[np.int32]  # how many legal moves, as the rules count them, lead there


class Desk(NamedTuple):
    """Room to work."""

    state: NDArray[Any]
    after: NDArray[Any]
    reply: NDArray[Any]
    colour: NDArray[np.int64]  # of each stack
    copies: NDArray[np.int64]  # how many colours look like its colour
    nth: NDArray[np.int64]  # which of these its colour is
    run: NDArray[np.int64]  # how many stacks of its colour have its height
    place: NDArray[np.int64]  # which of these it is
    order: NDArray[np.int64]
    parts: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    key: NDArray[np.uint64]  # (ends, colours)


def new_table(capacity: int, players: int) -> Table:
    """An empty table."""
    return Table(
        np.zeros(capacity, np.uint64),
        np.zeros(capacity, np.uint64),
        np.zeros(capacity, np.int32),
        np.zeros((capacity if players > 2 else 1, players + 1)),
        np.zeros(1 << (2 * capacity - 1).bit_length(), np.int32),
        np.zeros(1, np.int64),
    )


def new_walk() -> Walk:
    """Nowhere yet."""
    steps = MOST_TOKENS + 1
    node, children, following = (np.zeros(steps, np.int32) for _ in range(3))
    child, weight = (np.zeros((steps, MOST_CHILDREN), np.int32) for _ in range(2))
    return Walk(np.full(1, -1, np.int64), node, children, following, child, weight)


def new_desk() -> Desk:
    """Empty."""
    colour, copies, nth, run, place, order, sizes = (np.zeros(MOST_TOKENS, np.int64) for _ in range(7))
    parts, key = np.zeros(MOST_TOKENS, np.uint64), np.zeros(2, np.uint64)
    state, after, reply = (one(LARGE_STATE) for _ in range(3))
    return Desk(state, after, reply, colour, copies, nth, run, place, order, parts, sizes, key)


@kernel
def lowest(word: Any) -> Any:
    """The place of the lowest set bit."""
    return np.int64(popcount(word ^ (word - ONE))) - 1


@kernel
def encode(state: Any, desk: Any) -> Any:
    """The key of a state, into `desk.key`."""
    order, parts, sizes = desk.order, desk.parts, desk.sizes
    stacks = np.int64(state.stacks)
    for i in range(stacks):
        stack = np.int64(state.stack[i])
        j = i
        while j > 0 and order[j - 1] > stack:
            order[j] = order[j - 1]
            j -= 1
        order[j] = stack
    colours = 0
    i = 0
    while i < stacks:
        colour = order[i] >> 8
        part = ZERO
        size = np.int64(0)
        while i < stacks and order[i] >> 8 == colour:
            size += order[i] & 0xFF
            part |= bit(size - 1)
            i += 1
        j = colours
        while j > 0 and parts[j - 1] < part:
            parts[j] = parts[j - 1]
            sizes[j] = sizes[j - 1]
            j -= 1
        parts[j] = part
        sizes[j] = size
        colours += 1
    ends = ZERO
    marks = ZERO
    offset = np.int64(0)
    for i in range(colours):
        ends |= parts[i] << np.uint64(offset)
        offset += sizes[i]
        marks |= bit(offset - 1)
    desk.key[0] = ends
    desk.key[1] = marks


@kernel
def decode(ends: Any, colours: Any, desk: Any) -> Any:
    """A state with that key, into `desk.state`, and what its stacks have in common; how many stacks."""
    state = desk.state[0]
    stacks = 0
    begin = np.int64(0)  # of the stack
    base = np.int64(0)  # of the colour
    first = 0  # stack of the colour
    colour = 0
    before = ZERO  # the last colour's part
    nth = np.int64(0)
    rest = ends
    while rest != ZERO:
        end = lowest(rest)
        rest &= rest - ONE
        height = end + 1 - begin
        begin = end + 1
        state.stack[stacks] = height | colour << 8
        state.spot[stacks] = stacks
        state.place[stacks] = stacks
        desk.colour[stacks] = colour
        desk.place[stacks] = 0
        if stacks > first and state.stack[stacks - 1] == state.stack[stacks]:
            desk.place[stacks] = desk.place[stacks - 1] + 1
        stacks += 1
        if colours & bit(end) != ZERO:
            part = (ends >> np.uint64(base)) & ((bit(end - base) - ONE) | bit(end - base))
            nth = nth + 1 if part == before else np.int64(0)
            before = part
            for i in range(first, stacks):
                desk.nth[i] = nth
            base = begin
            first = stacks
            colour += 1
    state.stacks = stacks
    copies = np.int64(0)
    run = np.int64(0)
    for k in range(stacks):
        i = stacks - 1 - k
        last = i == stacks - 1 or desk.colour[i + 1] != desk.colour[i]
        if last and (i == stacks - 1 or desk.nth[i + 1] == 0):
            copies = desk.nth[i] + 1
        if last or desk.place[i + 1] == 0:
            run = desk.place[i] + 1
        desk.copies[i] = copies
        desk.run[i] = run
    return stacks


@kernel
def find(table: Table, desk: Any) -> Any:
    """The slot of `desk.key`, or the free one where it belongs."""
    ends = desk.key[0]
    colours = desk.key[1]
    mixed = (ends & HALF) * FACTOR_1 ^ (ends >> SHIFT) * FACTOR_2 ^ (colours & HALF) * FACTOR_3 ^ (colours >> SHIFT)
    mixed = ((mixed ^ mixed >> SHIFT) & HALF) * FACTOR_4  # products of halves: none is too large for a word
    slot = np.int64(mixed >> np.uint64(16)) & (table.slots.shape[0] - 1)
    while True:
        node = table.slots[slot] - 1
        if node < 0 or (table.ends[node] == desk.key[0] and table.colours[node] == desk.key[1]):
            return slot
        slot = (slot + 1) & (table.slots.shape[0] - 1)


@kernel
def number(table: Table, desk: Any) -> Any:
    """The number of the position `desk.key`, which is added if it is new."""
    slot = find(table, desk)
    if table.slots[slot] == 0:
        node = table.used[0]
        table.used[0] += 1
        table.ends[node] = desk.key[0]
        table.colours[node] = desk.key[1]
        table.slots[slot] = node + 1
    return np.int64(table.slots[slot]) - 1


@kernel
def rehash(table: Table, desk: Any) -> Any:
    """Fill the empty slots of a table that holds positions."""
    for node in range(table.used[0]):
        desk.key[0] = table.ends[node]
        desk.key[1] = table.colours[node]
        table.slots[find(table, desk)] = node + 1
