"""Moves: a kernel knows a number, people write a text; the pattern declared by the game goes from one to the other."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import IllegalMove, SommetError, shown
from .names import Names, Terms
from .refusals import Refusal, spoken


@dataclass(frozen=True, eq=False, repr=False)
class Part:
    """A gap in the pattern: a member of an enumeration, written as `written` (a regular expression) tells.

    `refusal` is for a text of that form that is no member here.
    """

    name: str
    names: Names
    written: str
    refusal: Refusal


@dataclass(frozen=True, eq=False, repr=False)
class Moves:
    """How moves are written. `spell` (a kernel) says which members a move's number stands for.

    `refusal` is for a text that is not of this form, `no_move` for members that make no move together.
    """

    game: str
    pattern: str
    parts: tuple[Part, ...]
    refusal: Refusal
    no_move: Refusal | None = None

    def texts(self, rows: Sequence[Sequence[int] | None], terms: Terms) -> tuple[str, ...]:
        """The text of every number, from the members that `spell` gave for it; none: no such move."""
        members = [part.names.of(terms) for part in self.parts]
        names = [part.name for part in self.parts]
        template = self.pattern
        for place, name in enumerate(names):
            template = template.replace("{" + name + "}", "{" + str(place) + "}")
        return tuple(
            "" if row is None else template.format(*(texts[n] for texts, n in zip(members, row, strict=True)))
            for row in rows
        )

    def apart(self, text: object) -> Mapping[str, str] | None:
        """A text's parts by name; None when it is not of the pattern's form, or no text at all."""
        if not isinstance(text, str):
            return None
        form = re.escape(self.pattern)
        for part in self.parts:
            form = form.replace(re.escape("{" + part.name + "}"), f"(?P<{part.name}>{part.written})")
        found = re.fullmatch(form, text, re.ASCII)
        return None if found is None else found.groupdict()

    def values(self, text: str) -> dict[str, Any]:
        """A move's parts as they stand in a sentence."""
        found = self.apart(text) or {}
        return {part.name: spoken(part.names, found[part.name]) for part in self.parts if part.name in found}

    def unreadable(self, text: str, terms: Terms) -> SommetError:
        """The error for a text that is no move's."""
        found = self.apart(text)
        if found is None:
            return IllegalMove(f"{self.game}.error.{self.refusal.name}", self.refusal.clause, move=shown(text))
        values = self.values(text)
        for part in self.parts:
            if found[part.name] not in part.names.of(terms):
                value = {part.refusal.value or part.name: spoken(part.names, found[part.name])}
                return IllegalMove(f"{self.game}.error.{part.refusal.name}", part.refusal.clause, **{**values, **value})
        refusal = self.no_move or self.refusal
        return IllegalMove(f"{self.game}.error.{refusal.name}", refusal.clause, move=shown(text), **values)

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        parts = [
            {"name": part.name, "names": part.names.describe(), "written": part.written, **part.refusal.describe()}
            for part in self.parts
        ]
        no_move = None if self.no_move is None else self.no_move.describe()
        return {"pattern": self.pattern, "parts": parts, **self.refusal.describe(), "no_move": no_move}
