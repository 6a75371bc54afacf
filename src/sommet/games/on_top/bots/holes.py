"""Which holes a placement makes, and what they do to the circles, before it is made. Clause T13."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ..rules import EMPTY, filled, under


@kernel
def holes_made(setting: Any, state: Any, pair: Any) -> Any:
    """Bit k: the k-th cell around the pair becomes a hole when a tile is laid there."""
    found = 0
    for k in range(4):
        cell = np.int64(setting.around[pair, k])
        if cell >= 0 and state.cell[cell] == EMPTY:
            left = np.uint64(0)
            for word in range(state.alive.shape[0]):
                left |= state.alive[word] & ~setting.kills[pair, word] & setting.pairs_of[cell, word]
            if left == 0:
                found |= 1 << k
    return found


@kernel
def holes_at(setting: Any, pair: Any, holes: Any, crossing: Any) -> Any:
    """How many of these holes (see above) are at a crossing."""
    count = np.int64(0)
    for k in range(4):
        if holes >> k & 1:
            cell = np.int64(setting.around[pair, k])
            for corner in range(3):
                count += np.int64(setting.vertex[cell, corner] == crossing)
    return count


@kernel
def laid(setting: Any, state: Any, move: Any, crossing: Any) -> Any:
    """The circle at a crossing with the tile on it, but without the holes."""
    circle = np.int64(state.circle[crossing])
    for k in range(4):
        if setting.corner[move, k] == crossing:
            circle = under(circle, state.tiles[state.ply], k)
    return circle


@kernel
def hole_gain(setting: Any, guide: Any, state: Any, seat: Any, move: Any, holes: Any) -> Any:
    """What these holes add to what the tile itself gains for a seat, by `guide.gain`."""
    pair = move >> 1
    total = np.float32(0.0)
    for k in range(4):
        if holes >> k & 1:
            before = holes & ((1 << k) - 1)
            cell = np.int64(setting.around[pair, k])
            for corner in range(3):
                crossing = np.int64(setting.vertex[cell, corner])
                gold = setting.gold[crossing]
                circle = filled(laid(setting, state, move, crossing), holes_at(setting, pair, before, crossing))
                total += guide.gain[seat, gold, filled(circle, 1)] - guide.gain[seat, gold, circle]
    return total
