"""What Kabaleo's minds write on: evidence, the stack of the last moves played out, what each move gives away."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records
from ..declared import MOST_PLAYERS
from ..rules import MOST_MOVES
from .beliefs import EVIDENCE

DEEPEST = 6  # so many moves can be played out


class Desk(NamedTuple):
    """See `search.minds`."""

    evidence: Records  # what the moves so far say; and the same after one more move
    watched: Records  # a state on which the game is played again
    outside: Records  # what somebody outside knows
    solved: NDArray[np.int64]  # how many kinds of moves were played out to the end; -1: none were
    kinds: NDArray[np.int64]  # a move of each of them
    worth: NDArray[np.float64]  # and what it is worth
    states: Records  # per depth: the state, its moves, everybody's share, how many moves there are and were tried
    moves: NDArray[np.int64]
    shares: NDArray[np.float64]
    counts: NDArray[np.int64]
    given_away: NDArray[np.float64]  # per move number
    seen: NDArray[np.float64]  # per move, what a greedy mover sees in it


def new_desk(players: int, state: "np.dtype[Any]") -> Desk:
    """An empty desk."""
    depths = DEEPEST + 1
    return Desk(
        evidence=np.zeros(2, EVIDENCE),
        watched=np.zeros(1, state),
        outside=np.zeros(1, state),
        solved=np.zeros(1, np.int64),
        kinds=np.zeros(MOST_MOVES, np.int64),
        worth=np.zeros(MOST_MOVES),
        states=np.zeros(depths, state),
        moves=np.zeros((depths, MOST_MOVES), np.int64),
        shares=np.zeros((depths, MOST_PLAYERS)),
        counts=np.zeros((depths, 2), np.int64),
        given_away=np.zeros(MOST_MOVES),
        seen=np.zeros(MOST_MOVES),
    )
