"""How the fields of a set-up are settled, for hosts that want to know every chance beforehand, not just its result."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Bag:
    """Values drawn one after the other, all things left in the bag being equally likely, and none put back.

    A field with values along an axis, or a list, draws its entries in order. A table of numbers, counted along two
    axes, tells how many of each member of the second one were drawn for each member of the first: as many for each,
    until the bag is empty.
    """

    copies: int | tuple[int, ...]  # how many there are of each member, the same or by number
    same: tuple[int, ...] = ()  # by member: which one it is another name of; none said: each is itself
    when: tuple[str, Any] | None = None  # an option and its value; with another the field is not drawn

    def counts(self, members: int) -> tuple[int, ...]:
        """What is in the bag at first."""
        return (self.copies,) * members if isinstance(self.copies, int) else self.copies

    def one_of(self, member: int) -> int:
        """The member as the bag counts it."""
        return self.same[member] if self.same else member


@dataclass(frozen=True)
class Laid:
    """Laid out by hand where chance is to have no part in it: a parameter of that name."""

    parameter: str
