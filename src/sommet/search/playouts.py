"""Playing games at random to their end: the plainest of searches."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records
from ..core.bits import stream_word
from ..core.kernel import kernel
from ..core.position import View
from ..core.rules import mover, outcome, payoff, play, play_any, redeal
from .advice import Thinking

PORTION = 256
LOG2_GAMES_A_START = 10  # 1,024 games from one start, then the next start


@kernel
def playout(setting: Any, state: Any, rng: Any) -> Any:
    """Play uniformly random moves to the end; how many."""
    count = 0
    while True:
        if not play_any(setting, state, rng):
            return count
        count += 1


@kernel
def try_moves(settings: Any, states: Any, work: Any, moves: Any, start: Any, count: Any, found: Any, rngs: Any) -> Any:
    """`count` playouts, each after the next of the legal moves in turn, the first being number `start` of all.

    Adds them, and the mover's shares of the win, to the move's row of `found`.
    """
    setting = settings[0]
    rng = rngs[0]
    seat = mover(setting, states[0])
    for turn in range(start, start + count):
        move = moves[turn % moves.shape[0]]
        work[0] = states[0]
        redeal(setting, work[0], rng)
        play(setting, work[0], move)
        playout(setting, work[0], rng)
        found[move, 0] += 1.0
        found[move, 1] += payoff(setting, work[0], seat)


def play_out(view: View, thinking: Thinking, rng: Records, found: NDArray[np.float64]) -> None:
    """Try every legal move by random games from what the viewer knows; added up in `found`."""
    known = view.known
    moves, work = np.array(known.numbers, dtype=np.int64), known.state.copy()
    with thinking.clock_stopped():
        cast(Any, try_moves).prepare(known.setting, known.state, work, moves, 0, 0, found, rng)
    while len(moves) and (portion := thinking.portion(PORTION)):
        try_moves(known.setting, known.state, work, moves, thinking.done, portion, found, rng)
        thinking.spend(portion)


@kernel
def random_game(setting: Any, state: Any, rng: Any, seed: Any, number: Any) -> Any:
    """Deal what is unknown and play at random to the end: the outcome | moves << 16."""
    rng.word = stream_word(seed, number)
    redeal(setting, state, rng)
    moves = playout(setting, state, rng)
    return np.int64(outcome(setting, state)) | np.int64(moves) << 16


@kernel
def random_games(
    settings: Any, starts: Any, work: Any, rngs: Any, seed: Any, first: Any, outcomes: Any, plies: Any
) -> Any:
    """Games number first, first + 1 …, a thousand from each start in turn; each is left where it ended in `work`."""
    start = 0
    at = 0
    for index in range(outcomes.shape[0]):
        if index == 0 or (first + index) & ((1 << LOG2_GAMES_A_START) - 1) == 0:
            start = (first + index >> LOG2_GAMES_A_START) % starts.shape[0]
        work[at] = starts[start]
        found = random_game(settings[start], work[at], rngs[0], seed, first + index)
        outcomes[index] = found & 0xFFFF
        plies[index] = found >> 16
        at += 1
        if at == work.shape[0]:
            at = 0
