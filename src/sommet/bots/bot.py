"""What a bot is, and which there are."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from threading import Event

from ..core.chance import Chance
from ..core.errors import BAD_REQUEST, GAME_OVER, SommetError, bad_argument, shown
from ..core.position import View
from ..search.advice import Advice, Budget, MoveValue, Thinking
from ..search.guide import plain
from ..search.playouts import estimate
from ..search.think import advice, search

BRIEF = Budget(simulations=4)
LEVELS = ("beginner", "easy", "medium", "hard", "master")


class Bot(ABC):
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
        """Its view's moves, the one it would play first. With a seed and simulations: repeatable to the bit.

        Raises SommetError for anything but a view of a running game: a position may hold what nobody should know.
        """
        if not isinstance(view, View):
            raise bad_argument("view", view)
        if view.to_move is None:
            raise SommetError(GAME_OVER, "bots.error.over")
        if budget is not None and not isinstance(budget, Budget):
            raise bad_argument("budget", budget)
        if seed is not None and type(seed) is not int:
            raise SommetError(BAD_REQUEST, "error.seed", given=shown(seed))
        thinking = Thinking(budget or self.budget, stop, progress)
        found = self.advise(view, thinking, secrets.randbits(32) if seed is None else seed)
        return found if found.by else replace(found, by=self.name)

    @abstractmethod
    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """The same, while there is a budget left to think with."""

    def prepare(self, view: View) -> None:
        """Compile, or load, whatever it may need in a game like this view's."""
        self.think(view, BRIEF, seed=0)


class RandomBot(Bot):
    """Any legal move."""

    name = "random"
    budget = Budget(simulations=1)

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Shuffled."""
        moves = Chance(seed).shuffled(view.known.legal)
        return Advice(tuple(MoveValue(move, 1 / len(moves), 0) for move in moves))


class PlayoutBot(Bot):
    """Random games from each move, the best one played."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name, self.budget = name, budget

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Flat Monte Carlo."""
        return estimate(view, thinking, seed)


class PlainSearcher(Bot):
    """The general tool: tree search that guesses what is hidden uniformly and plays on at random."""

    def __init__(self, name: str = "plain", budget: Budget | None = None) -> None:
        self.name, self.budget = name, budget or Budget(simulations=2000)

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Search with the guide that knows nothing."""
        return advice(view, search(view, plain(), thinking, seed), thinking)
