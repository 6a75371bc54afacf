"""Records that people may read, as vectors for programs that learn.

Tables, made once for a game on its terms, say what goes where: a name becomes a one-hot part, a number is scaled to
about 0 to 1. A pile becomes its height and its top, and all layers one after the other where those beneath the top
still matter. A kernel writes the vector, so nothing walks through JSON.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.fields import TOPS, Field, Flag, Group, Layout, Number
from ..core.kernel import kernel
from ..core.names import Fixed, Names, Terms
from ..core.setup import OWN_SEAT

Vector = NDArray[np.float32]
Shapes = dict[str, tuple[int, ...]]
ALWAYS = -1  # where no list's length decides whether an entry is there
USUAL_SCALE = 1 / 32  # of numbers that have no bound
UNBOUNDED = Number().most


@kernel
def encode(values: Any, entries: Any, scales: Any, piles: Any, out: Any) -> Any:
    """Write the record with these 16-bit values into the vector, all of whose places are 0. See `Tables`."""
    for row in range(entries.shape[0]):
        guard = entries[row, 3]
        if guard == ALWAYS or entries[row, 4] < values[guard]:
            value = np.int64(values[entries[row, 0]])
            size = entries[row, 2]
            if size == 0:
                out[entries[row, 1]] = value * scales[row]
            elif 0 <= value < size:
                out[entries[row, 1] + value] = 1
    for row in range(piles.shape[0]):
        at = piles[row, 2]
        members = piles[row, 3]
        for pile in range(piles[row, 1]):
            high = np.int64(values[piles[row, 0] + pile])
            out[piles[row, 4] + pile] = high / piles[row, 7]
            for layer in range(high):
                member = np.int64(values[at + layer])
                if layer == high - 1:
                    out[piles[row, 5] + pile * members + member] = 1
                if piles[row, 6] >= 0:
                    out[piles[row, 6] + (at + layer - piles[row, 2]) * members + member] = 1
            at += high


def members_of(names: Names, terms: Terms) -> int:
    """How many members need a place: of an enumeration with usual ones only those, where no others are named."""
    members = names.of(terms)
    if isinstance(names, Fixed) and names.usual is not None:
        others = set(members[names.usual :])
        named = (entry for value in terms.setup.values() if isinstance(value, list | tuple) for entry in value)
        if not any(isinstance(entry, str) and entry in others for entry in named):
            return names.usual
    return len(members)


@dataclass(frozen=True)
class Tables:
    """How `encode` writes one layout's records; `shapes` names the parts of the vector, which begin at `start`.

    A row of `entries`: where the value stands, where it goes, how many members it has (0: a number), the place of the
    list's length (or ALWAYS) and the entry's rank in the list. A row of `piles`: where the heights stand and how many
    there are, where the layers stand, how many members they have; where heights, tops and layers (-1: nowhere) go, and
    the greatest height.
    """

    shapes: Shapes
    entries: NDArray[np.int64]
    scales: NDArray[np.float64]
    piles: NDArray[np.int64]
    size: int

    @classmethod
    def of(cls, layout: Layout, terms: Terms, fields: Iterable[Field], start: int, seat: int = 0) -> "Tables":
        """For these fields of the layout, one after the other; of a set-up's field in which each player knows their
        own, this seat's."""
        making = _Making(layout, terms, start, seat)
        for each in fields:
            making.add(each)
        return cls(
            making.shapes,
            np.array(making.entries, np.int64).reshape(-1, 5),
            np.array(making.scales, np.float64),
            np.array(making.piles, np.int64).reshape(-1, 8),
            making.at - start,
        )


class _Making:
    """Tables as they grow."""

    def __init__(self, layout: Layout, terms: Terms, start: int, seat: int) -> None:
        self.layout, self.terms, self.at, self.seat = layout, terms, start, seat
        self.shapes: Shapes = {}
        self.entries: list[tuple[int, ...]] = []
        self.scales: list[float] = []
        self.piles: list[tuple[int, ...]] = []

    def add(self, each: Field, prefix: str = "", rows: Sequence[int] = (0,), guard: int = ALWAYS) -> None:
        """One field, of each of the group's rows."""
        name = prefix + each.name
        if each.piled:
            self._add_piles(each, name)
        elif isinstance(each.kind, Group):
            counted = self.layout.place(f"{name}_count")[0] if each.up_to else ALWAYS
            for part in each.kind.fields:
                self.add(part, f"{name}_", range(each.up_to or 1), counted)
        else:
            self._add_values(each, name, rows, guard)

    def _room(self, name: str, shape: tuple[int, ...]) -> int:
        self.shapes[name] = shape
        at, self.at = self.at, self.at + prod(shape)
        return at

    def _add_values(self, each: Field, name: str, rows: Sequence[int], guard: int) -> None:
        place, shape = self.layout.place(name)
        kind = each.kind
        size = members_of(kind, self.terms) if isinstance(kind, Names) else 0
        width = size or 1
        lengths = (each.up_to,) if each.up_to else tuple(len(axis.of(self.terms)) for axis in each.per)
        inner = shape[len(shape) - len(lengths) :] if lengths else ()
        first = 0
        if each.known == OWN_SEAT:
            inner, lengths = inner[1:], lengths[1:]
            first = self.seat * prod(inner)
        wanted = (*((len(rows),) if guard != ALWAYS else ()), *lengths, *((size,) if size else ()))
        at = self._room(name, wanted or (1,))
        counted = self.layout.place(f"{name}_count")[0] if each.up_to else guard
        for row in rows:
            for rank, index in enumerate(np.ndindex(*lengths)):
                offset = int(np.ravel_multi_index(index, inner)) if lengths else 0
                list_of, entry = (counted + row, rank) if each.up_to else (counted, row)
                self.entries.append((place + first + row * prod(inner) + offset, at, size, list_of, entry))
                self.scales.append(scale(kind))
                at += width

    def _add_piles(self, each: Field, name: str) -> None:
        assert isinstance(each.kind, Names)
        count, members = len(each.per[0].of(self.terms)), members_of(each.kind, self.terms)
        heights = self._room(f"{name}_height", (count,))
        tops = self._room(f"{name}_top", (count, members))
        layers = -1 if each.tensor == TOPS else self._room(name, (each.piled, members))
        stand, lie = self.layout.place(f"{name}_count")[0], self.layout.place(name)[0]
        self.piles.append((stand, count, lie, members, heights, tops, layers, each.piled))


def scale(kind: Any) -> float:
    """What a number is multiplied by."""
    if isinstance(kind, Flag):
        return 1.0
    if isinstance(kind, Number) and kind.most != UNBOUNDED:
        return 1 / max(abs(kind.least), abs(kind.most), 1)
    return USUAL_SCALE
