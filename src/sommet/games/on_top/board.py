"""A board of On Top as the kernels need it: tables of what touches what. Clauses T4 to T6, T12."""

from functools import lru_cache

from ...core.arrays import Records, one
from ...core.form import Room
from .declared import EFFECTS, LARGE, OWN, SMALL, shown
from .rules import LARGE_SETTING, LARGE_STATE, SETTING, STATE
from .shape import Board, Point, board

SHOWN, LARGE_SHOWN = shown(SMALL[0], SMALL[2]), shown(LARGE[0], LARGE[2])


def small(of: Board) -> bool:
    """Whether it fits the small record types."""
    return len(of.cells) <= SMALL[0] and len(of.pairs) <= SMALL[1] and len(of.crossings) <= SMALL[2]


@lru_cache(maxsize=32)
def board_room(name: str) -> Room:
    """The records for games on this board."""
    if small(board(name)):
        return Room(tables(name), one(STATE), SHOWN, OWN, EFFECTS, {"board": name})
    return Room(tables(name), one(LARGE_STATE), LARGE_SHOWN, OWN, EFFECTS, {"board": name})


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
    setting = one(SETTING if small(of) else LARGE_SETTING)
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
