"""The border of a board and the score track round it. Lengths are in sides of a cell."""

from collections.abc import Sequence
from typing import NamedTuple

from ....drawing.canvas import Place
from ..shape import Board

SPACES = 66
ROW = 3**0.5 / 2
CLOSE = 1e-9


class Space(NamedTuple):
    """A space of the track."""

    corners: list[Place]
    middle: Place


def outline(of: Board) -> list[Place]:
    """The six corners, clockwise from the lower left one."""
    rows = [(min(x for r, x in of.crossings if r == row), max(x for r, x in of.crossings if r == row))
            for row in range(of.crossings[-1][0] + 1)]  # fmt: skip
    bottom = len(rows) - 1
    left = min(range(len(rows)), key=lambda row: rows[row][0])
    right = max(range(len(rows)), key=lambda row: rows[row][1])
    corners = (
        (bottom, rows[bottom][0]), (left, rows[left][0]), (0, rows[0][0]),
        (0, rows[0][1]), (right, rows[right][1]), (bottom, rows[bottom][1]),
    )  # fmt: skip
    return [(x / 2, row * ROW) for row, x in corners]


def widened(corners: Sequence[Place], by: float) -> list[Place]:
    """A convex polygon, its corners clockwise, with every side moved outwards by a distance."""
    count, moved = len(corners), []
    for number in range(count):
        (x, y), sides = corners[number], []
        for a, b in ((corners[number - 1], corners[number]), (corners[number], corners[(number + 1) % count])):
            length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
            sides.append(((b[1] - a[1]) / length, (a[0] - b[0]) / length))  # pointing outwards
        (ax, ay), (bx, by_) = sides
        share = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * share, y + (ay + by_) * share))
    return moved


def spaces(corners: Sequence[Place], inside: float, outside: float) -> list[Space]:
    """The spaces, from the first corner on, clockwise and equally long."""
    inner, outer = widened(corners, inside), widened(corners, outside)
    count = len(corners)
    ways = [0.0]
    for number in range(count):
        a, b = corners[number], corners[(number + 1) % count]
        ways.append(ways[-1] + ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)

    def on(ring: Sequence[Place], way: float) -> Place:
        side = max(number for number in range(count) if ways[number] <= way + CLOSE)
        share = (way - ways[side]) / (ways[side + 1] - ways[side])
        a, b = ring[side], ring[(side + 1) % count]
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    made = []
    for number in range(SPACES):
        begin, end = ways[-1] * number / SPACES, ways[-1] * (number + 1) / SPACES
        bends = [side for side in range(count) if begin + CLOSE < ways[side] < end - CLOSE]
        there = [*(inner[side] for side in bends), on(inner, end)]
        back = [on(outer, end), *(outer[side] for side in reversed(bends)), on(outer, begin)]
        a, b = on(inner, (begin + end) / 2), on(outer, (begin + end) / 2)
        made.append(Space([on(inner, begin), *there, *back], ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)))
    return made
