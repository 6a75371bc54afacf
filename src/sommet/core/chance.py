"""Chance outside the kernels: dealing by a seed.

NumPy promises that PCG64 gives the same bits for the same seed for ever, but not that its shuffles stay the same.
So only the bits are NumPy's; drawing below a bound and shuffling are done here, without bias, and never change. Inside
kernels `chance_kernels` does the same with the same stream.
"""

import secrets
from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, TypeVar

from .errors import BadRecord, shown

T = TypeVar("T")
WORD = 1 << 64


class Chance:
    """A stream of random choices; the same seed gives the same stream, everywhere."""

    def __init__(self, seed: int | None = None) -> None:
        from numpy.random import PCG64

        if seed is not None and type(seed) is not int:
            raise BadRecord("error.seed", given=shown(seed))
        self.seed = secrets.randbits(64) if seed is None else seed
        self._bits = PCG64(self.seed if self.seed >= 0 else [1, -self.seed])

    def word(self) -> int:
        """64 random bits."""
        return int(self._bits.random_raw())

    def below(self, size: int) -> int:
        """A number from 0 to size - 1, each equally likely."""
        limit = WORD - WORD % size
        while True:
            word = self.word()
            if word < limit:
                return word % size

    def choice(self, of: Sequence[T]) -> T:
        """One of them."""
        return of[self.below(len(of))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put them into a random order (Fisher and Yates)."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The same items in a random order."""
        order = list(items)
        self.shuffle(order)
        return order

    @contextmanager
    def lent(self) -> Iterator[Any]:
        """The stream as an array of one record, for a kernel to draw from; it goes on from there afterwards."""
        from .arrays import one
        from .chance_kernels import CHANCE

        whole: dict[str, Any] = dict(self._bits.state)
        stream = one(CHANCE)
        for name, number in (("", whole["state"]["state"]), ("add_", whole["state"]["inc"])):
            stream[f"{name}high"], stream[f"{name}low"] = number >> 64, number % WORD
        yield stream
        state = int(stream["high"][0]) << 64 | int(stream["low"][0])
        bits: Any = self._bits
        bits.state = {**whole, "state": {**whole["state"], "state": state}}


def number_of(*parts: object) -> int:
    """32 bits that these parts settle: seeds for deals and for moves."""
    return int.from_bytes(blake2b("/".join(map(str, parts)).encode(), digest_size=4).digest())
