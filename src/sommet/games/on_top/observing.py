"""What a player of On Top sees, for programs that learn. Clauses T3, T9 to T19.

Colours are told as the viewer sees them: their own first, then the other players' in the order of play, then those that
nobody plays. So one policy plays every colour and every seat.
"""

from itertools import permutations
from typing import Any

import numpy as np

from ...core.arrays import Records
from ...core.bits import ONE, around, bit, popcount
from ...core.kernel import kernel
from ...core.names import Terms
from ...core.observing import Feature, places, register_observing
from .dealing import COUNT_BITS, MOST_COPIES
from .declared import KINDS, PAWNS, TILE_COLOURS, TILES
from .rules import EMPTY, OPEN, RUNNING, WRITTEN, can, mover
from .shape import BLACK_TRIANGLES

PLACES = places(10, of=__name__)
CELLS, CIRCLES, UNFILLED, TOWERS, TILE, FACE_DOWN, SCORES, PAWNS_LEFT, BLACK_LEFT, TURN = range(10)
TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)
FILLED = 3  # ways in which a cell is: a tile, black, void
MOST_SCORE = PAWNS * 4 * 2  # T18: every pawn on top of the highest tower, on gold

# The kind that a kind of tile is for a viewer (T3), by the viewer's ranks of the colours, two bits each.
KIND_SEEN = np.zeros((4**4, len(KINDS)), np.int8)
for _ranks in permutations(range(4)):
    for _kind in range(len(KINDS)):
        _seen = tuple(_ranks[colour] for colour in TILE_COLOURS[2 * _kind])
        KIND_SEEN[sum(rank << 2 * colour for colour, rank in enumerate(_ranks)), _kind] = TILE_COLOURS.index(_seen) >> 1


def features(terms: Terms, setting: Records, state: Records) -> tuple[Feature, ...]:
    """By the board's cells and crossings; players are counted from the viewer on, clockwise."""
    cells, crossings, players = int(setting["cells"][0]), int(setting["crossings"][0]), terms.players
    return (
        Feature("cells", (cells, FILLED), 1, "what fills a cell: a tile, a black triangle, or nothing any more (void)"),
        Feature("circles", (crossings, 4), 6, "how many sixths of the circle around a crossing each colour has"),
        Feature("unfilled", (crossings,), 6, "how many cells around a crossing are still empty"),
        Feature("towers", (crossings,), 4, "the pawns on a crossing"),
        Feature("tile", (4, 4), 1, "the tile to lay: its four colours, as its notation lists them"),
        Feature("face_down", (len(KINDS),), max(KINDS), "the tiles of each kind that nobody has seen yet"),
        Feature("scores", (players,), MOST_SCORE, "the points on the track"),
        Feature("pawns", (4,), PAWNS, "the pawns of each colour still to place"),
        Feature("black_left", (1,), BLACK_TRIANGLES, "the black triangles left"),
        Feature("turn", (players,), 1, "who is to move; nobody, once the game is over"),
    )


@kernel
def observe(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """T11 to T18."""
    at = np.uint64(places.at[CELLS])  # unsigned: an index that may be below 0 costs a comparison
    for cell in range(np.uint64(setting.cells)):
        way = np.uint64(state.cell[cell])  # without a branch: which cells are empty is hard to guess
        out[at + way - np.uint64(way != EMPTY)] = np.uint8(way != EMPTY)
        at += np.uint64(FILLED)
    first = 3 * np.int64(setting.order[viewer, 0])
    second = 3 * np.int64(setting.order[viewer, 1])
    third = 3 * np.int64(setting.order[viewer, 2])
    fourth = 3 * np.int64(setting.order[viewer, 3])
    at = np.uint64(places.at[CIRCLES])
    unfilled = np.uint64(places.at[UNFILLED])
    towers = np.uint64(places.at[TOWERS])
    for crossing in range(np.uint64(setting.crossings)):
        circle = np.int64(state.circle[crossing])
        out[at] = circle >> first & 7
        out[at + ONE] = circle >> second & 7
        out[at + TWO] = circle >> third & 7
        out[at + THREE] = circle >> fourth & 7
        at += FOUR
    for crossing in range(np.uint64(setting.crossings)):
        out[unfilled + crossing] = state.circle[crossing] >> OPEN
    for crossing in range(np.uint64(setting.crossings)):
        out[towers + crossing] = state.tower[crossing] & 7
    observe_tiles(setting, places, state, viewer, out)
    for ahead in range(setting.players):
        out[places.at[SCORES] + ahead] = state.score[around(viewer + ahead, setting.players)]
    for rank in range(4):
        out[places.at[PAWNS_LEFT] + rank] = state.pawns[setting.order[viewer, rank]]
    out[places.at[BLACK_LEFT]] = state.black_left
    if state.ended == RUNNING:
        ahead = mover(setting, state) - viewer + setting.players
        out[places.at[TURN] + around(ahead, setting.players)] = 1


@kernel
def observe_tiles(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """T3, T11: the tile to lay, and how many of each kind have not been turned over."""
    ranks = np.int64(0)  # the colours' places as the viewer counts them, two bits each
    for rank in range(4):
        ranks |= np.int64(rank) << 2 * np.int64(setting.order[viewer, rank])
    if state.ended == RUNNING and state.ply < state.known:
        tile = np.int64(state.tiles[state.ply])
        for k in range(4):
            out[places.at[TILE] + 4 * k + (ranks >> 2 * np.int64(WRITTEN[tile, k]) & 3)] = 1
    left = np.uint64(0)  # how many of each kind, as `face_down` counts them
    for place in range(np.int64(state.known), TILES):
        left += bit(COUNT_BITS * (np.int64(state.tiles[place]) >> 1))
    face_down = np.int64(places.at[FACE_DOWN])
    for kind in range(KIND_SEEN.shape[1]):
        out[face_down + KIND_SEEN[ranks, kind]] = np.int64(left >> np.uint64(COUNT_BITS * kind)) & MOST_COPIES


@kernel
def first_free(state: Any) -> Any:
    """The first pair of cells that are empty and in contact; -1: there is none."""
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word] & state.contact[word]
        if pairs != 0:
            return 64 * word + np.int64(popcount((pairs & (~pairs + ONE)) - ONE))
    return np.int64(-1)


@kernel
def mark(setting: Any, places: Any, state: Any, mask: Any) -> Any:
    """T11, T12: every pair of cells where the tile may lie, either way round."""
    if not can(setting, state, 2 * first_free(state)):
        return
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word] & state.contact[word]
        while pairs != 0:
            action = 2 * (64 * word + np.int64(popcount((pairs & (~pairs + ONE)) - ONE)))
            pairs &= pairs - ONE
            mask[action] = True
            mask[action + 1] = True


register_observing(PLACES, observe=observe, mark=mark)
