"""Babylone's puzzles as a kernel: games of two are dealt and played at random until a position makes a puzzle."""

from dataclasses import dataclass
from typing import Any

import numpy as np

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
from .dealing import begin, deal
from .declared import SETUP
from .options import STANDARD
from .rules import can, over, play
from .sizes import MOST_TOKENS, STANDARD_TOKENS
from .solver.desk import ANEW, SOLVED, length_of, scratch_on, solve_on, sort_kinds, table_on, won
from .solver.table import known
from .solver.walk import best_reply

MOST_POSITIONS = 60_000  # far more than can follow any position that is looked at
PLAYERS = 2
LEAST_COLOURS, MOST_COLOURS = 3, 6  # of another set than the standard one


@dataclass(frozen=True)
class Level:
    """What makes a puzzle easy or hard."""

    others: int  # of a hundred puzzles: how many are of another set than the standard one
    tokens: tuple[int, int]  # of another set
    stacks: int  # at most
    kinds: int  # kinds of moves, at least
    moves: tuple[int, int]  # to the end, with the right move and best play


LEVELS = {
    1: Level(50, (9, 12), stacks=7, kinds=3, moves=(3, 3)),
    2: Level(50, (12, 14), stacks=8, kinds=5, moves=(5, 5)),
    3: Level(100, (14, 20), stacks=10, kinds=9, moves=(7, 9)),
}
OTHERS, LEAST_TOKENS, TOKENS, STACKS, LEAST_KINDS, SHORTEST, LONGEST = range(7)
NUMBERS = np.zeros((max(LEVELS) + 1, 7), np.int64)
for _number, _level in LEVELS.items():
    NUMBERS[_number] = _level.others, *_level.tokens, _level.stacks, _level.kinds, *_level.moves

SIZE = 11  # a digit, or none: so texts of one or two digits are told apart by the first, then the second
LAST_KEY = 10 * SIZE


@kernel
def spot_before_sign(key: Any) -> Any:
    """The spots, counted from 0, in the order in which ``10>``, ``1>``, ``2>`` … are sorted as texts."""
    digit = key % SIZE
    return key // SIZE - 1 if digit == SIZE - 1 else key // SIZE * 10 + digit - 1


@kernel
def spot_at_end(key: Any) -> Any:
    """And in the order of ``1``, ``10``, ``2`` …"""
    digit = key % SIZE
    return key // SIZE - 1 if digit == 0 else key // SIZE * 10 + digit - 2


@kernel
def legal_by_text(setting: Any, state: Any, moves: Any) -> Any:
    """Fill `moves` with the legal moves, sorted as texts; how many."""
    count = 0
    for first in range(SIZE, LAST_KEY):
        a = spot_before_sign(first)
        if a < setting.tokens and state.place[a] < state.stacks:
            for last in range(SIZE, LAST_KEY):
                b = spot_at_end(last)
                if b < setting.tokens and can(setting, state, a * MOST_TOKENS + b):
                    moves[count] = a * MOST_TOKENS + b
                    count += 1
    return count


@kernel
def choose_set(chance: Any, setup: Any, level: Any) -> Any:
    """The standard set, or another of three to six colours, the commonest first."""
    wanted = setup.tokens_wanted
    if drawn(chance, 100) >= NUMBERS[level, OTHERS]:
        for kind in range(len(STANDARD)):
            wanted[kind] = STANDARD[kind]
        setup.tokens_wanted_count = len(STANDARD)
        return
    colours = LEAST_COLOURS + drawn(chance, MOST_COLOURS - LEAST_COLOURS + 1)
    for kind in range(colours):
        wanted[kind] = 1
    tokens = NUMBERS[level, LEAST_TOKENS]
    tokens += drawn(chance, NUMBERS[level, TOKENS] - tokens + 1)
    for _ in range(tokens - colours):
        wanted[drawn(chance, colours)] += 1
    for kind in range(1, colours):
        count = wanted[kind]
        place = kind
        while place > 0 and wanted[place - 1] < count:
            wanted[place] = wanted[place - 1]
            place -= 1
        wanted[place] = count
    setup.tokens_wanted_count = colours


