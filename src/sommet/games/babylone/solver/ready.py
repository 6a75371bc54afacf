"""Which solver to ask now: the compiled one once it is there, an interpreted one until then."""

import time
from functools import cache
from threading import Event, Thread

from ....core.kernel import INTERPRETED, in_background
from ....core.kernel_cache import cache_folder, layers_of
from ..heights import state_of
from .solve import Solver

FEW_POSITIONS = 1_000  # the standard set; as many as the interpreter does in a second
PATIENCE = 2.0  # for code to be loaded that was compiled before; it takes a fraction of that
HEAD_START = 2.0  # for a first answer by the interpreter, before compiling slows it down


@cache
def _solver(players: int, most: int, interpreted: bool) -> Solver:
    """One memory for all who ask."""
    return Solver(players, min(most, FEW_POSITIONS) if interpreted else most, interpreted)


def solver(players: int, most: int) -> Solver:
    """The solver to ask now: an interpreted one, good for small positions, as long as there is no compiled one."""
    return _solver(players, most, not compiled())


@cache
def loading() -> tuple[float, Event]:
    """Start to load the compiled solver, or to compile it, beside all else; until when to wait for it, and the end."""
    done = Event()
    kept = any(cache_folder(layers_of(Solver.__module__)).glob("*/walk.best_replies-*.nbi"))

    def prepare() -> None:
        time.sleep(0 if kept else HEAD_START)
        with in_background():
            Solver().replies(state_of(((1, 1),)), [1])
        done.set()

    Thread(target=prepare, daemon=True).start()
    return time.monotonic() + (PATIENCE if kept else 0), done


def compiled() -> bool:
    """Whether the compiled solver is there; where it was compiled before, it is waited for."""
    if INTERPRETED:
        return False
    until, done = loading()
    return done.wait(max(0.0, until - time.monotonic()))
