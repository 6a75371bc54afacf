"""Babylone solved: who wins, the Grundy value and the moves to the end, for any position that is small enough.

Two players: the winner hurries and the loser delays. Three to six: everybody wants to move last, and who has several
best kinds of move plays any of them, each equally likely (max^n with ties at random). Moves are of one kind when they
lead to the same position up to symmetry.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, cast

import numpy as np

from ....core.arrays import Records, one
from ....core.kernel import kernel
from ..heights import Heights, heights_of, state_of
from ..rules import MOST_MOVES, SETTING, legal, play
from .table import (
    MOST_CHILDREN,
    PositionTable,
    Scratch,
    Walk,
    added,
    known,
    new_scratch,
    new_table,
    new_walk,
    rehash,
    unpack,
)
from .walk import DONE, GRUNDY, MOVES, PAUSED, advance, best_reply, expand, node_after, set_off

MOST_POSITIONS = 2_000_000
PORTION, SMALL_PORTION = 20_000, 100  # positions between two looks at the clock


class TooLarge(Exception):
    """More positions than the solver may hold can follow."""


class Stopped(TooLarge):
    """The solver was told to stop before it knew."""


@dataclass(frozen=True)
class Value:
    """What a position is worth to the player to move."""

    wins: bool  # two players
    grundy: int  # two players
    moves: int  # to the end, two players
    shares: tuple[float, ...]  # each player's chance, the mover first
    length: float  # the mean number of moves to the end


def legal_moves(state: Records) -> list[int]:
    """The legal moves of a state, as the rules number them."""
    setting, moves = one(SETTING), np.zeros(MOST_MOVES, np.int64)
    setting["tokens"] = state["place"].shape[1]
    found: list[int] = moves[: cast(Any, legal).interpreted(setting[0], state[0], moves)].tolist()
    return found


def after(state: Records, move: int) -> Records:
    """The state after a legal move."""
    following = state.copy()
    cast(Any, play).interpreted(0, following[0], move)
    return following


@kernel
def look_up(table: PositionTable, scratch: Scratch, states: Any) -> Any:
    """The number of a state's position, or -1."""
    return known(table, scratch, states[0])


@kernel
def begin(table: PositionTable, walk: Walk, scratch: Scratch, states: Any) -> Any:
    """Set off from a state's position; its number."""
    node = added(table, scratch, states[0])
    set_off(table, walk, node)
    return node


@kernel
def after_moves(table: PositionTable, scratch: Scratch, states: Any, moves: Any, nodes: Any) -> Any:
    """The number of the position after each of these moves of a state."""
    for i in range(moves.shape[0]):
        nodes[i] = node_after(table, scratch, states[0], moves[i])


@kernel
def best_replies(table: PositionTable, scratch: Scratch, states: Any, moves: Any, players: Any, replies: Any) -> Any:
    """The best reply to each of these moves of a state."""
    for i in range(moves.shape[0]):
        replies[i] = best_reply(table, scratch, states[0], moves[i], players)


