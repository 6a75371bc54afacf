"""Arrays given out by DLPack: another reads the very memory, and it lives as long as that one does."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from sommet.envs import dlpack


class Lent:
    """An array here, lent as those on a GPU are."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        return dlpack.given_out(self.array, self.array.ctypes.data, self.__dlpack_device__())


class Seen(np.ndarray[Any, Any]):
    """An array whose end can be seen."""


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "int32", "int64", "float32"])
def test_numpy_reads_the_same_memory(dtype: str) -> None:
    """Every kind of number that environments have, whole and in part."""
    array = np.arange(24).reshape(4, 6).astype(dtype)
    whole, part = np.from_dlpack(Lent(array)), np.from_dlpack(Lent(array[:, 2]))
    array[1, 2] = not array[1, 2]
    assert whole.dtype == array.dtype
    assert (whole == array).all()
    assert (part == array[:, 2]).all()
    assert np.shares_memory(whole, array)


def test_the_memory_lives_as_long_as_a_reader() -> None:
    """And no longer; a capsule that nobody opened holds nothing back either."""
    array = np.zeros(5).view(Seen)
    gone = weakref.ref(array)
    read = np.from_dlpack(Lent(array))
    del array
    gc.collect()
    assert gone() is not None
    del read
    gc.collect()
    assert gone() is None
    unopened = np.zeros(5).view(Seen)
    gone, capsule = weakref.ref(unopened), Lent(unopened).__dlpack__()
    del unopened
    assert gone() is not None
    del capsule
    assert gone() is None


def test_what_is_taken_in_is_described_as_it_lies() -> None:
    """Address, shape, steps and kind; others' arrays of this machine's memory are not taken for a GPU's."""
    array = np.arange(12, dtype=np.int32).reshape(3, 4)[:, 1]
    told = dlpack.Taken(Lent(array), 1).__cuda_array_interface__
    assert told["data"] == (array.ctypes.data, False)
    assert (told["shape"], told["strides"], told["typestr"]) == ((3,), (16,), "<i4")
    assert not dlpack.on_a_gpu(array)
    assert not dlpack.on_a_gpu([1, 2])
