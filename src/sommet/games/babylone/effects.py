"""What a move of Babylone did: why the two stacks could join (B4)."""

from typing import Any

import numpy as np

from ...core.kernel import small_kernel
from .rules import same_colour, same_height

REASONS = ("height", "colour")


@small_kernel
def reasons(settings: Any, states: Any, move: Any) -> Any:
    """Bit by bit, in the order of `REASONS`, what the two stacks of a legal move have in common."""
    state = states[0]
    i = state.place[move >> 6]
    j = state.place[move & 63]
    return np.int64(same_height(state, i, j)) | np.int64(same_colour(state, i, j)) << 1
