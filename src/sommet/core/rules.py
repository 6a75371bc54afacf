"""The rules every game has, as generic kernels: which game's rule runs is decided by the type of the state record.

Every game gives a `setting` (what was agreed and never changes: players, options, the board's tables) and a `state`
(what changes, and what is hidden). Both are NumPy records; a move is a small integer.

A state may hold less than the truth: what a viewer does not know is marked unknown in it, and `redeal` fills it in at
random. So a search that is given a viewer's state cannot cheat, whatever it does.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import numpy as np

from .kernel import ByWay


class Family:
    """Generic kernels that go together. Which implementation runs is decided by the type of their second argument."""

    def __init__(self) -> None:
        _families.append(self)
        self._names: set[str] = set()
        self._found: dict[np.dtype[Any], dict[str, Any]] = {}

    def register(self, record_type: "np.dtype[Any]", **kernels: Callable[..., Any]) -> None:
        """Tell which kernels run for this type of record. TypeError when others do already."""
        if set(kernels) != self._names:
            raise TypeError(f"exactly these are needed: {', '.join(sorted(self._names))}")
        before = self._found.get(record_type)
        if before is not None and _places(before) != _places(kernels):
            owner = next(iter(before.values())).__module__
            raise TypeError(f"{owner} registered the same record type; record_type(..., of=__name__) makes it your own")
        self._found[record_type] = kernels

    def generic(self, stub: Callable[..., Any]) -> Callable[..., Any]:
        """Interpreted: look it up. Compiled: Numba asks, when it knows the types, what to compile in its place."""
        name = stub.__name__
        self._names.add(name)

        @wraps(stub)
        def look_up(first: Any, second: Any, *more: Any) -> Any:
            return self._found[second.dtype][name].interpreted(first, second, *more)

        def make() -> Any:
            from numba import types
            from numba.extending import overload

            @wraps(stub)
            def choose(first: Any, second: Any, *more: Any) -> Any:
                found = self._found.get(second.dtype) if isinstance(second, types.Record) else None
                return found and found[name].compiled.py_func

            overload(stub)(choose)
            return stub

        return ByWay(look_up, make)


def _places(kernels: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Where kernels were written: a module that is loaded again registers the same ones."""
    return sorted((name, kernel.__module__, kernel.__name__) for name, kernel in kernels.items())


_families: list[Family] = []


def modules_for(record_type: "np.dtype[Any]") -> set[str]:
    """The modules of all kernels that any family runs for this type."""
    kernels = [kernel for family in _families for kernel in family._found.get(record_type, {}).values()]
    return {kernel.__module__ for kernel in kernels}


RULES = Family()
register, generic = RULES.register, RULES.generic


@generic
def mover(setting: Any, state: Any) -> Any:
    """The seat to move (meaningless once the game is over)."""


@generic
def over(setting: Any, state: Any) -> Any:
    """Whether the game has ended."""


@generic
def can(setting: Any, state: Any, move: Any) -> Any:
    """Whether this move, any integer, is legal now; none is once the game is over."""


@generic
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """Fill `moves` with all legal moves, ascending, and say how many (the game not being over)."""


@generic
def play(setting: Any, state: Any, move: Any) -> Any:
    """Play a legal move in place. Anything may happen with another."""


@generic
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """A uniformly random legal move, or -1 when the game is over."""


@generic
def outcome(setting: Any, state: Any) -> Any:
    """After the end: bit s for each winning seat s, plus the reason's number << 8; -1 if the unknown decides."""


@generic
def points(setting: Any, state: Any, seat: Any) -> Any:
    """The seat's score as the result shows it."""


@generic
def payoff(setting: Any, state: Any, seat: Any) -> Any:
    """After the end: the seat's share of the win, from 0 to 1."""


@generic
def redeal(setting: Any, state: Any, rng: Any) -> Any:
    """Make what is unknown known, uniformly at random among all that is possible."""
