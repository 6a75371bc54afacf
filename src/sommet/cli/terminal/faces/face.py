"""What a game's face must be able to do."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from rich.text import Text

from ....core.position import Position, View
from ..pen import Pen

Block = list[Text]
Names = Sequence[str]


class Face(ABC):
    """How one game is drawn, read and told."""

    example: str  # a move, to show how one is typed
    clause: str  # one of its clauses, to show how one is asked for
    starter_is_chosen = False  # before the first round somebody chooses who starts it (B3)
    rounds = 1  # how many won rounds win, usually

    @abstractmethod
    def board(self, view: View, pen: Pen) -> Block:
        """The board or table."""

    @abstractmethod
    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """What stands beside or under it: players, stocks, the tile to lay, one's own secret."""

    @abstractmethod
    def meant(self, typed: str, view: View) -> list[str]:
        """The moves that a typed text may mean, legal or not: none, one, or several."""

    def secrets(self, position: Position, names: Names, pen: Pen) -> Block:
        """What is hidden from somebody, where everything is to be open."""
        return []

    def typed(self, move: str) -> str:
        """A move as one would type it."""
        return move

    @abstractmethod
    def label(self, move: str, view: View, pen: Pen) -> Text:
        """A legal move in a list."""

    @abstractmethod
    def story(self, before: Position, after: Position, names: Names) -> str:
        """What the last move of `after` did, in a sentence."""

    @abstractmethod
    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """How it ended and why, with the clauses."""


def natural(move: str) -> list[tuple[int, str]]:
    """A key that sorts 3>7 before 10>2."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", move) if part]


def joined(names: Sequence[str], last: str) -> str:
    """Ana, Bram and Chloé."""
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
