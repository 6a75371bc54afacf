"""On Top's boards and tiles as data. Clauses T2 to T8.

Crossings have half-unit coordinates: ``x`` to the right and ``row`` downwards; crossings of a row are 2 apart, and a
cell is a triangle of three of them. Cells and crossings are numbered in reading order.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from ...core.records import Records, one
from .rules import BLACK, EMPTY, LARGE_SETTING, LARGE_STATE, NO_MORE, OPEN, SETTING, SMALL, STATE, VOID

MOST_CELLS = 200
BLACK_TRIANGLES = 10
STARTS = {"hex-1-5-5": ("D5", "G5"), "hex-5-3-3": ("B7", "E7")}
DEFAULT = "hex-1-5-5"

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
    move_names: tuple[str, ...]
    moves: dict[str, int]
    cell_numbers: dict[str, int]

    @property
    def start(self) -> tuple[str, ...] | None:
        """T7: the red cells, where the board has them."""
        return STARTS.get(self.name)

    @property
    def small(self) -> bool:
        """Whether it fits the small record types."""
        return len(self.cells) <= SMALL[0] and len(self.pairs) <= SMALL[1] and len(self.crossings) <= SMALL[2]


def size(name: str) -> tuple[int, int, int] | None:
    """T4: the sides of a board, or None if that is not a board's name or it is too large."""
    match = re.fullmatch(r"hex-([1-9][0-9]{0,2})-([1-9][0-9]{0,2})-([1-9][0-9]{0,2})", name, re.ASCII)
    if not match:
        return None
    a, b, c = (int(side) for side in match.groups())
    return (a, b, c) if 2 * (a * b + b * c + c * a) <= MOST_CELLS else None


def row_name(row: int) -> str:
    """A, B, … Z, AA, AB …"""
    return chr(65 + row) if row < 26 else chr(64 + row // 26) + chr(65 + row % 26)


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
    crossing_names = [row_name(row).lower() + str((x - left[row]) // 2 + 1) for row, x in crossings]
    there = set(crossings)
    cells: list[tuple[Point, Point, Point]] = []
    cell_names: list[str] = []
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
                    cell_names.append(f"{row_name(row)}{number}")
    sharing: dict[frozenset[Point], list[int]] = {}
    for number, (p, q, r) in enumerate(cells):
        for side in ((p, q), (q, r), (p, r)):
            sharing.setdefault(frozenset(side), []).append(number)
    pairs = sorted((both[0], both[1]) for both in sharing.values() if len(both) == 2)
    neighbours: list[list[int]] = [[] for _ in cells]
    for u, v in pairs:
        neighbours[u].append(v)
        neighbours[v].append(u)
    moves = [f"{cell_names[x]}-{cell_names[y]}" for u, v in pairs for x, y in ((u, v), (v, u))]
    return Board(
        name=name,
        crossings=tuple(crossings),
        cells=tuple(cells),
        cell_names=tuple(cell_names),
        crossing_names=tuple(crossing_names),
        neighbours=tuple(tuple(sorted(others)) for others in neighbours),
        pairs=tuple(pairs),
        move_names=tuple(moves),
        moves={text: move for move, text in enumerate(moves)},
        cell_numbers={text: cell for cell, text in enumerate(cell_names)},
    )


def corners(of: Board, x: int, y: int) -> list[Point]:
    """The crossings under a tile laid as X-Y: X's far corner, then clockwise."""
    far_x = next(p for p in of.cells[x] if p not in of.cells[y])
    far_y = next(p for p in of.cells[y] if p not in of.cells[x])
    shared = [p for p in of.cells[x] if p in of.cells[y]]

    def turn(p: Point) -> int:
        """Negative when p lies to the left of the way from far_x to far_y (rows go down)."""
        return (far_y[1] - far_x[1]) * (p[0] - far_x[0]) - (far_y[0] - far_x[0]) * (p[1] - far_x[1])

    shared.sort(key=turn)
    return [far_x, shared[0], far_y, shared[1]]


def _bits(members: "set[int] | list[int]", words: int) -> "list[int]":
    value = sum(1 << member for member in set(members))
    return [value >> 64 * word & (1 << 64) - 1 for word in range(words)]


@lru_cache(maxsize=32)
def tables(name: str) -> Records:
    """The board's half of a setting (a template: copy it)."""
    of = board(name)
    setting = one(SETTING if of.small else LARGE_SETTING)
    words = setting["kills"].shape[-1]
    number = {crossing: n for n, crossing in enumerate(of.crossings)}
    pairs_of: list[list[int]] = [[] for _ in of.cells]
    for pair, (u, v) in enumerate(of.pairs):
        pairs_of[u].append(pair)
        pairs_of[v].append(pair)
    for pair, (u, v) in enumerate(of.pairs):
        around = sorted((set(of.neighbours[u]) | set(of.neighbours[v])) - {u, v})
        setting["kills"][0, pair] = _bits(pairs_of[u] + pairs_of[v], words)
        setting["touch"][0, pair] = _bits([p for cell in around for p in pairs_of[cell]], words)
        setting["cells_of"][0, pair] = u, v
        setting["around"][0, pair] = (*around, -1, -1, -1, -1)[:4]
        setting["corner"][0, 2 * pair] = [number[p] for p in corners(of, u, v)]
        setting["corner"][0, 2 * pair + 1] = [number[p] for p in corners(of, v, u)]
    for cell, points in enumerate(of.cells):
        setting["pairs_of"][0, cell] = _bits(pairs_of[cell], words)
        setting["vertex"][0, cell] = [number[p] for p in points]
    around_crossing = [sum(crossing in cell for cell in of.cells) for crossing in of.crossings]
    setting["gold"][0, : len(of.crossings)] = [cells < 6 for cells in around_crossing]
    setting["cells"], setting["pairs"], setting["crossings"] = len(of.cells), len(of.pairs), len(of.crossings)
    return setting


@lru_cache(maxsize=64)
def start(name: str, black: tuple[str, ...]) -> Records:
    """T7, T8, T13: the board with its starting triangles and the holes they make (a template: copy it)."""
    of = board(name)
    setting = tables(name)
    state = one(STATE if of.small else LARGE_STATE)
    words = state["alive"].shape[-1]
    cells = [EMPTY] * len(of.cells)
    for cell in black:
        cells[of.cell_numbers[cell]] = BLACK
    supply = BLACK_TRIANGLES - len(black)
    holes = [
        n for n, others in enumerate(of.neighbours) if cells[n] == EMPTY and all(cells[o] != EMPTY for o in others)
    ]
    for hole in holes:
        cells[hole] = BLACK if supply > 0 else VOID
        supply = max(supply - 1, 0)
    filled = {n for n, content in enumerate(cells) if content != EMPTY}
    alive = [p for p, (u, v) in enumerate(of.pairs) if u not in filled and v not in filled]
    contact = [
        p for p, (u, v) in enumerate(of.pairs) if filled & (set(of.neighbours[u]) | set(of.neighbours[v])) - {u, v}
    ]
    state["alive"][0], state["contact"][0] = _bits(alive, words), _bits(contact, words)
    state["cell"][0, : len(cells)] = cells
    for n in range(len(of.cells)):
        for crossing in setting["vertex"][0, n]:
            state["circle"][0, crossing] += (n not in filled) << OPEN
    state["black_left"] = supply
    state["ended"] = 0 if alive else NO_MORE
    return state
