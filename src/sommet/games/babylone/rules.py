"""Babylone's rules. Clauses B1 to B10.

A move is ``from_spot * size + to_spot``, spots counted from 0 and `size` being that of the state. There are two sizes:
the standard set's, and one for any set of up to 64 tokens (B10); the rules are the same functions. A state also holds
the moves that led to it, in the places that the stacks no longer need.
"""

from typing import Any

import numpy as np

from ...core.arrays import record_type
from ...core.bits import ONE, around, below, next_word
from ...core.kernel import kernel
from ...core.refusals import BITS
from .declared import REFUSALS
from .sizes import MOST_TOKENS, STANDARD_TOKENS

MOST_MOVES = MOST_TOKENS * (MOST_TOKENS - 1)
NONE = 255
HALF = np.uint64(0xFFFFFFFF)
FEW, TRIES = 4, 12  # when drawing at random
NO_STACK, SAME_STACK, NO_MATCH = (REFUSALS.code(name) for name in ("no_stack", "same_stack", "no_match"))

SETTING = record_type(
    ("players", np.int16),
    ("first", np.int16),
    ("step", np.int16),  # +1 clockwise, -1 counter-clockwise
    ("tokens", np.int16),
    ("token", np.uint8, MOST_TOKENS),  # the colour that each spot began with
)


def _state_type(spots: int) -> "np.dtype[Any]":
    return record_type(
        # height | top colour << 8 of each stack, in no order, in the first `stacks` entries; then moves, the last first
        ("stack", np.uint16, spots),
        ("spot", np.uint8, spots),  # where each of them stands
        ("place", np.uint8, spots),  # per spot, which stack stands there; NONE: none
        ("stacks", np.uint8),
        of=__name__,
    )


STATE = _state_type(STANDARD_TOKENS)
LARGE_STATE = _state_type(MOST_TOKENS)


@kernel
def from_spot(state: Any, move: Any) -> Any:
    """The spot of the stack that a move takes."""
    return move // state.place.shape[0]


@kernel
def to_spot(state: Any, move: Any) -> Any:
    """The spot of the stack that it is put on."""
    return move % state.place.shape[0]


@kernel
def logged(setting: Any, state: Any, ply: Any) -> Any:
    """The move made at that ply."""
    return np.int64(state.stack[setting.tokens - 1 - ply])


@kernel
def same_height(state: Any, i: Any, j: Any) -> Any:
    """B4: two stacks of the same height."""
    return (state.stack[i] ^ state.stack[j]) & 0xFF == 0


@kernel
def same_colour(state: Any, i: Any, j: Any) -> Any:
    """B4: two stacks with the same colour on top."""
    return (state.stack[i] ^ state.stack[j]) & 0xFF00 == 0


@kernel
def can_join(state: Any, i: Any, j: Any) -> Any:
    """B4: the same height, or the same colour on top."""
    return same_height(state, i, j) | same_colour(state, i, j)


@kernel
def mover(setting: Any, state: Any) -> Any:
    """B9: play goes round, in the agreed direction. (Until nobody can move, nobody is out.)"""
    return around(setting.first + setting.step * (setting.tokens - np.int32(state.stacks)), setting.players)


@kernel
def can(setting: Any, state: Any, move: Any) -> Any:
    """B4, B6: a whole stack, on another stack it may join."""
    if move < 0:
        return False
    a = from_spot(state, move)
    b = to_spot(state, move)
    if a >= setting.tokens or b >= setting.tokens or a == b:
        return False
    i = state.place[a]
    j = state.place[b]
    return i != NONE and j != NONE and can_join(state, i, j)


@kernel
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """All moves of B4."""
    size = state.place.shape[0]
    count = 0
    for a in range(setting.tokens):
        if state.place[a] != NONE:
            for b in range(setting.tokens):
                if can(setting, state, a * size + b):
                    moves[count] = a * size + b
                    count += 1
    return count


@kernel
def over(setting: Any, state: Any) -> Any:
    """B7: nobody can move."""
    for i in range(1, state.stacks):
        for j in range(i):
            if can_join(state, i, j):
                return False
    return True


@kernel
def join(state: Any, i: Any, j: Any) -> Any:
    """B5: stack i goes on top of stack j, so its top colour is the new stack's."""
    move = move_of(state, i, j)
    state.stack[j] = state.stack[i] + (state.stack[j] & 0xFF)
    last = np.uint8(state.stacks - 1)
    state.stacks = last
    state.place[state.spot[i]] = NONE
    if i != last:
        state.place[state.spot[last]] = i
        state.stack[i] = state.stack[last]
        state.spot[i] = state.spot[last]
    state.stack[last] = move


