"""Positions and labels made, features noted, and the network measured: the kernels on all cores.

What is made does not depend on how many there are: every position has a stream of random numbers of its own.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import lru_cache
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import Records, one
from ....core.bits import RANDOM, random_stream
from ....core.position import Position
from ....core.record import SPECTATOR
from ....search.guide import REWARDS
from ....search.think import threads
from ..bots.guide import GUIDE, set_gains
from ..bots.network import NOTED, set_rows
from ..declared import TILES
from ..rules import MOST_MOVES, STATE
from .deals import deal, players_of
from .features import note_placements
from .labels import PLACEMENTS, ROOM, duel, label_position
from .numbers import set_numbers

DEALS = 16  # of a kind of game on a board: other colours, and others who begin
ORDERS = 4  # of the tiles to come, in each deal the network is measured in

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Ground:
    """A kind of game on a board."""

    deals: list[Position]
    settings: Records
    starts: Records


@lru_cache(2)
def ground(kind: int, board: int) -> Ground:
    """Its deals."""
    deals = [deal(kind, board, seed) for seed in range(DEALS)]
    known = [position.view(SPECTATOR).known for position in deals]
    settings, starts = ([getattr(each, name) for each in known] for name in ("setting", "state"))
    return Ground(deals, np.concatenate(settings), np.concatenate(starts))


@dataclass(frozen=True)
class Labelled:
    """Positions of one kind of game on one board, with the labels of their placements."""

    deals: NDArray[np.int64]  # which one each began with
    states: Records
    chosen: NDArray[np.int16]  # placements; -1: none
    played: NDArray[np.int16]  # tiles and moves
    labels: NDArray[np.float32]  # per placement and seat

    def __len__(self) -> int:
        return len(self.states)

    def some(self, which: Any) -> "Labelled":
        """Only these."""
        return Labelled(*(getattr(self, field.name)[which] for field in fields(self)))


@dataclass(frozen=True)
class Noted:
    """What the network is given of positions after their placements, and what it shall say."""

    rows: NDArray[np.int16]
    others: NDArray[np.int16]
    contexts: NDArray[np.int16]
    labels: NDArray[np.float32]
    counted: NDArray[np.bool_]  # whether there is such a placement


def guide_with(numbers: Numbers) -> Records:
    """Who looks at all placements, and judges by these weights: the win, and the lead by itself."""
    guide = one(GUIDE)
    guide["foresees"], guide["shaping"], guide["points_scale"], guide["late"] = 1, 1.0, 10.0, TILES + 1
    set_numbers(guide, numbers)
    return guide


class Desk:
    """A thread's room to reckon in."""

    def __init__(self, numbers: Numbers) -> None:
        self.guide, self.work, self.rng = guide_with(numbers), np.zeros(ROOM, STATE), one(RANDOM)
        self.rewards, self.moves = one(REWARDS), np.zeros(MOST_MOVES, np.int64)


def on_all_cores(task: Callable[[Desk, int], None], numbers: Numbers, count: int) -> None:
    """Every task once. Who presses Ctrl-C waits for those that are begun."""
    at_once, stop = max(1, min(threads(), count)), Event()

    def some(first: int) -> None:
        desk = Desk(numbers)
        for number in range(first, count, at_once):
            if not stop.is_set():
                task(desk, number)

    with ThreadPoolExecutor(at_once) as pool:
        try:
            list(pool.map(some, range(at_once)))
        finally:
            stop.set()


def label(kind: int, board: int, numbers: Numbers, seed: tuple[int, ...], count: int, judged: bool) -> Labelled:
    """So many positions with their labels; `judged`: half of them from the network's play, and all labels its own."""
    on, seats = ground(kind, board), players_of(kind)
    words = np.array([random_stream(*seed, board, number)["word"][0] for number in range(count)], np.uint64)
    made = Labelled(
        np.arange(count) // 2 % DEALS,
        np.zeros(count, STATE),
        np.full((count, PLACEMENTS), -1, np.int16),
        np.full((count, 2, TILES), -1, np.int16),
        np.zeros((count, PLACEMENTS, seats, 2), np.float32),
    )

    def task(desk: Desk, number: int) -> None:
        at, place = slice(made.deals[number], made.deals[number] + 1), slice(number, number + 1)
        label_position(
            *(on.settings[at], desk.guide, on.starts[at], desk.work, words[place], desk.rng, desk.moves, desk.rewards),
            *(judged and number % 2 == 1, judged, made.states[place]),
            *(made.chosen[number], made.played[number], made.labels[number]),
        )

    on_all_cores(task, numbers, count)
    return made


def note(kind: int, board: int, guide: Records, made: Labelled, after: int) -> Noted:
    """Positions after every placement, as the seat sees them that comes so many after the mover."""
    on, shape = ground(kind, board), made.chosen.shape
    rows, others, contexts = (
        np.zeros((*shape, int(size)), np.int16)
        for size in (on.settings["crossings"][0], NOTED, on.settings["pairs"][0])
    )
    room, seats = np.zeros(1, STATE), np.zeros(len(made), np.int64)
    note_placements(
        *(on.settings, guide, made.deals, made.states, made.chosen, after, room, seats, rows, others, contexts)
    )
    labels = made.labels[np.arange(len(made)), :, seats]
    return Noted(rows, others, contexts, labels, made.chosen >= 0)


def measure(kind: int, board: int, numbers: Numbers, openings: int) -> float:
    """What the best placement by the network alone wins against the table."""
    on, won = ground(kind, board), np.zeros(openings)

    def task(desk: Desk, opening: int) -> None:
        at = slice(opening % DEALS, opening % DEALS + 1)
        set_gains(on.settings[at][0], desk.guide[0])
        set_rows(on.settings[at][0], desk.guide[0])
        rng = random_stream(opening)
        won[opening] = duel(
            *(on.settings[at], desk.guide, on.starts[at], desk.work, rng, desk.moves, desk.rewards, ORDERS, MOST_MOVES)
        )

    on_all_cores(task, numbers, openings)
    return round(float(won.mean()), 4)
