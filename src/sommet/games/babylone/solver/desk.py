"""Solving on a desk: memory of a fixed size that kernels work in, so that no host has to know how.

Whether a position is too large does not depend on what the desk has seen before: it is when more than `most` positions,
itself included, can follow it. A desk of zeros is an empty one.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records, one
from ....core.kernel import kernel
from ..rules import LARGE_STATE, SETTING
from ..sizes import MOST_TOKENS, STANDARD_TOKENS
from .table import MOST_CHILDREN, PositionTable, Scratch, Walk, added, forget, known, new_scratch, new_table, new_walk
from .walk import DONE, GRUNDY, MOVES, PAUSED, advance, node_after, set_off

FEW_POSITIONS = 7_000  # there are 6,081 of up to 12 tokens
ANEW, AT_WORK, SOLVED, TOO_LARGE = range(4)  # how far it is
COLD, LIMIT = 0, 1  # marks: whether the walk began on an empty table; by which limit the table was filled


class Desk(NamedTuple):
    """A table of positions, a walk and room to work (see `table`), and what is found of the moves of a state."""

    ends: NDArray[np.uint64]
    colours: NDArray[np.uint64]
    value: NDArray[np.int32]
    shares: NDArray[np.float64]
    slots: NDArray[np.int32]
    used: NDArray[np.int64]
    depth: NDArray[np.int64]
    node: NDArray[np.int32]
    children: NDArray[np.int32]
    next: NDArray[np.int32]
    child: NDArray[np.int32]
    weight: NDArray[np.int32]
    states: Records
    notes: Records
    marks: NDArray[np.int64]
    moves: NDArray[np.int64]
    kinds: NDArray[np.int64]  # of each move: which of the kinds it is
    nodes: NDArray[np.int64]  # of each kind: the position it leads to
    seen: NDArray[np.float64]  # of each kind: what decides in which order moves come, the most important first
    places: NDArray[np.int64]  # of each move, while they are put into an order
    keys: NDArray[np.float64]
    order: NDArray[np.int64]
    setting: Records  # of a puzzle that is being made, and how far its game is
    state: Records


def new_desk(players: int, tokens: int, positions: int) -> Desk:
    """An empty desk for positions of up to so many tokens; it can hold so many of them."""
    walk, every = new_walk(tokens), tokens * tokens
    most = walk.child.shape[1]
    return Desk(
        *new_table(positions + MOST_CHILDREN, players),
        *walk,
        *new_scratch(),
        marks=np.zeros(2, np.int64),
        moves=np.zeros(every, np.int64),
        kinds=np.zeros(every, np.int64),
        nodes=np.zeros(most, np.int64),
        seen=np.zeros((most, 3)),
        places=np.zeros(every, np.int64),
        keys=np.zeros((every, 3)),
        order=np.zeros(every, np.int64),
        setting=one(SETTING),
        state=one(LARGE_STATE),
    )


def desk_for(players: int, large: bool, positions: int) -> Desk:
    """A desk for states of that size."""
    if large:
        return new_desk(players, MOST_TOKENS, positions)
    return new_desk(players, STANDARD_TOKENS, min(positions, FEW_POSITIONS))


@kernel
def table_on(desk: Any) -> Any:
    """The table."""
    return PositionTable(desk.ends, desk.colours, desk.value, desk.shares, desk.slots, desk.used)


@kernel
def scratch_on(desk: Any) -> Any:
    """The room to work."""
    return Scratch(desk.states, desk.notes)


@kernel
def walk_on(desk: Any) -> Any:
    """The walk."""
    return Walk(desk.depth, desk.node, desk.children, desk.next, desk.child, desk.weight)


@kernel
def solve_on(desk: Any, state: Any, players: Any, most: Any, stage: Any, units: Any) -> Any:
    """Begin (ANEW) or go on (AT_WORK) to solve this state's position, about so many units further; how far it is."""
    table = table_on(desk)
    scratch = scratch_on(desk)
    walk = walk_on(desk)
    limit = min(most, table.ends.shape[0] - MOST_CHILDREN)
    if stage == ANEW:
        if desk.marks[LIMIT] != most:
            forget(table)
            desk.marks[LIMIT] = most
        node = known(table, scratch, state)
        if node >= 0 and table.value[node] != 0:
            return SOLVED
        if table.used[0] > limit:
            forget(table)
        desk.marks[COLD] = np.int64(table.used[0] == 0)
        set_off(table, walk, added(table, scratch, state))
    while True:
        found = advance(table, walk, scratch, players, limit, units)
        if found == DONE:
            return SOLVED
        if found == PAUSED:
            return AT_WORK
        forget(table)
        if desk.marks[COLD] != 0:
            return TOO_LARGE
        desk.marks[COLD] = 1
        set_off(table, walk, added(table, scratch, state))


@kernel
def sort_kinds(desk: Any, state: Any, moves: Any, count: Any) -> Any:
    """Of which kind each of these moves of a solved state is, and where each kind leads; how many kinds there are."""
    table = table_on(desk)
    scratch = scratch_on(desk)
    kinds = 0
    for k in range(count):
        node = node_after(table, scratch, state, moves[k])
        kind = 0
        while kind < kinds and desk.nodes[kind] != node:
            kind += 1
        if kind == kinds:
            desk.nodes[kind] = node
            kinds += 1
        desk.kinds[k] = kind
    return kinds


@kernel
def grundy_of(desk: Any, node: Any) -> Any:
    """Two players: the Grundy value."""
    return (np.int64(desk.value[node]) >> GRUNDY) & 0xFF


@kernel
def won(desk: Any, node: Any) -> Any:
    """Two players: whether the player to move wins there."""
    return grundy_of(desk, node) > 0


@kernel
def length_of(desk: Any, node: Any, players: Any) -> Any:
    """How many moves are left there: with best play, or for more than two players their mean."""
    if players > 2:
        return desk.shares[node, players]
    return np.float64(np.int64(desk.value[node]) & MOVES)


@kernel
def share_of_last(desk: Any, node: Any, players: Any) -> Any:
    """What the player who has just moved has of the win there."""
    if players > 2:
        return desk.shares[node, players - 1]
    return 0.0 if won(desk, node) else 1.0
