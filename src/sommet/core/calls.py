"""The kernels that Python calls: each takes arrays of one record (NumPy's and Numba's fast path) and is generic.

Few on purpose: each is compiled once per game, and a game's first-ever start waits for them.
"""

from typing import Any, cast

from .bits import random_stream
from .kernel import in_background, small_kernel
from .rules import can, legal, mover, outcome, over, play, points, redeal

RUNNING = -2


@small_kernel
def replay(settings: Any, states: Any, moves: Any) -> Any:
    """Play these moves on the state; the index of the first that is not legal, or their number."""
    setting = settings[0]
    state = states[0]
    for index in range(moves.shape[0]):
        if not can(setting, state, moves[index]):
            return index
        play(setting, state, moves[index])
    return moves.shape[0]


@small_kernel
def survey(settings: Any, states: Any, moves: Any, scores: Any, facts: Any) -> Any:
    """All that is asked of a position: legal moves, scores per seat, and (mover, outcome or RUNNING)."""
    setting = settings[0]
    state = states[0]
    for seat in range(setting.players):
        scores[seat] = points(setting, state, seat)
    if over(setting, state):
        facts[0] = -1
        facts[1] = outcome(setting, state)
        return 0
    facts[0] = mover(setting, state)
    facts[1] = RUNNING
    return legal(setting, state, moves)


@small_kernel
def fill_in(settings: Any, states: Any, rngs: Any) -> Any:
    """Make the unknown known, at random."""
    redeal(settings[0], states[0], rngs[0])


def prepare(settings: Any, states: Any) -> None:
    """Compile or load these calls for such a setting and state; others go on interpreted meanwhile."""
    import numpy as np

    with in_background():
        moves, scores, facts = np.empty(8192, np.int64), np.zeros(8, np.int64), np.zeros(2, np.int64)
        cast(Any, replay).prepare(settings, states, moves[:0])
        cast(Any, survey).prepare(settings, states, moves, scores, facts)
        cast(Any, fill_in).prepare(settings, states, random_stream(0))
