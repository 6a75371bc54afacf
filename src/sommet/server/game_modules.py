"""What a game's package may have for a server beside its rules, found by the module's name. A game need have none."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from ..core.packages import packages


class Layouts(Protocol):
    """Module `layout`: where things are drawn, for boards that are not always the same."""

    def layout(self, name: str) -> dict[str, Any] | None:
        """The board of that name as JSON has it; None: there is none."""
        ...


class Verdict(Protocol):
    """What a puzzle's move is worth."""

    wins: bool
    refutation: str | None
    moves_to_end: int


class Puzzle(Protocol):
    """A position with a question: which move wins?"""

    solutions: tuple[str, ...]
    moves_to_end: int

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it, the solutions included."""
        ...

    def judge(self, move: str) -> Verdict:
        """What a legal move is worth; raises SommetError for another."""
        ...


class Puzzles(Protocol):
    """Module `puzzles`: the same level and seed below `SEEDS` give the same puzzle, everywhere."""

    LEVELS: Collection[int]
    SEEDS: int

    def puzzle(self, level: int, seed: int) -> Puzzle:
        """Make it."""
        ...


@cache
def offers(game: str, module: str) -> bool:
    """Whether there is such a game and its package has such a module; it is not loaded for that."""
    return game in packages() and find_spec(f"{packages()[game]}.{module}") is not None


def _module(game: str, module: str) -> Any:
    return import_module(f"{packages()[game]}.{module}") if offers(game, module) else None


def layouts(game: str) -> Layouts | None:
    """Its boards to draw."""
    return cast("Layouts | None", _module(game, "layout"))


def puzzles(game: str) -> Puzzles | None:
    """Its puzzles."""
    return cast("Puzzles | None", _module(game, "puzzles"))
