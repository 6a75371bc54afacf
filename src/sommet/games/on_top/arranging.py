"""Positions of On Top set up by hand. Clauses T3, T9 to T14, T20 to T24.

What is asked is which tiles lie where. Triangles, towers, points and pawns follow from them, whatever the order in
which they were laid: a hole is a hole as soon as its neighbours are filled, and a circle is counted once. (The order
shows in who finished a circle, and so in how seconds lie in its tower, T17.) Some order has to exist in which every
tile touches something when it is laid (T12): whichever can be laid next is, since no tile is in another's way. And
nobody may have run out of pawns before the last of them (T23, T24), so each tile is tried as the last. (A game that
ended so left circles uncounted; which ones, what is asked does not tell.)
"""

from typing import Any

import numpy as np

from ...core.arranging import Arranging, register_arranging
from ...core.bits import around
from ...core.chance_kernels import shuffle
from ...core.fields import Field
from ...core.kernel import kernel
from ...core.names import SEAT
from ...core.refusals import BITS
from ...core.setup import EVERYBODY, Setup
from .dealing import COPIES, TILE_SET, begin
from .declared import NAME, REFUSALS, TILE, TILES
from .options import CELL, COLOUR, OPTIONS
from .rules import EMPTY, RUNNING, can, play

TWO_CELLS, COVERED, APART, LAST_PAWN = (REFUSALS.code(name) for name in ("two_cells", "covered", "apart", "last_pawn"))
NONE = -1

ASKED = Setup(
    OPTIONS.every,
    Field("colours", COLOUR, per=(SEAT,), distinct=True, known=EVERYBODY, clause="T9"),
    Field("laid", TILE, up_to=TILES, known=EVERYBODY, clause="T3"),  # in any order
    Field("first_cells", CELL, up_to=TILES, known=EVERYBODY, clause="T2"),  # of each, the cell of its first colour
    Field("third_cells", CELL, up_to=TILES, known=EVERYBODY, clause="T2"),  # and that of its third
    Field("tile", TILE, clause="T11"),  # the one to lay now; open: drawn
    Field("to_move", SEAT, known=EVERYBODY, clause="T10"),
    of=f"{NAME}'s position",
)

# What is worked on: tiles that are left, the moves that lay what is asked, which are made, and their order.
MOVES, LAID, ORDER = (TILES * (k + 1) for k in range(3))
ARRANGING = Arranging(ASKED, plies=TILES, work=4 * TILES)


@kernel
def find_moves(asked: Any, setting: Any, work: Any) -> Any:
    """T2: every tile lies on two cells that share an edge."""
    count = np.int64(asked.laid_count)
    if asked.first_cells_count < count or asked.third_cells_count < count:
        return TWO_CELLS | np.int64(asked.laid[min(asked.first_cells_count, asked.third_cells_count)]) << BITS
    for k in range(count):
        work[MOVES + k] = NONE
        for move in range(2 * setting.pairs):
            first = setting.cells_of[move >> 1, move & 1]
            third = setting.cells_of[move >> 1, 1 - (move & 1)]
            if first == asked.first_cells[k] and third == asked.third_cells[k]:
                work[MOVES + k] = move
        if work[MOVES + k] == NONE:
            return TWO_CELLS | np.int64(asked.laid[k]) << BITS
    return 0


@kernel
def find_tiles(chance: Any, asked: Any, work: Any) -> Any:
    """T3: what is left of the set, shuffled, the one to lay now last; how many, or -1: there are not so many."""
    count = 0
    for kind in range(COPIES.shape[0]):
        copies = np.int64(COPIES[kind]) - np.int64(asked.tile >= 0 and asked.tile >> 1 == kind)
        for k in range(asked.laid_count):
            copies -= np.int64(asked.laid[k] >> 1 == kind)
        if copies < 0:
            return -1
        for _ in range(copies):
            work[count] = 2 * kind
            count += 1
    shuffle(chance, work, count)
    if asked.tile >= 0:
        work[count] = asked.tile
        count += 1
    return count


@kernel
def lay_next(asked: Any, setting: Any, state: Any, work: Any, last: Any) -> Any:
    """Lay a tile that can be laid now, the last one only when it is; whether there was one."""
    ply = np.int64(state.ply)
    for k in range(asked.laid_count):
        if work[LAID + k] == 0 and (k != last or ply == asked.laid_count - 1) and can(setting, state, work[MOVES + k]):
            state.tiles[ply] = asked.laid[k]
            work[ORDER + ply] = k
            work[LAID + k] = 1
            play(setting, state, work[MOVES + k])
            return True
    return False


@kernel
def lay_all(asked: Any, setup: Any, setting: Any, states: Any, work: Any, last: Any) -> Any:
    """From the beginning; 0, or why it goes no further."""
    states[1] = states[0]
    state = states[1]
    begin(setting, state, setup)
    for k in range(asked.laid_count):
        work[LAID + k] = 0
    while lay_next(asked, setting, state, work, last):
        pass
    for k in range(asked.laid_count):
        if work[LAID + k] == 0:
            if state.ended != RUNNING:
                return LAST_PAWN
            for cell in (asked.first_cells[k], asked.third_cells[k]):
                if state.cell[cell] != EMPTY:
                    return COVERED | np.int64(cell) << BITS
            return APART | np.int64(asked.first_cells[k]) << BITS
    return 0


@kernel
def arrange(chance: Any, asked: Any, setup: Any, setting: Any, states: Any, work: Any, moves: Any) -> Any:
    """Where the tiles lie, which are left, and an order."""
    count = np.int64(asked.laid_count)
    wrong = find_moves(asked, setting, work)
    if wrong:
        return wrong
    left = find_tiles(chance, asked, work)
    if left < 0:
        return TILE_SET
    setup.first = around(asked.to_move - count, setup.players)
    for seat in range(setup.players):
        setup.colours[seat] = asked.colours[seat]
    wrong = lay_all(asked, setup, setting, states, work, NONE)
    for last in range(count):
        if wrong == LAST_PAWN and lay_all(asked, setup, setting, states, work, last) == 0:
            wrong = 0
    if wrong:
        return wrong
    for ply in range(count):
        setup.tiles[ply] = asked.laid[work[ORDER + ply]]
        moves[1 + ply] = work[MOVES + work[ORDER + ply]]
    for ply in range(count, TILES):
        left -= 1
        setup.tiles[ply] = work[left]
    setup.tiles_count = TILES
    moves[0] = count
    return 0


register_arranging(ASKED.type, arrange=arrange)
