"""Kabaleo's rules. Clauses K1 to K19.

Pieces are nodes: the bases are nodes 0 to 23, the piece put at ply p is node 24 + p. `top` names each location's top
node and `below` what lies under a node, so a pile needs no height limit (K12) and cancelling (K11) is one step down.

A move is ``colour * 24 + location``; colours are numbered as the set-up lists those in play.
"""

from typing import Any

import numpy as np

from ...core.arrays import record_type
from ...core.bits import around, next_word, popcount, scale, scale_low
from ...core.bits import below as random_below
from ...core.kernel import kernel
from .declared import MOST_COLOURS, MOST_LOCATIONS, MOST_PIECES, MOST_PLAYERS, REFUSALS

MOST_MOVES = MOST_COLOURS * MOST_LOCATIONS
UNKNOWN = -1
NOWHERE = -1
NOT_IN_STOCK, GOLDEN, BARE_BASE = (REFUSALS.code(name) for name in ("not_in_stock", "golden", "bare_base"))

SETTING = record_type(
    ("players", np.int16),
    ("first", np.int16),
    ("colours", np.int16),
    ("locations", np.int16),
    ("pieces", np.int16),
    ("golden", np.int16),  # K18
    ("head_start", np.int16),  # K19
)

STATE = record_type(
    ("top", np.int8, MOST_LOCATIONS),
    ("colour", np.int8, MOST_LOCATIONS + MOST_PIECES),
    ("below", np.int8, MOST_LOCATIONS + MOST_PIECES),
    ("stock", np.int8, (MOST_PLAYERS, MOST_COLOURS)),
    ("holds", np.int8, MOST_PLAYERS),  # bit c: that seat has a piece of colour c left
    ("objective", np.int8, MOST_PLAYERS),
    ("last", np.int8),  # the location used by the move just before
    ("ply", np.int8),
    of=__name__,
)

# The k-th set bit of a number below 64: a seat's k-th colour.
NTH = np.array(
    [[([c for c in range(6) if n >> c & 1] + [0] * 6)[k] for k in range(6)] for n in range(64)],
    dtype=np.int8,
)


@kernel
def mover(setting: Any, state: Any) -> Any:
    """K8: clockwise."""
    return around(setting.first + state.ply, setting.players)


@kernel
def over(setting: Any, state: Any) -> Any:
    """K13: every piece has been put."""
    return state.ply == setting.pieces


@kernel
def fits(setting: Any, state: Any, colour: Any, location: Any) -> Any:
    """K9: not on a bare base of its colour; K18: with the golden rule, not where the move just before was."""
    top = state.top[location]
    if top < MOST_LOCATIONS and state.colour[top] == colour:
        return False
    return setting.golden == 0 or location != state.last


@kernel
def can(setting: Any, state: Any, move: Any) -> Any:
    """K8: a piece of one's own stock, on a location it fits."""
    colour = move // MOST_LOCATIONS
    location = move % MOST_LOCATIONS
    if move < 0 or colour >= setting.colours or location >= setting.locations:
        return False
    return state.stock[mover(setting, state), colour] > 0 and fits(setting, state, colour, location)


@kernel
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """Each colour of one's stock on each location it fits."""
    seat = mover(setting, state)
    count = 0
    for colour in range(setting.colours):
        if state.stock[seat, colour] > 0:
            for location in range(setting.locations):
                if fits(setting, state, colour, location):
                    moves[count] = colour * MOST_LOCATIONS + location
                    count += 1
    return count


@kernel
def cancels(state: Any, colour: Any, location: Any) -> Any:
    """K11: whether the piece, where it fits, meets its own colour; both leave the game then."""
    return state.colour[state.top[location]] == colour


@kernel
def shows_after(state: Any, colour: Any, location: Any) -> Any:
    """K10, K11: the colour a location shows once this piece, which fits there, has been put there."""
    if cancels(state, colour, location):
        return state.colour[state.below[state.top[location]]]
    return np.int8(colour)


@kernel
def put(setting: Any, state: Any, seat: Any, colour: Any, location: Any) -> Any:
    """K10: the piece covers what was there; K11: on its own colour both leave the game."""
    top = state.top[location]
    if cancels(state, colour, location):
        state.top[location] = state.below[top]
    else:
        node = MOST_LOCATIONS + state.ply
        state.colour[node] = colour
        state.below[node] = top
        state.top[location] = node
    left = state.stock[seat, colour] - 1
    state.stock[seat, colour] = left
    if left == 0:
        state.holds[seat] &= ~(1 << colour)
    state.last = location
    state.ply += 1


