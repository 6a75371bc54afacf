"""Babylone puzzles, without end: find the only move that wins.

>>> from sommet.games.babylone.puzzles import puzzle
>>> found = puzzle(level=1, seed=7)
>>> [found.judge(move).wins for move in found.solutions]
[True]

A puzzle is a position of a real game of two, with the moves that led to it. Exactly one kind of move wins (moves that
lead to the same position up to symmetry are one kind), and the solver has seen to that. The same level and seed give
the same puzzle, everywhere.
"""

from ...core.composed import Composer
from ...core.puzzle_kernels import Puzzling
from .composing import LEVELS, MOST_POSITIONS, PLAYERS
from .game import GAME
from .sizes import MOST_TOKENS
from .solver.desk import new_desk

PUZZLES = Puzzling(
    PLAYERS,
    tuple(LEVELS),
    seeds=1 << 32,
    plies=max(level.tokens[1] for level in LEVELS.values()),
    moves=max(level.stacks * (level.stacks - 1) for level in LEVELS.values()),
    new_desk=lambda: new_desk(PLAYERS, MOST_TOKENS, MOST_POSITIONS),
)
COMPOSER = Composer(GAME, PUZZLES)
puzzle, puzzles = COMPOSER.puzzle, COMPOSER.puzzles
