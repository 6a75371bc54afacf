"""The shape of On Top's boards: cells, crossings and their names. Clauses T4 to T8.

Crossings have half-unit coordinates: ``x`` to the right and ``row`` downwards; crossings of a row are 2 apart, and a
cell is a triangle of three of them. Cells and crossings are numbered in reading order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

MOST_CELLS = 200
BLACK_TRIANGLES = 10
LEAST_BLACK = 2
BOARDS = ("hex-1-5-5", "hex-5-3-3")  # the default first
STARTS = {"hex-1-5-5": ("D5", "G5"), "hex-5-3-3": ("B7", "E7")}

Point = tuple[int, int]  # (row, x)


@dataclass(frozen=True)
class Board:
    """A hexagon of triangles: its cells, pairs of cells and crossings, with their names."""

    name: str
    crossings: tuple[Point, ...]
    cells: tuple[tuple[Point, Point, Point], ...]
    cell_names: tuple[str, ...]
    crossing_names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def start(self) -> tuple[str, ...] | None:
        """T7: the red cells, where the board has them."""
        return STARTS.get(self.name)


def size(name: str) -> tuple[int, int, int] | None:
    """T4: the sides of a board, or None if that is not a board's name or it is too large."""
    match = re.fullmatch(r"hex-([1-9][0-9]{0,2})-([1-9][0-9]{0,2})-([1-9][0-9]{0,2})", name, re.ASCII)
    if not match:
        return None
    a, b, c = (int(side) for side in match.groups())
    return (a, b, c) if 2 * (a * b + b * c + c * a) <= MOST_CELLS else None


def joined(sides: Sequence[int]) -> str:
    """The name of a board with these sides."""
    return "hex-" + "-".join(map(str, sides))


def row_name(row: int) -> str:
    """A, B, … Z, AA, AB …"""
    return chr(65 + row) if row < 26 else chr(64 + row // 26) + chr(65 + row % 26)


def board_of(options: Mapping[str, Any]) -> "Board":
    """The board that these options, which were checked, name."""
    return board(options.get("board", BOARDS[0]))


def cell_names(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The cells of that board."""
    return board_of(options).cell_names


def crossing_names(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The crossings of that board."""
    return board_of(options).crossing_names


def start_cells(options: Mapping[str, Any]) -> tuple[str, ...] | None:
    """T7: where the black triangles begin unless it is said; None: it has to be said."""
    return board_of(options).start


@lru_cache(maxsize=32)
def board(name: str) -> Board:
    """The board of that name, which must be one (see `size`)."""
    sides = size(name)
    if sides is None:
        raise ValueError(name)
    a, b, c = sides
    left, right = [0], [2 * a]
    for row in range(b + c):
        left.append(left[-1] + (-1 if row < c else 1))
        right.append(right[-1] + (1 if row < b else -1))
    crossings = [(row, x) for row in range(b + c + 1) for x in range(left[row], right[row] + 1, 2)]
    vertices = [row_name(row).lower() + str((x - left[row]) // 2 + 1) for row, x in crossings]
    there = set(crossings)
    cells: list[tuple[Point, Point, Point]] = []
    names: list[str] = []
    for row in range(b + c):
        number = 0
        for x in range(min(left[row], left[row + 1]), max(right[row], right[row + 1]) + 1):
            for triangle in (
                ((row, x), (row + 1, x - 1), (row + 1, x + 1)),  # pointing up
                ((row, x - 1), (row, x + 1), (row + 1, x)),  # pointing down
            ):
                if there.issuperset(triangle):
                    number += 1
                    cells.append(triangle)
                    names.append(f"{row_name(row)}{number}")
    sharing: dict[frozenset[Point], list[int]] = {}
    for number, (p, q, r) in enumerate(cells):
        for side in ((p, q), (q, r), (p, r)):
            sharing.setdefault(frozenset(side), []).append(number)
    pairs = sorted((both[0], both[1]) for both in sharing.values() if len(both) == 2)
    neighbours: list[list[int]] = [[] for _ in cells]
    for u, v in pairs:
        neighbours[u].append(v)
        neighbours[v].append(u)
    return Board(
        name=name,
        crossings=tuple(crossings),
        cells=tuple(cells),
        cell_names=tuple(names),
        crossing_names=tuple(vertices),
        neighbours=tuple(tuple(sorted(others)) for others in neighbours),
        pairs=tuple(pairs),
    )
