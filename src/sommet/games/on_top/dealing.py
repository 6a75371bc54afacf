"""Dealing On Top and beginning it. Clauses T3, T7 to T13."""

from typing import Any

import numpy as np

from ...core.bits import bit
from ...core.chance_kernels import drawn, shuffle
from ...core.kernel import kernel
from .declared import DECK, KINDS, PAWNS, REFUSALS, TILES
from .rules import BLACK, EMPTY, NEUTRAL, NO_MORE, OPEN, fill_hole, filled
from .shape import BLACK_TRIANGLES

TILE_SET = REFUSALS.code("tile_set")
STACK = np.array(DECK, np.int16)
COPIES = np.array(KINDS, np.int16)
COUNT_BITS = 4  # the copies of every kind in one word
MOST_COPIES = (1 << COUNT_BITS) - 1
ALL_COPIES = np.uint64(sum(copies << COUNT_BITS * kind for kind, copies in enumerate(KINDS)))


@kernel
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """T9, T10: colours and first player are drawn unless they are chosen; the tiles are shuffled."""
    players = np.int64(setup.players)
    if setup.colours[0] < 0:
        for colour in range(4):
            bag[colour] = colour
        shuffle(chance, bag, 4)
        for seat in range(players):
            setup.colours[seat] = bag[seat]
    for place in range(TILES):
        setup.tiles[place] = STACK[place]
    setup.tiles_count = TILES
    shuffle(chance, setup.tiles, TILES)
    if setup.first < 0:
        setup.first = drawn(chance, players)


@kernel
def check(partial: Any, setup: Any) -> Any:
    """T3: all 34 tiles; in a viewer's knowledge those turned over, the one to lay now included."""
    for kind in range(COPIES.shape[0]):
        copies = np.int64(0)
        for place in range(setup.tiles_count):
            copies += np.int64(setup.tiles[place] >> 1 == kind)
        if copies > COPIES[kind]:
            return TILE_SET
    return 0


@kernel
def face_down(state: Any) -> Any:
    """The tiles not turned over, in an order that tells nothing: by kind, each in its first writing."""
    left = ALL_COPIES
    for seen in range(state.known):
        left -= bit(COUNT_BITS * (np.int64(state.tiles[seen]) >> 1))
    place = np.int64(state.known)
    for kind in range(COPIES.shape[0]):
        for _ in range(np.int64(left >> np.uint64(COUNT_BITS * kind)) & MOST_COPIES):
            state.tiles[place] = 2 * kind
            place += 1


@kernel
def set_black(setting: Any, state: Any, cell: Any) -> Any:
    """T7: a triangle that is there from the start."""
    state.cell[cell] = BLACK
    for k in range(3):
        crossing = setting.vertex[cell, k]
        state.circle[crossing] = filled(state.circle[crossing], 1)


@kernel
def begin(setting: Any, state: Any, setup: Any) -> Any:
    """T7 to T10, T13; the setting has the board's tables already."""
    setting.players = setup.players
    setting.first = setup.first
    setting.teams = setup.teams
    for colour in range(4):
        setting.seat_of[colour] = NEUTRAL
    for seat in range(setup.players):
        setting.seat_of[setup.colours[seat]] = seat
    for seat in range(setup.players):
        for place in range(setup.players):
            setting.order[seat, place] = setup.colours[(seat + place) % setup.players]
        last = np.int64(setup.players)
        for colour in range(4):
            if setting.seat_of[colour] == NEUTRAL:
                setting.order[seat, last] = colour
                last += 1
    for colour in range(4):
        state.pawns[colour] = PAWNS - np.int64(setting.seat_of[colour] != NEUTRAL)
    state.known = setup.tiles_count
    for place in range(setup.tiles_count):
        state.tiles[place] = setup.tiles[place]
    face_down(state)
    lay_out(setting, state, setup)


@kernel
def lay_out(setting: Any, state: Any, setup: Any) -> Any:
    """T7, T8, T13: the starting triangles and the holes they make; which pairs of cells are free, and in contact."""
    for cell in range(setting.cells):
        for k in range(3):
            state.circle[setting.vertex[cell, k]] += 1 << OPEN
    for place in range(setup.black_count):
        set_black(setting, state, setup.black[place])
    state.black_left = BLACK_TRIANGLES - setup.black_count
    for pair in range(setting.pairs):
        if state.cell[setting.cells_of[pair, 0]] == EMPTY and state.cell[setting.cells_of[pair, 1]] == EMPTY:
            state.alive[pair >> 6] |= bit(pair & 63)
    for cell in range(setting.cells):
        fill_hole(setting, state, cell)
    for word in range(state.finished.shape[0]):
        state.finished[word] = 0  # circles of black alone
    for pair in range(setting.pairs):
        for k in range(4):
            cell = setting.around[pair, k]
            if cell >= 0 and state.cell[cell] != EMPTY:
                state.contact[pair >> 6] |= bit(pair & 63)
    state.ended = NO_MORE
    for word in range(state.alive.shape[0]):
        if state.alive[word] != 0:
            state.ended = 0