@kernel
def play(setting: Any, state: Any, move: Any) -> Any:
    """K8, K10, K11."""
    put(setting, state, mover(setting, state), move // MOST_LOCATIONS, move % MOST_LOCATIONS)


@kernel
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """Try a colour of the stock and a location at random until it fits (K8: something always does)."""
    if over(setting, state):
        return np.int64(-1)
    holds = np.int64(state.holds[mover(setting, state)])
    colours = popcount(np.uint64(holds))
    while True:
        word = next_word(rng)
        colour = np.int64(NTH[holds, scale(word, colours)])
        location = scale_low(word, setting.locations)
        if fits(setting, state, colour, location):
            return colour * MOST_LOCATIONS + location


@kernel
def height(state: Any, location: Any) -> Any:
    """How many pieces lie on the location's base."""
    count = 0
    node = state.top[location]
    while node >= MOST_LOCATIONS:
        count += 1
        node = state.below[node]
    return count


@kernel
def locations_of(setting: Any, state: Any, colour: Any) -> Any:
    """K13, K14: how many locations show the colour."""
    count = 0
    for location in range(setting.locations):
        if state.colour[state.top[location]] == colour:
            count += 1
    return count


@kernel
def piles_of(setting: Any, state: Any, colour: Any) -> Any:
    """K15: how many piles it tops."""
    count = 0
    for location in range(setting.locations):
        top = state.top[location]
        if top >= MOST_LOCATIONS and state.colour[top] == colour:
            count += 1
    return count


@kernel
def highest_of(setting: Any, state: Any, colour: Any) -> Any:
    """K16: the height of the highest pile it tops."""
    best = 0
    for location in range(setting.locations):
        if state.colour[state.top[location]] == colour:
            best = max(best, height(state, location))
    return best


@kernel
def head_start(setting: Any, seat: Any) -> Any:
    """K19: one pile more for whoever began, if that was agreed."""
    return np.int64(setting.head_start != 0 and seat == setting.first)


@kernel
def measure(setting: Any, state: Any, seat: Any, rank: Any) -> Any:
    """What is compared at each step: K14, K15, K16; a head start (K19) is a location and a pile."""
    colour = state.objective[seat]
    if rank == 0:
        return locations_of(setting, state, colour) + head_start(setting, seat)
    if rank == 1:
        return piles_of(setting, state, colour) + head_start(setting, seat)
    return highest_of(setting, state, colour)


@kernel
def outcome(setting: Any, state: Any) -> Any:
    """K14, then K15, then K16 among those still tied; K17: who is still tied then shares the victory."""
    for seat in range(setting.players):
        if state.objective[seat] == UNKNOWN:
            return -1
    winners = (1 << setting.players) - 1
    for rank in range(3):
        best = -1
        tied = 0
        for seat in range(setting.players):
            if winners >> seat & 1:
                value = measure(setting, state, seat, rank)
                if value > best:
                    best = value
                    tied = 0
                if value == best:
                    tied |= 1 << seat
        winners = tied
        if winners & (winners - 1) == 0:
            return winners | rank << 8
    return winners | 3 << 8


@kernel
def points(setting: Any, state: Any, seat: Any) -> Any:
    """What counts for them in K14, or -1 when their colour is not known."""
    if state.objective[seat] == UNKNOWN:
        return -1
    return measure(setting, state, seat, 0)


@kernel
def payoff(setting: Any, state: Any, seat: Any) -> Any:
    """K17: an equal share among the winners."""
    winners = outcome(setting, state) & 255
    return np.float64(winners >> seat & 1) / np.float64(popcount(np.uint64(winners)))


@kernel
def redeal(setting: Any, state: Any, rng: Any) -> Any:
    """K3: objectives not seen are drawn from those not seen elsewhere."""
    free = (1 << setting.colours) - 1
    for seat in range(setting.players):
        if state.objective[seat] != UNKNOWN:
            free &= ~(1 << state.objective[seat])
    for seat in range(setting.players):
        if state.objective[seat] == UNKNOWN:
            chosen = NTH[free, random_below(rng, popcount(np.uint64(free)))]
            state.objective[seat] = chosen
            free &= ~(1 << chosen)


@kernel
def lacks(setting: Any, state: Any) -> Any:
    """Whoever moves knows all they need to."""
    return 0


@kernel
def refuse(setting: Any, state: Any, move: Any) -> Any:
    """K8, K18, K9."""
    colour = move // MOST_LOCATIONS
    location = move % MOST_LOCATIONS
    if state.stock[mover(setting, state), colour] == 0:
        return NOT_IN_STOCK
    if setting.golden != 0 and location == state.last:
        return GOLDEN
    return 0 if fits(setting, state, colour, location) else BARE_BASE


@kernel
def numbers(setting: Any, state: Any) -> Any:
    """Every colour in play on every location there may be."""
    return setting.colours * MOST_LOCATIONS


@kernel
def spell(setting: Any, state: Any, move: Any, parts: Any) -> Any:
    """A colour and a location."""
    parts[0] = move // MOST_LOCATIONS
    parts[1] = move % MOST_LOCATIONS
    return parts[1] < setting.locations


@kernel
def side(setting: Any, state: Any, seat: Any) -> Any:
    """Each for themselves."""
    return seat


@kernel
def turn(setting: Any, state: Any, ahead: Any) -> Any:
    """K8: clockwise."""
    return around(setting.first + state.ply + ahead, setting.players)
