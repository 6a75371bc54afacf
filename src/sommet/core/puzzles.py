"""Puzzles without end, for games whose package has a module `puzzles`, with a `COMPOSER`: find the best move."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .packages import packages

if TYPE_CHECKING:  # the command line asks which games have puzzles before NumPy is loaded
    from .composed import Composer
    from .puzzle_kernels import Puzzling

LEVELS = (1, 2, 3)  # every game's puzzles have these, from easy to hard


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(sorted(game for game, package in packages().items() if find_spec(f"{package}.puzzles") is not None))


def puzzles_of(game: str) -> "Composer | None":
    """What makes the puzzles of a game; None: it has none, or there is no such game."""
    if game not in games_with_puzzles():
        return None
    found: Composer = import_module(f"{packages()[game]}.puzzles").COMPOSER
    return found


def puzzling(game: str) -> "Puzzling | None":
    """What a host that asks the kernels has to know of a game's puzzles; None: there is nothing to ask them."""
    found = puzzles_of(game)
    return None if found is None else found.puzzling
