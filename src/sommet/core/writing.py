"""What is shown of a position as JSON text, written by a kernel.

A layout on certain terms becomes a program, once: rows of numbers that say which text comes next and which of a
record's numbers it tells. The text is the one that `Layout.reader` and any JSON library would make, some ten times as
fast: a server makes one for every move. Until the kernel's machine code is loaded, they make it.
"""

import json
from collections.abc import Callable
from math import prod
from typing import Any, cast

import numpy as np

from .arrays import Records
from .fields import ALONE, Field, Flag, Group, Layout
from .kernel import INTERPRETED, small_kernel
from .names import Names, Terms

Write = Callable[[Records, bool], bytes]

# A row is a text and then values: of as many piles as it says (0: the text is all). Where the text begins, its length;
# where the first value is; the table of its members (-1: values are numbers) and how many those are, after which stands
# what is said of any other number; where the number of values of each pile is told (-1: one value, no brackets); how
# many piles; where the texts of their keys are, if they have any: then an empty one is left out.
AT, LENGTH, PLACE, TABLE, MEMBERS, COUNTED, PILES, KEYS = range(8)
WIDTH = 8
DIGITS = 6  # the longest number has so many characters, with its sign
COMMA, COLON, OPEN, CLOSE, MINUS, ZERO = (ord(sign) for sign in ",:[]-0")


def as_text(told: Any) -> bytes:
    """JSON without spaces, as the server sends it."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


@small_kernel
def write(values: Any, rows: Any, spans: Any, texts: Any, out: Any) -> Any:
    """Run a program over a record's numbers; how many bytes were written. (One kernel: arrays are counted at calls.)"""
    size = np.int64(0)
    for k in range(rows.shape[0]):
        for at in range(rows[k, AT], rows[k, AT] + rows[k, LENGTH]):
            out[size] = texts[at]
            size += 1
        place = np.int64(rows[k, PLACE])
        table = np.int64(rows[k, TABLE])
        counted = np.int64(rows[k, COUNTED])
        keys = np.int64(rows[k, KEYS])
        members = np.int64(rows[k, MEMBERS])
        told = 0
        for pile in range(rows[k, PILES]):
            count = np.int64(1)
            if counted >= 0:
                count = np.int64(values[counted + pile])
                if keys > 0 and count == 0:
                    continue
                if told > 0:
                    out[size] = COMMA
                    size += 1
                if keys > 0:
                    for at in range(spans[keys + pile, 0], spans[keys + pile, 1]):
                        out[size] = texts[at]
                        size += 1
                    out[size] = COLON
                    size += 1
                out[size] = OPEN
                size += 1
                told += 1
            for entry in range(place, place + count):
                value = np.int64(values[entry])
                if entry > place:
                    out[size] = COMMA
                    size += 1
                if table >= 0:
                    member = table + (value if 0 <= value < members else members)
                    for at in range(spans[member, 0], spans[member, 1]):
                        out[size] = texts[at]
                        size += 1
                else:
                    if value < 0:
                        out[size] = MINUS
                        size += 1
                        value = -value
                    unit = np.int64(1)
                    while unit * 10 <= value:
                        unit *= 10
                    while unit > 0:
                        out[size] = ZERO + value // unit % 10
                        size += 1
                        unit //= 10
            place += count
            if counted >= 0:
                out[size] = CLOSE
                size += 1
    return size


