"""An environment's arrays on a GPU, as PyTorch, JAX and CuPy read them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import dlpack

DEFAULT_STREAM = 1  # as DLPack calls it; the kernels run there


class DeviceArray:
    """An array that lies on a GPU; `torch.from_dlpack`, `jax.dlpack.from_dlpack` and others read it without a copy.

    It has `__dlpack__` and `__cuda_array_interface__`; `copy_to_host` gives a NumPy array. `of` is Numba's own array.
    """

    def __init__(self, of: Any, cuda: Any) -> None:
        self.of, self._cuda = of, cuda

    def __repr__(self) -> str:
        return f"<DeviceArray {self.dtype} {list(self.shape)}>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def shape(self) -> tuple[int, ...]:
        """As NumPy's."""
        return tuple(self.of.shape)

    @property
    def dtype(self) -> "np.dtype[Any]":
        """As NumPy's."""
        dtype: np.dtype[Any] = self.of.dtype
        return dtype

    def copy_to_host(self) -> NDArray[Any]:
        """A copy in this machine's memory, when all that was asked of the GPU before is done."""
        copied: NDArray[Any] = self.of.copy_to_host()
        return copied

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        told: dict[str, Any] = self.of.__cuda_array_interface__
        return told

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, int(self._cuda.get_current_device().id)

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        """For a reader that works on this stream (-1: it sees to the order itself): it waits for the kernels."""
        if stream is not None and stream > DEFAULT_STREAM:
            done = self._cuda.event(timing=False)
            done.record()
            done.wait(self._cuda.external_stream(stream))
        address = int(self.of.__cuda_array_interface__["data"][0])
        return dlpack.given_out(self.of, address, self.__dlpack_device__())
