"""Records that people may read: described once, as fields; JSON is read and written by that description.

A layout's record holds 16-bit numbers only; kernels fill it, hosts read it. A field is one value, or values counted
along named things (`per`), or a list (`up_to`), or a list for each of the named things (`piled`). What a value is, its
`kind` tells: a number, yes or no, a member of an enumeration (no member: -1, in JSON null), or a group of fields.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from .arrays import Records, record_type
from .bags import Bag, Laid
from .names import Names, Seats, Terms

Values = list[int]
Reader = Callable[[Values], Any]
NONE = -1
# In the vectors for programs that learn a field is there as a whole; of piles only heights and tops (where nothing else
# matters later); not at all (it follows from others); or there and nowhere else (people see it otherwise).
WHOLE, TOPS, NEVER, ALONE = "whole", "tops", "never", "alone"


@dataclass(frozen=True, eq=False, repr=False)
class Number:
    """A whole number; the bounds matter where it comes from outside."""

    least: int = 0
    most: int = 32767


@dataclass(frozen=True, eq=False, repr=False)
class Flag:
    """Yes or no."""


@dataclass(frozen=True, eq=False, repr=False)
class Real:
    """A real number (in findings only, see `core.findings`). `counts`: a whole one is told as a whole number."""

    counts: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Move:
    """A move, by its number (in findings only)."""


@dataclass(frozen=True, eq=False, repr=False)
class Group:
    """Several fields that go together."""

    fields: "tuple[Field, ...]"


NUMBER, FLAG, REAL, MOVE = Number(), Flag(), Real(), Move()
Kind = Names | Number | Flag | Real | Move | Group


@dataclass(frozen=True, eq=False, repr=False)
class Field:
    """One field of a layout. Of its forms (see the module's text) it has at most one, but `per` may have two axes."""

    name: str
    kind: Kind
    per: tuple[Names, ...] = ()
    up_to: int = 0
    piled: int = 0  # the most values in all lists together
    late: bool = False  # only there when the game is over
    tensor: str = WHOLE  # how programs that learn get it: one of the words above
    known: Any = None  # of a set-up: see `core.setup`
    clause: str | None = None
    least: int = 0  # of a list
    exactly: Mapping[int, int] = field(default_factory=dict, hash=False)  # a list's length by the number of players
    distinct: bool = False
    drawn: Bag | Laid | None = None  # of a set-up: how it is settled (see `core.bags`)
    optional: bool = False  # of findings: left out where nothing was found

    @property
    def shape(self) -> tuple[int, ...]:
        """As many values along each axis as there may be members."""
        return tuple(axis.most for axis in self.per)

    def columns(self, before: tuple[int, ...] = (), prefix: str = "") -> Iterator[tuple[str, tuple[int, ...]]]:
        """The names and shapes of the record's fields for this one."""
        name = prefix + self.name
        shape = (*before, *(axis.most for axis in self.per))
        if self.piled:
            yield f"{name}_count", shape
            yield name, (*before, self.piled)
            return
        if self.up_to:
            yield f"{name}_count", shape
            shape = (*shape, self.up_to)
        if isinstance(self.kind, Group):
            for part in self.kind.fields:
                yield from part.columns(shape, f"{name}_")
        else:
            yield name, shape

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        kind = self.kind
        if isinstance(kind, Group):
            what: dict[str, Any] = {"group": [part.describe() for part in kind.fields]}
        elif isinstance(kind, Names):
            what = {"names": kind.describe()}
        elif isinstance(kind, Number):
            what = {"number": [kind.least, kind.most]}
        elif isinstance(kind, Real):
            what = {"real": True, "counts": kind.counts}
        else:
            what = {"flag": True} if isinstance(kind, Flag) else {"move": True}
        told = {"name": self.name, **what, "per": [axis.describe() for axis in self.per]}
        return told | {"up_to": self.up_to, "piled": self.piled, "late": self.late, "optional": self.optional}

    def describe_check(self) -> dict[str, Any]:
        """The same with what is asked of it where it comes from outside: of a field of a set-up."""
        told = {"known": self.known, "clause": self.clause, "least": self.least, "distinct": self.distinct}
        return {**self.describe(), **told, "exactly": {str(n): size for n, size in self.exactly.items()}}


class Layout:
    """Fields as a record type, and how its records are read."""

    def __init__(self, *fields: Field, of: str = "", scratch: int = 0) -> None:
        self.fields = fields
        columns = [column for each in fields for column in each.columns()]
        if scratch:  # room for the kernel that fills the record; nobody reads it
            columns.append(("scratch", (scratch,)))
        shaped = ((name, np.int16, shape) if shape else (name, np.int16) for name, shape in columns)
        self.type = record_type(*shaped, of=of)
        self._places: dict[str, tuple[int, tuple[int, ...]]] = {}
        at = 0
        for name, shape in columns:
            self._places[name] = at, shape
            at += prod(shape)

    def place(self, name: str) -> tuple[int, tuple[int, ...]]:
        """Where a column begins among the numbers of a record, and its shape."""
        return self._places[name]

    def reader(self, terms: Terms) -> Callable[[Records, bool], dict[str, Any]]:
        """What turns an array of one record into JSON, for games on these terms."""
        told = [each for each in self.fields if each.tensor != ALONE]
        always = [(each.name, self._reader(each, terms)) for each in told if not each.late]
        late = [(each.name, self._reader(each, terms)) for each in told if each.late]

        def read(record: Records, over: bool) -> dict[str, Any]:
            values = record.view(np.int16).tolist()
            told = {name: of(values) for name, of in always}
            if over:
                for name, of in late:
                    told[name] = of(values)
            return told

        return read

    def _reader(self, each: Field, terms: Terms, prefix: str = "", index: int = 0) -> Reader:
        """Of one field, or of the `index`-th of the group that the prefix names."""
        name = prefix + each.name
        if each.piled:
            return self._piles(each, terms, name)
        if each.up_to:
            return self._list(each, terms, name, index)
        place, shape = self._places[name]
        inner = shape[len(shape) - len(each.per) :] if each.per else ()
        return _table(each, terms, place + index * prod(inner), inner)

    def _piles(self, each: Field, terms: Terms, name: str) -> Reader:
        """A list of values for each of the named things; where they have keys, empty ones are left out."""
        start, counted = self._places[name][0], self._places[f"{name}_count"][0]
        axis = each.per[0]
        keys, tell = axis.of(terms), _leaf(each.kind, terms)
        size = len(keys)

        def piles(values: Values) -> list[list[Any]]:
            at, told = start, []
            for count in values[counted : counted + size]:
                told.append([tell(value) for value in values[at : at + count]] if count else [])
                at += count
            return told

        if not axis.keyed:
            return piles
        return lambda values: {key: pile for key, pile in zip(keys, piles(values), strict=True) if pile}

    def _list(self, each: Field, terms: Terms, name: str, index: int) -> Reader:
        counted = self._places[f"{name}_count"][0] + index
        kind = each.kind
        if isinstance(kind, Group):
            rows = [
                [(part.name, self._reader(part, terms, f"{name}_", row)) for part in kind.fields]
                for row in range(each.up_to)
            ]
            return lambda values: [{key: of(values) for key, of in row} for row in rows[: values[counted]]]
        start, tell = self._places[name][0] + index * each.up_to, _leaf(kind, terms)
        return lambda values: [tell(value) for value in values[start : start + values[counted]]]

    def describe(self) -> dict[str, Any]:
        """For a host in another language: fields, and where their numbers are."""
        places = {name: {"at": at, "shape": list(shape)} for name, (at, shape) in self._places.items()}
        return {"fields": [each.describe() for each in self.fields if each.tensor != ALONE], "places": places}


def _leaf(kind: Kind, terms: Terms) -> Callable[[int], Any]:
    if isinstance(kind, Flag):
        return bool
    if isinstance(kind, Seats):
        return lambda value: None if value == NONE else value
    if isinstance(kind, Names):
        members = (*kind.of(terms), None)  # the last one is also number -1
        return members.__getitem__
    return int


def _table(each: Field, terms: Terms, place: int, shape: tuple[int, ...]) -> Reader:
    """One value, or values along one axis or two."""
    tell = _leaf(each.kind, terms)
    if not each.per:
        return lambda values: tell(values[place])
    axis = each.per[0]
    keys = axis.of(terms)
    if len(each.per) == 2:
        inner = Field(each.name, each.kind, each.per[1:])
        rows = [_table(inner, terms, place + row * shape[1], shape[1:]) for row in range(len(keys))]
        if axis.keyed:
            return lambda values: {key: row(values) for key, row in zip(keys, rows, strict=True)}
        return lambda values: [row(values) for row in rows]
    until = place + len(keys)
    if isinstance(each.kind, Number):
        if axis.keyed:
            return lambda values: dict(zip(keys, values[place:until], strict=True))
        return lambda values: values[place:until]
    if axis.keyed:
        return lambda values: dict(zip(keys, map(tell, values[place:until]), strict=True))
    return lambda values: list(map(tell, values[place:until]))
