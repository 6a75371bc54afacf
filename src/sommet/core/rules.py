"""The rules every game has, as generic kernels: which game's rule runs is decided by the type of the state record.

Every game gives a `setting` (what was agreed and never changes: players, options, the board's tables) and a `state`
(what changes, and what is hidden). Both are NumPy records; a move is a small integer.

A state may hold less than the truth: what a viewer does not know is marked unknown in it, and `redeal` fills it in at
random. So a search that is given a viewer's state cannot cheat, whatever it does.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from .kernel import ByWay

_rules: dict[tuple[str, Any], Any] = {}
_names: set[str] = set()


def _key(state_type: "np.dtype[Any]") -> Any:
    return state_type.names, state_type.itemsize


def register(state_type: "np.dtype[Any]", **kernels: Callable[..., Any]) -> None:
    """Tell the generic kernels which game's rules go with this type of state."""
    if set(kernels) != _names:
        raise TypeError(f"a game has exactly the rules {', '.join(sorted(_names))}")
    for name, rule in kernels.items():
        _rules[name, _key(state_type)] = rule


def generic(stub: Callable[..., Any]) -> Callable[..., Any]:
    """Interpreted: look the rule up. Compiled: Numba asks, when it knows the types, what to compile in its place."""
    _names.add(stub.__name__)

    @wraps(stub)
    def look_up(setting: Any, state: Any, *more: Any) -> Any:
        return _rules[stub.__name__, _key(state.dtype)].interpreted(setting, state, *more)

    def make() -> Any:
        from numba.extending import overload

        @wraps(stub)
        def choose(setting: Any, state: Any, *more: Any) -> Any:
            fields = getattr(state, "fields", None)
            rule = fields and _rules.get((stub.__name__, (tuple(fields), state.size)))
            return rule and rule.compiled.py_func

        overload(stub)(choose)
        return stub

    return ByWay(look_up, make)


@generic
def mover(setting: Any, state: Any) -> Any:
    """The seat to move (meaningless once the game is over)."""


@generic
def over(setting: Any, state: Any) -> Any:
    """Whether the game has ended."""


@generic
def can(setting: Any, state: Any, move: Any) -> Any:
    """Whether this move, any integer, is legal now (the game not being over)."""


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
