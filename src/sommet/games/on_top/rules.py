"""On Top's rules. Clauses T11 to T25 (the board and the tiles: board.py).

Two cells that share an edge are a *pair*; a move is ``2 * pair + way``: way 0 lays the tile's first colour in the
pair's first cell, way 1 in its second. What may be laid is two sets of pairs, as bits: `alive` (both cells empty) and
`contact` (T12). A crossing is one number: three bits a colour for its sixths, and above them how many of its cells
are still open, so that a finished circle is read off a table.
"""

from typing import Any

import numpy as np

from ...core.arrays import record_type
from ...core.bits import around, below, bit, next_word, nth_bit, popcount, scale
from ...core.kernel import kernel
from ...core.refusals import BITS
from .declared import LARGE, REFUSALS, SMALL, TILE_COLOURS, TILES

NEUTRAL = -1
EMPTY, TILE, BLACK, VOID = range(4)
RUNNING, NO_MORE, LAST_PAWN = 0, 1, 2
OPEN = 12  # a crossing's open cells are counted from this bit on
NOBODY = 7
TILE_TO_LAY, NOT_EMPTY, NO_CONTACT = (REFUSALS.code(name) for name in ("tile_to_lay", "not_empty", "no_contact"))


def _types(cells: int, pairs: int, crossings: int) -> "tuple[np.dtype[Any], np.dtype[Any]]":
    words, marks = pairs // 64, crossings // 64
    setting = record_type(
        ("kills", np.uint64, (pairs, words)),  # the pairs a tile on this one makes impossible, itself included
        ("touch", np.uint64, (pairs, words)),  # the pairs it gives contact (T12)
        ("pairs_of", np.uint64, (cells, words)),  # the pairs a cell belongs to
        ("cells_of", np.uint8, (pairs, 2)),
        ("around", np.int16, (pairs, 4)),  # the cells next to the pair; -1: none
        ("corner", np.uint8, (2 * pairs, 4)),  # the crossings under the tile's four colours
        ("vertex", np.uint8, (cells, 3)),  # the crossings around a cell
        ("gold", np.uint8, crossings),  # T6
        ("seat_of", np.int8, 4),  # per colour; NEUTRAL: nobody plays it
        ("order", np.int8, (4, 4)),  # T17: the colours as they put seconds, per active seat
        ("players", np.int16),
        ("first", np.int16),
        ("teams", np.int16),  # T25
        ("cells", np.int16),
        ("pairs", np.int16),
        ("crossings", np.int16),
    )
    state = record_type(
        ("alive", np.uint64, words),
        ("contact", np.uint64, words),
        ("finished", np.uint64, marks),  # by the tile just laid, not scored yet
        ("circle", np.uint16, crossings),
        ("score", np.int16, 4),
        ("pawns", np.int8, 4),  # still to place, per colour
        ("tiles", np.int8, TILES),  # those not turned over yet (from `known` on) in an order that means nothing
        ("known", np.int8),
        ("ply", np.int8),
        ("black_left", np.int8),
        ("ended", np.int8),
        ("winner", np.int8),  # T23
        ("cell", np.int8, cells),
        ("tower", np.uint8, crossings),  # pawns laid there, plus the seat that finished it << 3
        of=__name__,
    )
    return setting, state


SETTING, STATE = _types(*SMALL)
LARGE_SETTING, LARGE_STATE = _types(*LARGE)
MOST_MOVES = 2 * LARGE[1]


def _verdict(sixths: int) -> int:
    """T15 to T17 for a circle: leader | seconds << 3; NOBODY when the lead is shared or there is no colour."""
    counts = [sixths >> 3 * colour & 7 for colour in range(4)]
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return NOBODY
    second = max(count for count in counts if count < most)
    seconds = sum(1 << colour for colour in range(4) if counts[colour] == second) if second else 0
    return counts.index(most) | seconds << 3


WRITTEN = np.array(TILE_COLOURS, dtype=np.int8)
VERDICT = np.array([_verdict(sixths) for sixths in range(1 << OPEN)], dtype=np.uint8)


@kernel
def mover(setting: Any, state: Any) -> Any:
    """T10: clockwise."""
    return around(setting.first + state.ply, setting.players)


@kernel
def over(setting: Any, state: Any) -> Any:
    """T20, T23, T24."""
    return state.ended != RUNNING


@kernel
def can(setting: Any, state: Any, move: Any) -> Any:
    """T11, T12: a tile turned over, on two empty cells that share an edge, in contact with what lies there."""
    pair = move >> 1
    if pair < 0 or pair >= setting.pairs or state.ply >= state.known or state.ended != RUNNING:
        return False
    return (state.alive[pair >> 6] & state.contact[pair >> 6] & bit(pair & 63)) != 0


