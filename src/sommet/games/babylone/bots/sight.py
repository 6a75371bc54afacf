"""In which order moves come, by what is seen of their values.

Values are those of the positions after a move, for each kind of move (moves of one kind lead to the same position up to
symmetry): what the mover has of the win there, and how many moves are left then.
"""

from typing import Any

import numpy as np

from ....core.bits import next_word
from ....core.kernel import kernel
from ....search.choosing import best_first, shuffle

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
def glimpse(rng: Any, share: Any, length: Any, players: Any, sight: Any, slips: Any, row: Any) -> Any:
    """What one sees of a kind who sees what is decided within `sight` moves and overlooks some of it.

    Into the row: what they think it is worth, and how they like the length. A win that is seen, the quickest; else what
    is not seen through; else the longest loss.
    """
    slip = dice(rng) < slips
    row[0] = 1.0 / players
    row[1] = 0.0
    row[2] = 0.0
    if not slip and 1.0 + length <= sight:
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
