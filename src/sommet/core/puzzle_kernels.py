"""Puzzles inside kernels: the same level and seed give the same puzzle in every host.

A game that has puzzles registers `compose` for its type of set-ups and declares in its module `puzzles` what a host has
to know: `PUZZLES`, a `Puzzling`. A host asks

    composed(chances, setups, level, seed, moves, verdicts, facts, desk)

with two records `core.chance_kernels.CHANCE`, one set-up of the game's type, a level, a seed below `Puzzling.seeds`,
room for the moves, for the verdicts (rows of `ROW` numbers) and for the `FACTS`, and a desk: all of it may be zero. It
fills in the set-up, complete, as of a game that was dealt; the moves that lead to the position, by their numbers there;
a row for every legal move of it; and the facts. Where something is hidden, the host gives away what the mover may know
and no more, and a puzzle may rest on nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance_kernels import CHANCE
from .kernel import kernel
from .rules import Family

PLIES, KINDS, LENGTH, LEGAL = range(4)  # how many moves lead there, kinds of moves, moves to the end, legal moves
FACTS = 4
# Of a verdict: the move; whether it is the one that was looked for (1 or 0); moves to the end with it; the answer to
# it, or -1; the mover's share of the win after it, and how much of a secret it tells, in parts of `WHOLE`, or -1
MOVE, WINS, MOVES_TO_END, REFUTATION, SHARE, TOLD = range(6)
ROW = 6
WHOLE = 10_000

PUZZLES = Family()
register_puzzles = PUZZLES.register


@PUZZLES.generic
def compose(chances: Any, setup: Any, level: Any, seed: Any, moves: Any, verdicts: Any, facts: Any, desk: Any) -> Any:
    """Find the puzzle of that level and seed (see the module's text)."""


@kernel
def composed(chances: Any, setups: Any, level: Any, seed: Any, moves: Any, verdicts: Any, facts: Any, desk: Any) -> Any:
    """The puzzle of that level and seed."""
    compose(chances, setups[0], level, seed, moves, verdicts, facts, desk)


@dataclass(frozen=True)
class Puzzling:
    """What a host has to know about a game's puzzles."""

    players: int  # in the games they are from
    levels: tuple[int, ...]  # from easy to hard
    seeds: int  # are below this
    plies: int  # lead to a puzzle, at most
    moves: int  # are legal there, at most
    new_desk: Callable[[], Any]
    heavy: bool = False  # too much for the interpreter: machine code is waited for

    def room(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Chances, moves, verdicts and facts, all zero."""
        chances, facts = np.zeros(2, CHANCE), np.zeros(FACTS, np.int64)
        return chances, np.zeros(self.plies, np.int64), np.zeros((self.moves, ROW), np.int64), facts
