"""What a viewer sees of a game, and what one with perfect recall knows of it, as vectors for programs that learn.

One description for all who ask: which parts there are and of what shape comes from the game's layouts, and only what
`see` lets a viewer know is ever read.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records
from ..core.fields import NEVER, Field, Layout
from ..core.form import Room
from ..core.kernel import kernel
from ..core.names import Terms
from ..core.observing import Spec, observe
from ..core.rules import mover, over, see, show, show_own
from ..core.setup import OWN_SEAT
from .encoding import Shapes, Tables, Vector, encode


def named_parts(vector: Vector, shapes: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, Vector]]:
    """The vector's parts, each in its shape: they share its memory."""
    at = 0
    for name, shape in shapes.items():
        size = prod(shape)
        yield name, vector[at : at + size].reshape(shape)
        at += size


@kernel
def encode_moves(log: Any, start: Any, end: Any, spelled: Any, at: Any, out: Any) -> Any:
    """Write moves number `start` to `end` - 1 of the log, a row each; `spelled` is `spelling`'s."""
    width = spelled[spelled.shape[0] - 1, 0]
    for ply in range(start, end):
        for part in range(spelled.shape[1]):
            out[at + (ply - start) * width + spelled[log[ply], part]] = 1


def spelling(rows: NDArray[np.int64], sizes: Sequence[int]) -> NDArray[np.int64]:
    """By move and part: the part's place in a move's row of numbers; in a last line the row's width."""
    before = np.cumsum([0, *sizes[:-1]])
    return np.vstack([rows + before, np.full((1, len(sizes)), sum(sizes))]).astype(np.int64)


@kernel
def observe_shown(
    settings: Any,
    states: Any,
    viewer: Any,
    seens: Any,
    showns: Any,
    values: Any,
    entries: Any,
    scales: Any,
    piles: Any,
    log: Any,
    played: Any,
    spelled: Any,
    places: Any,
    out: Any,
) -> Any:
    """Write whose view it is, who is to move, the last move, and all that everybody sees."""
    setting = settings[0]
    out[places[0] + viewer] = 1
    seens[1] = seens[0]
    if over(setting, states[0]):
        seens[1] = states[0]
    else:
        out[places[1] + mover(setting, states[0])] = 1
        see(setting, states[0], viewer, seens[1])
    showns[1] = showns[0]
    show(setting, seens[1], showns[1])
    encode(values, entries, scales, piles, out)
    if played > 0:
        encode_moves(log, played - 1, played, spelled, places[2], out)


@kernel
def observe_own(
    settings: Any,
    states: Any,
    viewer: Any,
    seens: Any,
    owns: Any,
    values: Any,
    entries: Any,
    scales: Any,
    piles: Any,
    out: Any,
) -> Any:
    """Write what this viewer sees besides."""
    seens[1] = seens[0]
    if over(settings[0], states[0]):
        seens[1] = states[0]
    else:
        see(settings[0], states[0], viewer, seens[1])
    owns[1] = owns[0]
    show_own(settings[0], seens[1], viewer, owns[1])
    encode(values, entries, scales, piles, out)


class Observation:
    """What a viewer sees of a game on these terms: the parts' `shapes` in their order, and `write`.

    It reads nothing but what `see` lets the viewer know. One is for one thread: it has records to work in.
    """

    def __init__(self, room: Room, terms: Terms, spelled: NDArray[np.int64], public: bool, private: bool) -> None:
        self.public, self.private = public, private and bool(room.own.fields)
        players, width = terms.players, int(spelled[-1, 0])
        self.shapes: Shapes = {"player": (players,)}
        if public:
            self.shapes |= {"turn": (players,), "last_move": (width,)}
        self._places = np.array([0, players, 2 * players], np.int64)
        self._spelled = spelled
        start = sum(map(prod, self.shapes.values()))
        self._seens: Records = np.zeros(2, room.state.dtype)
        self._seens[0] = room.state[0]
        self._shown = _Work(room.shown, terms, start if public else 0)
        if public:
            self.shapes |= self._shown.tables.shapes
            start += self._shown.tables.size
        if self.private:
            self._own = _Work(room.own, terms, start)
            self.shapes |= {f"own_{name}": shape for name, shape in self._own.tables.shapes.items()}
            start += self._own.tables.size
        self.size = start

    def write(
        self, settings: Records, states: Records, viewer: int, log: NDArray[np.int64], played: int, out: Vector
    ) -> None:
        """Into a vector all of whose places are 0."""
        seens = self._seens
        if self.public:
            work = self._shown
            known = work.tables
            observe_shown(
                settings,
                states,
                viewer,
                seens,
                work.records,
                work.values,
                known.entries,
                known.scales,
                known.piles,
                log,
                played,
                self._spelled,
                self._places,
                out,
            )
        else:
            out[viewer] = 1
        if self.private:
            own = self._own
            known = own.tables
            observe_own(
                settings, states, viewer, seens, own.records, own.values, known.entries, known.scales, known.piles, out
            )


