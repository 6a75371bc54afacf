"""Babylone's analysis: the exact value of every legal move, by the solver or by an atlas that was built."""

import time

import numpy as np

from ....core.bits import random_stream
from ....core.position import View
from ....search.advice import Advice, MoveValue, Thinking
from ..atlas import advice as by_atlas
from ..heights import heights_of
from ..solver.ready import solver
from ..solver.solve import Solver, TooLarge, Value, most_positions
from .sight import rank, room

MOST_POSITIONS = 500_000  # every set of 20 tokens, and later stages of larger ones
SHARE_OF_TIME = 0.5  # after which a large position is left to the playouts
FEW_STACKS = 18  # with more, a large set is not even tried
DIGITS = 9  # of a chance


def solved(view: View, judge: Solver, thinking: Thinking) -> tuple[Value, list[int], list[Value]] | None:
    """The position's value, the kind of each legal move and every kind's value; None when it is too large."""
    known, until = view.known, time.perf_counter() + SHARE_OF_TIME * (thinking.budget.seconds or 1e9)
    heights = heights_of(known.state)
    if sum(map(len, heights)) > FEW_STACKS and most_positions(sum(map(sum, heights)), len(heights)) > 4 * judge.most:
        return None

    def go_on(positions: int) -> bool:
        in_time = judge.interpreted or time.perf_counter() < until  # interpreted: FEW_POSITIONS is the limit
        return in_time and thinking.portion(1) > 0

    try:
        value = judge.solve_state(known.state, go_on)
        return value, *judge.values(known.state, known.numbers)
    except TooLarge:
        return None


def analyse(view: View, thinking: Thinking, seed: int) -> Advice | None:
    """Every legal move's exact value, or None when the position is too large. Equally good moves: in random order.

    `wins`: the mover wins for certain; `moves_to_end`: this move included (the mean of it for three and more players);
    `refutation`: the best reply to a move that does not win, or, for three and more, that is not the best. Where the
    solver does not reach, an atlas file that was built answers for two players: without `moves_to_end`, unless that
    was built too.
    """
    judge = solver(view.known.players, MOST_POSITIONS)
    found = solved(view, judge, thinking)
    if found is None:
        return None if judge.interpreted else by_atlas.analyse(view, thinking, seed)
    (value, kinds, values), known = found, view.known
    players, texts = known.players, known.notation.texts
    shares = np.array([after.shares[-1] for after in values])
    seen, places, keys, order = room(len(values), len(kinds), 3)
    lengths = np.array([after.length for after in values], np.float64)
    rank(shares, lengths, np.array(kinds, np.int64), random_stream(seed), players, seen, places, keys, order)
    chances = seen[:, 0].tolist()
    best = max(chances, default=0.0)
    flawed = [move for move, kind in zip(known.numbers, kinds, strict=True) if chances[kind] < best or best <= 0]
    replies = dict(zip(flawed, judge.replies(known.state, flawed), strict=True))
    moves = []
    for index in order.tolist():
        move, chances_now, after = known.numbers[index], chances[kinds[index]], values[kinds[index]]
        reply = replies.get(move, -1)
        more = {
            "wins": chances_now == 1,
            "moves_to_end": 1 + (after.moves if players == 2 else round(after.length, 3)),
            "refutation": texts[reply] if reply >= 0 else None,
        }
        moves.append(MoveValue(texts[move], chances_now, 0, more))
    length = value.moves if players == 2 else round(value.length, 3)
    about = {"grundy": value.grundy} if players == 2 else {"shares": [round(share, DIGITS) for share in value.shares]}
    return Advice(tuple(moves), exact=True, more={"moves_to_end": length, **about})
