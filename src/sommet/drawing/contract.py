"""What a game's drawing must be able to do."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from ..core.position import Position, View
from .canvas import Canvas
from .lines import Block, Line, line
from .pen import Pen

Names = Sequence[str]


class Drawing(ABC):
    """How one game is drawn, read and told. No rules: those are asked of the position.

    A drawing gets a view and shows nothing that the viewer does not know. In a game's package it is `DRAWING`, in the
    module `drawing`.
    """

    example: str | None = None  # a move, to show how one is typed; None: any legal one
    clause: str | None = None  # one of its clauses, to show how one is asked for

    @abstractmethod
    def board(self, view: View, pen: Pen) -> Block:
        """The board or table as text."""

    @abstractmethod
    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """What stands beside or under it: players, stocks, the tile to lay, one's own secret."""

    @abstractmethod
    def picture(self, view: View, names: Names, pen: Pen) -> Canvas:
        """The board as a picture, with a title and a description in words."""

    @abstractmethod
    def meant(self, typed: str, view: View) -> list[str]:
        """The moves that a typed text may mean, legal or not: none, one, or several."""

    @abstractmethod
    def story(self, before: Position, after: Position, names: Names, pen: Pen) -> str:
        """What the last move of `after` did, in a sentence: public things only."""

    @abstractmethod
    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """How it ended and why, with the clauses."""

    def secrets(self, position: Position, names: Names, pen: Pen) -> Block:
        """What is hidden from somebody, where everything is to be open."""
        return []

    def typed(self, move: str, pen: Pen) -> str:
        """A move as one would type it."""
        return move

    def label(self, move: str, view: View, pen: Pen) -> Line:
        """A legal move in a list."""
        return line(move)

    def help(self, pen: Pen) -> str:
        """How a move is typed."""
        return pen.tell("drawing.help")


def natural(move: str) -> list[tuple[int, str]]:
    """A key that sorts 3>7 before 10>2."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", move) if part]
