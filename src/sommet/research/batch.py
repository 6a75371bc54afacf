"""Many random games at once, on the CPU.

Game number g of a batch is settled by the batch's seed and by g alone, so any way of running it (interpreted, compiled,
on the GPU, on one core or several) gives the same games.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records
from ..core.bits import random_stream
from ..core.position import Position
from ..core.record import SPECTATOR
from ..search.playouts import random_games


@dataclass(frozen=True)
class Batch:
    """What came out: per game the outcome (bit s: seat s won; the reason's number << 8) and the number of moves."""

    outcomes: NDArray[np.int16]
    plies: NDArray[np.int16]

    def wins(self, players: int) -> NDArray[np.float64]:
        """Each seat's share of the wins, a shared victory counted once for each of its winners."""
        return np.array([np.mean(self.outcomes >> seat & 1) for seat in range(players)])


def starts_of(positions: "list[Position]") -> tuple[Records, Records]:
    """Settings and states to start from, with everything unknown that a spectator does not know."""
    known = [position.view(SPECTATOR).known for position in positions]
    return np.concatenate([one.setting for one in known]), np.concatenate([one.state for one in known])


def play_at_random(positions: "list[Position]", games: int, seed: int = 0, threads: int = 1) -> Batch:
    """Random games from these positions in turn (all of one game, with states of one size)."""
    settings, starts = starts_of(positions)
    outcomes, plies = np.empty(games, np.int16), np.empty(games, np.int16)
    edges = [games * part // threads for part in range(threads + 1)]

    def play_part(first: int, end: int) -> None:
        work, rng = starts[:1].copy(), random_stream(0)
        random_games(settings, starts, work, rng, seed, first, outcomes[first:end], plies[first:end])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play_part, edges[:-1], edges[1:]))
    return Batch(outcomes, plies)
