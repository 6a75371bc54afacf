"""What is asked of a search and what it answers."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from threading import Event
from typing import Any

from ..core.errors import BAD_REQUEST, SommetError, bad_argument


@dataclass(frozen=True)
class Budget:
    """How long to think: a time, a number of simulations, or whichever comes first.

    `whole`: all of it, even where a player is content with less (an analysis has nothing to hide).
    """

    seconds: float | None = None
    simulations: int | None = None
    whole: bool = False

    def __post_init__(self) -> None:
        seconds: Any = self.seconds
        simulations: Any = self.simulations
        if seconds is not None and (not isinstance(seconds, Real) or float(seconds) <= 0):
            raise bad_argument("seconds", seconds)
        if simulations is not None and (not isinstance(simulations, Integral) or int(simulations) <= 0):
            raise bad_argument("simulations", simulations)
        if seconds is None and simulations is None:
            raise SommetError(BAD_REQUEST, "error.budget")


@dataclass(frozen=True)
class MoveValue:
    """A move and what it is worth to the mover: the expected share of a win, from 0 to 1; None where nobody knows."""

    move: str
    value: float | None
    visits: int
    more: dict[str, Any] = field(default_factory=dict)  # what a game's own analysis adds

    def as_dict(self) -> dict[str, Any]:
        """As the protocol shows it: without a value where there is none."""
        worth = {} if self.value is None else {"value": self.value}
        return {"move": self.move, **worth, "visits": self.visits, **self.more}


@dataclass(frozen=True)
class Advice:
    """Every legal move, best first. `exact` when that is proved; `by` says which bot answered."""

    moves: tuple[MoveValue, ...]
    exact: bool = False
    simulations: int = 0
    by: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> str:
        """The move to play."""
        return self.moves[0].move


class Thinking:
    """A budget being spent: asked between portions of a search whether, and with how many simulations, to go on.

    Its time begins when it is first asked, and loading or compiling machine code is not counted (`clock_stopped`).
    """

    def __init__(
        self, budget: Budget, stop: Event | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self.budget, self._stop, self._progress = budget, stop, progress
        self._began: float | None = None
        self.done = 0

    @property
    def spent(self) -> float:
        """Seconds since it began."""
        if self._began is None:
            self._began = time.perf_counter()
        return time.perf_counter() - self._began

    @contextmanager
    def clock_stopped(self) -> Iterator[None]:
        """What is done within this is not thinking, and its time is not taken from the budget."""
        before = time.perf_counter()
        yield
        if self._began is not None:
            self._began += time.perf_counter() - before

    def limit(self, simulations: int) -> None:
        """No more than so many simulations, unless all of the budget is to be spent."""
        if self.budget.whole:
            return
        most = self.budget.simulations
        self.budget = replace(self.budget, simulations=simulations if most is None else min(most, simulations))

    def portion(self, most: int) -> int:
        """How many simulations to do next; 0: enough."""
        spent = self.spent
        self._report()
        if self._stop is not None and self._stop.is_set():
            return 0
        seconds, simulations = self.budget.seconds, self.budget.simulations
        if simulations is not None:
            most = min(most, simulations - self.done)
        if seconds is not None:
            if self.done and spent >= seconds:
                return 0
            if self.done:  # as many as fit into a twentieth of the time
                most = min(most, max(1, int(self.done / max(spent, 1e-6) * seconds / 20)))
        return max(most, 0)

    def spend(self, simulations: int) -> None:
        """Count these as done."""
        self.done += simulations

    def _report(self) -> None:
        if self._progress is not None:
            parts = []
            if self.budget.simulations is not None:
                parts.append(self.done / self.budget.simulations)
            if self.budget.seconds is not None:
                parts.append(self.spent / max(self.budget.seconds, 1e-9))
            self._progress(min(1.0, max(parts)))