class Program:
    """How the fields of a layout that are there at this time are told on these terms."""

    def __init__(self, layout: Layout, terms: Terms, over: bool) -> None:
        self._layout, self._terms = layout, terms
        self._rows: list[list[int]] = []
        self._spans: list[tuple[int, int]] = [(0, 0)]  # 0 is nobody's table
        self._texts = bytearray()
        self._tables: dict[tuple[bytes, ...], int] = {}
        self._before = bytearray(b"{")  # the text before the next row
        self.longest = 0
        told = [each for each in layout.fields if each.tensor != ALONE and (over or not each.late)]
        for number, each in enumerate([*(e for e in told if not e.late), *(e for e in told if e.late)]):
            self._before += (b"," if number else b"") + as_text(each.name) + b":"
            self._field(each)
        self._before += b"}"
        self._row(0, piles=0)
        self.rows = np.array(self._rows, np.int32)
        self.spans = np.array(self._spans, np.int32)
        self.texts = np.frombuffer(bytes(self._texts), np.uint8)

    def _row(
        self,
        most: int,
        place: int = 0,
        leaf: tuple[int, int] = (-1, 0),
        counted: int = -1,
        piles: int = 1,
        keys: int = 0,
    ) -> None:
        """The text that waits, and then values of at most so many bytes."""
        self._rows.append([len(self._texts), len(self._before), place, *leaf, counted, piles, keys])
        self._texts += self._before
        self.longest += len(self._before) + most
        self._before.clear()

    def _table(self, members: tuple[Any, ...]) -> int:
        """Where the texts of these members are."""
        told = tuple(as_text(member) for member in members)
        if told not in self._tables:
            self._tables[told] = len(self._spans)
            for text in told:
                self._spans.append((len(self._texts), len(self._texts) + len(text)))
                self._texts += text
        return self._tables[told]

    def _leaf(self, each: Field) -> tuple[tuple[int, int], int]:
        """The table of such a value (-1: it is a number) and how many members that has; the longest text."""
        if isinstance(each.kind, Flag):
            members: tuple[Any, ...] = (False, True)
        elif isinstance(each.kind, Names):
            members = each.kind.of(self._terms)
        else:
            return (-1, 0), DIGITS
        table = self._table((*members, None))
        return (table, len(members)), max(len(as_text(member)) for member in (*members, None))

    def _field(self, each: Field) -> None:
        place, shape = self._layout.place(each.name)
        leaf, longest = self._leaf(each)
        if each.piled:
            axis, keys = each.per[0], each.per[0].of(self._terms)
            names = self._table(tuple(keys)) if axis.keyed else 0
            most = each.piled * (longest + 1) + sum(len(as_text(key)) + 4 for key in keys)
            self._before += b"{" if axis.keyed else b"["
            self._row(most, place, leaf, self._layout.place(f"{each.name}_count")[0], len(keys), names)
            self._before += b"}" if axis.keyed else b"]"
        elif each.up_to:
            self._row(2 + each.up_to * (longest + 1), place, leaf, self._layout.place(f"{each.name}_count")[0])
        else:
            self._along(each.per, place, shape, leaf, longest)

    def _along(
        self, axes: tuple[Names, ...], place: int, shape: tuple[int, ...], leaf: tuple[int, int], longest: int
    ) -> None:
        """One value, or values along the axes that are left."""
        if not axes:
            self._row(longest, place, leaf)
            return
        axis, stride = axes[0], prod(shape[1:])
        self._before += b"{" if axis.keyed else b"["
        for number, key in enumerate(axis.of(self._terms)):
            self._before += b"," if number else b""
            if axis.keyed:
                self._before += as_text(key) + b":"
            self._along(axes[1:], place + number * stride, shape[1:], leaf, longest)
        self._before += b"}" if axis.keyed else b"]"


def writer(layout: Layout, terms: Terms) -> Write:
    """What turns an array of one record into JSON text, for games on these terms."""
    read = layout.reader(terms)
    if any(isinstance(each.kind, Group) for each in layout.fields):  # lists of groups: no position has shown one yet
        return lambda record, over: as_text(read(record, over))
    programs: dict[bool, Program] = {}

    def text(record: Records, over: bool) -> bytes:
        program = programs.get(over)
        if program is None:
            program = programs[over] = Program(layout, terms, over)
        out = np.empty(program.longest, np.uint8)
        asked = record.view(np.int16), program.rows, program.spans, program.texts, out
        if INTERPRETED or not cast(Any, write).loaded(asked):
            return as_text(read(record, over))
        return out[: write(*asked)].tobytes()

    return text


def prepare() -> None:
    """Load or compile the kernel, which is the same for all games."""
    numbers, signs = np.zeros((1, WIDTH), np.int32), np.zeros(1, np.uint8)
    cast(Any, write).prepare(np.zeros(1, np.int16), numbers, numbers, signs, signs)
