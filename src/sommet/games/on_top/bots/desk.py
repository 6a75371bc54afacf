"""What On Top's minds write on: placements with what they promise, and the stack of the last tiles played out."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records
from ..declared import EFFECTS
from ..rules import MOST_MOVES
from .endgame import KINDS, MOST_PAIRS
from .network import LEARNED

DEEPEST = 10  # so many placements can be played out
MOST_REPLIES = 64  # of so many placements the replies can be looked at


class Desk(NamedTuple):
    """See `search.minds`."""

    placed: NDArray[np.int64]  # the legal moves in some order
    promised: NDArray[np.float64]  # what each of them promises
    order: NDArray[np.int64]  # their places, the best first
    before: NDArray[np.int64]  # those of the first of them, before the replies were looked at
    deeper: NDArray[np.float64]  # and what they promise then
    work: Records  # a state to play on
    effects: Records  # what a move does
    solved: NDArray[np.int64]  # how many moves were played out to the end; -1: none were
    values: NDArray[np.float64]  # what each of them is worth
    states: Records  # per depth, see `endgame`
    moves: NDArray[np.int64]
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    chance: NDArray[np.float64]
    at: NDArray[np.int64]
    kinds: NDArray[np.float64]  # how many tiles of each kind may still come
    learned: Records  # per kind of game, see `network`


def new_desk(players: int, state: "np.dtype[Any]") -> Desk:
    """An empty desk."""
    depths, most = DEEPEST + 1, 4 * MOST_PAIRS
    return Desk(
        placed=np.zeros(MOST_MOVES, np.int64),
        promised=np.zeros((MOST_MOVES, 1)),
        order=np.zeros(MOST_MOVES, np.int64),
        before=np.zeros(MOST_REPLIES, np.int64),
        deeper=np.zeros((MOST_REPLIES, 1)),
        work=np.zeros(1, state),
        effects=np.zeros(1, EFFECTS.type),
        solved=np.zeros(1, np.int64),
        values=np.zeros(most),
        states=np.zeros(depths, state),
        moves=np.zeros((depths, most), np.int64),
        best=np.zeros((depths, 4)),
        mean=np.zeros((depths, 4)),
        chance=np.zeros(depths),
        at=np.zeros((depths, 3), np.int64),
        kinds=np.zeros(KINDS),
        learned=LEARNED,
    )
