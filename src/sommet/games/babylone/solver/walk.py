"""The solver's walk: depth first, each position valued once, when all that can follow it has been."""

from typing import Any

import numpy as np

from ....core.bits import bit
from ....core.kernel import kernel
from ..rules import can_join, from_spot, play, to_spot
from ..sizes import MOST_TOKENS
from .table import ZERO, PositionTable, Scratch, Walk, decode, encode, known, lowest, number

MOVES, GRUNDY, SOLVED = 0xFF, 8, 1 << 16  # a value: moves to the end, the Grundy value from bit 8, and a mark
DONE, FULL, PAUSED = 0, 1, 2
CLOSE = 1e-9  # chances closer than this are the same: they are sums in different orders


@kernel
def same_for(notes: Any, a: Any, b: Any) -> Any:
    """How many stacks are to stack `a` what `b` is to it, if `b` is the first of them; else 0."""
    if notes.colour[a] == notes.colour[b]:
        beside = notes.rank[a] == 0 and b == a + 1 and notes.rank[b] == 1
        return notes.run[b] - 1 if beside else (notes.run[b] if notes.rank[b] == 0 and a != b else 0)
    if notes.rank[b] != 0:
        return 0
    if notes.colour[b] - notes.nth[b] == notes.colour[a] - notes.nth[a]:  # colours that look the same
        return notes.run[b] * (notes.copies[b] - 1) if notes.nth[b] == 1 else 0
    return notes.run[b] * notes.copies[b] if notes.nth[b] == 0 else 0


@kernel
def expand(table: PositionTable, walk: Walk, scratch: Scratch, step: Any) -> Any:
    """Every kind of move of the position at this step of the walk: moves that lead to the same position are one."""
    notes = scratch.notes[0]
    state = scratch.states[0]
    after = scratch.states[1]
    node = walk.node[step]
    stacks = decode(table.ends[node], table.colours[node], state, notes)
    count = 0
    for a in range(stacks):
        if notes.nth[a] == 0 and notes.rank[a] == 0:
            for b in range(stacks):
                same = same_for(notes, a, b) if can_join(state, a, b) else 0
                if same > 0:
                    scratch.states[1] = state
                    play(0, after, a * MOST_TOKENS + b)
                    encode(after, notes)
                    child = number(table, notes)
                    i = 0
                    while i < count and walk.child[step, i] != child:
                        i += 1
                    if i == count:
                        walk.child[step, i] = child
                        walk.weight[step, i] = 0
                        count += 1
                    walk.weight[step, i] += same * notes.run[a] * notes.copies[a]
    walk.children[step] = count
    walk.next[step] = 0


@kernel
def share_out(table: PositionTable, walk: Walk, step: Any, players: Any) -> Any:
    """More than two players: everybody wants to move last; of several best kinds of move, any may be played."""
    shares = table.shares
    node = walk.node[step]
    count = walk.children[step]
    best = -1.0
    for i in range(count):
        best = max(best, shares[walk.child[step, i], players - 1])
    for k in range(players + 1):
        shares[node, k] = 1.0 if count == 0 and k == players - 1 else 0.0
    ties = 0
    for i in range(count):
        child = walk.child[step, i]
        if shares[child, players - 1] >= best - CLOSE:
            ties += 1
            for k in range(players):
                shares[node, (k + 1) % players] += shares[child, k]
            shares[node, players] += 1.0 + shares[child, players]
    if ties > 1:
        for k in range(players + 1):
            shares[node, k] /= ties


@kernel
def settle(table: PositionTable, walk: Walk, step: Any) -> Any:
    """Two players: the Grundy value, and how long it lasts when the winner hurries and the loser delays."""
    seen = ZERO
    longest: Any = 0
    quickest: Any = MOVES
    for i in range(walk.children[step]):
        value = np.int64(table.value[walk.child[step, i]])
        grundy = (value >> GRUNDY) & 0xFF
        seen |= bit(grundy)
        if grundy == 0:
            quickest = min(quickest, (value & MOVES) + 1)
        else:
            longest = max(longest, (value & MOVES) + 1)
    grundy = lowest(~seen)
    moves = quickest if grundy > 0 else longest
    table.value[walk.node[step]] = SOLVED | grundy << GRUNDY | moves