@kernel
def makes_puzzle(level: Any, state: Any, count: Any, desk: Any) -> Any:
    """Whether just one kind of these moves wins, out of enough, in as many moves as wanted; how many kinds, or 0."""
    if state.stacks > NUMBERS[level, STACKS]:
        return 0
    if solve_on(desk, state, PLAYERS, MOST_POSITIONS, ANEW, MOST_POSITIONS) != SOLVED:
        return 0
    node = known(table_on(desk), scratch_on(desk), state)
    length = length_of(desk, node, PLAYERS)
    if not won(desk, node) or length < NUMBERS[level, SHORTEST] or length > NUMBERS[level, LONGEST]:
        return 0
    kinds = sort_kinds(desk, state, desk.moves, count)
    winning = 0
    for kind in range(kinds):
        if not won(desk, desk.nodes[kind]):
            winning += 1
    return kinds if winning == 1 and kinds >= NUMBERS[level, LEAST_KINDS] else 0


@kernel
def in_room(setting: Any, move: Any) -> Any:
    """A move's number in a game with so many tokens (the solver's states are of the largest size)."""
    size = STANDARD_TOKENS if setting.tokens <= STANDARD_TOKENS else MOST_TOKENS
    return move // MOST_TOKENS * size + move % MOST_TOKENS


@kernel
def compose(chances: Any, setup: Any, level: Any, seed: Any, moves: Any, verdicts: Any, facts: Any, desk: Any) -> Any:
    """One game after the other, until a position of it makes a puzzle."""
    chance = chances[0]
    setting = desk.setting[0]
    state = desk.state[0]
    seed_stream(chance, np.uint64(seed) * np.uint64(NUMBERS.shape[0]) + np.uint64(level))
    while True:
        seed_stream(chances[1], next_bits(chance))
        setup.players = PLAYERS
        setup.partial = 0
        setup.direction = 0
        setup.first = -1
        choose_set(chance, setup, level)
        deal(chances[1], setup, moves)
        begin(setting, state, setup)
        plies = 0
        while not over(setting, state):
            count = legal_by_text(setting, state, desk.moves)
            kinds = makes_puzzle(level, state, count, desk)
            if kinds > 0:
                node = known(table_on(desk), scratch_on(desk), state)
                facts[PLIES] = plies
                facts[KINDS] = kinds
                facts[LENGTH] = np.int64(length_of(desk, node, PLAYERS))
                facts[LEGAL] = count
                judge(setting, state, count, desk, verdicts)
                return
            move = desk.moves[drawn(chance, count)]
            moves[plies] = in_room(setting, move)
            plies += 1
            play(setting, state, move)


@kernel
def judge(setting: Any, state: Any, count: Any, desk: Any, verdicts: Any) -> Any:
    """Each of the moves on the desk, whose kinds are known: whether it wins, how long it lasts, what refutes it."""
    for k in range(count):
        node = desk.nodes[desk.kinds[k]]
        wins = not won(desk, node)
        verdicts[k, MOVE] = in_room(setting, desk.moves[k])
        verdicts[k, WINS] = np.int64(wins)
        verdicts[k, MOVES_TO_END] = 1 + np.int64(length_of(desk, node, PLAYERS))
        verdicts[k, REFUTATION] = -1
        verdicts[k, SHARE] = WHOLE * np.int64(wins)
        verdicts[k, TOLD] = -1
        if not wins:
            reply = best_reply(table_on(desk), scratch_on(desk), state, desk.moves[k], PLAYERS)
            verdicts[k, REFUTATION] = in_room(setting, reply) if reply >= 0 else -1


register_puzzles(SETUP.type, compose=compose)
