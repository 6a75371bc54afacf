"""The solver's kernels: positions as keys, and a hash table of them. (The walk over them is in `walk`.)

A position up to the order of stacks and the names of colours is, for each top colour, the heights of its stacks. Its
key is two words with a bit for every token, stacks laid end to end: in `ends` the last token of each stack is marked,
in `colours` the last token of each colour. Heights are in order within a colour and colours are in order of their part
of `ends`, so that equal positions, and no others, have equal keys.

Who may join whom and what becomes of it is asked of the rules (`can_join`, `play`); nothing in the solver knows it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import one, record_type
from ....core.bits import ONE, bit, popcount
from ....core.kernel import kernel
from ..rules import LARGE_STATE
from ..sizes import MOST_TOKENS

MOST_CHILDREN = 1024  # different moves of a position; 64 tokens cannot make more than 31 different stacks
ZERO, HALF, SHIFT = np.uint64(0), np.uint64(0xFFFFFFFF), np.uint64(32)
FACTOR_1, FACTOR_2, FACTOR_3, FACTOR_4 = (np.uint64(odd) for odd in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F))


class PositionTable(NamedTuple):
    """The positions met, numbered as they came."""

    ends: NDArray[np.uint64]
    colours: NDArray[np.uint64]
    value: NDArray[np.int32]
    shares: NDArray[np.float64]  # of each player, the mover first, then the mean length; one row for two players
    slots: NDArray[np.int32]  # by hash: a number + 1, or 0
    used: NDArray[np.int64]  # how many of them there are


class Walk(NamedTuple):
    """The path from the root to where the walk is, with the moves at every step; it can be resumed."""

    depth: NDArray[np.int64]
    node: NDArray[np.int32]
    children: NDArray[np.int32]
    next: NDArray[np.int32]
    child: NDArray[np.int32]
    weight: NDArray[np.int32]  # how many legal moves, as the rules count them, lead there


NOTES = record_type(
    ("colour", np.int64, MOST_TOKENS),  # of each stack
    ("copies", np.int64, MOST_TOKENS),  # how many colours look like its colour
    ("nth", np.int64, MOST_TOKENS),  # which of these its colour is
    ("run", np.int64, MOST_TOKENS),  # how many stacks of its colour have its height
    ("rank", np.int64, MOST_TOKENS),  # which of these it is
    ("order", np.int64, MOST_TOKENS),
    ("parts", np.uint64, MOST_TOKENS),
    ("sizes", np.int64, MOST_TOKENS),
    ("ends", np.uint64),  # the key
    ("colours", np.uint64),
)


class Scratch(NamedTuple):
    """Room to work: three states, and notes (one record, since compiled code counts references to arrays)."""

    states: NDArray[Any]
    notes: NDArray[Any]


def new_table(capacity: int, players: int) -> PositionTable:
    """An empty table."""
    return PositionTable(
        np.zeros(capacity, np.uint64),
        np.zeros(capacity, np.uint64),
        np.zeros(capacity, np.int32),
        np.zeros((capacity if players > 2 else 1, players + 1)),
        np.zeros(1 << (2 * capacity - 1).bit_length(), np.int32),
        np.zeros(1, np.int64),
    )


def new_walk(tokens: int = MOST_TOKENS) -> Walk:
    """Nowhere yet."""
    steps = tokens + 1
    node, children, following = (np.zeros(steps, np.int32) for _ in range(3))
    child, weight = (np.zeros((steps, min(MOST_CHILDREN, tokens * tokens)), np.int32) for _ in range(2))
    return Walk(np.zeros(1, np.int64), node, children, following, child, weight)


def new_scratch() -> Scratch:
    """Empty."""
    return Scratch(np.zeros(3, LARGE_STATE), one(NOTES))


@kernel
def lowest(word: Any) -> Any:
    """The place of the lowest set bit."""
    return np.int64(popcount(word ^ (word - ONE))) - 1


@kernel
def encode(state: Any, notes: Any) -> Any:
    """The key of a state, into the notes."""
    order, parts, sizes, every = notes.order, notes.parts, notes.sizes, state.stack
    stacks = np.int64(state.stacks)
    for i in range(stacks):
        stack = np.int64(every[i])
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
    notes.ends = ends
    notes.colours = marks


@kernel
def decode(ends: Any, colours: Any, state: Any, notes: Any) -> Any:
    """A state with that key, and into the notes what its stacks have in common; how many stacks."""
    colour, copies, nth, run, rank = notes.colour, notes.copies, notes.nth, notes.run, notes.rank
    every, spot, place = state.stack, state.spot, state.place
    stacks = 0
    begin = np.int64(0)  # of the stack
    base = np.int64(0)  # of the colour
    first = 0  # stack of the colour
    top = 0
    before = ZERO  # the last colour's part
    alike = np.int64(0)
    rest = ends
    while rest != ZERO:
        end = lowest(rest)
        rest &= rest - ONE
        height = end + 1 - begin
        begin = end + 1
        every[stacks] = height | top << 8
        spot[stacks] = stacks
        place[stacks] = stacks
        colour[stacks] = top
        rank[stacks] = 0
        if stacks > first and every[stacks - 1] == every[stacks]:
            rank[stacks] = rank[stacks - 1] + 1
        stacks += 1
        if colours & bit(end) != ZERO:
            part = (ends >> np.uint64(base)) & ((bit(end - base) - ONE) | bit(end - base))
            alike = alike + 1 if part == before else np.int64(0)
            before = part
            for i in range(first, stacks):
                nth[i] = alike
            base = begin
            first = stacks
            top += 1
    state.stacks = stacks
    colours_alike = np.int64(0)
    heights_alike = np.int64(0)
    for k in range(stacks):
        i = stacks - 1 - k
        last = i == stacks - 1 or colour[i + 1] != colour[i]
        if last and (i == stacks - 1 or nth[i + 1] == 0):
            colours_alike = nth[i] + 1
        if last or rank[i + 1] == 0:
            heights_alike = rank[i] + 1
        copies[i] = colours_alike
        run[i] = heights_alike
    return stacks


@kernel
def find(table: PositionTable, notes: Any) -> Any:
    """The slot of the key in the notes, or the free one where it belongs."""
    ends = notes.ends
    colours = notes.colours
    mixed = (ends & HALF) * FACTOR_1 ^ (ends >> SHIFT) * FACTOR_2 ^ (colours & HALF) * FACTOR_3 ^ (colours >> SHIFT)
    mixed = ((mixed ^ mixed >> SHIFT) & HALF) * FACTOR_4  # products of halves: none is too large for a word
    slot = np.int64(mixed >> np.uint64(16)) & (table.slots.shape[0] - 1)
    while True:
        node = table.slots[slot] - 1
        if node < 0 or (table.ends[node] == ends and table.colours[node] == colours):
            return slot
        slot = (slot + 1) & (table.slots.shape[0] - 1)


@kernel
def number(table: PositionTable, notes: Any) -> Any:
    """The number of the position whose key is in the notes; it is added if it is new."""
    slot = find(table, notes)
    if table.slots[slot] == 0:
        node = table.used[0]
        table.used[0] += 1
        table.ends[node] = notes.ends
        table.colours[node] = notes.colours
        table.value[node] = 0
        table.slots[slot] = node + 1
    return np.int64(table.slots[slot]) - 1


@kernel
def forget(table: PositionTable) -> Any:
    """All of them."""
    if table.used[0] > 0:
        table.slots[:] = 0
        table.used[0] = 0


@kernel
def rehash(table: PositionTable, scratch: Scratch) -> Any:
    """Fill the empty slots of a table that holds positions."""
    notes = scratch.notes[0]
    for node in range(table.used[0]):
        notes.ends = table.ends[node]
        notes.colours = table.colours[node]
        table.slots[find(table, notes)] = node + 1


@kernel
def known(table: PositionTable, scratch: Scratch, state: Any) -> Any:
    """The number of a state's position, or -1 if it was not met."""
    notes = scratch.notes[0]
    encode(state, notes)
    return np.int64(table.slots[find(table, notes)]) - 1


@kernel
def added(table: PositionTable, scratch: Scratch, state: Any) -> Any:
    """The same; it is met now."""
    notes = scratch.notes[0]
    encode(state, notes)
    return number(table, notes)


@kernel
def unpack(table: PositionTable, scratch: Scratch, node: Any) -> Any:
    """A state of that position, into the first scratch state."""
    decode(table.ends[node], table.colours[node], scratch.states[0], scratch.notes[0])
