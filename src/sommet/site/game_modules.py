"""What a game's package may have for a page beside its rules, found by the module's name. A game need have none."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from ..core.packages import packages


class Layouts(Protocol):
    """Module `layout`: where things are drawn, for boards that are not always the same."""

    BOARDS: tuple[str, ...]  # those that have a name of their own; there may be others

    def layout(self, name: str) -> dict[str, Any] | None:
        """The board of that name as JSON has it; None: there is none."""
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
