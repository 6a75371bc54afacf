"""What lies on a board: each tile's cells, corners and colours."""

from collections.abc import Sequence
from typing import NamedTuple

from ..options import COLOUR
from ..shape import Board, Point

COLOURS = {colour[0].upper(): colour for colour in COLOUR.texts}  # as a tile is written: RYBW


class Tile(NamedTuple):
    """A tile where it lies: its cells, and its corners clockwise from its first colour, with their colours."""

    cells: tuple[int, int]
    corners: tuple[Point, ...]
    colours: tuple[str, ...]


def tiles(of: Board, moves: Sequence[str], written: Sequence[str]) -> list[Tile]:
    """The tiles in the order in which they were laid."""
    found = []
    for move, tile in zip(moves, written, strict=False):
        x, y = (of.cell_names.index(cell) for cell in move.split("-"))
        found.append(Tile((x, y), corners(of, x, y), tuple(COLOURS[letter] for letter in tile)))
    return found


def laid(of: Board, moves: Sequence[str], written: Sequence[str]) -> dict[int, tuple[int, dict[Point, str]]]:
    """For each cell under a tile: the number of the tile, and its colour at each of the tile's corners."""
    found: dict[int, tuple[int, dict[Point, str]]] = {}
    for number, tile in enumerate(tiles(of, moves, written)):
        for cell in tile.cells:
            found[cell] = (number, dict(zip(tile.corners, tile.colours, strict=True)))
    return found


def corners(of: Board, x: int, y: int) -> tuple[Point, ...]:
    """The crossings under a tile laid as X-Y: X's far corner, then clockwise."""
    far_x = next(p for p in of.cells[x] if p not in of.cells[y])
    far_y = next(p for p in of.cells[y] if p not in of.cells[x])

    def turn(p: Point) -> int:
        """Negative when p lies to the left of the way from far_x to far_y (rows go down)."""
        return (far_y[1] - far_x[1]) * (p[0] - far_x[0]) - (far_y[0] - far_x[0]) * (p[1] - far_x[1])

    left, right = sorted((p for p in of.cells[x] if p in of.cells[y]), key=turn)
    return (far_x, left, far_y, right)
