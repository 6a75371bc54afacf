"""On Top's board in characters: geometry and what lies where, drawn two lines to a row of cells.

Crossings of a row are eight columns apart. On the line between two rows of crossings every cell has three
characters, its edges to the left and right of them; a cell of a tile shows its corners there: left, point, right.
"""

from ....core.position import View
from ....drawing.lines import ACCENT, GOLD, PLAIN, QUIET, STRONG, Block, Line, Style
from ....drawing.pen import Pen
from ..shape import Point, board_of, row_name
from .laid import laid

HALF = 4  # columns to half a side
MARGIN = 3  # for the rows' letters


class Sheet:
    """Characters with their styles, line by line."""

    def __init__(self, lines: int, width: int) -> None:
        self._cells: list[list[tuple[str, Style]]] = [[(" ", PLAIN)] * width for _ in range(lines)]

    def put(self, line: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text there."""
        for offset, character in enumerate(text):
            self._cells[line][column + offset] = (character, style)

    def put_piece(self, line: int, column: int, colour: str, pen: Pen, bold: bool) -> None:
        """A colour's symbol on that colour."""
        self.put(line, column, pen.symbol(colour), Style(piece=colour, bold=bold))

    def lines(self) -> Block:
        """The lines, right ends trimmed."""
        return [Line(tuple(cells)).rstrip() for cells in self._cells]


class BoardSheet:
    """One position's board."""

    def __init__(self, view: View, pen: Pen) -> None:
        self.pen, self.shown, record = pen, view.shown, view.knowledge
        self.of = board_of(record.options)
        self.tiles = laid(self.of, record.moves, record.setup["tiles"])
        self.last = len(record.moves) - 1
        self.open_cells = {cell for move in view.legal for cell in move.split("-")}
        self.left = min(x for _, x in self.of.crossings)
        rows, right = self.of.crossings[-1][0], max(x for _, x in self.of.crossings)
        self.sheet = Sheet(2 * rows + 1, MARGIN + HALF * (right - self.left) + 3)

    def column(self, x: int) -> int:
        """Where that half unit stands."""
        return MARGIN + HALF * (x - self.left)

    def draw(self) -> Block:
        """Edges first, then cells, crossings and the rows' letters."""
        self._edges()
        for cell in range(len(self.of.cells)):
            self._cell(cell)
        for name, point in zip(self.of.crossing_names, self.of.crossings, strict=True):
            self._crossing(name, point)
        rows = self.of.crossings[-1][0]
        for row in range(rows):
            self.sheet.put(2 * row + 1, 0, row_name(row), STRONG)
        for row in range(rows + 1):
            self.sheet.put(2 * row, 0, row_name(row).lower(), QUIET)
        return self.sheet.lines()

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
            style = ACCENT if self.last >= 0 and self.last in numbers else PLAIN if taken else QUIET
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
                bold = self.tiles[cell][0] == self.last
                self.sheet.put_piece(line, middle - 1 + offset, colours[point], self.pen, bold)
        elif content == "empty":
            self.sheet.put(line, middle - 1, name.center(3), STRONG if name in self.open_cells else QUIET)
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
            self.sheet.put_piece(line, column, tower[-1], self.pen, bold=True)
        elif all(self.shown["cells"][cell] != "empty" for cell in around):
            self.sheet.put(line, column, "=")
        else:
            self.sheet.put(line, column, "·" if self.pen.unicode else ".", QUIET)
