"""The boards as a drawing needs them: places in sides of a cell, from the rules' own tables. Clauses T3 to T7."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import Any

from .board import tables
from .declared import DECK, TILE
from .shape import BOARDS as BOARDS
from .shape import Board, Point, board, size

ROW = math.sqrt(3) / 2  # a row's height, when a cell's side is 1
DIGITS = 6


@lru_cache(maxsize=64)
def layout(name: str) -> dict[str, Any] | None:
    """Cells, crossings, red cells (T7), number of rows, tiles by kind (T3); None when there is no such board (T4)."""
    if size(name) is None:
        return None
    on = board(name)
    left = min(x for _, x in on.crossings)
    names = dict(zip(on.crossings, on.crossing_names, strict=True))
    gold = tables(name)["gold"][0]
    around: dict[Point, list[int]] = {crossing: [] for crossing in on.crossings}
    for cell, corners in enumerate(on.cells):
        for corner in corners:
            around[corner].append(cell)
    return {
        "cells": {
            cell: _place(_middle(corners), left)
            | {"up": _is_up(corners), "corners": [names[corner] for corner in _clockwise(corners)]}
            for cell, corners in zip(on.cell_names, on.cells, strict=True)
        },
        "crossings": {
            names[crossing]: _place(crossing, left)
            | {"gold": bool(gold[number]), "cells": _turn(on, crossing, around[crossing])}
            for number, crossing in enumerate(on.crossings)
        },
        "start": list(on.start or ()),
        "rows": max(row for row, _ in on.crossings),
        "tiles": dict(Counter(TILE.texts[tile] for tile in DECK)),
    }


def _place(point: tuple[float, float], left: int) -> dict[str, Any]:
    """Where that is: x to the right, y downwards, from the board's upper left."""
    row, x = point
    return {"x": round((x - left) / 2, DIGITS), "y": round(row * ROW, DIGITS)}


def _middle(corners: tuple[Point, Point, Point]) -> tuple[float, float]:
    return sum(row for row, _ in corners) / 3, sum(x for _, x in corners) / 3


def _is_up(corners: tuple[Point, Point, Point]) -> bool:
    """Whether one corner is above the two others."""
    rows = sorted(row for row, _ in corners)
    return rows[0] < rows[1]


def _clockwise(corners: tuple[Point, Point, Point]) -> list[Point]:
    """From the top; where two are at the top, from the left one."""
    first, second, third = sorted(corners)
    return [first, third, second] if _is_up(corners) else [first, second, third]


def _turn(on: Board, crossing: Point, cells: list[int]) -> list[str]:
    """The cells around a crossing, clockwise, from straight above it."""

    def angle(cell: int) -> float:
        row, x = _middle(on.cells[cell])
        return math.atan2((x - crossing[1]) / 2, -(row - crossing[0]) * ROW) % math.tau

    return [on.cell_names[cell] for cell in sorted(cells, key=lambda cell: round(angle(cell), DIGITS))]
