"""What a bot is, and which there are."""

import secrets
from collections.abc import Callable
from threading import Event
from typing import Protocol

from ..core.chance import Chance
from ..core.position import View
from ..search.advice import Advice, Budget, MoveValue, Thinking
from ..search.playouts import estimate

LEVELS = ("beginner", "easy", "medium", "hard", "master")


class Bot(Protocol):
    """A computer player."""

    name: str
    budget: Budget  # what it takes when it is given none

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        seed: int | None = None,
        stop: Event | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Advice:
        """Its view's moves, the one it would play first. With a seed and simulations: repeatable to the bit."""


class RandomBot:
    """Any legal move."""

    name = "random"
    budget = Budget(simulations=1)

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        seed: int | None = None,
        stop: Event | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Advice:
        """Shuffled."""
        moves = Chance(seed).shuffled(view.legal)
        return Advice(tuple(MoveValue(move, 1 / len(moves), 0) for move in moves))


class PlayoutBot:
    """Random games from each move, the best one played."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        seed: int | None = None,
        stop: Event | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Advice:
        """Flat Monte Carlo."""
        chosen = secrets.randbits(63) if seed is None else seed
        return estimate(view, Thinking(budget or self.budget, stop, progress), chosen)


_SIMULATIONS = dict(zip(LEVELS, (20, 100, 500, 2500, 10000), strict=True))


def names(game: str) -> tuple[str, ...]:
    """The bots of that game: the five levels, then others."""
    return (*LEVELS, "random", "playout")


def bot(game: str, name: str) -> Bot:
    """The bot of that name; KeyError when there is none."""
    if name == "random":
        return RandomBot()
    if name == "playout":
        return PlayoutBot(name, Budget(simulations=2000))
    return PlayoutBot(name, Budget(simulations=_SIMULATIONS[name]))
