"""In which order moves come, by what is seen of their values.

Values are those of the positions after a move, for each kind of move (moves of one kind lead to the same position up to
symmetry): what the mover has of the win there, and how many moves are left then.
"""

from typing import Any

import numpy as np

from ....core.bits import next_word
from ....core.kernel import kernel
from ....search.choosing import best_first, shuffle
from ..rules import from_spot, same_colour, same_height, to_spot

FINE = 1e9  # chances that agree to one part in this many are the same: they are sums in different orders


@kernel
def rounded(number: Any, fine: Any) -> Any:
    """To so many parts of one."""
    return np.floor(number * fine + 0.5) / fine


@kernel
def dice(rng: Any) -> Any:
    """A random number from 0 to 1."""
    return np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def noticed(state: Any, move: Any, reach: Any, misses: Any) -> Any:
    """Whether one looks into a move who sees no further across the table than `reach` spots, and not all kinds of it.

    `misses`: 1, stacks joined by their height alone; 2, by their colour alone; 3, both.
    """
    a = from_spot(state, move)
    b = to_spot(state, move)
    if reach > 0 and abs(a - b) > reach:
        return False
    i = state.place[a]
    j = state.place[b]
    if misses & 1 and not same_colour(state, i, j):
        return False
    return not (misses & 2 and not same_height(state, i, j))


@kernel
def notice(state: Any, moves: Any, count: Any, kinds: Any, reach: Any, misses: Any, seen: Any) -> Any:
    """Into the last number of each kind's row: whether one looks into any of its moves."""
    for k in range(count):
        seen[kinds[k], 2] = 0.0
    for k in range(count):
        if noticed(state, moves[k], reach, misses):
            seen[kinds[k], 2] = 1.0


@kernel
def glimpse(share: Any, length: Any, players: Any, sight: Any, row: Any) -> Any:
    """What one sees of a kind who sees what is decided within `sight` moves; nothing, if the row says it is overlooked.

    Into the row: what they think it is worth, and how they like the length. A win that is seen, the quickest; else what
    is not seen through; else the longest loss.
    """
    looked = row[2] != 0.0
    row[0] = 1.0 / players
    row[1] = 0.0
    row[2] = 0.0
    if looked and 1.0 + length <= sight:
        row[0] = rounded(share, FINE)
        row[1] = -length if row[0] * players > 1.0 else length


@kernel
def look(rng: Any, share: Any, length: Any, players: Any, row: Any) -> Any:
    """What one sees who sees all: the chance; with two players how good the length is; what decides between equals."""
    row[0] = rounded(share, FINE)
    row[1] = 0.0
    if players == 2:
        row[1] = -length if row[0] > 0.0 else length
    row[2] = dice(rng)


@kernel
def by_kind(rng: Any, kinds: Any, count: Any, seen: Any, places: Any, keys: Any, order: Any) -> Any:
    """Put moves of these kinds into `order`, by the rows of `seen`; chance decides between equals."""
    for k in range(count):
        places[k] = k
    shuffle(rng, places, count)
    for k in range(count):
        for key in range(seen.shape[1]):
            keys[k, key] = seen[kinds[places[k]], key]
    best_first(keys, count, order)
    for k in range(count):
        order[k] = places[order[k]]
