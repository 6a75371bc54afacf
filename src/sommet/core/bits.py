"""Bits of a 64-bit word and random numbers: the few things that are written twice, for Python and for the machine.

Everything here means the same interpreted and compiled; a test compares the two.
"""

from typing import Any, cast

import numpy as np

from .arrays import Records, one, record_type
from .kernel import PerWay, kernel

ONE = np.uint64(1)
# A stream of random numbers. (A record, not an array: compiled code counts references to arrays, at every call.)
RANDOM = record_type(("word", np.uint64))
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
WORD = 0xFFFFFFFFFFFFFFFF


def _popcount(word: Any) -> Any:
    return int(word).bit_count()


def _compiled_popcount() -> Any:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def popcount(typing: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), codegen

    return popcount


popcount: Any = PerWay(_popcount, _compiled_popcount)  # how many bits are set


def _mix(word: Any) -> Any:
    mixed = int(word) & WORD
    mixed = ((mixed ^ (mixed >> 30)) * MIX_1) & WORD
    mixed = ((mixed ^ (mixed >> 27)) * MIX_2) & WORD
    return np.uint64(mixed ^ (mixed >> 31))


@kernel
def _mix_by_machine(word: Any) -> Any:
    mixed = (word ^ (word >> np.uint64(30))) * np.uint64(MIX_1)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(MIX_2)
    return mixed ^ (mixed >> np.uint64(31))


# splitmix64's finaliser: a bijection of 64-bit words in which every bit of the result depends on every bit
mix: Any = PerWay(_mix, lambda: cast(Any, _mix_by_machine).compiled)


def _next_word(rng: Any) -> Any:
    rng.word = (int(rng.word) + GOLDEN) & WORD
    return _mix(rng.word)


@kernel
def _next_word_by_machine(rng: Any) -> Any:
    rng.word += np.uint64(GOLDEN)
    return mix(rng.word)


# The next 64 random bits (splitmix64); its argument is the stream, a record of type RANDOM.
next_word: Any = PerWay(_next_word, lambda: cast(Any, _next_word_by_machine).compiled)


def _stream_word(seed: Any, number: Any) -> Any:
    seed, number = int(seed), int(number)
    return _mix(((int(_mix(seed + GOLDEN)) + GOLDEN) & WORD) ^ int(_mix(number)))


@kernel
def _stream_word_by_machine(seed: Any, number: Any) -> Any:
    return mix((mix(np.uint64(seed) + np.uint64(GOLDEN)) + np.uint64(GOLDEN)) ^ mix(np.uint64(number)))


# Where stream `number` of a seed begins. Both are hashed: all streams lie on one cycle of 2**64 words, and neighbouring
# seeds or numbers must begin at places of it that have nothing to do with each other, never a few words apart.
stream_word: Any = PerWay(_stream_word, lambda: cast(Any, _stream_word_by_machine).compiled)


def random_stream(seed: int, *numbers: int) -> Records:
    """A stream of random words for the kernels' calls: that of this seed, or one of many that the seed has."""
    word = seed
    for number in numbers or (0,):
        word = int(_stream_word(word, number))
    stream = one(RANDOM)
    stream["word"] = word
    return stream


@kernel
def scale(word: Any, size: Any) -> Any:
    """Turn the upper half of a random word into a number below `size` (bias below size / 2**32)."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32))


@kernel
def scale_low(word: Any, size: Any) -> Any:
    """The same from the lower half, so that one word serves twice."""
    return np.int64(((word & np.uint64(0xFFFFFFFF)) * np.uint64(size)) >> np.uint64(32))


@kernel
def below(rng: Any, size: Any) -> Any:
    """A random number from 0 to size - 1."""
    return scale(next_word(rng), size)


@kernel
def around(turn: Any, players: Any) -> Any:
    """The seat that a count of turns comes to (in 32 bits: a GPU divides 64 at length)."""
    return np.int32(turn) % np.int32(players)


@kernel
def bit(index: Any) -> Any:
    """The word with only this bit set."""
    return ONE << np.uint64(index)


@kernel
def nth_bit(word: Any, n: Any) -> Any:
    """The place of the n-th set bit, counted from 0 at the low end."""
    place = np.int64(0)
    rest = word
    width = np.int64(32)
    while width > 0:
        low = rest & (bit(width) - ONE)
        count = np.int64(popcount(low))
        if n >= count:
            n -= count
            rest = rest >> np.uint64(width)
            place += width
        else:
            rest = low
        width >>= 1
    return place
