"""Kabaleo puzzles, without end: find the move that gains most with the least told.

>>> from sommet.games.kabaleo.puzzles import puzzle
>>> found = puzzle(level=1, seed=7)
>>> [found.judge(move).wins for move in found.solutions][0]
True

A puzzle is a late position of a game of two as its mover knows it: the rival's colour is open. Its moves were drawn by
lot and tell nothing, so it may be any of the other colours. The right move is sure to win against most of them,
whatever the rival knows and does; of several such moves it is the one that suits most colours, and so tells least of
the mover's own. Same level and seed, same puzzle, everywhere.
"""

from ...core.composed import Composer, Puzzle, Verdict
from ...core.puzzle_kernels import Puzzling
from .composing import COLOURS, LEVELS, PIECES, PLAYERS, WORLDS, new_desk
from .game import GAME
from .rules import MOST_MOVES

PUZZLES = Puzzling(PLAYERS, tuple(LEVELS), seeds=1 << 32, plies=PIECES, moves=MOST_MOVES, new_desk=new_desk, heavy=True)


def colours_beaten(verdict: Verdict) -> str:
    """Against how many of the rival's colours a move is sure to win; a shared win is half of one."""
    whole, half = divmod(round(2 * WORLDS * verdict.share), 2)
    return f"{whole or ''}½" if half else str(whole)


def colours_suited(verdict: Verdict) -> int:
    """How many colours the move could be played for."""
    return COLOURS - round(WORLDS * (verdict.told or 0.0))


def telling(puzzle: Puzzle, verdict: Verdict) -> dict[str, object]:
    """What the sentences about a verdict say."""
    return {
        "worlds": WORLDS,
        "colours": COLOURS,
        "beaten": colours_beaten(verdict),
        "fits": colours_suited(verdict),
        "best_beaten": colours_beaten(puzzle.best),
        "best_fits": colours_suited(puzzle.best),
    }


COMPOSER = Composer(GAME, PUZZLES, telling)
puzzle, puzzles = COMPOSER.puzzle, COMPOSER.puzzles
