"""In which order moves come, by what is seen of their values: kernels over arrays.

Values are those of the positions after a move, a row for each kind of move (moves of one kind lead to the same position
up to symmetry): `shares`, what the mover has of the win there, and `lengths`, how many moves are left then.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....bots.choosing import best_first, shuffle
from ....core.bits import next_word
from ....core.kernel import kernel, small_kernel

FINE = 1e9  # chances that agree to one part in this many are the same: they are sums in different orders


def room(kinds: int, moves: int, width: int) -> tuple[NDArray[Any], ...]:
    """Empty arrays for `seen`, `places`, `keys` and `order`."""
    places, order = np.zeros(moves, np.int64), np.zeros(moves, np.int64)
    return np.zeros((kinds, width)), places, np.zeros((moves, width)), order


@kernel
def fine(share: Any) -> Any:
    """A chance without what is lost in adding up."""
    return np.floor(share * FINE + 0.5) / FINE


@kernel
def dice(rng: Any) -> Any:
    """A random number from 0 to 1."""
    return np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def by_kind(rng: Any, kinds: Any, seen: Any, places: Any, keys: Any, order: Any) -> Any:
    """Put moves of these kinds into `order`, by the rows of `seen`; chance decides between equals."""
    count = kinds.shape[0]
    for k in range(count):
        places[k] = k
    shuffle(rng, places, count)
    for k in range(count):
        for key in range(seen.shape[1]):
            keys[k, key] = seen[kinds[places[k]], key]
    best_first(keys, count, order)
    for k in range(count):
        order[k] = places[order[k]]


@small_kernel
def glimpse(
    shares: Any,
    lengths: Any,
    kinds: Any,
    rngs: Any,
    players: Any,
    sight: Any,
    slips: Any,
    seen: Any,
    places: Any,
    keys: Any,
    order: Any,
) -> Any:
    """The order for one who sees what is decided within `sight` moves and overlooks some of it.

    `seen`, for each kind: what they think it is worth, and how they like the length. A win that is seen, the quickest;
    else what is not seen through; else the longest loss.
    """
    for kind in range(shares.shape[0]):
        slip = dice(rngs[0]) < slips
        seen[kind, 0] = 1.0 / players
        seen[kind, 1] = 0.0
        if not slip and 1.0 + lengths[kind] <= sight:
            worth = fine(shares[kind])
            seen[kind, 0] = worth
            seen[kind, 1] = -lengths[kind] if worth * players > 1.0 else lengths[kind]
    by_kind(rngs[0], kinds, seen, places, keys, order)


@small_kernel
def rank(
    shares: Any, lengths: Any, kinds: Any, rngs: Any, players: Any, seen: Any, places: Any, keys: Any, order: Any
) -> Any:
    """The order for one who sees all; equally good kinds come in a random order.

    `seen`, for each kind: its chance; for two players how good its length is; and what decides between equals.
    """
    for kind in range(shares.shape[0]):
        worth = fine(shares[kind])
        seen[kind, 0] = worth
        seen[kind, 1] = 0.0
        if players == 2:
            seen[kind, 1] = -lengths[kind] if worth > 0.0 else lengths[kind]
        seen[kind, 2] = dice(rngs[0])
    by_kind(rngs[0], kinds, seen, places, keys, order)