@kernel
def set_off(table: PositionTable, walk: Walk, node: Any) -> Any:
    """Begin a walk from that position."""
    walk.depth[0] = 1
    walk.node[0] = node
    walk.children[0] = -1


@kernel
def advance(table: PositionTable, walk: Walk, scratch: Scratch, players: Any, limit: Any, most: Any) -> Any:
    """Walk on until the root is solved, more than `limit` positions were met, or `most` more are done.

    There must be room for as many positions more as one can have moves.
    """
    done = 0
    while walk.depth[0] > 0:
        step = walk.depth[0] - 1
        if walk.children[step] < 0:
            if table.used[0] > limit:
                return FULL
            if done == most:
                return PAUSED
            expand(table, walk, scratch, step)
            done += 1
        if walk.next[step] < walk.children[step]:
            child = walk.child[step, walk.next[step]]
            walk.next[step] += 1
            if table.value[child] == 0:
                walk.depth[0] += 1
                walk.node[step + 1] = child
                walk.children[step + 1] = -1
        else:
            settle(table, walk, step)
            if players > 2:
                share_out(table, walk, step, players)
            walk.depth[0] = step
    return DONE


@kernel
def widen(state: Any, wide: Any) -> Any:
    """The stacks of a state of any size, in one of the size that the solver works with."""
    for i in range(state.stacks):
        wide.stack[i] = state.stack[i]
        wide.spot[i] = state.spot[i]
        wide.place[state.spot[i]] = i
    wide.stacks = state.stacks


@kernel
def wide_move(state: Any, move: Any) -> Any:
    """A state's move as it is numbered there."""
    return from_spot(state, move) * MOST_TOKENS + to_spot(state, move)


@kernel
def own_move(state: Any, move: Any) -> Any:
    """And back."""
    return move // MOST_TOKENS * state.place.shape[0] + move % MOST_TOKENS


@kernel
def node_after(table: PositionTable, scratch: Scratch, state: Any, move: Any) -> Any:
    """The number of the position after this move of a state, -1 if it was not met."""
    after = scratch.states[1]
    widen(state, after)
    play(0, after, wide_move(state, move))
    return known(table, scratch, after)


@kernel
def worth_of(table: PositionTable, node: Any, players: Any) -> Any:
    """What it is worth to have moved there. Two players: first to win, quickly, and else to last long."""
    if players > 2:
        return table.shares[node, players - 1] * 1000.0 - table.shares[node, players - 2]
    value = np.int64(table.value[node])
    length = value & MOVES
    return np.float64(length - 500 if (value >> GRUNDY) & 0xFF > 0 else 500 - length)


@kernel
def best_reply(table: PositionTable, scratch: Scratch, state: Any, move: Any, players: Any) -> Any:
    """The best reply to this move of a state (both of them met), -1 if there is none.

    Two players: the quickest win, else the longest resistance. More: the best for who replies, then the worst for the
    mover. The first such reply as the stacks come.
    """
    value = np.int64(table.value[node_after(table, scratch, state, move)])
    after = scratch.states[1]
    reply = scratch.states[2]
    length = (value & MOVES) - 1
    enough = np.float64(500 - length if (value >> GRUNDY) & 0xFF > 0 else length - 500)
    stacks = np.int64(after.stacks)
    found = np.int64(-1)
    best = -1000.0
    pair = 0
    while pair < stacks * stacks and (players > 2 or best < enough):
        a = pair // stacks
        b = pair % stacks
        pair += 1
        if a != b and can_join(after, a, b):
            answer = np.int64(after.spot[a]) * MOST_TOKENS + np.int64(after.spot[b])
            scratch.states[2] = after
            play(0, reply, answer)
            worth = worth_of(table, known(table, scratch, reply), players)
            if worth > best + CLOSE:
                best = worth
                found = own_move(state, answer)
    return found
