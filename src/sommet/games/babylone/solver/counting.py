"""How many positions there are: what the solver may have to do, told without trying."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from ..sizes import MOST_TOKENS

MANY = 2**31 - 1  # or more
MOST_COLOURS = 19  # with more there are hardly any positions more


def _partitions() -> list[int]:
    """In how many ways each number of tokens can stand in stacks of one top colour."""
    ways = [1] + [0] * MOST_TOKENS
    for height in range(1, MOST_TOKENS + 1):
        for tokens in range(height, MOST_TOKENS + 1):
            ways[tokens] += ways[tokens - height]
    return ways


def _positions() -> NDArray[np.int32]:
    """Colour after colour, those with more tokens later; between colours that are alike there is no order."""
    counts = np.zeros((MOST_TOKENS + 1, MOST_TOKENS + 1), np.int64)  # none is as large as 2**53
    counts[0, 0] = 1
    for size, ways in list(enumerate(_partitions()))[1:]:
        before = counts.copy()
        for colours in range(1, MOST_TOKENS // size + 1):
            chosen = comb(ways + colours - 1, colours)
            counts[colours * size :, colours:] += chosen * before[: -colours * size, :-colours]
    up_to: NDArray[np.int64] = counts.cumsum(axis=1)
    return np.minimum(up_to[:, : MOST_COLOURS + 1], MANY).astype(np.int32)


POSITIONS = _positions()
"""By tokens and colours: how many positions there are of this many tokens with at most this many top colours."""
