"""What is shown of On Top, what a tile does, what a viewer may know. Clauses T10 to T24."""

from typing import Any

import numpy as np

from ...core.bits import bit
from ...core.kernel import kernel
from .dealing import face_down
from .declared import TILES
from .rules import BLACK, EMPTY, LAST_PAWN, NEUTRAL, NOBODY, RUNNING, VERDICT, VOID, lay, mover, over, score_crossing

NONE = -1


@kernel
def layer(setting: Any, state: Any, crossing: Any, wanted: Any) -> Any:
    """T17: the colour of a tower's layer, counted from 0 at the bottom."""
    verdict = np.int64(VERDICT[state.circle[crossing]])
    seat = state.tower[crossing] >> 3
    at = np.int64(0)
    for k in range(4):
        colour = np.int64(setting.order[seat, k])
        if verdict >> 3 >> colour & 1:
            if at == wanted:
                return colour
            at += 1
    return verdict & NOBODY


@kernel
def show(setting: Any, state: Any, shown: Any) -> Any:
    """Cells, towers, track, pawns, triangles, the tile to lay and how many are left."""
    for cell in range(setting.cells):
        shown.cells[cell] = state.cell[cell]
    at = 0
    for crossing in range(setting.crossings):
        high = state.tower[crossing] & 7
        shown.towers_count[crossing] = high
        for k in range(high):
            shown.towers[at] = layer(setting, state, crossing, k)
            at += 1
        for colour in range(4):
            shown.circles[crossing, colour] = np.int64(state.circle[crossing]) >> 3 * colour & 7
    for seat in range(setting.players):
        shown.scores[seat] = state.score[seat]
    for colour in range(4):
        shown.pawns[colour] = state.pawns[colour]
    shown.black_left = state.black_left
    shown.tile = NONE
    shown.tiles_left = TILES - state.ply
    if not over(setting, state) and state.ply < state.known:
        shown.tile = state.tiles[state.ply]
        shown.tiles_left -= 1


@kernel
def show_own(setting: Any, state: Any, viewer: Any, own: Any) -> Any:
    """Everybody sees the same."""


@kernel
def note_circle(setting: Any, state: Any, crossing: Any, effects: Any) -> Any:
    """T15 to T18: a circle that has just been scored; its points are noted elsewhere."""
    circle = np.int64(state.circle[crossing])
    row = effects.circles_count
    effects.circles_count = row + 1
    effects.circles_crossing[row] = crossing
    effects.circles_gold[row] = setting.gold[crossing]
    coloured = np.int64(0)
    for colour in range(4):
        sixths = circle >> 3 * colour & 7
        effects.circles_sixths[row, colour] = sixths
        coloured += sixths
    leader = np.int64(VERDICT[circle]) & NOBODY
    effects.circles_leader[row] = NONE if leader == NOBODY else leader
    effects.circles_tied[row] = leader == NOBODY and coloured > 0
    high = state.tower[crossing] & 7
    effects.circles_tower_count[row] = high
    for k in range(high):
        effects.circles_tower[row, k] = layer(setting, state, crossing, k)


@kernel
def ended_by(setting: Any, state: Any, crossing: Any) -> Any:
    """T23, T24: the colour whose last pawn, on this tower, ended the game."""
    for k in range(state.tower[crossing] & 7):
        colour = layer(setting, state, crossing, k)
        mine = setting.seat_of[colour]
        if state.pawns[colour] == 0 and (mine == state.winner if state.ended == LAST_PAWN else mine == NEUTRAL):
            return colour
    return np.int64(NONE)


@kernel
def tell(setting: Any, state: Any, move: Any, after: Any, effects: Any) -> Any:
    """T13: cells filled with black or left void; T14 to T19: circles in order; T23, T24: the last pawn."""
    seat = mover(setting, state)
    lay(setting, after, move)
    for cell in range(setting.cells):
        if state.cell[cell] == EMPTY and after.cell[cell] == BLACK:
            effects.black[effects.black_count] = cell
            effects.black_count += 1
        if state.cell[cell] == EMPTY and after.cell[cell] == VOID:
            effects.void[effects.void_count] = cell
            effects.void_count += 1
    effects.last_pawn = NONE
    for crossing in range(setting.crossings):
        if after.finished[crossing >> 6] & bit(crossing & 63) != 0 and after.ended == RUNNING:
            points = np.int64(0)
            for other in range(setting.players):
                points -= after.score[other]
            score_crossing(setting, after, crossing, seat)
            for other in range(setting.players):
                points += after.score[other]
            effects.circles_points[effects.circles_count] = points
            note_circle(setting, after, crossing, effects)
            if after.ended != RUNNING:
                effects.last_pawn = ended_by(setting, after, crossing)


@kernel
def see(setting: Any, state: Any, viewer: Any, seen: Any) -> Any:
    """T11: all but the order of the tiles not turned over; the one to lay now is."""
    for word in range(state.alive.shape[0]):
        seen.alive[word] = state.alive[word]
        seen.contact[word] = state.contact[word]
    for crossing in range(state.circle.shape[0]):
        seen.circle[crossing] = state.circle[crossing]
        seen.tower[crossing] = state.tower[crossing]
    for seat in range(4):
        seen.score[seat] = state.score[seat]
        seen.pawns[seat] = state.pawns[seat]
    for cell in range(state.cell.shape[0]):
        seen.cell[cell] = state.cell[cell]
    seen.ply = state.ply
    seen.black_left = state.black_left
    seen.ended = state.ended
    seen.winner = state.winner
    seen.known = min(state.known, state.ply + 1)
    for place in range(seen.known):
        seen.tiles[place] = state.tiles[place]
    face_down(seen)


@kernel
def recall(setting: Any, state: Any, setup: Any) -> Any:
    """T10: the order of the tiles."""
    for place in range(TILES):
        setup.tiles[place] = state.tiles[place]
