"""On Top's puzzles as a kernel: games of two are dealt and played until few placements are left and one is the best.

They are played by the rules alone, each placement the best of a few for the points it brings at once, so that a puzzle
stays what it is when opponents change. The last tiles are played out in full (`bots.endgame`).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import Records
from ...core.bits import bit, popcount
from ...core.chance_kernels import drawn, next_bits, seed_stream
from ...core.kernel import kernel
from ...core.puzzle_kernels import (
    KINDS,
    LEGAL,
    LENGTH,
    MOVE,
    MOVES_TO_END,
    PLIES,
    REFUTATION,
    SHARE,
    TOLD,
    WHOLE,
    WINS,
    register_puzzles,
)
from .board import tables
from .bots.desk import DEEPEST
from .bots.endgame import KINDS as TILE_KINDS
from .bots.endgame import MOST_PAIRS, expect_moves
from .dealing import begin, deal
from .declared import SETUP, TILES
from .rules import MOST_MOVES, SETTING, STATE, legal, mover, over, play, points
from .shape import BOARDS, board

PLAYERS = 2
MOST_LEAD = 5  # in points: beyond it the last tiles rarely decide
TRIES = 3  # placements that are looked at for their points, on the way to a puzzle
MOST_LEGAL = 2 * MOST_PAIRS
BOARD = tables(BOARDS[0])
START = np.array([board(BOARDS[0]).cell_names.index(name) for name in board(BOARDS[0]).start or ()], np.int16)


@dataclass(frozen=True)
class Level:
    """What makes a puzzle easy or hard."""

    pairs: tuple[int, int]  # of empty cells, on which the tile could lie
    margin: float  # in shares of the win: by so much the right placement is better than any other
    greedy: bool  # whether it may be the one that brings most at once


LEVELS = {
    1: Level((2, 3), 0.25, greedy=True),
    2: Level((4, 5), 0.2, greedy=True),
    3: Level((5, 6), 0.12, greedy=False),
}
LEAST_PAIRS, PAIRS, GREEDY = range(3)
NUMBERS = np.zeros((max(LEVELS) + 1, 3), np.int64)
MARGINS = np.zeros(max(LEVELS) + 1)
for _number, _level in LEVELS.items():
    NUMBERS[_number] = *_level.pairs, _level.greedy
    MARGINS[_number] = _level.margin


class Desk(NamedTuple):
    """What a puzzle is composed on; the second half is for `expect_moves`."""

    setting: Records
    state: Records  # the game so far
    blank: Records  # stays empty
    work: Records  # after a placement
    placed: NDArray[np.int64]  # legal moves
    open: NDArray[np.int64]  # pairs of empty cells
    bag: NDArray[np.int64]  # for dealing
    values: NDArray[np.float64]
    states: Records
    moves: NDArray[np.int64]
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    chance: NDArray[np.float64]
    at: NDArray[np.int64]
    kinds: NDArray[np.float64]


def new_desk() -> Desk:
    """An empty desk."""
    depths = DEEPEST + 1
    return Desk(
        setting=np.zeros(1, SETTING),
        state=np.zeros(1, STATE),
        blank=np.zeros(1, STATE),
        work=np.zeros(1, STATE),
        placed=np.zeros(MOST_MOVES, np.int64),
        open=np.zeros(MOST_PAIRS, np.int64),
        bag=np.zeros(TILES, np.int64),
        values=np.zeros(MOST_LEGAL),
        states=np.zeros(depths, STATE),
        moves=np.zeros((depths, MOST_LEGAL), np.int64),
        best=np.zeros((depths, 4)),
        mean=np.zeros((depths, 4)),
        chance=np.zeros(depths),
        at=np.zeros((depths, 3), np.int64),
        kinds=np.zeros(TILE_KINDS),
    )


@kernel
def lead(setting: Any, state: Any, seat: Any, move: Any, desk: Any) -> Any:
    """By how many points the seat would be ahead after this placement; the work record holds what it leads to."""
    desk.work[0] = state
    play(setting, desk.work[0], move)
    return points(setting, desk.work[0], seat) - points(setting, desk.work[0], 1 - seat)


@kernel
def sensible(setting: Any, state: Any, count: Any, chance: Any, desk: Any) -> Any:
    """Of a few legal moves, drawn by lot, the first of those that bring most."""
    seat = mover(setting, state)
    chosen = np.int64(-1)
    most = np.int64(0)
    for _ in range(TRIES):
        move = desk.placed[drawn(chance, count)]
        brought = np.int64(lead(setting, state, seat, move, desk))
        if chosen < 0 or brought > most:
            chosen = move
            most = brought
    return chosen


@kernel
def open_pairs(state: Any, pairs: Any) -> Any:
    """Fill `pairs` with the pairs of empty cells; how many, or one more than there is room for."""
    count = np.int64(0)
    for word in range(state.alive.shape[0]):
        left = state.alive[word]
        while left != 0:
            if count == pairs.shape[0]:
                return count + 1
            lowest = left & (~left + np.uint64(1))
            pairs[count] = 64 * word + np.int64(popcount(lowest - np.uint64(1)))
            left ^= lowest
            count += 1
    return count


@kernel
def most_tiles(setting: Any, state: Any, pairs: Any) -> Any:
    """How many tiles can still be laid, at most: the largest set of pairs of which none needs another's cells."""
    if over(setting, state):
        return np.int64(0)
    count = open_pairs(state, pairs)
    most = np.int64(0)
    for chosen in range(1 << count):
        tiles = np.int64(0)
        apart = True
        for one in range(count):
            if chosen >> one & 1:
                tiles += 1
                for other in range(one):
                    word = pairs[other] >> 6
                    if chosen >> other & 1 and setting.kills[pairs[one], word] & bit(pairs[other] & 63):
                        apart = False
        if apart:
            most = max(most, tiles)
    return min(most, TILES - np.int64(state.ply))


