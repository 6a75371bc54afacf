"""Moves that finish crossings in some way, found in random games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from sommet.core.position import Position

from .setups import COLOURS, Setup, course, edited

Towers = list[tuple[str, list[str]]]  # crossing and colours from the bottom, in the order of scoring


@dataclass(frozen=True)
class Scored:
    """A position, a move of it, and the towers that this move builds."""

    before: Position
    move: str
    towers: Towers

    def seat_of(self, colour: str) -> int:
        """Who plays it."""
        return int(self.before.record.setup["colours"].index(colour))

    def with_pawns(self, pawns: Mapping[str, int]) -> Position:
        """The position before, when this many pawns are left (of the others: plenty)."""
        return edited(self.before, pawns=[pawns.get(colour, 9) for colour in COLOURS])


def reading(name: str) -> tuple[int, str, int]:
    """A crossing's place in reading order."""
    row = name.rstrip("0123456789")
    return len(row), row, int(name[len(row) :])


def scored(setup: Setup, wanted: Callable[[Towers], bool]) -> Scored:
    """The first move, over random games, whose towers are wanted."""
    for seed in range(300):
        positions = course(setup.deal(seed), seed)
        for before, after in pairwise(positions):
            new = after.shown["towers"].keys() - before.shown["towers"].keys()
            towers = [(name, after.shown["towers"][name]) for name in sorted(new, key=reading)]
            if towers and after.result is None and wanted(towers):
                return Scored(before, after.moves[-1], towers)
    raise AssertionError("no such move in 300 games")
