"""A picture in the shape in which other sites show a link: the board, and beside it what game it is and who plays."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape

from ..core.position import View
from .canvas import FONT, INK, PAPER, SOFT, short
from .finding import drawing_of
from .pen import Pen

WIDE, HIGH = 1200, 630
MARGIN = 30
COLUMN = 360  # for what is written
SMALL = 26  # letters of what is written under the title
LINES = 10


@dataclass(frozen=True)
class Card:
    """What is on such a picture: a board as one viewer knows it, and a few words about it."""

    view: View
    title: str
    text: str
    names: tuple[str, ...]
    language: str = "en"

    def svg(self, written: bool = True) -> str:
        """The picture; without words where nobody has letters to draw them with."""
        pen = Pen(self.language)
        called = [*self.names, *pen.seats(self.view.knowledge.players)[len(self.names) :]]
        board = drawing_of(self.view.game).picture(self.view, called, pen)
        left = MARGIN + (COLUMN if written else 0)
        wide, high = WIDE - left - MARGIN, HIGH - 2 * MARGIN
        scale = min(wide / board.width, high / board.height)
        across, down = left + (wide - board.width * scale) / 2, (HIGH - board.height * scale) / 2
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
            f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>{self._words() if written else ""}'
            f'<g transform="translate({short(across)} {short(down)})">'
            f"{board.svg(scale * max(board.width, board.height))}</g></svg>"
        )

    def _words(self) -> str:
        """The title, as large as it fits, and under it the text in lines; in the middle of the height."""
        room = COLUMN - 2 * MARGIN
        large = min(60.0, room / (0.68 * max(1, len(self.title))))
        paragraphs = (textwrap.wrap(part, int(room / (0.53 * SMALL))) or [""] for part in self.text.split("\n"))
        lines = [line for paragraph in paragraphs for line in paragraph][:LINES]
        top = (HIGH - large - len(lines) * 1.4 * SMALL) / 2 + large * 0.8
        said = [_line(top, large, INK, self.title, 700)]
        for number, line in enumerate(lines):
            said.append(_line(top + 0.35 * large + (number + 1) * 1.4 * SMALL, SMALL, SOFT, line))
        return f'<g font-family="{escape(FONT)}">{"".join(said)}</g>'


def _line(y: float, size: float, fill: str, text: str, weight: int = 400) -> str:
    return (
        f'<text x="{2 * MARGIN}" y="{short(y)}" font-size="{short(size)}" font-weight="{weight}" fill="{fill}">'
        f"{escape(text)}</text>"
    )
