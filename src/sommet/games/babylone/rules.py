"""Babylone's rules. Clauses B1 to B10.

A move is ``from_spot * 64 + to_spot``, spots counted from 0. Two sizes of state: the standard set's, and one for any
set of up to 64 tokens (B10); the rules are the same functions.
"""

from typing import Any

import numpy as np

from ...core.bits import below, next_word, scale, scale_low
from ...core.kernel import kernel
from ...core.records import record_type
from ...core.rules import register

MOST_TOKENS = 64
MOST_MOVES = MOST_TOKENS * (MOST_TOKENS - 1)
MOST_PLAYERS = 6

SETTING = record_type(
    ("players", np.int16),
    ("first", np.int16),
    ("step", np.int16),  # +1 clockwise, -1 counter-clockwise
    ("tokens", np.int16),
)


def _state_type(spots: int) -> "np.dtype[Any]":
    return record_type(
        ("height", np.int8, spots),  # of the stack on each spot; 0: none
        ("top", np.int8, spots),  # its top colour
        ("spot", np.int8, spots),  # the spots that have a stack, in no order, first `stacks` entries
        ("place", np.int8, spots),  # where each spot stands in that list
        ("stacks", np.int8),
    )


STATE = _state_type(12)
LARGE_STATE = _state_type(MOST_TOKENS)


@kernel
def can_join(state: Any, a: Any, b: Any) -> Any:
    """B4: the same height, or the same colour on top."""
    return state.height[a] == state.height[b] or state.top[a] == state.top[b]


@kernel
def mover(setting: Any, state: Any) -> Any:
    """B9: play goes round, in the agreed direction. (Until nobody can move, nobody is out.)"""
    return (setting.first + setting.step * (setting.tokens - state.stacks)) % setting.players


@kernel
def can(setting: Any, state: Any, move: Any) -> Any:
    """B4, B6: a whole stack, on another stack it may join."""
    a = move >> 6
    b = move & 63
    if a < 0 or a >= setting.tokens or b >= setting.tokens or a == b:
        return False
    return state.height[a] > 0 and state.height[b] > 0 and can_join(state, a, b)


@kernel
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """All moves of B4."""
    count = 0
    for a in range(setting.tokens):
        if state.height[a] > 0:
            for b in range(setting.tokens):
                if a != b and state.height[b] > 0 and can_join(state, a, b):
                    moves[count] = a * 64 + b
                    count += 1
    return count


@kernel
def over(setting: Any, state: Any) -> Any:
    """B7: nobody can move."""
    for i in range(state.stacks):
        for j in range(i):
            if can_join(state, state.spot[i], state.spot[j]):
                return False
    return True


@kernel
def play(setting: Any, state: Any, move: Any) -> Any:
    """B5: the moved stack goes on top, so its top colour is the new stack's."""
    a = move >> 6
    b = move & 63
    state.height[b] += state.height[a]
    state.top[b] = state.top[a]
    state.height[a] = 0
    state.top[a] = 0
    state.stacks -= 1
    last = state.spot[state.stacks]
    state.spot[state.place[a]] = last
    state.place[last] = state.place[a]


@kernel
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """Try pairs of stacks at random; after some misses, count."""
    stacks = np.int64(state.stacks)
    if stacks < 2:
        return np.int64(-1)
    for _ in range(8):
        word = next_word(rng)
        i = scale(word, stacks)
        j = scale_low(word, stacks - 1)
        if j >= i:
            j += 1
        a = np.int64(state.spot[i])
        b = np.int64(state.spot[j])
        if can_join(state, a, b):
            return a * 64 + b
    count = 0
    for i in range(stacks):
        for j in range(i):
            if can_join(state, state.spot[i], state.spot[j]):
                count += 2
    if count == 0:
        return np.int64(-1)
    chosen = below(rng, count)
    for i in range(stacks):
        for j in range(i):
            if can_join(state, state.spot[i], state.spot[j]):
                if chosen < 2:
                    a = np.int64(state.spot[i if chosen == 0 else j])
                    b = np.int64(state.spot[j if chosen == 0 else i])
                    return a * 64 + b
                chosen -= 2
    return np.int64(-1)


@kernel
def outcome(setting: Any, state: Any) -> Any:
    """B7, B9: whoever moved last wins. (Before any move: the last one before the first player.)"""
    return 1 << ((setting.first + setting.step * (setting.tokens - state.stacks - 1)) % setting.players)


@kernel
def points(setting: Any, state: Any, seat: Any) -> Any:
    """1 for the winner."""
    return (outcome(setting, state) >> seat) & 1 if over(setting, state) else 0


@kernel
def payoff(setting: Any, state: Any, seat: Any) -> Any:
    """The winner takes all."""
    return np.float64((outcome(setting, state) >> seat) & 1)


@kernel
def redeal(setting: Any, state: Any, rng: Any) -> Any:
    """Nothing is hidden."""


for _type in (STATE, LARGE_STATE):
    register(
        _type,
        mover=mover,
        over=over,
        can=can,
        legal=legal,
        play=play,
        draw=draw,
        outcome=outcome,
        points=points,
        payoff=payoff,
        redeal=redeal,
    )
