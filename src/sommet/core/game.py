"""What a game is: its words, its set-up, its notation, what a viewer may see. Its rules are kernels (rules.py)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .chance import Chance
from .digits import Digits
from .errors import SommetError
from .options import Options
from .record import Record, Viewer
from .records import Records

if TYPE_CHECKING:
    from .position import Position


@dataclass(frozen=True)
class Notation:
    """A game's moves as texts: `texts[move]` is the text of a move's number, `numbers` goes back."""

    texts: Sequence[str]
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class Result:
    """How a game ended; all None when what is unknown to the viewer decides."""

    winners: tuple[int, ...] | None
    reason: str | None
    scores: tuple[int, ...] | None

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON has it."""
        return {
            "winners": None if self.winners is None else list(self.winners),
            "reason": self.reason,
            "scores": None if self.scores is None else list(self.scores),
        }


class Game(ABC):
    """One of the games. Stateless: everything about a running game is in its `Position`."""

    name: str
    players: tuple[int, ...]  # how many may play
    options: Options  # what may be agreed
    reasons: tuple[str, ...]  # how it can end, numbered as the kernels number them
    most_moves: int  # never more legal moves than this
    rounds = 1  # so many won rounds usually win a match
    starter_is_chosen = False  # somebody chooses who starts, before the first round too
    learning = True  # while the game runs, more and more of the set-up may become known

    @property
    def package(self) -> str:
        """The import path of the game's package, beside whose module `game` all else of the game is found."""
        return type(self).__module__.rpartition(".")[0]

    @abstractmethod
    def deal(
        self, players: int, options: Mapping[str, Any], chance: Chance, first: int | None = None, **choices: Any
    ) -> Record:
        """A new game's record: chance settles everything that options and choices leave open."""

    @abstractmethod
    def begin(self, record: Record) -> tuple[Records, Records]:
        """The setting and the state before the first move. Raises BadRecord, with the clause."""

    def check(self, position: "Position") -> None:
        """Raise BadRecord for what shows only after a record's moves have been played."""
        return

    @abstractmethod
    def notation(self, record: Record) -> Notation:
        """The moves of this record's game as texts."""

    @abstractmethod
    def why_not(self, position: "Position", move: str) -> SommetError:
        """The error to raise for a move that is not legal: which clause, and a sentence for the player."""

    @abstractmethod
    def show(self, position: "Position") -> dict[str, Any]:
        """The state as the protocol shows it: public things only."""

    @abstractmethod
    def effects(self, before: "Position", move: str) -> dict[str, Any]:
        """What this legal move did, or would do, as far as it is not plain from the move; raises SommetError.

        Public things only: every viewer's knowledge gives the same.
        """

    def show_viewer(self, position: "Position", viewer: Viewer) -> dict[str, Any]:
        """What the viewer's own state holds on top of the public one, read from his knowledge."""
        return {}

    @abstractmethod
    def known(self, record: Record, viewer: Viewer) -> Mapping[str, Any]:
        """The set-up as this viewer knows it while the game runs: an allow-list."""

    def learn(self, position: "Position", setup: Mapping[str, Any]) -> Records | None:
        """The state of this position for one who knows this much of the set-up; None: it has to be played afresh."""
        return None

    @abstractmethod
    def guess(self, position: "Position") -> Mapping[str, Any]:
        """The set-up of a state in which nothing is unknown any more (after a redeal)."""

    @abstractmethod
    def pack(self, record: Record, digits: Digits) -> None:
        """Write options and set-up as digits (for links)."""

    @abstractmethod
    def unpack(self, players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read them back."""
