"""Arrays that others read without a copy: DLPack's structures, given out and taken in.

Numba's arrays on a GPU have only `__cuda_array_interface__`, which JAX does not read. What is here is DLPack's C header
(https://dmlc.github.io/dlpack/latest/c_api.html), the form without a version, which every reader accepts.
"""

import ctypes
from typing import Any

CPU, CUDA = 1, 2
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
LETTERS = {number: letter for letter, number in KINDS.items()}
NAME = b"dltensor"  # of a capsule that nobody has taken over


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


_kept: dict[int, Any] = {}  # by address: what a reader holds


def _let_go(address: int) -> None:
    _kept.pop(address, None)


def _forget(capsule: int) -> None:
    """The capsule goes; where nobody took its contents over, they go too."""
    if _is_valid(capsule, NAME):
        _let_go(_pointer_in(capsule, NAME))


_deleter, _destructor = _Deleter(_let_go), _Deleter(_forget)
_new_capsule: Any = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _Deleter]
_is_valid: Any = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_pointer_in: Any = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_pointer_of: Any = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def given_out(array: Any, address: int, device: tuple[int, int]) -> Any:
    """What `__dlpack__` answers for an array that begins at this address; it lives as long as anybody reads it."""
    dtype, many = array.dtype, ctypes.c_int64 * len(array.shape)
    shape, steps = many(*array.shape), many(*(step // dtype.itemsize for step in array.strides))
    kind = _Type(KINDS[dtype.kind], 8 * dtype.itemsize, 1)
    managed = _Managed(_Tensor(address, _Device(*device), len(shape), kind, shape, steps, 0), None, _deleter)
    at = ctypes.addressof(managed)
    _kept[at] = managed, shape, steps, array
    return _new_capsule(at, NAME, _destructor)


class Taken:
    """Another's array on a GPU, as what Numba reads; its memory lives as long as this."""

    def __init__(self, given: Any, stream: int) -> None:
        self._capsule = given.__dlpack__(stream=stream)
        tensor = _Managed.from_address(_pointer_of(self._capsule, NAME)).tensor
        letter, item = LETTERS.get(tensor.dtype.kind), tensor.dtype.bits // 8
        if letter is None or tensor.dtype.lanes != 1:
            raise TypeError("numbers of an unknown kind")
        steps = [tensor.strides[k] * item for k in range(tensor.ndim)] if tensor.strides else None
        self.__cuda_array_interface__ = {
            "shape": tuple(tensor.shape[k] for k in range(tensor.ndim)),
            "strides": steps and tuple(steps),
            "data": ((tensor.data or 0) + tensor.byte_offset, False),
            "typestr": f"|{letter}{item}" if item == 1 else f"<{letter}{item}",
            "version": 3,
        }


def on_a_gpu(given: Any) -> bool:
    """Whether it can be taken."""
    return hasattr(given, "__dlpack_device__") and int(given.__dlpack_device__()[0]) == CUDA
