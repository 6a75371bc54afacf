"""Why a move or a set-up is refused: a kernel answers a number, and a table says which clause and which sentence.

The sentence stands in the game's catalogue, under ``<game>.error.<name>``. The number's upper bits may hold a value
for it: a number, or the number of something that has a name.
"""

from dataclasses import dataclass
from typing import Any

from .errors import BadRecord, IllegalMove, SommetError
from .names import Names, Terms

BITS = 8  # of the refusal's own number; the value is above them


@dataclass(frozen=True, eq=False, repr=False)
class Refusal:
    """One reason. `value` names what the upper bits hold; `of` is the enumeration it is a number of."""

    name: str
    clause: str
    value: str | None = None
    of: Names | None = None
    record: bool = False  # the record is at fault, not the move

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        told = {"refusal": self.name, "clause": self.clause, "value": self.value, "record": self.record}
        return told if self.of is None else {**told, "of": self.of.describe()}


class Refusals:
    """A game's table."""

    def __init__(self, game: str, *every: Refusal) -> None:
        self.game, self.every = game, every

    def code(self, name: str) -> int:
        """The number that a kernel answers for this reason; 0 is none."""
        return 1 + next(place for place, refusal in enumerate(self.every) if refusal.name == name)

    def error(self, answer: int, terms: Terms, **values: object) -> SommetError:
        """The error for a kernel's answer, which is not 0."""
        refusal = self.every[(answer & (1 << BITS) - 1) - 1]
        values = {"players": terms.players, **values}
        if refusal.value is not None:
            number = answer >> BITS
            values[refusal.value] = number if refusal.of is None else spoken(refusal.of, refusal.of.of(terms)[number])
        kind = BadRecord if refusal.record else IllegalMove
        return kind(f"{self.game}.error.{refusal.name}", refusal.clause, **values)

    def describe(self) -> list[dict[str, Any]]:
        """For a host in another language, by number from 1."""
        return [each.describe() for each in self.every]


def spoken(names: Names, member: Any) -> Any:
    """A member as it stands in a sentence: a colour by its word in the reader's language."""
    return f"@{names.word}.{member}" if names.word == "colour" else member