@kernel
def play(setting: Any, state: Any, move: Any) -> Any:
    """B5."""
    number = np.uint16(move)
    join(state, state.place[np.uint8(from_spot(state, number))], state.place[np.uint8(to_spot(state, number))])


@kernel
def move_of(state: Any, i: Any, j: Any) -> Any:
    """The move that puts stack i on stack j."""
    return np.int64(state.spot[i]) * state.place.shape[0] + np.int64(state.spot[j])


@kernel
def random_pair(half: Any, stacks: Any) -> Any:
    """Two different stacks, i << 8 | j, from 32 random bits: what i leaves of them serves for j."""
    product = half * stacks
    i = product >> np.uint64(32)
    j = ((product & HALF) * (stacks - ONE)) >> np.uint64(32)
    return i << np.uint64(8) | (j + np.uint64(j >= i))


@kernel
def joinable(state: Any, pair: Any) -> Any:
    """Whether the two stacks may join."""
    return can_join(state, pair >> np.uint64(8), pair & np.uint64(255))


@kernel
def random_joint(state: Any, rng: Any) -> Any:
    """Two stacks that may join, i << 8 | j, or -1: pairs are tried two at a time, and counted after some misses."""
    stacks = np.uint64(state.stacks)
    if stacks > FEW:
        for _ in range(TRIES):
            word = next_word(rng)
            pair = random_pair(word >> np.uint64(32), stacks)
            other = random_pair(word & HALF, stacks)
            hit = joinable(state, pair)
            other_hit = joinable(state, other)
            pair = pair if hit else other
            if hit | other_hit:
                return np.int64(pair)
    return counted_joint(state, rng)


@kernel
def counted_joint(state: Any, rng: Any) -> Any:
    """The same, without misses."""
    count = 0
    for i in range(1, state.stacks):
        for j in range(i):
            if can_join(state, i, j):
                count += 2
    if count == 0:
        return np.int64(-1)
    chosen = below(rng, count)
    for i in range(1, state.stacks):
        for j in range(i):
            if can_join(state, i, j):
                if chosen < 2:
                    return np.int64(i << 8 | j) if chosen == 0 else np.int64(j << 8 | i)
                chosen -= 2
    return np.int64(-1)


@kernel
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """Any legal move."""
    pair = random_joint(state, rng)
    return pair if pair < 0 else move_of(state, np.uint64(pair) >> np.uint64(8), np.uint64(pair) & np.uint64(255))


@kernel
def play_any(setting: Any, state: Any, rng: Any) -> Any:
    """Without the way over the move's number."""
    pair = random_joint(state, rng)
    if pair < 0:
        return False
    join(state, np.uint8(np.uint64(pair) >> np.uint64(8)), np.uint8(pair & 255))
    return True


@kernel
def outcome(setting: Any, state: Any) -> Any:
    """B7, B9: whoever moved last wins. (Before any move: the last one before the first player.)"""
    played = setting.tokens - np.int32(state.stacks)
    return 1 << around(setting.first + setting.step * (played - 1), setting.players)


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


@kernel
def lacks(setting: Any, state: Any) -> Any:
    """Everything is open."""
    return 0


@kernel
def refuse(setting: Any, state: Any, move: Any) -> Any:
    """B6, B4."""
    a = from_spot(state, move)
    b = to_spot(state, move)
    if state.place[a] == NONE:
        return NO_STACK | a << BITS
    if state.place[b] == NONE:
        return NO_STACK | b << BITS
    if a == b:
        return SAME_STACK | a << BITS
    return 0 if can(setting, state, move) else NO_MATCH


@kernel
def numbers(setting: Any, state: Any) -> Any:
    """Any spot to any spot."""
    return state.place.shape[0] ** 2


@kernel
def spell(setting: Any, state: Any, move: Any, parts: Any) -> Any:
    """Two spots."""
    parts[0] = from_spot(state, move)
    parts[1] = to_spot(state, move)
    return parts[0] < setting.tokens and parts[1] < setting.tokens


@kernel
def side(setting: Any, state: Any, seat: Any) -> Any:
    """Each for themselves."""
    return seat


@kernel
def turn(setting: Any, state: Any, ahead: Any) -> Any:
    """B9: round the table, in the agreed direction."""
    played = setting.tokens - np.int32(state.stacks)
    return around(setting.first + setting.step * (played + ahead), setting.players)
