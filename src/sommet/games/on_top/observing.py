"""What a player of On Top sees, for programs that learn. Clauses T3, T9 to T19.

Colours are told as the viewer sees them: their own first, then the other players' in the order of play, then those that
nobody plays. So one policy plays every colour and every seat.
"""

from itertools import permutations
from typing import Any

import numpy as np

from ...core.arrays import Records
from ...core.bits import ONE, around, popcount
from ...core.kernel import kernel
from ...core.names import Terms
from ...core.observing import Feature, places, register_observing
from .declared import KINDS, PAWNS, TILE_COLOURS, TILES
from .rules import EMPTY, OPEN, RUNNING, WRITTEN, can, mover
from .shape import BLACK_TRIANGLES

PLACES = places(10, of=__name__)
CELLS, CIRCLES, UNFILLED, TOWERS, TILE, FACE_DOWN, SCORES, PAWNS_LEFT, BLACK_LEFT, TURN = range(10)
FILLED = 3  # ways in which a cell is: a tile, black, void
MOST_SCORE = PAWNS * 4 * 2  # T18: every pawn on top of the highest tower, on gold

# The kind of tile with these colours, one digit of base 4 each, clockwise from either end (T3).
KIND_OF = np.zeros(4**4, np.int8)
for _tile in permutations(range(4)):
    KIND_OF[sum(colour * 4 ** (3 - k) for k, colour in enumerate(_tile))] = TILE_COLOURS.index(_tile) >> 1


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
    cells = np.int64(setting.cells)
    crossings = np.int64(setting.crossings)
    at = np.int64(places.at[CELLS])
    for cell in range(cells):
        if state.cell[cell] != EMPTY:
            out[at + state.cell[cell] - 1] = 1
        at += FILLED
    first = 3 * np.int64(setting.order[viewer, 0])
    second = 3 * np.int64(setting.order[viewer, 1])
    third = 3 * np.int64(setting.order[viewer, 2])
    fourth = 3 * np.int64(setting.order[viewer, 3])
    at = np.int64(places.at[CIRCLES])
    unfilled = np.int64(places.at[UNFILLED])
    towers = np.int64(places.at[TOWERS])
    for crossing in range(crossings):
        circle = np.int64(state.circle[crossing])
        out[at] = circle >> first & 7
        out[at + 1] = circle >> second & 7
        out[at + 2] = circle >> third & 7
        out[at + 3] = circle >> fourth & 7
        at += 4
        out[unfilled + crossing] = circle >> OPEN
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
def rank_of(setting: Any, viewer: Any, colour: Any) -> Any:
    """The place of a colour among the four, as the viewer counts them."""
    rank = np.int64(0)
    while setting.order[viewer, rank] != colour:
        rank += 1
    return rank


@kernel
def observe_tiles(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """T3, T11: the tile to lay, and how many of each kind have not been turned over."""
    if state.ended == RUNNING and state.ply < state.known:
        tile = np.int64(state.tiles[state.ply])
        for k in range(4):
            out[places.at[TILE] + 4 * k + rank_of(setting, viewer, WRITTEN[tile, k])] = 1
    ranks = np.int64(0)  # by colour, two bits each
    for rank in range(4):
        ranks |= np.int64(rank) << 2 * np.int64(setting.order[viewer, rank])
    known = np.int64(state.known)
    face_down = np.int64(places.at[FACE_DOWN])
    for place in range(known, TILES):
        tile = np.int64(state.tiles[place])
        number = np.int64(0)
        for k in range(4):
            number = number << 2 | ranks >> 2 * np.int64(WRITTEN[tile, k]) & 3
        out[face_down + KIND_OF[number]] += 1


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
