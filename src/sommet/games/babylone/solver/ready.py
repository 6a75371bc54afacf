"""Which solver to ask now: the compiled one once it is there, an interpreted one until then."""

from functools import cache

from ....core import compiling
from ....core.kernel import INTERPRETED
from ..heights import state_of
from .solve import Solver

FEW_POSITIONS = 1_000  # the standard set; as many as the interpreter does in a second
HEAD_START = 2.0  # for a first answer by the interpreter, before compiling slows it down


@cache
def _solver(players: int, most: int, interpreted: bool) -> Solver:
    """One memory for all who ask."""
    return Solver(players, min(most, FEW_POSITIONS) if interpreted else most, interpreted)


def solver(players: int, most: int) -> Solver:
    """The solver to ask now: an interpreted one, good for small positions, as long as there is no compiled one."""
    return _solver(players, most, not compiled())


def loading() -> compiling.Job:
    """Start to load the compiled solver, or to compile it, in the background."""
    return compiling.start(Solver.__module__, _prepare, [Solver.__module__], HEAD_START)


def _prepare() -> None:
    Solver().replies(state_of(((1, 1),)), [1])


def compiled() -> bool:
    """Whether the compiled solver is there; where it was compiled before, it is waited for."""
    return not INTERPRETED and loading().here()
