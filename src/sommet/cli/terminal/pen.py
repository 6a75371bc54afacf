"""A drawing's pen on a terminal: in colour or not, in Unicode or not, as the terminal allows."""

import sys
from typing import Any, TextIO, cast

from rich.console import Console, RenderableType
from rich.style import Style as RichStyle
from rich.text import Text

from ...drawing.lines import PLAIN, Line, Role, Style
from ...drawing.paints import PAINTS, paint
from ...drawing.pen import Pen, in_ascii
from .language import current

_ROLES = {
    Role.PLAIN: "",
    Role.STRONG: "bold",
    Role.ACCENT: "bold cyan",
    Role.GOOD: "bold green",
    Role.BAD: "bold red",
    Role.WARN: "bold yellow",
    Role.QUIET: "dim",
    Role.GOLD: "#c8952a",
}


class _AsciiFile:
    """A file for a terminal that knows ASCII only."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write what can be shown."""
        return self._file.write(in_ascii(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _can_unicode(file: TextIO) -> bool:
    try:
        "".join(known.symbol for known in PAINTS.values()).encode(file.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def rich_style(style: Style) -> RichStyle:
    """How that looks in a terminal; a piece's symbol stands on the piece's colour."""
    if style.piece is not None:
        look = paint(style.piece)
        return RichStyle(color=look.ink, bgcolor=look.fill, bold=style.bold)
    return RichStyle.parse(_ROLES[style.role])


def rich_text(of: Line) -> Text:
    """A line for rich."""
    return Text.assemble(*((text, rich_style(style)) for text, style in of.spans))


class TerminalPen(Pen):
    """Writes to the terminal, in the language spoken now."""

    def __init__(self, file: TextIO | None = None) -> None:
        out = file or sys.stdout
        super().__init__(unicode=_can_unicode(out))
        shown = out if self.unicode else cast(TextIO, _AsciiFile(out))
        self.console = Console(file=shown, highlight=False, emoji=False, markup=False, soft_wrap=False)

    @property
    def language(self) -> str:
        """The language spoken now."""
        return current()

    @property
    def wide(self) -> int:
        """How many columns there are."""
        return self.console.width

    @property
    def live(self) -> bool:
        """Whether it is a terminal that can be cleared."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def out(self, *lines: Line | RenderableType) -> None:
        """Print lines as they are, cut at the edge."""
        for one in lines:
            shown = rich_text(one) if isinstance(one, Line) else one
            self.console.print(shown, no_wrap=isinstance(shown, Text), overflow="crop", crop=True)

    def say(self, text: str, style: Style = PLAIN) -> None:
        """Print a sentence, wrapped at words."""
        self.console.print(Text(text, style=rich_style(style)), overflow="fold")

    def whole(self, text: str) -> None:
        """Print a line that is to be copied: never broken."""
        self.console.print(Text(text), soft_wrap=True)

    def clear(self, everything: bool = False) -> None:
        """An empty screen; `everything` also forgets what has scrolled away."""
        if self.live:
            self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))
            self.console.file.flush()
        elif everything and self.console.is_terminal:  # a dumb terminal: push it out of sight
            self.console.file.write("\n" * 2 * self.console.height)
