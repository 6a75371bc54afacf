"""Record types: a state is one NumPy record, a batch of states is an array of them."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Records = NDArray[Any]


def record_type(*fields: tuple[str, DTypeLike] | tuple[str, DTypeLike, int | tuple[int, ...]]) -> "np.dtype[Any]":
    """An aligned record type whose fields are read as attributes, also when interpreted."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def one(of: "np.dtype[Any]") -> Records:
    """An array of one empty record."""
    return np.zeros(1, of)


def copy(records: Records) -> Records:
    """As their own method does, but byte by byte, not field by field: several times as fast for one record."""
    return np.ndarray(records.shape, records.dtype, bytearray(records.tobytes()))