class Solver:
    """Remembers every position it has solved, `most` of them; safe to share between threads.

    Whether a position is too large does not depend on what was asked before: it is when more than `most` positions,
    itself included, can follow it.
    """

    def __init__(self, players: int = 2, most: int = MOST_POSITIONS, interpreted: bool = False) -> None:
        self.players, self.most, self.interpreted = players, most, interpreted
        self._lock, self._scratch, self._walk = Lock(), new_scratch(), new_walk()
        self._table = self._empty()

    def _do(self, kernel: Any) -> Callable[..., Any]:
        """That kernel, run the way this solver runs."""
        chosen: Callable[..., Any] = kernel.interpreted if self.interpreted else kernel
        return chosen

    def _empty(self) -> PositionTable:
        return new_table(min(4 * MOST_CHILDREN, self.most + MOST_CHILDREN), self.players)

    @property
    def positions(self) -> int:
        """How many it remembers."""
        return int(self._table.used[0])

    @property
    def lost(self) -> int:
        """How many of them are lost for the mover (two players)."""
        value = self._table.value[: self.positions]
        return int(np.count_nonzero((value != 0) & (value >> GRUNDY & 0xFF == 0)))

    def solve(self, heights: Heights, go_on: Callable[[int], bool] | None = None) -> Value:
        """The value of a position; raises TooLarge. `go_on` is told now and then how many positions there are."""
        return self.solve_state(state_of(heights), go_on)

    def solve_state(self, state: Records, go_on: Callable[[int], bool] | None = None) -> Value:
        """The same for a state of the rules."""
        with self._lock:
            return self._value(self._solved(state, go_on))

    def values(self, state: Records, moves: Iterable[int]) -> tuple[list[int], list[Value]]:
        """Of which kind each of these legal moves is, and every kind's value for the next to move."""
        numbers = np.fromiter(moves, np.int64)
        nodes = np.zeros(len(numbers), np.int64)
        with self._lock:
            self._solved(state, None)
            self._do(after_moves)(self._table, self._scratch, state, numbers, nodes)
            kinds = list(dict.fromkeys(nodes.tolist()))
            values = [self._value(node) for node in kinds]
        return [kinds.index(node) for node in nodes.tolist()], values

    def replies(self, state: Records, moves: Iterable[int]) -> list[int]:
        """The best reply to each of these legal moves of a state, -1 where the game is over."""
        numbers = np.fromiter(moves, np.int64)
        replies = np.zeros(len(numbers), np.int64)
        with self._lock:
            self._solved(state, None)
            self._do(best_replies)(self._table, self._scratch, state, numbers, self.players, replies)
        found: list[int] = replies.tolist()
        return found

    def _solved(self, state: Records, go_on: Callable[[int], bool] | None) -> int:
        """The number of the state's position, solved."""
        cold = self.positions == 0
        node = int(self._do(look_up)(self._table, self._scratch, state))
        if node >= 0 and self._table.value[node]:
            return node
        while True:
            try:
                if self.positions == len(self._table.ends):
                    self._grow()
                node = int(self._do(begin)(self._table, self._walk, self._scratch, state))
                self._run(go_on)
                return node
            except Stopped:
                raise
            except TooLarge:
                self._table = self._empty()
                if cold:
                    raise
                cold = True

    def _run(self, go_on: Callable[[int], bool] | None) -> None:
        portion = SMALL_PORTION if self.interpreted else PORTION
        while True:
            limit = len(self._table.ends) - MOST_CHILDREN
            status = self._do(advance)(self._table, self._walk, self._scratch, self.players, limit, portion)
            if status == DONE:
                return
            if status == PAUSED:
                if go_on is not None and not go_on(self.positions):
                    raise Stopped(f"stopped at {self.positions} positions")
            else:
                self._grow()

    def _grow(self) -> None:
        capacity, ceiling = len(self._table.ends), self.most + MOST_CHILDREN
        if capacity >= ceiling:
            raise TooLarge(f"more than {self.most} positions can follow")
        old, self._table = self._table, new_table(min(4 * capacity, ceiling), self.players)
        fields: Any = zip(self._table[:4], old[:4], strict=True)
        for new_field, old_field in fields:
            new_field[: len(old_field)] = old_field
        self._table.used[:] = old.used
        self._do(rehash)(self._table, self._scratch)

    def _value(self, node: int) -> Value:
        value = int(self._table.value[node])
        grundy, moves = value >> GRUNDY & 0xFF, value & MOVES
        if self.players == 2:
            return Value(grundy > 0, grundy, moves, (1.0, 0.0) if grundy else (0.0, 1.0), moves)
        *shares, length = self._table.shares[node].tolist()
        return Value(grundy > 0, grundy, moves, tuple(shares), length)

    def successors(self, heights: Heights) -> dict[Heights, int]:
        """Every position after one move, and how many legal moves lead there. (Solves nothing.)"""
        table, walk, scratch = self._empty(), self._walk, self._scratch
        with self._lock:
            self._do(begin)(table, walk, scratch, state_of(heights))
            self._do(expand)(table, walk, scratch, 0)
            found = {}
            for i in range(walk.children[0]):
                self._do(unpack)(table, scratch, walk.child[0, i])
                found[heights_of(scratch.states)] = int(walk.weight[0, i])
        return dict(sorted(found.items(), reverse=True))
