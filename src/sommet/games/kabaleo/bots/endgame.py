"""Kabaleo's last moves, played out in full: every line, in every world, weighed by the belief in that world.

Within a world everybody knows everything and plays for themselves (max^n); the mover, who does not know which
world it is, takes the expectation.
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.rules import mover, over, payoff, play
from ....search.guide import candidates
from ..declared import MOST_LOCATIONS
from ..rules import can
from .guide import twin

MOST_LINES = 400_000


@kernel
def play_out(setting: Any, guide: Any, states: Any, moves: Any, shares: Any, counts: Any) -> Any:
    """Fill `shares[1]`: what everybody has of `states[1]` under best play.

    `counts[depth]` are the number of moves there and how many have been tried. (A loop and not a recursion: Numba
    crashes when it loads recursive machine code from its cache.)
    """
    depth = 1
    entering = True
    while True:
        if entering:
            if over(setting, states[depth]):
                counts[depth, 0] = 0
                for seat in range(setting.players):
                    shares[depth, seat] = payoff(setting, states[depth], seat)
            else:
                counts[depth, 0] = candidates(setting, guide, states[depth], moves[depth])
                for seat in range(setting.players):
                    shares[depth, seat] = -1.0
            counts[depth, 1] = 0
        if counts[depth, 1] < counts[depth, 0]:
            states[depth + 1] = states[depth]
            play(setting, states[depth + 1], moves[depth, counts[depth, 1]])
            counts[depth, 1] += 1
            depth += 1
            entering = True
        elif depth == 1:
            return
        else:
            depth -= 1
            entering = False
            seat = mover(setting, states[depth])
            if shares[depth + 1, seat] > shares[depth, seat]:
                for other in range(setting.players):
                    shares[depth, other] = shares[depth + 1, other]


@kernel
def kinds_of(setting: Any, state: Any, root: Any) -> Any:
    """Fill `root` with one legal move of each kind; how many."""
    count = 0
    for colour in range(setting.colours):
        for location in range(setting.locations):
            move = colour * MOST_LOCATIONS + location
            if can(setting, state, move) and twin(setting, state, location) == location:
                root[count] = move
                count += 1
    return count


@kernel
def expect(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """Fill `desk.kinds` with a move of each kind, `desk.worth` with the mover's expected share over the worlds.

    How many kinds there are; -1 when too much is left to play, or more than there is room for.
    """
    states = desk.states
    left = np.int64(setting.pieces) - np.int64(state.ply)
    if left >= states.shape[0]:
        return np.int64(-1)
    kinds = np.int64(kinds_of(setting, state, desk.kinds))
    lines = np.float64(guide.worlds)
    for _ in range(left):
        lines *= max(kinds, np.int64(1))
    if lines > MOST_LINES:
        return np.int64(-1)
    seat = mover(setting, state)
    before = 0.0
    for k in range(kinds):
        desk.worth[k] = 0.0
    states[0] = state
    for world in range(guide.worlds):
        chance = guide.chance[world] - before
        before = guide.chance[world]
        for k in range(kinds):
            states[1] = states[0]
            for other in range(setting.players):
                states[1].objective[other] = guide.world[world, other]
            play(setting, states[1], desk.kinds[k])
            play_out(setting, guide, states, desk.moves, desk.shares, desk.counts)
            desk.worth[k] += chance * desk.shares[1, seat]
    return kinds
