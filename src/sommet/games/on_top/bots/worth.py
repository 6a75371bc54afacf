"""What an unfinished circle is worth to a seat: points and pawns it brings on average, learned from self-play.

A circle is seen from one seat: its colours are named by their *roles*, one's own first, then the others' by turn, then
those that nobody plays. The table (`learned.py`, made by `sommet train on_top`) gives what such a circle will bring
one's own side, and what the rivals, in points and in pawns, each of which is a point not lost (T21): by the number of
players or teams, the board, gold or not, and the circle.
"""

from base64 import b85decode
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.kernel import kernel
from ..rules import NOBODY, OPEN, VERDICT
from .learned import TABLE

CODES = 1 << OPEN + 3
COUNTS = 7  # 0 to 6 sixths
SCALE = 32.0  # the table has whole parts of one, few enough for a byte: it travels with the page
OWN_SIDE, RIVALS = 0, 1
TEAMS = 3  # the fourth of the kinds of games: two, three, four players; teams
BOARDS = 2
FEW_CELLS = 74  # a board with fewer is like hex-1-5-5, others are like hex-5-3-3

Worth = NDArray[np.uint8]  # kind of game, board, ours or theirs, gold, circle


def _circles() -> NDArray[np.int64]:
    """The numbers of all circles there can be (see the rules): their sixths and open cells are at most six."""
    codes = np.arange(CODES)
    return codes[sum((codes >> 3 * digit) & 7 for digit in range(5)) < COUNTS]


CIRCLES = _circles()
SHAPE = (TEAMS + 1, BOARDS, 2, 2, len(CIRCLES))


def learned() -> Worth:
    """The table that came with the package."""
    return np.frombuffer(b85decode("".join(TABLE)), np.uint8).reshape(SHAPE)


WORTH = learned()


@kernel
def kind_of_game(setting: Any) -> Any:
    """The first place in a table."""
    return np.int64(TEAMS) if setting.teams != 0 else np.int64(setting.players) - 2


@kernel
def kind_of_board(setting: Any) -> Any:
    """The second."""
    return np.int64(setting.cells >= FEW_CELLS)


@kernel
def place_of(circle: Any) -> Any:
    """Which of CIRCLES has this number."""
    low = 0
    high = CIRCLES.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if CIRCLES[middle] < circle:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def by_roles(setting: Any, seat: Any, circle: Any) -> Any:
    """A circle's number as it would be if the colours were in the order in which that seat sees them."""
    found = np.int64(circle) >> OPEN << OPEN
    for role in range(4):
        found |= (np.int64(circle) >> 3 * np.int64(setting.order[seat, role]) & 7) << 3 * role
    return found


@kernel
def ours_of(kind: Any, role: Any) -> Any:
    """1: one's own side's colour (T25); -1: a rival's; 0: nobody's."""
    if kind == TEAMS:
        return 1 - 2 * (role & 1)
    return 1 if role == 0 else -1 if role < kind + 2 else 0


@kernel
def finished(kind: Any, side: Any, gold: Any, circle: Any) -> Any:
    """What a finished circle, by roles, brings a side, exactly (T15 to T18): the rivals' as that of an average one."""
    if circle >> OPEN != 0:
        return np.float32(0.0)
    verdict = np.int64(VERDICT[circle])
    leader = verdict & 7
    if leader == NOBODY:
        return np.float32(0.0)
    total = np.int64(0)
    pawns = np.int64(1)
    for role in range(4):
        if verdict >> 3 + role & 1:
            pawns += 1
            if ours_of(kind, role) == 1 - 2 * side:
                total += 1
    if ours_of(kind, leader) == 1 - 2 * side:
        total += 1 + (pawns << gold)
    rivals = kind + 1 if kind < TEAMS else 1
    return np.float32(total) if side == OWN_SIDE else np.float32(total) / np.float32(rivals)


@kernel
def worth(kind: Any, board: Any, side: Any, gold: Any, circle: Any, foreseen: Any) -> Any:
    """What a circle, by roles, will bring a side; or what it brings now, finished or not."""
    if not foreseen:
        return finished(kind, side, gold, circle)
    return np.float32(WORTH[kind, board, side, gold, place_of(circle)]) / np.float32(SCALE)
