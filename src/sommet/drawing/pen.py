"""What a drawing writes with: in a language, in a number of columns, in Unicode or not."""

import unicodedata

from ..core.words import catalogue, say
from .lines import Line, Style, line
from .paints import paint

WIDE = 80
_PLAIN = str.maketrans({
    **dict.fromkeys("’‘", "'"), **dict.fromkeys("“”«»", '"'), **dict.fromkeys("–—−·─", "-"),
    "×": "x", "→": ">", "›": ">", "‹": "<", "╱": "/", "╲": "\\", "…": "...",
})  # fmt: skip


def in_ascii(text: str) -> str:
    """The nearest text in ASCII: accents go, dots and dashes become plain."""
    kept = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(c for c in kept if not unicodedata.combining(c)).encode("ascii", "replace").decode()


class Pen:
    """Knows the language, how wide a line may be and which characters there are."""

    def __init__(self, language: str = "en", wide: int = WIDE, unicode: bool = True) -> None:
        self._language, self._wide, self.unicode = language, wide, unicode

    @property
    def language(self) -> str:
        """The language to write in."""
        return self._language

    @property
    def wide(self) -> int:
        """How many columns there are."""
        return self._wide

    def plain(self, text: str) -> str:
        """The text in the characters there are."""
        return text if self.unicode else in_ascii(text)

    def tell(self, key: str, /, **values: object) -> str:
        """The text of that key."""
        return say(self.language, key, **values)

    def game_name(self, game: str) -> str:
        """What a game is called; one without words keeps its own name."""
        return catalogue(self.language).get(f"{game}.name", game)

    def colour_name(self, colour: str) -> str:
        """A colour's name; one that has none is called as it is written."""
        return catalogue(self.language).get(f"colour.{colour}", colour)

    def symbol(self, colour: str) -> str:
        """A colour's symbol."""
        return paint(colour).symbol if self.unicode else paint(colour).letter

    def chip(self, colour: str, width: int = 3, bold: bool = False) -> Line:
        """A piece: its symbol in the middle of its colour."""
        return line(self.symbol(colour).center(width), style=Style(piece=colour, bold=bold))

    def named(self, colour: str) -> Line:
        """A colour in a sentence: chip and name."""
        return line(self.chip(colour), f" {self.colour_name(colour)}")

    def seats(self, players: int) -> list[str]:
        """What players without names are called."""
        return [self.tell("drawing.player", number=number) for number in range(1, players + 1)]
