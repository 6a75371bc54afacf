"""The kernels that Python calls: each takes arrays of one record (NumPy's and Numba's fast path) and is generic.

Few on purpose: each is compiled once per game, and a game's first-ever start waits for them.
"""

from typing import Any, cast

import numpy as np

from .bits import random_stream
from .kernel import small_kernel
from .rules import can, legal, mover, outcome, over, play, points, redeal

RUNNING = -2
MOST_PLAYERS = 8


# where `replay` leaves what it found: the mover, the outcome or RUNNING, how many moves were played, how many are
# legal now, the scores per seat, and then the legal moves
MOVER, OUTCOME, PLAYED, LEGAL, SCORES = 0, 1, 2, 3, 4
MOVES = SCORES + MOST_PLAYERS


@small_kernel
def replay(settings: Any, states: Any, moves: Any, found: Any) -> Any:
    """Play these moves on the state, up to the first that is not legal; then all that is asked of a position."""
    setting = settings[0]
    state = states[0]
    played = 0
    while played < moves.shape[0] and can(setting, state, moves[played]):
        play(setting, state, moves[played])
        played += 1
    found[PLAYED] = played
    for seat in range(setting.players):
        found[SCORES + seat] = points(setting, state, seat)
    if over(setting, state):
        found[MOVER] = -1
        found[OUTCOME] = outcome(setting, state)
        found[LEGAL] = 0
    else:
        found[MOVER] = mover(setting, state)
        found[OUTCOME] = RUNNING
        found[LEGAL] = legal(setting, state, found[MOVES:])


@small_kernel
def fill_in(settings: Any, states: Any, rngs: Any) -> Any:
    """Make the unknown known, at random."""
    redeal(settings[0], states[0], rngs[0])


def prepare(settings: Any, states: Any) -> None:
    """Compile or load these calls for such a setting and state; others go on interpreted meanwhile."""
    moves, found = np.empty(0, np.int64), np.empty(MOVES, np.int64)
    cast(Any, replay).prepare(settings, states, moves, found)
    cast(Any, fill_in).prepare(settings, states, random_stream(0))
