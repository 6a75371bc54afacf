"""Where the rules' own moves lead, as ranks."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from .moves import legal_moves, play_out, set_up
from .ranking import rank_stacks, unrank_stacks
from .tables import BLOCKS


@kernel
def ranks_after(
    t: Any,
    u: Any,
    with_parts: Any,
    restricted: Any,
    numbering: Any,
    settings: Any,
    states: Any,
    moves: Any,
    rank: Any,
    out: Any,
    work: Any,
) -> Any:
    """The ranks that the rules' own moves lead to; returns how many, or -1 for a rank that stands for nothing."""
    heights = np.zeros(64, np.int64)
    tops = np.zeros(64, np.int64)
    stacks = unrank_stacks(t, u, with_parts, restricted, u[BLOCKS], rank, heights, tops, work)
    if stacks < 0:
        return np.int64(-1)
    set_up(states, heights, tops, stacks)
    count = np.int64(legal_moves(settings, states, moves))
    for i in range(count):
        left = play_out(settings, states, states[1:], moves[i], heights, tops)
        out[i] = rank_stacks(u, with_parts, restricted, numbering, heights, tops, left, work)
    return count