@kernel
def legal(setting: Any, state: Any, moves: Any) -> Any:
    """Every such pair, either way round."""
    count = 0
    for pair in range(setting.pairs):
        if can(setting, state, 2 * pair):
            moves[count] = 2 * pair
            moves[count + 1] = 2 * pair + 1
            count += 2
    return count


@kernel
def draw(setting: Any, state: Any, rng: Any) -> Any:
    """Count the pairs, choose a number, find that pair."""
    if state.ended != RUNNING:
        return np.int64(-1)
    count = np.int64(0)
    for word in range(state.alive.shape[0]):
        count += np.int64(popcount(state.alive[word] & state.contact[word]))
    random = next_word(rng)
    chosen = scale(random, count)
    way = np.int64(random & np.uint64(1))
    for word in range(state.alive.shape[0]):
        pairs = state.alive[word] & state.contact[word]
        here = np.int64(popcount(pairs))
        if chosen < here:
            return 2 * (64 * word + nth_bit(pairs, chosen)) + way
        chosen -= here
    return np.int64(-1)


@kernel
def filled(circle: Any, sixths: Any) -> Any:
    """A circle's number once this many of its cells are filled: with black, as long as no colour is added."""
    return np.int64(circle) - (sixths << OPEN)


@kernel
def under(circle: Any, tile: Any, k: Any) -> Any:
    """A circle's number once the tile's k-th colour fills one of its sixths, or two."""
    sixths = 1 + (k & 1)
    return filled(circle, sixths) + (sixths << 3 * np.int64(WRITTEN[tile, k]))


@kernel
def cover(state: Any, crossing: Any, circle: Any) -> Any:
    """The circle is this from now on; note it when it is finished."""
    state.circle[crossing] = circle
    if circle >> OPEN == 0:
        state.finished[crossing >> 6] |= bit(crossing & 63)


@kernel
def fill_hole(setting: Any, state: Any, cell: Any) -> Any:
    """T13: an empty cell with no empty neighbour gets a black triangle, or stays empty and counts as one."""
    if state.cell[cell] != EMPTY:
        return
    for word in range(state.alive.shape[0]):
        if (state.alive[word] & setting.pairs_of[cell, word]) != 0:
            return
    if state.black_left > 0:
        state.black_left -= 1
        state.cell[cell] = BLACK
    else:
        state.cell[cell] = VOID
    for k in range(3):
        crossing = setting.vertex[cell, k]
        cover(state, crossing, filled(state.circle[crossing], 1))


@kernel
def put_pawn(setting: Any, state: Any, crossing: Any, colour: Any) -> Any:
    """One pawn on the tower. T23: a player's last one wins at once; T24: a neutral colour's ends the game soon."""
    state.tower[crossing] += 1
    state.pawns[colour] -= 1
    if state.pawns[colour] == 0:
        if setting.seat_of[colour] != NEUTRAL:
            state.ended = LAST_PAWN
            state.winner = setting.seat_of[colour]
        else:
            state.ended = NO_MORE


@kernel
def score_crossing(setting: Any, state: Any, crossing: Any, seat: Any) -> Any:
    """T15 to T19."""
    verdict = np.int64(VERDICT[state.circle[crossing]])
    leader = verdict & 7
    if leader == NOBODY:
        return
    state.tower[crossing] = seat << 3
    seconds = verdict >> 3
    if seconds != 0:
        for k in range(4):
            colour = np.int64(setting.order[seat, k])
            if seconds >> colour & 1:
                put_pawn(setting, state, crossing, colour)
                if state.ended == LAST_PAWN:
                    return
    put_pawn(setting, state, crossing, leader)
    if setting.seat_of[leader] != NEUTRAL:
        state.score[setting.seat_of[leader]] += np.int64(state.tower[crossing] & 7) << setting.gold[crossing]


@kernel
def score_finished(setting: Any, state: Any, seat: Any) -> Any:
    """T14: in reading order; T23, T24: nothing more once the game has ended."""
    for word in range(state.finished.shape[0]):
        marks = state.finished[word]
        state.finished[word] = 0
        while marks != 0 and state.ended == RUNNING:
            crossing = 64 * word + np.int64(popcount((marks & (~marks + np.uint64(1))) - np.uint64(1)))
            marks &= marks - np.uint64(1)
            score_crossing(setting, state, crossing, seat)


