"""What a move of Kabaleo did, seen at its location (K10, K11)."""

from typing import Any

import numpy as np

from ...core.kernel import small_kernel
from .rules import height


@small_kernel
def seen(settings: Any, states: Any, location: Any) -> Any:
    """Of a location: how many pieces lie on its base << 8 | the colour it shows."""
    state = states[0]
    return np.int64(height(state, location)) << 8 | np.int64(state.colour[state.top[location]])
