"""Kabaleo's last moves, played out in full: every line, in every world, weighed by the belief in that world.

Within a world everybody knows everything and wants the most for himself (max^n); the mover, who does not know which
world it is, takes the expectation.
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.position import Position
from ....core.records import Records
from ....core.rules import mover, over, payoff, play
from ....search.guide import candidates
from ..rules import MOST_MOVES, MOST_PLAYERS

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
def expect(
    settings: Any, guides: Any, states: Any, moves: Any, shares: Any, counts: Any, root: Any, values: Any
) -> Any:
    """Per move of the root: the mover's expected share over the guide's worlds."""
    setting = settings[0]
    guide = guides[0]
    seat = mover(setting, states[0])
    before = 0.0
    for world in range(guide.worlds):
        chance = guide.chance[world] - before
        before = guide.chance[world]
        for k in range(root.shape[0]):
            states[1] = states[0]
            for other in range(setting.players):
                states[1].objective[other] = guide.world[world, other]
            play(setting, states[1], root[k])
            play_out(setting, guide, states, moves, shares, counts)
            values[k] += chance * shares[1, seat]


def solved(known: Position, guide: Records, root: list[int]) -> dict[int, float] | None:
    """The root moves' expected shares, or None when too much is left to play."""
    left = int(known.setting["pieces"][0]) - len(known.moves)
    kinds = max(len(root), 1)
    if left > DEEPEST or int(guide["worlds"][0]) * float(kinds) ** left > MOST_LINES:
        return None
    return _expected(known, guide, root, left)


def prepare(known: Position, guide: Records) -> None:
    """Compile or load it: the answer about no moves."""
    _expected(known, guide, [], 0)


def _expected(known: Position, guide: Records, root: list[int], left: int) -> dict[int, float]:
    states = np.zeros(left + 1, known.state.dtype)
    states[0] = known.state[0]
    values = np.zeros(len(root))
    moves = np.zeros((left + 1, MOST_MOVES), np.int64)
    shares = np.zeros((left + 1, MOST_PLAYERS))
    counts = np.zeros((left + 1, 2), np.int64)
    expect(known.setting, guide, states, moves, shares, counts, np.array(root, np.int64), values)
    return dict(zip(root, values.tolist(), strict=True))
