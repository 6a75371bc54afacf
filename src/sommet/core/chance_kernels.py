"""Dealing inside kernels, by the very stream of `Chance` (NumPy's PCG64): a deal is the same wherever it is made."""

from typing import Any, cast

import numpy as np

from .arrays import record_type
from .kernel import PerWay, kernel

CHANCE = record_type(("high", np.uint64), ("low", np.uint64), ("add_high", np.uint64), ("add_low", np.uint64))
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
TIMES_HIGH, TIMES_LOW = np.uint64(MULTIPLIER >> 64), np.uint64(MULTIPLIER & (1 << 64) - 1)
LARGEST = np.uint64((1 << 64) - 1)
HALF = np.uint64(0xFFFFFFFF)
WORD = (1 << 64) - 1


def _word(chance: Any) -> Any:
    state = (int(chance.high) << 64 | int(chance.low)) * MULTIPLIER
    state = (state + (int(chance.add_high) << 64 | int(chance.add_low))) & ((1 << 128) - 1)
    chance.high, chance.low = state >> 64, state & WORD
    folded, turn = (state >> 64 ^ state) & WORD, state >> 122
    return np.uint64((folded >> turn | folded << (-turn & 63)) & WORD)


@kernel
def _upper_half(a: Any, b: Any) -> Any:
    """The upper 64 bits of a product."""
    a_low = a & HALF
    a_high = a >> np.uint64(32)
    b_low = b & HALF
    b_high = b >> np.uint64(32)
    middle = a_high * b_low + ((a_low * b_low) >> np.uint64(32))
    other = a_low * b_high + (middle & HALF)
    return a_high * b_high + (middle >> np.uint64(32)) + (other >> np.uint64(32))


@kernel
def _machine_word(chance: Any) -> Any:
    low = chance.low * TIMES_LOW
    high = _upper_half(chance.low, TIMES_LOW) + chance.high * TIMES_LOW + chance.low * TIMES_HIGH
    next_low = low + chance.add_low
    next_high = high + chance.add_high + np.uint64(next_low < low)
    chance.high = next_high
    chance.low = next_low
    folded = next_high ^ next_low
    turn = next_high >> np.uint64(58)
    return (folded >> turn) | (folded << ((np.uint64(64) - turn) & np.uint64(63)))


# The next 64 random bits; its argument is a record of type CHANCE.
next_bits: Any = PerWay(_word, lambda: cast(Any, _machine_word).compiled)


@kernel
def drawn(chance: Any, size: Any) -> Any:
    """A number from 0 to size - 1, each exactly equally likely."""
    bound = np.uint64(size)
    rest = (LARGEST % bound + np.uint64(1)) % bound
    while True:
        word = next_bits(chance)
        if word <= LARGEST - rest:
            return np.int64(word % bound)


@kernel
def shuffle(chance: Any, items: Any, count: Any) -> Any:
    """Put the first `count` items into a random order (Fisher and Yates)."""
    for place in range(count - 1, 0, -1):
        other = drawn(chance, place + 1)
        item = items[place]
        items[place] = items[other]
        items[other] = item