@kernel
def best_of(level: Any, count: Any, values: Any) -> Any:
    """The place of the one value that is better than all others by the level's margin; -1: there is none."""
    best = 0
    for k in range(1, count):
        if values[k] > values[best]:
            best = k
    for k in range(count):
        if k != best and values[k] > values[best] - MARGINS[level]:
            return -1
    return best


@kernel
def brings_most(setting: Any, state: Any, chosen: Any, count: Any, desk: Any) -> Any:
    """Whether none of the moves played out brings more points at once than this one."""
    seat = mover(setting, state)
    brought = lead(setting, state, seat, desk.moves[0, chosen], desk)
    most = brought
    for k in range(count):
        most = max(most, lead(setting, state, seat, desk.moves[0, k], desk))
    return most == brought


@kernel
def right_one(level: Any, setting: Any, state: Any, count: Any, desk: Any) -> Any:
    """The place of the right placement among the legal moves, where it makes a puzzle of this level; or -1."""
    open_now = open_pairs(state, desk.open)
    if open_now < NUMBERS[level, LEAST_PAIRS] or open_now > NUMBERS[level, PAIRS]:
        return -1
    if abs(points(setting, state, 0) - points(setting, state, 1)) > MOST_LEAD:
        return -1
    if count < 2 * NUMBERS[level, LEAST_PAIRS] or expect_moves(setting, state, desk) != count:
        return -1
    chosen = best_of(level, count, desk.values)
    if chosen >= 0 and NUMBERS[level, GREEDY] == 0 and brings_most(setting, state, chosen, count, desk):
        return -1
    return chosen


@kernel
def judge(setting: Any, state: Any, chosen: Any, count: Any, desk: Any, verdicts: Any) -> Any:
    """Each of the moves that were played out: whether it is the right one, what it brings, how many tiles it leaves."""
    for k in range(count):
        lead(setting, state, mover(setting, state), desk.moves[0, k], desk)
        verdicts[k, MOVE] = desk.moves[0, k]
        verdicts[k, WINS] = np.int64(k == chosen)
        verdicts[k, MOVES_TO_END] = 1 + most_tiles(setting, desk.work[0], desk.open)
        verdicts[k, REFUTATION] = -1
        verdicts[k, SHARE] = np.int64(desk.values[k] * WHOLE + 0.5)
        verdicts[k, TOLD] = -1


@kernel
def compose(chances: Any, setup: Any, level: Any, seed: Any, moves: Any, verdicts: Any, facts: Any, desk: Any) -> Any:
    """One game after the other, until a position of it makes a puzzle."""
    chance = chances[0]
    setting = desk.setting[0]
    state = desk.state[0]
    desk.setting[0] = BOARD[0]
    seed_stream(chance, np.uint64(seed) * np.uint64(NUMBERS.shape[0]) + np.uint64(level))
    while True:
        seed_stream(chances[1], next_bits(chance))
        setup.players = PLAYERS
        setup.teams = 0
        setup.black_count = START.shape[0]
        for k in range(START.shape[0]):
            setup.black[k] = START[k]
        setup.colours[0] = -1
        setup.first = -1
        deal(chances[1], setup, desk.bag)
        desk.state[0] = desk.blank[0]
        begin(setting, state, setup)
        plies = 0
        while not over(setting, state):
            state.known = state.ply + 1
            count = legal(setting, state, desk.placed)
            chosen = right_one(level, setting, state, count, desk)
            if chosen >= 0:
                judge(setting, state, chosen, count, desk, verdicts)
                facts[PLIES] = plies
                facts[KINDS] = count
                facts[LENGTH] = verdicts[chosen, MOVES_TO_END]
                facts[LEGAL] = count
                return
            move = sensible(setting, state, count, chance, desk)
            moves[plies] = move
            plies += 1
            play(setting, state, move)


register_puzzles(SETUP.type, compose=compose)
