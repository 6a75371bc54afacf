"""How many ways to play there are from fixed positions, per depth: the same for ever, interpreted and compiled.

A count that changes means that the rules changed.
"""

from itertools import takewhile
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core.kernel import kernel
from sommet.core.position import Position
from sommet.core.rules import legal, over, play

from ..support.setups import STANDARD, babylone, course, kabaleo, on_top

MOST = 4096


@kernel
def leaves(setting: Any, states: Any, moves: Any, depth: Any) -> Any:
    """Count the positions after `depth` more moves (a game that ended earlier counts for none), by a stack of states.

    `states` and `moves` have a row per depth; the last column of `moves` counts, the one before it is the next move.
    """
    total = 0
    level = 0
    states[0] = states[depth + 1]
    moves[0, -1] = -1
    while level >= 0:
        if moves[level, -1] < 0:  # just arrived
            moves[level, -1] = 0 if over(setting, states[level]) else legal(setting, states[level], moves[level])
            moves[level, -2] = 0
            if level == depth - 1:
                total += moves[level, -1]
                level -= 1
                continue
        chosen = moves[level, -2]
        if chosen == moves[level, -1]:
            level -= 1
            continue
        moves[level, -2] = chosen + 1
        states[level + 1] = states[level]
        play(setting, states[level + 1], moves[level, chosen])
        moves[level + 1, -1] = -1
        level += 1
    return total


def perft(position: Position, depth: int, way: str) -> int:
    """That count."""
    states = np.repeat(position.state, depth + 2)
    moves = np.empty((depth + 1, MOST + 2), np.int64)
    count = getattr(cast(Any, leaves), way)
    return int(count(position.setting[0], states, moves, depth))


def late(game: str, players: int, plies: int, **more: Any) -> Position:
    """A position of a random game, this many moves from its start."""
    return course(sommet.new(game, players, seed=1, **more), 1)[plies]


POSITIONS: dict[str, Position] = {
    "babylone": sommet.load(babylone(STANDARD)),
    "babylone, 20 tokens": sommet.new("babylone", 3, seed=1, tokens=(5, 5, 5, 5)),
    "kabaleo": sommet.load(kabaleo()),
    "kabaleo for four, golden rule": sommet.load(kabaleo(players=4, options={"golden_rule": True})),
    "kabaleo, its end": late("kabaleo", 3, 26),
    "on_top": sommet.load(on_top()),
    "on_top, hex-5-3-3": sommet.load(on_top(players=4, board="hex-5-3-3")),
    "on_top, hex-5-6-6": sommet.load(on_top(board="hex-5-6-6", black=["A1", "F9"])),
    "on_top, its end": late("on_top", 2, 25),
}
COUNTS = {
    "babylone": [132, 12360, 793584, 34563456],
    "babylone, 20 tokens": [380, 119160, 30506160],
    "kabaleo": [48, 2352, 117360, 5951520],
    "kabaleo for four, golden rule": [120, 13800, 1600800],
    "kabaleo, its end": [37, 704, 13431, 251034, 0],
    "on_top": [24, 752, 27136, 1076416, 45678336],
    "on_top, hex-5-3-3": [24, 720, 24512, 912064, 36296960],
    "on_top, hex-5-6-6": [18, 448, 13680, 487152, 19604192],
    "on_top, its end": [18, 272, 3232, 27008, 135680, 291396, 0],
}


@pytest.mark.parametrize("name", COUNTS)
def test_compiled(name: str) -> None:
    """To the depth that takes a moment."""
    counts = COUNTS[name]
    assert [perft(POSITIONS[name], depth, "compiled") for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", COUNTS)
def test_interpreted(name: str) -> None:
    """As deep as the interpreter goes in a moment."""
    counts = list(takewhile(lambda count: count < 3000, COUNTS[name]))
    assert [perft(POSITIONS[name], depth, "interpreted") for depth in range(1, len(counts) + 1)] == counts


def test_every_game_is_counted() -> None:
    """None is forgotten."""
    assert COUNTS.keys() == POSITIONS.keys()
