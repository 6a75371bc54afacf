"""Bits and masks read on a GPU, without asking whether a place counts from the end: places are unsigned."""

from typing import Any

import numpy as np

from ....core.kernel import kernel

ONE = np.uint64(1)
SIXTY_FOUR = np.uint64(64)


@kernel
def has_part(mask: Any, part: Any) -> Any:
    """Whether a partition with this mask has a part of this size."""
    return (mask >> np.uint64(part - 1)) & ONE != 0


@kernel
def is_lost_at(bits: Any, rank: Any) -> Any:
    """Whether the position of this rank is lost for the mover."""
    return (bits[np.uint64(rank >> 6)] >> np.uint64(rank & 63)) & ONE == 0


@kernel
def word_from(bits: Any, rank: Any, count: Any) -> Any:
    """The bits of `count` positions, at most 64, from this rank on; what is above them means nothing."""
    word = bits[np.uint64(rank >> 6)]
    shift = np.uint64(rank & 63)
    word >>= shift
    if np.int64(shift) + count > 64:
        word |= bits[np.uint64((rank >> 6) + 1)] << (SIXTY_FOUR - shift)
    return word


@kernel
def simple_word(bits: Any, rank: Any, simple: Any) -> Any:
    """The same; all ones for what is not simple. Without a branch: so several of them wait for memory together."""
    rank = rank if simple else np.int64(0)
    shift = np.uint64(rank & 63)
    word = (bits[np.uint64(rank >> 6)] >> shift) | (
        (bits[np.uint64((rank >> 6) + 1)] << ONE) << (np.uint64(63) - shift)
    )
    return word if simple else ~np.uint64(0)
