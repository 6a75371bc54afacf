"""What a game's package may say about how its computer players learn: `TRAINING`, in its module `training`.

That is one training, or several by name where there are several things to learn, the first one as the default.
A training is rounds of self-play, one after the other. All that a round needs and changes is its *state*, plain arrays:
a host that keeps them after every round can go on from there, and comes to the same end. So a round takes its random
numbers from nowhere else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ..core.position import Position

State = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Plan:
    """How a game's computer players are trained. The same plan gives the same result, bit by bit."""

    seed: int
    rounds: int  # of each part of the training, however many the game has
    games: int  # in each round; or positions, where no whole games are learned from


@dataclass(frozen=True)
class Round:
    """What there is to tell of a round: a line of the curve, as JSON has it, and what was learned from.

    Those are games, or positions of games in progress.
    """

    line: Mapping[str, Any]
    played: Callable[[], Iterable[Position]]


class Training(ABC):
    """How a game's computer players learn what they know."""

    rounds: int  # what the game's own computer players are trained with
    games: int
    file: Path  # the module of the game's package that holds what was learned

    @abstractmethod
    def count(self, plan: Plan) -> int:
        """How many rounds there are in all."""

    @abstractmethod
    def begin(self, plan: Plan) -> State:
        """Before the first round."""

    @abstractmethod
    def play(self, plan: Plan, state: State, number: int) -> Round:
        """Round `number`, from 0: play, learn, and look how far it got. Changes the state."""

    @abstractmethod
    def source(self, state: State) -> str:
        """After the last round: what was learned, as the text of `file`."""