@kernel
def lay(setting: Any, state: Any, move: Any) -> Any:
    """T11 to T13: the tile and the triangles it brings; the circles they finish are marked, not scored yet.

    The answer is 0 when no pair of empty cells is left.
    """
    pair = move >> 1
    tile = state.tiles[state.ply]
    left = np.uint64(0)
    for word in range(state.alive.shape[0]):
        state.alive[word] &= ~setting.kills[pair, word]
        state.contact[word] |= setting.touch[pair, word]
        left |= state.alive[word]
    state.cell[setting.cells_of[pair, 0]] = TILE
    state.cell[setting.cells_of[pair, 1]] = TILE
    for k in range(4):
        crossing = setting.corner[move, k]
        cover(state, crossing, under(state.circle[crossing], tile, k))
    for k in range(4):
        if setting.around[pair, k] >= 0:
            fill_hole(setting, state, setting.around[pair, k])
    return left


@kernel
def play(setting: Any, state: Any, move: Any) -> Any:
    """T11 to T14, T20."""
    seat = mover(setting, state)
    left = lay(setting, state, move)
    score_finished(setting, state, seat)
    state.ply += 1
    if state.ended == RUNNING and (left == 0 or state.ply == TILES):
        state.ended = NO_MORE


@kernel
def points(setting: Any, state: Any, seat: Any) -> Any:
    """T21: after the end, a point off for each pawn left; not when a last pawn decided (T23)."""
    value = np.int64(state.score[seat])
    if state.ended == NO_MORE:
        for colour in range(4):
            if setting.seat_of[colour] == seat:
                value -= state.pawns[colour]
    return value


@kernel
def side_of(setting: Any, seat: Any) -> Any:
    """T25: the seats that win together, as bits."""
    return 5 << (seat & 1) if setting.teams else 1 << seat


@kernel
def measure(setting: Any, state: Any, side: Any, rank: Any) -> Any:
    """T22, T25: a side's points; then, the fewer the better, its pawns left."""
    total = np.int64(0)
    for colour in range(4):
        seat = setting.seat_of[colour]
        if seat != NEUTRAL and side >> seat & 1:
            total += points(setting, state, seat) if rank == 0 else -np.int64(state.pawns[colour])
    return total


@kernel
def outcome(setting: Any, state: Any) -> Any:
    """T22: points, then fewest pawns left, then shared; T23: the last pawn, whatever the track says."""
    if state.ended == LAST_PAWN:
        return side_of(setting, np.int64(state.winner)) | 3 << 8
    winners = (1 << setting.players) - 1
    for rank in range(2):
        best = np.int64(-(1 << 30))
        tied = 0
        for seat in range(setting.players):
            if winners >> seat & 1:
                value = measure(setting, state, side_of(setting, seat), rank)
                if value > best:
                    best = value
                    tied = 0
                if value == best:
                    tied |= 1 << seat
        winners = tied
        for seat in range(setting.players):
            if winners == side_of(setting, seat):
                return winners | rank << 8
    return winners | 2 << 8


@kernel
def payoff(setting: Any, state: Any, seat: Any) -> Any:
    """An equal share for each winning side; a team's win is each partner's (T25)."""
    winners = outcome(setting, state) & 255
    sides = np.int64(popcount(np.uint64(winners)))
    if setting.teams:
        sides >>= 1
    return np.float64(winners >> seat & 1) / np.float64(sides)


@kernel
def redeal(setting: Any, state: Any, rng: Any) -> Any:
    """T10: the tiles not turned over are shuffled."""
    for place in range(TILES - 1, state.known, -1):
        other = state.known + below(rng, place - state.known + 1)
        tile = state.tiles[place]
        state.tiles[place] = state.tiles[other]
        state.tiles[other] = tile
    state.known = TILES


@kernel
def lacks(setting: Any, state: Any) -> Any:
    """T11: the tile to lay now is turned over, so every viewer knows it."""
    return TILE_TO_LAY if state.ended == RUNNING and state.ply >= state.known else 0


@kernel
def refuse(setting: Any, state: Any, move: Any) -> Any:
    """T11, T12."""
    pair = move >> 1
    for k in range(2):
        cell = np.int64(setting.cells_of[pair, k ^ (move & 1)])
        if state.cell[cell] != EMPTY:
            return NOT_EMPTY | cell << BITS
    return 0 if can(setting, state, move) else NO_CONTACT


@kernel
def numbers(setting: Any, state: Any) -> Any:
    """Every pair, either way round."""
    return 2 * setting.pairs


@kernel
def spell(setting: Any, state: Any, move: Any, parts: Any) -> Any:
    """The cell of the tile's first colour, and that of its third."""
    way = move & 1
    parts[0] = setting.cells_of[move >> 1, way]
    parts[1] = setting.cells_of[move >> 1, 1 - way]
    return True


@kernel
def side(setting: Any, state: Any, seat: Any) -> Any:
    """T25: seats 0 and 2 against 1 and 3, or each for themselves."""
    return seat & 1 if setting.teams else seat


@kernel
def turn(setting: Any, state: Any, ahead: Any) -> Any:
    """T10: clockwise."""
    return around(setting.first + state.ply + ahead, setting.players)
