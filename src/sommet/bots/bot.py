"""What a bot is, and which there are."""

import secrets
from collections.abc import Callable
from threading import Event
from typing import Protocol

from ..core.chance import Chance
from ..core.position import View
from ..search.advice import Advice, Budget, MoveValue, Thinking
from ..search.guide import plain
from ..search.playouts import estimate
from ..search.think import advice, search

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


class PlainSearcher:
    """The general tool: tree search that guesses what is hidden uniformly and plays on at random."""

    def __init__(self, name: str = "plain", budget: Budget | None = None) -> None:
        self.name, self.budget = name, budget or Budget(simulations=2000)

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        seed: int | None = None,
        stop: Event | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> Advice:
        """Search with the guide that knows nothing."""
        thinking = Thinking(budget or self.budget, stop, progress)
        return advice(view, search(view, plain(), thinking, secrets.randbits(32) if seed is None else seed), thinking)
