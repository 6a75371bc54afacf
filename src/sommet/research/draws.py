"""Every chance of a game, outcome by outcome, from the description of its set-up (`core.bags`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core.arrays import Records
from ..core.bags import Bag, Laid
from ..core.fields import NONE, Field, Number
from ..core.game import Game
from ..core.names import Names, Terms
from ..core.options import Counts
from ..core.setup import AS_TURNED, EVERYBODY, FIRST

Left = tuple[int, ...]


@dataclass(frozen=True)
class Draws:
    """A field that is drawn, member by member: `lengths` are those of its axes, or of its list."""

    field: Field
    bag: Bag
    members: tuple[Any, ...]
    lengths: tuple[int, ...]

    @classmethod
    def of(cls, field: Field, bag: Bag, terms: Terms) -> "Draws":
        """On these terms."""
        names = field.kind if isinstance(field.kind, Names) else field.per[-1]
        most = field.exactly[terms.players] if field.exactly else field.up_to
        lengths = (most,) if field.up_to else tuple(len(axis.of(terms)) for axis in field.per)
        return cls(field, bag, names.of(terms), lengths)

    @cached_property
    def full(self) -> Left:
        """What is in the bag at first, by member."""
        return self.bag.counts(len(self.members))

    @cached_property
    def counted(self) -> bool:
        """Whether the field tells how many of each were drawn, and not what was drawn one by one."""
        return isinstance(self.field.kind, Number)

    @cached_property
    def each(self) -> int:
        """Where it is counted: how many are drawn for each."""
        return sum(self.full) // self.lengths[0]

    @cached_property
    def times(self) -> int:
        """How often is drawn: the last of those for whom is counted gets what is left."""
        return self.each * (self.lengths[0] - 1) if self.counted else int(np.prod(self.lengths))

    def without(self, left: Left, member: int) -> Left:
        """What is left then."""
        kind = self.bag.one_of(member)
        return (*left[:kind], left[kind] - 1, *left[kind + 1 :])

    def clear(self, setup: Records) -> None:
        """Nothing drawn yet."""
        setup[self.field.name] = 0 if self.counted else NONE
        if self.field.up_to:
            setup[f"{self.field.name}_count"] = 0

    def write(self, setup: Records, drawn: Sequence[int]) -> None:
        """Write what has been drawn so far."""
        into = setup[self.field.name][0]
        if self.counted:
            for place, member in enumerate(drawn):
                into[place // self.each, member] += 1
            if len(drawn) == self.times:
                last, width = self.lengths[0] - 1, len(self.members)
                into[last, :width] = np.array(self.full) - into[:last, :width].sum(axis=0)
        elif len(self.lengths) == 1:
            into[: len(drawn)] = drawn
        else:
            for index, member in zip(np.ndindex(*self.lengths), drawn, strict=False):
                into[index] = member
        if self.field.up_to:
            setup[f"{self.field.name}_count"] = len(drawn)

    def add(self, setup: Records, place: int, member: int) -> None:
        """Write one more entry of a list."""
        setup[self.field.name][0, place] = member
        setup[f"{self.field.name}_count"] = place + 1

    def restore(self, setup: Records, before: Records) -> None:
        """Copy the list from another set-up."""
        for column in (self.field.name, f"{self.field.name}_count"):
            setup[column] = before[column]

    def of_row(self, drawn: list[int], row: int) -> list[int]:
        """What of it is for one member of the first axis."""
        size = self.each if self.counted else self.times // self.lengths[0]
        return drawn[row * size : (row + 1) * size]

    def read(self, setup: Records) -> list[int]:
        """What must have been drawn for a set-up in which it is settled; of what is counted, in one possible order."""
        values = setup[self.field.name][0]
        if self.counted:
            rows = values[: self.lengths[0] - 1, : len(self.members)].tolist()
            return [member for row in rows for member, count in enumerate(row) for _ in range(count)]
        if self.field.up_to:
            return list(values[: int(setup[f"{self.field.name}_count"][0])].tolist())
        return [int(values[place]) for place in np.ndindex(*self.lengths)]


def is_drawn(bag: Bag, options: Mapping[str, Any], game: Game) -> bool:
    """Whether it is with these options."""
    if bag.when is None:
        return True
    name, value = bag.when
    option = game.options.named(name)
    return bool(options.get(name, None if option is None else option.default) == value)


def settled_by_option(game: Game, field: Field) -> bool:
    """Whether a choice about the deal settles the field."""
    option = game.options.named(field.name)
    return option is not None and not option.stored and not isinstance(option, Counts)


def is_described(game: Game) -> bool:
    """Whether every chance of the game is; otherwise deals can only be sampled."""
    return all(
        field.name == FIRST or isinstance(field.drawn, Bag | Laid) or settled_by_option(game, field)
        for field in game.setup.fields
    )


def all_draws(game: Game, terms: Terms) -> tuple[list[Draws], Draws | None]:
    """What is drawn before the first move, what all see first; and what is turned over as the game goes."""
    draws = [
        Draws.of(field, field.drawn, terms)
        for field in game.setup.fields
        if isinstance(field.drawn, Bag) and is_drawn(field.drawn, terms.options, game)
    ]
    before = [each for each in draws if each.field.known != AS_TURNED]
    turned = [each for each in draws if each.field.known == AS_TURNED]
    if len(turned) > 1:
        raise TypeError(f"{game.name}: several fields are turned over")
    return sorted(before, key=lambda each: each.field.known != EVERYBODY), turned[0] if turned else None
