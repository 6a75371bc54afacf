"""What a bot is, and which there are."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from threading import Event

from ..core.errors import BAD_REQUEST, GAME_OVER, SommetError, bad_argument, shown
from ..core.position import View
from ..search.advice import Advice, Budget, Thinking

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

    def code(self, view: View) -> tuple[str, set[str]]:
        """What its machine code for a game like this view's is known by, and the modules it is made from."""
        return type(self).__name__, {type(self).__module__}
