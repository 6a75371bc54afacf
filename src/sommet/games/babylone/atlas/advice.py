"""Babylone's analysis where the solver does not reach: looked up in an atlas file that was built (`sommet atlas`)."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from ....core.arrays import Records
from ....core.chance import Chance
from ....core.position import View
from ....search.advice import Advice, MoveValue, Thinking
from ..heights import Heights, heights_of, show, tokens_in
from ..solver.solve import after
from . import files
from .errors import AtlasError, NotBuilt
from .moves import Move, moves
from .query import Atlas
from .values import Values

SHARE_OF_TIME = 0.5  # after which one does not wait any longer for a file to be opened
KEPT_OPEN = 2  # files, with their tables
LOOK = 0.05  # seconds between two looks at whether to go on

Kind = tuple[int, tuple[int, ...], int, tuple[int, ...], bool]
"""A move up to symmetry: the stack taken and all heights of its colour, the same of the other, whether one colour."""


class Book(NamedTuple):
    """An open atlas, with Grundy values and moves to the end where they were built."""

    atlas: Atlas
    values: Values | None

    def about(self, position: Heights) -> tuple[bool, int, int]:
        """Whether who is to move loses; the Grundy value and the moves to the end, or -1."""
        lost = self.atlas.lost(position)
        return (lost, *self.values.of(show(position))) if self.values else (lost, -1, -1)


def _open(tokens: int, colours: int, folder: Path) -> Book:
    atlas = Atlas.load(tokens, colours, folder)
    try:
        values = Values.load(tokens, colours, folder)
    except AtlasError:
        values = None
    return Book(atlas, values)


_books: dict[tuple[Path, int], "Future[Book]"] = {}
_lock = Lock()


def _book(tokens: int, colours: int, thinking: Thinking) -> Book | None:
    """The book that holds such positions, opened in the background; None when there is none, or not in time."""
    folder = files.default_folder()
    try:
        path = files.find(folder, tokens, colours)
        key = path, path.stat().st_mtime_ns
    except (NotBuilt, OSError):
        return None
    with _lock:
        future = _books.pop(key, None) or _opened(lambda: _open(tokens, colours, folder))
        _books[key] = future  # the last one asked for comes last
        for oldest in list(_books)[:-KEPT_OPEN]:
            del _books[oldest]
    until = time.perf_counter() + SHARE_OF_TIME * (thinking.budget.seconds or 1e9)
    while True:
        try:
            return future.result(LOOK)
        except NotYet:
            if time.perf_counter() > until or thinking.portion(1) == 0:
                return None
        except AtlasError:  # a damaged file: as if it were not there
            return None


def _opened(work: Callable[[], Book]) -> "Future[Book]":
    """The work's result, once a thread that nobody need wait for has done it."""
    future: Future[Book] = Future()

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=do, daemon=True).start()
    return future


class Stacks:
    """A state's stacks by spot, and what stacks of one colour have in common."""

    def __init__(self, state: Records) -> None:
        count, self._size = int(state["stacks"][0]), int(state["place"].shape[1])
        stacks = zip(state["spot"][0, :count].tolist(), state["stack"][0, :count].tolist(), strict=True)
        self.at: dict[int, tuple[int, int]] = {spot: (stack & 0xFF, stack >> 8) for spot, stack in stacks}
        heights: dict[int, list[int]] = {}
        for height, top in self.at.values():
            heights.setdefault(top, []).append(height)
        self.colour = {top: tuple(sorted(each, reverse=True)) for top, each in heights.items()}

    def kind(self, move: int) -> Kind:
        """Of a legal move."""
        (height, top), (onto, other) = self.at[move // self._size], self.at[move % self._size]
        return height, self.colour[top], onto, self.colour[other], top == other

    def move(self, wanted: Kind) -> int:
        """The first move of that kind."""
        for a, (height, top) in self.at.items():
            if (height, self.colour[top]) == wanted[:2]:
                for b, (onto, other) in self.at.items():
                    if a != b and (onto, self.colour[other], top == other) == wanted[2:]:
                        return a * self._size + b
        raise KeyError(wanted)


def kind_of(move: Move) -> Kind:
    """The same of a move as the atlas describes it."""
    return move.height, move.colour, move.onto, move.onto_colour, move.same_colour


def _refuting(book: Book, position: Heights) -> Kind | None:
    """The move that wins, the quickest one where that is known."""
    winning = [(book.about(move.after)[2], kind_of(move)) for move in moves(position) if book.atlas.lost(move.after)]
    return min(winning)[1] if winning else None


def analyse(view: View, thinking: Thinking, seed: int) -> Advice | None:
    """Every legal move's exact value by an atlas; None when no file holds the position."""
    known = view.known
    position = heights_of(known.state)
    book = _book(tokens_in(position), len(position), thinking) if known.players == 2 else None
    if book is None:
        return None
    found = {kind_of(move): (*book.about(move.after), move.after) for move in moves(position)}
    refuting: dict[Heights, Kind | None] = {}
    stacks, texts, chance = Stacks(known.state), known.notation.texts, Chance(seed)
    ranked = []
    for number in chance.shuffled(known.numbers):
        wins, _, length, leads_to = found[stacks.kind(number)]
        reply = None
        if not wins:
            if leads_to not in refuting:
                refuting[leads_to] = _refuting(book, leads_to)
            kind = refuting[leads_to]
            reply = kind and texts[Stacks(after(known.state, number)).move(kind)]
        lasts = {"moves_to_end": length + 1} if length >= 0 else {}
        rank = (not wins, length if wins else -length)
        ranked.append((rank, MoveValue(texts[number], float(wins), 0, {"wins": wins, **lasts, "refutation": reply})))
    ranked.sort(key=lambda each: each[0])
    _, grundy, length = book.about(position)
    about = {"moves_to_end": length, "grundy": grundy} if length >= 0 else {}
    return Advice(tuple(move for _, move in ranked), exact=True, more=about)