@kernel
def observe_declared(
    settings: Any, states: Any, viewer: Any, seens: Any, places: Any, scales: Any, entries: Any, out: Any
) -> Any:
    """Write the observation that the game declares, each entry by its scale; `entries` is room for whole numbers."""
    seens[1] = seens[0]
    if over(settings[0], states[0]):
        seens[1] = states[0]
    else:
        see(settings[0], states[0], viewer, seens[1])
    for entry in range(entries.shape[0]):
        entries[entry] = 0
    observe(settings[0], places[0], seens[1], viewer, entries)
    for entry in range(entries.shape[0]):
        out[entry] = entries[entry] * scales[entry]


class DeclaredObservation:
    """What a viewer sees by the game's own declaration, as numbers from 0 to 1. One is for one thread."""

    def __init__(self, room: Room, spec: Spec) -> None:
        self.shapes: Shapes = {feature.name: feature.shape for feature in spec.features}
        self.size = spec.size
        self._seens: Records = np.zeros(2, room.state.dtype)
        self._seens[0] = room.state[0]
        self._places, self._entries = spec.places, np.zeros(spec.size, spec.dtype)
        self._scales = (1 / np.maximum(spec.most, 1)).astype(np.float32)

    def write(
        self, settings: Records, states: Records, viewer: int, log: NDArray[np.int64], played: int, out: Vector
    ) -> None:
        """As `Observation.write`."""
        observe_declared(settings, states, viewer, self._seens, self._places, self._scales, self._entries, out)


class _Work:
    """A blank record of a layout, one to fill, the latter's values, and the tables to read them by."""

    def __init__(self, layout: Layout, terms: Terms, start: int) -> None:
        self.records: Records = np.zeros(2, layout.type)
        self.values: NDArray[np.int16] = self.records[1:].view(np.int16)
        fields = [each for each in layout.fields if not each.late and each.tensor != NEVER]
        self.tables = Tables.of(layout, terms, fields, start)


@kernel
def recollect(
    values: Any,
    entries: Any,
    scales: Any,
    piles: Any,
    log: Any,
    played: Any,
    spelled: Any,
    at: Any,
    out: Any,
) -> Any:
    """Write what is known of the set-up, and all moves."""
    encode(values, entries, scales, piles, out)
    if at >= 0:
        encode_moves(log, 0, played, spelled, at, out)


class Recollection:
    """What a viewer with perfect recall knows: of the set-up's `fields` those they may know, and all moves."""

    def __init__(
        self,
        layout: Layout,
        fields: Sequence[Field],
        terms: Terms,
        spelled: NDArray[np.int64],
        longest: int,
        public: bool,
        private: bool,
    ) -> None:
        wanted = [each for each in fields if (private if each.known == OWN_SEAT else public)]
        players = terms.players
        self._spelled = spelled
        self._tables = [Tables.of(layout, terms, wanted, players, seat) for seat in range(players)]
        self.shapes: Shapes = {"player": (players,), **self._tables[0].shapes}
        self.size = players + self._tables[0].size
        self._moves_at = -1
        if public:
            self._moves_at = self.size
            self.shapes["moves"] = (longest, int(spelled[-1, 0]))
            self.size += prod(self.shapes["moves"])

    def write(self, values: NDArray[np.int16], viewer: int, log: NDArray[np.int64], played: int, out: Vector) -> None:
        """Into a vector all of whose places are 0; `values` are a set-up's, with gaps where it is not settled yet."""
        tables = self._tables[viewer]
        out[viewer] = 1
        recollect(values, tables.entries, tables.scales, tables.piles, log, played, self._spelled, self._moves_at, out)
