"""On Top puzzles, without end: find the best placement.

>>> from sommet.games.on_top.puzzles import puzzle
>>> found = puzzle(level=1, seed=7)
>>> [found.judge(move).wins for move in found.solutions]
[True]

A puzzle is a late position of a real game of two, as its players know it: the tiles to come are face down. Every
placement was played out to the end, with every tile that may come; one wins clearly more often than all others. The
same level and seed give the same puzzle, everywhere.
"""

from ...core.composed import Composer
from ...core.puzzle_kernels import Puzzling
from .composing import LEVELS, MOST_LEGAL, PLAYERS, new_desk
from .declared import TILES
from .game import GAME

PUZZLES = Puzzling(PLAYERS, tuple(LEVELS), seeds=1 << 32, plies=TILES, moves=MOST_LEGAL, new_desk=new_desk, heavy=True)
COMPOSER = Composer(GAME, PUZZLES)
puzzle, puzzles = COMPOSER.puzzle, COMPOSER.puzzles
