"""On Top's board in characters: geometry and what lies where, drawn two lines to a row of cells.

Crossings of a row are eight columns apart. On the line between two rows of crossings every cell has three
characters, its edges to the left and right of them; a cell of a tile shows its corners there: left, point, right.
"""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from ....core.position import View
from ....games.on_top.board import Board, Point, board, corners, row_name
from ....games.on_top.setup import LETTERS
from ..pen import GOLD, QUIET, Pen

HALF = 4  # columns to half a side
MARGIN = 3  # for the rows' letters
COLOURS = dict(zip(LETTERS, ("red", "yellow", "blue", "white"), strict=True))
LAST = Style.parse("bold cyan")
FAINT = Style.parse(QUIET)


class Sheet:
    """Characters with their styles, line by line."""

    def __init__(self, lines: int, width: int) -> None:
        self._cells: list[list[tuple[str, Style | str]]] = [[(" ", "")] * width for _ in range(lines)]

    def put(self, line: int, column: int, text: str, style: Style | str = "") -> None:
        """Write a text there."""
        for offset, character in enumerate(text):
            self._cells[line][column + offset] = (character, style)

    def texts(self) -> list[Text]:
        """The lines, right ends trimmed."""
        texts = [Text.assemble(*cells) for cells in self._cells]
        for text in texts:
            text.rstrip()
        return texts


def laid(of: Board, moves: Sequence[str], tiles: Sequence[str]) -> dict[int, tuple[int, dict[Point, str]]]:
    """For each cell under a tile: the number of the tile, and its colour at each of the tile's corners."""
    found: dict[int, tuple[int, dict[Point, str]]] = {}
    for number, (move, tile) in enumerate(zip(moves, tiles, strict=False)):
        x, y = (of.cell_numbers[cell] for cell in move.split("-"))
        colours = dict(zip(corners(of, x, y), (COLOURS[letter] for letter in tile), strict=True))
        found[x] = found[y] = (number, colours)
    return found


class BoardDrawing:
    """One position's board."""

    def __init__(self, view: View, pen: Pen) -> None:
        self.pen, self.shown, record = pen, view.shown, view.knowledge
        self.of = board(record.options.get("board", "hex-1-5-5"))
        self.tiles = laid(self.of, record.moves, record.setup["tiles"])
        self.last = len(record.moves) - 1
        self.open_cells = {cell for move in view.legal for cell in move.split("-")}
        self.left = min(x for _, x in self.of.crossings)
        rows, right = self.of.crossings[-1][0], max(x for _, x in self.of.crossings)
        self.sheet = Sheet(2 * rows + 1, MARGIN + HALF * (right - self.left) + 3)

    def column(self, x: int) -> int:
        """Where that half unit stands."""
        return MARGIN + HALF * (x - self.left)

    def draw(self) -> list[Text]:
        """Edges first, then cells, crossings and the rows' letters."""
        self._edges()
        for cell in range(len(self.of.cells)):
            self._cell(cell)
        for name, point in zip(self.of.crossing_names, self.of.crossings, strict=True):
            self._crossing(name, point)
        rows = self.of.crossings[-1][0]
        for row in range(rows):
            self.sheet.put(2 * row + 1, 0, row_name(row), "bold")
        for row in range(rows + 1):
            self.sheet.put(2 * row, 0, row_name(row).lower(), QUIET)
        return self.sheet.texts()

    def _edges(self) -> None:
        """A line along every side, except inside a tile; those of the last tile stand out."""
        sides: dict[tuple[Point, Point], list[int]] = {}
        for cell, points in enumerate(self.of.cells):
            for side in ((points[0], points[1]), (points[1], points[2]), (points[0], points[2])):
                sides.setdefault((min(side), max(side)), []).append(cell)
        for (p, q), cells in sides.items():
            numbers = [self.tiles[cell][0] if cell in self.tiles else None for cell in cells]
            if len(numbers) == 2 and numbers[0] == numbers[1] is not None:
                continue
            taken = any(number is not None for number in numbers)
            style = LAST if self.last >= 0 and self.last in numbers else "" if taken else FAINT
            if p[0] == q[0]:
                line = "─" if self.pen.unicode else "-"
                self.sheet.put(2 * p[0], self.column(p[1]) + 2, line * (2 * HALF - 3), style)
            else:
                slope = ("╲" if self.pen.unicode else "\\") if p[1] < q[1] else ("╱" if self.pen.unicode else "/")
                self.sheet.put(2 * p[0] + 1, self.column(p[1]) + HALF // 2 * (q[1] - p[1]), slope, style)

    def _cell(self, cell: int) -> None:
        points = sorted(self.of.cells[cell], key=lambda point: point[1])  # left, point, right
        line, middle = 2 * min(row for row, _ in points) + 1, self.column(points[1][1])
        name = self.of.cell_names[cell]
        content = self.shown["cells"][name]
        if cell in self.tiles:
            colours = self.tiles[cell][1]
            for offset, point in enumerate(points):
                chip = self.pen.chip(colours[point], 1, bold=self.tiles[cell][0] == self.last)
                self.sheet.put(line, middle - 1 + offset, chip.plain, chip.style)
        elif content == "empty":
            self.sheet.put(line, middle - 1, name.center(3), "bold" if name in self.open_cells else FAINT)
        else:
            fill = ("▓" if content == "black" else "░") if self.pen.unicode else ("#" if content == "black" else ":")
            self.sheet.put(line, middle - 1, fill * 3)

    def _crossing(self, name: str, point: Point) -> None:
        """The pawn on top; "=" when the circle is finished and nobody leads; a dot while it is open."""
        around = [self.of.cell_names[cell] for cell, points in enumerate(self.of.cells) if point in points]
        line, column = 2 * point[0], self.column(point[1])
        tower = self.shown["towers"].get(name)
        if len(around) < 6:  # T6: on the border
            self.sheet.put(line, column - 1, "( )", GOLD)
        if tower:
            chip = self.pen.chip(tower[-1], 1, bold=True)
            self.sheet.put(line, column, chip.plain, chip.style)
        elif all(self.shown["cells"][cell] != "empty" for cell in around):
            self.sheet.put(line, column, "=")
        else:
            self.sheet.put(line, column, "·" if self.pen.unicode else ".", FAINT)
