"""The rules every game has, as generic kernels: which game's rule runs is decided by the type of the state record.

Every game gives a `setting` (what was agreed and never changes: players, options, the board's tables) and a `state`
(what changes, and what is hidden). Both are NumPy records; a move is a small integer.

A state may hold less than the truth: what a viewer does not know is marked unknown in it, and `redeal` fills it in at
random. So a search that is given a viewer's state cannot cheat, whatever it does.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from types import ModuleType
from typing import Any

import numpy as np

from .kernel import Kernel, PerWay


class Family:
    """Generic kernels that go together. Which implementation runs is decided by the type of their second argument."""

    def __init__(self) -> None:
        _families.append(self)
        self._names: set[str] = set()
        self._found: dict[np.dtype[Any], dict[str, Any]] = {}

    def register(self, record_type: "np.dtype[Any]", *modules: ModuleType, **kernels: Callable[..., Any]) -> None:
        """Tell which kernels run for this type of record: those given, and for the rest those so called in the modules.

        TypeError when one is missing, and when others run for the type already.
        """
        for name in self._names - kernels.keys():
            found = next((vars(module)[name] for module in modules if isinstance(vars(module).get(name), Kernel)), None)
            if found is not None:
                kernels[name] = found
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
            from numba.extending import overload

            @wraps(stub)
            def choose(first: Any, second: Any, *more: Any) -> Any:
                record = getattr(second, "fields", None)  # the CPU's and the GPU's compiler have types of their own
                found = self._found.get(second.dtype) if record else None
                return found and found[name].compiled.py_func

            overload(stub)(choose)
            return stub

        return PerWay(look_up, make)


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
def play_any(setting: Any, state: Any, rng: Any) -> Any:
    """Play a uniformly random legal move, the one that `draw` would give, in place; False when the game is over."""


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


@generic
def begin(setting: Any, state: Any, setup: Any) -> Any:
    """Fill a blank state, and what of the setting the board does not tell, from a set-up, complete or with gaps.

    The setting may be one with which another game on the same terms has begun: nothing of that game stays in it.
    """


@generic
def lacks(setting: Any, state: Any) -> Any:
    """0, or the refusal of a record that does not tell what its viewer must know to go on."""


@generic
def refuse(setting: Any, state: Any, move: Any) -> Any:
    """Why this move, which the pattern can write, is not legal now (see `core.refusals`); 0 when it is."""


@generic
def numbers(setting: Any, state: Any) -> Any:
    """All moves have numbers below this."""


@generic
def spell(setting: Any, state: Any, move: Any, parts: Any) -> Any:
    """Fill `parts` with the members that the pattern's gaps have for this number; False: no move has it."""


@generic
def show(setting: Any, state: Any, shown: Any) -> Any:
    """Fill a blank record with what everybody may see."""


@generic
def show_own(setting: Any, state: Any, viewer: Any, own: Any) -> Any:
    """Fill a blank record with what this viewer (-1: a spectator) sees besides, from the viewer's own state."""


@generic
def tell(setting: Any, state: Any, move: Any, after: Any, effects: Any) -> Any:
    """Fill a blank record with what a legal move does; `after` is a copy of the state, to play it on."""


@generic
def see(setting: Any, state: Any, viewer: Any, seen: Any) -> Any:
    """Fill `seen`, a blank state, with all that this viewer (-1: a spectator) may know, and with nothing else."""


@generic
def recall(setting: Any, state: Any, setup: Any) -> Any:
    """Fill in the set-up's fields that not everybody knows, from a state in which nothing is unknown."""


@generic
def side(setting: Any, state: Any, seat: Any) -> Any:
    """The number of the side the seat plays for: the same for partners."""


@generic
def turn(setting: Any, state: Any, ahead: Any) -> Any:
    """The seat that comes, or would have come, to move this many moves from now."""


@generic
def standing(setting: Any, state: Any, seat: Any) -> Any:
    """After the end: a number by which seats that did not win are placed, the higher the better."""


BAG = 256
DEALING = Family()
register_dealing = DEALING.register


@DEALING.generic
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """Fill in whatever of the set-up nobody has chosen.

    `chance` is a record of type `chance_kernels.CHANCE`, `bag` an array of `BAG` numbers to shuffle in.
    """


@DEALING.generic
def check(partial: Any, setup: Any) -> Any:
    """Why a set-up of the right form is not one of this game (see `core.refusals`); 0 when it is. `partial`: it may
    have gaps."""
