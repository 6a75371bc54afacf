"""Sentences as numbers: a kernel says which phrases, with what in their gaps, and a host makes the text of it.

A kernel fills rows of whole numbers, one row a phrase: the number of the phrase in the game's table; 1 if the row is a
sentence to be told, 0 if it is only part of a later one; then a value for each gap of the phrase, in the order of its
gaps. To make the text, in any language and host:

1.  Go through the rows from the first. A row's text is the catalogue's text of the phrase's key (where a phrase has no
    key, its own `text`, which is the same in every language), each gap ``{name}`` filled by its value:

    *   a number: as it is;
    *   a member of an enumeration: its name; where the gap has `words`, a key with ``*`` in the member's place, the
        catalogue's text of that key, if there is one;
    *   a move: its text, as the host writes moves for its readers;
    *   a part: the text of the row with that number, which is an earlier one; -1: nothing;
    *   a start: the same, its first letter made a capital.

2.  The answer is the texts of the rows to be told, in their order, with a space between two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .names import Names, Terms
from .words import catalogue

MEMBER = "*"
NUMBER, MOVE, PART, START = "number", "move", "part", "start"
MOST_GAPS = 4


@dataclass(frozen=True, eq=False, repr=False)
class Gap:
    """A place to be filled, and what with: one of the words above, or a member of an enumeration."""

    name: str
    kind: Names | str
    words: str = ""

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        kind = {"kind": self.kind} if isinstance(self.kind, str) else {"names": self.kind.describe()}
        return {"name": self.name, **kind, "words": self.words}


class Phrase:
    """A key of the catalogue, or a text that is the same everywhere, and its gaps."""

    def __init__(self, key: str, *gaps: Gap, text: str = "") -> None:
        if len(gaps) > MOST_GAPS or bool(key) == bool(text):
            raise ValueError("a phrase has a key or a text, and at most four gaps")
        self.key, self.gaps, self.text = key, gaps, text

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        return {"key": self.key, "text": self.text, "gaps": [gap.describe() for gap in self.gaps]}


class Phrases:
    """A table of phrases."""

    def __init__(self, *every: Phrase) -> None:
        self.every = every

    def code(self, name: str) -> int:
        """The number of the phrase with that key, or with that text."""
        return next(number for number, phrase in enumerate(self.every) if name in (phrase.key, phrase.text))

    def text(
        self,
        language: str,
        rows: Sequence[Sequence[int]],
        terms: Terms,
        moves: Sequence[str],
        written: Callable[[str], str] = str,
    ) -> str:
        """What the rows say; `moves` are the texts of moves by number, and `written` how they are shown."""
        words, texts = catalogue(language), list[str]()

        def fill(gap: Gap, value: int) -> str:
            if gap.kind in (PART, START):
                part = texts[value] if value >= 0 else ""
                return part[:1].upper() + part[1:] if gap.kind == START else part
            if gap.kind == MOVE:
                return written(moves[value])
            if isinstance(gap.kind, str):
                return str(value)
            member = str(gap.kind.of(terms)[value])
            return words.get(gap.words.replace(MEMBER, member), member)

        for number, _, *values in rows:
            phrase = self.every[number]
            filled = {gap.name: fill(gap, value) for gap, value in zip(phrase.gaps, values, strict=False)}
            texts.append((words[phrase.key] if phrase.key else phrase.text).format(**filled))
        return " ".join(text for text, row in zip(texts, rows, strict=True) if row[1])

    def describe(self) -> list[dict[str, Any]]:
        """For a host in another language, by number."""
        return [phrase.describe() for phrase in self.every]
