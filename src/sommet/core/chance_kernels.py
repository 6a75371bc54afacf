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

# NumPy's SeedSequence, which makes a stream's first state of a seed: it hashes 32-bit words, each time with the next of
# these constants
POOL = 4
SHIFT, HALF_WORD = np.uint64(16), np.uint64(32)
MIX_LEFT, MIX_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)


def _constants(first: int, times: int, count: int) -> Any:
    return np.array([first * pow(times, power, 1 << 32) & 0xFFFFFFFF for power in range(count)], np.uint64)


TAKING_IN = _constants(0x43B0D7E5, 0x931E8875, POOL * POOL + 1)
GIVING_OUT = _constants(0x8B51F9DD, 0x58F38DED, 2 * POOL + 1)


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


@kernel
def _hashed(word: Any, constants: Any, turn: Any) -> Any:
    product = (word ^ constants[turn]) * constants[turn + 1] & HALF
    return product ^ product >> SHIFT


@kernel
def _mixed(pool: Any, word: Any, turn: Any) -> Any:
    """What becomes of a word of the pool when another is mixed into it."""
    left = MIX_LEFT * pool & HALF
    right = MIX_RIGHT * _hashed(word, TAKING_IN, turn) & HALF
    both = (left | HALF + np.uint64(1)) - right & HALF
    return both ^ both >> SHIFT


@kernel
def _given(low: Any, high: Any, turn: Any) -> Any:
    """The next 64 bits out of two words of the pool."""
    return _hashed(low, GIVING_OUT, turn) | _hashed(high, GIVING_OUT, turn + 1) << HALF_WORD


@kernel
def seed_stream(chance: Any, seed: Any) -> Any:
    """Begin the stream of `Chance(seed)`; the seed has 64 bits, without a sign."""
    whole = np.uint64(seed)
    zero = np.uint64(0)
    a = _hashed(whole & HALF, TAKING_IN, 0)
    b = _hashed(whole >> HALF_WORD, TAKING_IN, 1)
    c = _hashed(zero, TAKING_IN, 2)
    d = _hashed(zero, TAKING_IN, 3)
    b = _mixed(b, a, 4)
    c = _mixed(c, a, 5)
    d = _mixed(d, a, 6)
    a = _mixed(a, b, 7)
    c = _mixed(c, b, 8)
    d = _mixed(d, b, 9)
    a = _mixed(a, c, 10)
    b = _mixed(b, c, 11)
    d = _mixed(d, c, 12)
    a = _mixed(a, d, 13)
    b = _mixed(b, d, 14)
    c = _mixed(c, d, 15)
    first_high = _given(a, b, 0)
    first_low = _given(c, d, 2)
    step_high = _given(a, b, 4)
    step_low = _given(c, d, 6)
    # PCG64 begins with its step, to which the first state is added in 128 bits, and one turn
    chance.add_high = step_high << np.uint64(1) | step_low >> np.uint64(63)
    chance.add_low = step_low << np.uint64(1) | np.uint64(1)
    low = (chance.add_low & HALF) + (first_low & HALF)
    next_low = (chance.add_low >> HALF_WORD) + (first_low >> HALF_WORD) + (low >> HALF_WORD)
    high = (chance.add_high & HALF) + (first_high & HALF) + (next_low >> HALF_WORD)
    next_high = (chance.add_high >> HALF_WORD) + (first_high >> HALF_WORD) + (high >> HALF_WORD)
    chance.low = next_low << HALF_WORD | low & HALF
    chance.high = next_high << HALF_WORD | high & HALF
    next_bits(chance)
