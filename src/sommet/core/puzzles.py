"""Puzzles without end, for games whose package has a module `puzzles`: find the only move that wins."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from .packages import packages

if TYPE_CHECKING:  # the command line asks which games have puzzles before NumPy is loaded
    from .position import Position
    from .puzzle_kernels import Puzzling

LEVELS = (1, 2, 3)  # every game's puzzles have these, from easy to hard


class Verdict(Protocol):
    """What a move of a puzzle is worth: it wins, or there is an answer to it that does."""

    @property
    def wins(self) -> bool:
        """Whether it wins."""

    @property
    def refutation(self) -> str | None:
        """The answer that wins otherwise."""

    @property
    def moves_to_end(self) -> int:
        """How long it lasts with best play, this move included."""


class Puzzle(Protocol):
    """A position in which one move wins, or several that come to the same."""

    @property
    def level(self) -> int:
        """How hard it is."""

    @property
    def seed(self) -> int:
        """The same level and seed give the same puzzle."""

    @property
    def position(self) -> "Position":
        """Where it begins."""

    @property
    def solutions(self) -> tuple[str, ...]:
        """The moves that win."""

    @property
    def moves_to_end(self) -> int:
        """How long it lasts with the right move and best play."""

    def judge(self, move: str) -> Verdict:
        """What a legal move is worth."""

    def hint(self, language: str) -> str:
        """Something that helps, in that language."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""


class Puzzles(Protocol):
    """A game's module `puzzles`."""

    SEEDS: int  # seeds are below this

    def puzzle(self, level: int, seed: int | None = None) -> Puzzle:
        """The puzzle of that level and seed."""

    def puzzles(self, level: int, seed: int | None = None) -> Iterator[Puzzle]:
        """One after the other, from that seed on."""


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(sorted(game for game, package in packages().items() if find_spec(f"{package}.puzzles") is not None))


def puzzling(game: str) -> "Puzzling | None":
    """What a host that asks the kernels has to know of a game's puzzles; None: there is nothing to ask them."""
    from .puzzle_kernels import Puzzling

    found = getattr(puzzles_of(game), "PUZZLES", None)
    return found if isinstance(found, Puzzling) else None


def puzzles_of(game: str) -> Puzzles | None:
    """The puzzles of a game; None: it has none, or there is no such game."""
    return cast(Puzzles, import_module(f"{packages()[game]}.puzzles")) if game in games_with_puzzles() else None
