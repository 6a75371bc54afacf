"""How things look in a terminal: colours never speak alone, each also has its symbol (DESIGN: one for all games)."""

import sys
import unicodedata
from typing import Any, NamedTuple, TextIO, cast

from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text

from .language import colour_name


class Paint(NamedTuple):
    """A colour: its symbol, the same for a terminal without Unicode, the piece's colour and the ink on it."""

    symbol: str
    letter: str
    fill: str
    ink: str


PAINTS = {
    "pink": Paint("♥", "P", "#ff99bd", "#5a0f33"),
    "orange": Paint("○", "O", "#eb6918", "#3a1500"),
    "green": Paint("▲", "G", "#2c9f75", "#04231a"),
    "blue": Paint("♠", "B", "#3464b2", "#ffffff"),
    "yellow": Paint("★", "Y", "#f9de50", "#4a3a00"),
    "violet": Paint("☾", "V", "#48128f", "#ffffff"),
    "red": Paint("♦", "R", "#cf2027", "#ffffff"),
    "white": Paint("✚", "W", "#fcfaf6", "#4a4640"),
    "black": Paint("▬", "#", "#241f1c", "#e9e4da"),
    "gold": Paint("♛", "*", "#c8952a", "#2c1d00"),
}
ACCENT, GOOD, BAD, WARN, QUIET, GOLD = "bold cyan", "bold green", "bold red", "bold yellow", "dim", "#c8952a"
_PLAIN = str.maketrans({
    **dict.fromkeys("’‘", "'"), **dict.fromkeys("“”«»", '"'), **dict.fromkeys("–—−·─", "-"),
    "×": "x", "→": ">", "›": ">", "‹": "<", "╱": "/", "╲": "\\", "…": "...",
})  # fmt: skip


def _ascii(text: str) -> str:
    """The nearest text in ASCII: accents go, dots and dashes become plain."""
    kept = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(c for c in kept if not unicodedata.combining(c)).encode("ascii", "replace").decode()


class _AsciiFile:
    """A file for a terminal that knows ASCII only."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write what can be shown."""
        return self._file.write(_ascii(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _can_unicode(file: TextIO) -> bool:
    try:
        "".join(paint.symbol for paint in PAINTS.values()).encode(file.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Pen:
    """Writes to the terminal: in colour or not, in Unicode or not, as the terminal allows."""

    def __init__(self, file: TextIO | None = None) -> None:
        out = file or sys.stdout
        self.unicode = _can_unicode(out)
        shown = out if self.unicode else cast(TextIO, _AsciiFile(out))
        self.console = Console(file=shown, highlight=False, emoji=False, markup=False, soft_wrap=False)

    @property
    def wide(self) -> int:
        """How many columns there are."""
        return self.console.width

    @property
    def live(self) -> bool:
        """Whether it is a terminal that can be cleared."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def plain(self, text: str) -> str:
        """The text as this terminal can show it."""
        return text if self.unicode else _ascii(text)

    def symbol(self, colour: str) -> str:
        """A colour's symbol; beyond the named ones (B10) its number."""
        paint = PAINTS.get(colour)
        if paint is None:
            return colour.removeprefix("c")
        return paint.symbol if self.unicode else paint.letter

    def style(self, colour: str, bold: bool = False) -> Style:
        """A piece's colours: its symbol on its fill."""
        paint = PAINTS.get(colour)
        return Style(color=paint.ink, bgcolor=paint.fill, bold=bold) if paint else Style(reverse=True, bold=bold)

    def chip(self, colour: str, width: int = 3, bold: bool = False) -> Text:
        """A piece: its symbol in the middle of its colour."""
        return Text(self.symbol(colour).center(width), style=self.style(colour, bold))

    def named(self, colour: str) -> Text:
        """A colour in a sentence: chip and name."""
        return Text.assemble(self.chip(colour), " ", colour_name(colour))

    def out(self, *lines: RenderableType) -> None:
        """Print lines as they are, cut at the edge."""
        for line in lines:
            self.console.print(line, no_wrap=isinstance(line, Text), overflow="crop", crop=True)

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence, wrapped at words."""
        self.console.print(Text(text, style=style), overflow="fold")

    def clear(self, everything: bool = False) -> None:
        """An empty screen; `everything` also forgets what has scrolled away."""
        if self.live:
            self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))
            self.console.file.flush()
        elif everything and self.console.is_terminal:  # a dumb terminal: push it out of sight
            self.console.file.write("\n" * 2 * self.console.height)
