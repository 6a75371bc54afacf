"""Numbers below known bounds, packed into one text that may stand in a web address.

Every value is a digit in its own base, so nothing is wasted: a choice among 3 costs 1.6 bits.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


class BadDigits(ValueError):
    """The text is not one that `text` wrote."""


def _written(data: bytes) -> str:
    """The one text for these bytes, a check sum of two bytes before them."""
    return urlsafe_b64encode((crc32(data) & 0xFFFF).to_bytes(2, "big") + data).decode().rstrip("=")


class Digits:
    """Written with `put`, turned into a text, read back with `take` in the same order and with the same bounds."""

    def __init__(self) -> None:
        self._written: list[tuple[int, int]] = []
        self._left = 0

    def put(self, value: int, size: int) -> None:
        """Write a number from 0 to size - 1."""
        if not 0 <= value < size:
            raise ValueError(f"{value} is not below {size}")
        self._written.append((value, size))

    def put_one(self, item: T, of: Sequence[T]) -> None:
        """Write which one it is."""
        self.put(of.index(item), len(of))

    def take(self, size: int) -> int:
        """Read a number from 0 to size - 1; BadDigits when there is none."""
        if size < 1:
            raise BadDigits("nothing to choose from")
        self._left, value = divmod(self._left, size)
        return value

    def take_one(self, of: Sequence[T]) -> T:
        """Read which one it is."""
        return of[self.take(len(of))]

    @property
    def used_up(self) -> bool:
        """Whether all has been read."""
        return self._left == 1

    def text(self) -> str:
        """The digits as text, with a check sum of two bytes."""
        number = 1  # so that no leading zero is lost
        for value, size in reversed(self._written):
            number = number * size + value
        return _written(number.to_bytes((number.bit_length() + 7) // 8, "big"))

    @classmethod
    def read(cls, text: str) -> "Digits":
        """Start reading; BadDigits when the text was damaged."""
        try:
            data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        except ValueError as error:
            raise BadDigits(text) from error
        digits = cls()
        digits._left = int.from_bytes(data[2:], "big")
        if _written(data[2:]) != text:
            raise BadDigits(text)
        return digits
