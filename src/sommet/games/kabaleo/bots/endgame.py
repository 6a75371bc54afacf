"""Kabaleo's last moves, played out in full: every line, in every world, weighed by the belief in that world.

Within a world everybody knows everything and plays for themselves (max^n); the mover, who does not know which
world it is, takes the expectation.
"""

from typing import Any

import numpy as np

from ....core.arrays import Records
from ....core.kernel import kernel
from ....core.position import Position
from ....core.rules import mover, over, payoff, play
from ....search.guide import candidates
from ..declared import MOST_LOCATIONS, MOST_PLAYERS
from ..rules import MOST_MOVES, can
from .guide import twin

MOST_LINES = 400_000
DEEPEST = 6


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
def expect(
    settings: Any, guides: Any, states: Any, moves: Any, shares: Any, counts: Any, root: Any, values: Any
) -> Any:
    """Fill `root` with a move of each kind of `states[0]`, `values` with the mover's expected share over the worlds.

    How many kinds there are; -1 when too much is left to play, or more than there is room for.
    """
    setting = settings[0]
    guide = guides[0]
    left = np.int64(setting.pieces) - np.int64(states[0].ply)
    if left >= states.shape[0]:
        return np.int64(-1)
    kinds = np.int64(kinds_of(setting, states[0], root))
    lines = np.float64(guide.worlds)
    for _ in range(left):
        lines *= max(kinds, np.int64(1))
    if lines > MOST_LINES:
        return np.int64(-1)
    seat = mover(setting, states[0])
    before = 0.0
    for k in range(kinds):
        values[k] = 0.0
    for world in range(guide.worlds):
        chance = guide.chance[world] - before
        before = guide.chance[world]
        for k in range(kinds):
            states[1] = states[0]
            for other in range(setting.players):
                states[1].objective[other] = guide.world[world, other]
            play(setting, states[1], root[k])
            play_out(setting, guide, states, moves, shares, counts)
            values[k] += chance * shares[1, seat]
    return kinds


def solved(known: Position, guide: Records, deepest: int = DEEPEST) -> dict[int, float] | None:
    """The expected share of one move of each kind, or None when too much is left to play."""
    states = np.zeros(deepest + 1, known.state.dtype)
    states[0] = known.state[0]
    root, values = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES)
    moves = np.zeros((deepest + 1, MOST_MOVES), np.int64)
    shares = np.zeros((deepest + 1, MOST_PLAYERS))
    counts = np.zeros((deepest + 1, 2), np.int64)
    kinds = int(expect(known.setting, guide, states, moves, shares, counts, root, values))
    return None if kinds < 0 else dict(zip(root[:kinds].tolist(), values[:kinds].tolist(), strict=True))


def prepare(known: Position, guide: Records) -> None:
    """Compile or load it: a look that is not even as deep as one move."""
    solved(known, guide, deepest=0)
