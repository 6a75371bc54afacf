"""The rules of Pebbles. Clauses P1 to P12. A move is ``way * 4 + heap``; way 0 is on top, way 1 underneath."""

from typing import Any

import numpy as np

from sommet.core.arrays import record_type
from sommet.core.bits import around, below, nth_bit, popcount
from sommet.core.kernel import kernel

from .declared import COLOUR, OF_A_COLOUR, REFUSALS, TURNED, WAY
from .options import MOST_HEAPS

MOST_PLAYERS, COLOURS = 3, COLOUR.most
ON, UNDER = range(WAY.most)
NUMBERS = WAY.most * MOST_HEAPS
UNKNOWN = NOWHERE = -1
RESTING, NOTHING_THERE, NOT_TURNED = (REFUSALS.code(name) for name in ("resting", "nothing_there", "not_turned"))

SETTING = record_type(("players", np.int16), ("first", np.int16), ("heaps", np.int16), ("rest", np.int16))
STATE = record_type(
    ("heap", np.int8, (MOST_HEAPS, TURNED)),  # colours from the bottom up
    ("height", np.int8, MOST_HEAPS),
    ("secret", np.int8, MOST_PLAYERS),
    ("pebble", np.int8, TURNED),
    ("known", np.int8),  # how many of the pebbles are known
    ("buried", np.int8),
    ("last", np.int8),  # the heap used by the move just before
    ("ply", np.int8),
    of=__name__,
)


@kernel
def turn(setting: Any, state: Any, ahead: Any) -> Any:
    """P5: clockwise."""
    return around(setting.first + state.ply + ahead, setting.players)


@kernel
def mover(setting: Any, state: Any) -> Any:
    """P5."""
    return turn(setting, state, 0)


@kernel
def over(setting: Any, state: Any) -> Any:
    """P8: every pebble but the buried one lies in a heap."""
    return state.ply == TURNED


@kernel
def refuse(setting: Any, state: Any, move: Any) -> Any:
    """P11: not on or under the resting heap; P7: nothing goes under no pebble."""
    heap = move % MOST_HEAPS
    if setting.rest != 0 and heap == state.last:
        return RESTING
    return NOTHING_THERE if move // MOST_HEAPS == UNDER and state.height[heap] == 0 else 0


@kernel
def can(setting: Any, state: Any, move: Any) -> Any:
    """P5 to P7, P11, P12; the pebble to add has been turned over."""
    if move < 0 or move >= NUMBERS or move % MOST_HEAPS >= setting.heaps or state.ply >= state.known:
        return False
    return refuse(setting, state, move) == 0


@kernel
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """All of them."""
    count = 0
    for move in range(NUMBERS):
        if can(setting, state, move):
            moves[count] = move
            count += 1
    return count


@kernel
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """Try moves at random until one is legal (P6: one always is)."""
    if over(setting, state):
        return np.int64(-1)
    while True:
        move = below(rng, NUMBERS)
        if can(setting, state, move):
            return move


@kernel
def play(setting: Any, state: Any, move: Any) -> Any:
    """P6, P7: on top, or underneath, where the others are lifted for it."""
    heap = move % MOST_HEAPS
    place = np.int64(state.height[heap])
    if move // MOST_HEAPS == UNDER:
        while place > 0:
            state.heap[heap, place] = state.heap[heap, place - 1]
            place -= 1
    state.heap[heap, place] = state.pebble[state.ply]
    state.height[heap] += 1
    state.last = heap
    state.ply += 1


@kernel
def top(state: Any, heap: Any) -> Any:
    """The colour on top of a heap; none: UNKNOWN."""
    high = np.int64(state.height[heap])
    return np.int64(state.heap[heap, high - 1]) if high > 0 else np.int64(UNKNOWN)


@kernel
def points(setting: Any, state: Any, seat: Any) -> Any:
    """P9: the pebbles in heaps with one's colour on top, at the end twice if it is the buried one's; -1: unknown."""
    colour = np.int64(state.secret[seat])
    if colour == UNKNOWN:
        return np.int64(-1)
    count = np.int64(0)
    for heap in range(setting.heaps):
        if top(state, heap) == colour:
            count += state.height[heap]
    return 2 * count if over(setting, state) and state.buried == colour else count


@kernel
def outcome(setting: Any, state: Any) -> Any:
    """P10."""
    if state.buried == UNKNOWN:
        return np.int64(-1)
    best = np.int64(-1)
    winners = np.int64(0)
    for seat in range(setting.players):
        value = points(setting, state, seat)
        if value < 0:
            return np.int64(-1)
        if value > best:
            best = value
            winners = np.int64(0)
        if value == best:
            winners |= 1 << seat
    return winners if winners & (winners - 1) == 0 else winners | 1 << 8


@kernel
def payoff(setting: Any, state: Any, seat: Any) -> Any:
    """P10: an equal share among the winners."""
    winners = outcome(setting, state) & 255
    return np.float64(winners >> seat & 1) / np.float64(popcount(np.uint64(winners)))


@kernel
def one_of(left: Any, count: Any, rng: Any) -> Any:
    """The colour of a pebble drawn from this many; `left` has four bits for each colour."""
    number = below(rng, count)
    colour = np.int64(0)
    while number >= left >> 4 * colour & 15:
        number -= left >> 4 * colour & 15
        colour += 1
    return colour


@kernel
def redeal(setting: Any, state: Any, rng: Any) -> Any:
    """P3: secrets among the colours that are nobody's; P4: the pebbles not turned over, in any order, one buried."""
    free = np.int64((1 << COLOURS) - 1)
    for seat in range(setting.players):
        if state.secret[seat] != UNKNOWN:
            free &= ~(1 << np.int64(state.secret[seat]))
    for seat in range(setting.players):
        if state.secret[seat] == UNKNOWN:
            colour = nth_bit(np.uint64(free), below(rng, popcount(np.uint64(free))))
            state.secret[seat] = colour
            free &= ~(1 << colour)
    left = np.int64(0)
    for colour in range(COLOURS):
        left += OF_A_COLOUR << 4 * colour
    for place in range(state.known):
        left -= 1 << 4 * np.int64(state.pebble[place])
    if state.buried != UNKNOWN:
        left -= 1 << 4 * np.int64(state.buried)
    count = TURNED - np.int64(state.known) + np.int64(state.buried == UNKNOWN)
    for place in range(state.known, TURNED):
        colour = one_of(left, count, rng)
        state.pebble[place] = colour
        left -= 1 << 4 * colour
        count -= 1
    state.known = TURNED
    if state.buried == UNKNOWN:
        state.buried = one_of(left, count, rng)


@kernel
def lacks(setting: Any, state: Any) -> Any:
    """P5: the pebble to add now is turned over, so every viewer knows it."""
    return NOT_TURNED if not over(setting, state) and state.ply >= state.known else 0


@kernel
def numbers(setting: Any, state: Any) -> Any:
    """Two ways, at most four heaps."""
    return NUMBERS


@kernel
def spell(setting: Any, state: Any, move: Any, parts: Any) -> Any:
    """A way and a heap."""
    parts[0] = move // MOST_HEAPS
    parts[1] = move % MOST_HEAPS
    return parts[1] < setting.heaps


@kernel
def side(setting: Any, state: Any, seat: Any) -> Any:
    """Each for themselves."""
    return seat
