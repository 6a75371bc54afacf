"""Playing games at random to their end: the plainest of searches."""

from typing import Any, cast

import numpy as np

from ..core.bits import random_stream
from ..core.kernel import kernel
from ..core.position import View
from ..core.rules import mover, payoff, play, play_any, redeal
from .advice import Advice, MoveValue, Thinking

PORTION = 256


@kernel
def playout(setting: Any, state: Any, rng: Any) -> Any:
    """Play uniformly random moves to the end; how many."""
    count = 0
    while True:
        if not play_any(setting, state, rng):
            return count
        count += 1


@kernel
def try_moves(settings: Any, states: Any, work: Any, moves: Any, start: Any, count: Any, wins: Any, rngs: Any) -> Any:
    """`count` playouts, each after the next of the moves in turn; adds the mover's shares of the win to `wins`."""
    setting = settings[0]
    rng = rngs[0]
    seat = mover(setting, states[0])
    for turn in range(start, start + count):
        index = turn % moves.shape[0]
        work[0] = states[0]
        redeal(setting, work[0], rng)
        play(setting, work[0], moves[index])
        playout(setting, work[0], rng)
        wins[index] += payoff(setting, work[0], seat)


def estimate(view: View, thinking: Thinking, seed: int) -> Advice:
    """Value every legal move by random games from what the viewer knows."""
    known = view.known
    moves = np.array(known.numbers, dtype=np.int64)
    wins = np.zeros(len(moves))
    work, rng = known.state.copy(), random_stream(seed)
    with thinking.clock_stopped():
        cast(Any, try_moves).prepare(known.setting, known.state, work, moves, 0, 0, wins, rng)
    while len(moves) and (portion := thinking.portion(PORTION)):
        try_moves(known.setting, known.state, work, moves, thinking.done, portion, wins, rng)
        thinking.spend(portion)
    rounds, extra = divmod(thinking.done, max(len(moves), 1))
    visits = [rounds + (index < extra) for index in range(len(moves))]
    texts = known.notation.texts
    values = [
        MoveValue(texts[move], float(win) / count if count else 0.0, count)
        for move, win, count in zip(moves.tolist(), wins.tolist(), visits, strict=True)
    ]
    return Advice(tuple(sorted(values, key=lambda found: (-found.value, found.move))), simulations=thinking.done)
