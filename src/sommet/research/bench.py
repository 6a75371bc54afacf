"""Measurements: medians of several runs, one core unless it says otherwise. Speed is measured, never asserted."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from ..core.position import Position
from ..games import new
from . import batch, cuda

RUNS = 5
DEALS = 64


@dataclass(frozen=True)
class Measure:
    """One line of the table."""

    name: str
    value: float
    unit: str

    def as_dict(self) -> dict[str, Any]:
        """As `sommet bench --json` prints it."""
        return asdict(self)


# name, game, players, options
CASES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("babylone", "babylone", 2, {}),
    ("kabaleo", "kabaleo", 2, {}),
    ("kabaleo.4", "kabaleo", 4, {}),
    ("on_top", "on_top", 2, {}),
    ("on_top.4", "on_top", 4, {}),
    ("on_top.5-3-3", "on_top", 2, {"board": "hex-5-3-3"}),
)


def median_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median of several runs, after one to warm up."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def deals(game: str, players: int, options: dict[str, Any]) -> list[Position]:
    """Several deals, so that no single one decides."""
    return [new(game, players, seed=seed, options=options) for seed in range(DEALS)]


def random_games(seconds: float = 0.4) -> Iterator[Measure]:
    """Uniformly random games through the rules' own kernels, on one core."""
    for name, game, players, options in CASES:
        positions = deals(game, players, options)
        trial = partial(batch.play_at_random, positions, 20_000)
        count = max(20_000, int(20_000 * seconds / median_seconds(trial, 1)))
        work = partial(batch.play_at_random, positions, count)
        spent = median_seconds(work)
        yield Measure(f"{name}.random_games", count / spent, "games/s")
        yield Measure(f"{name}.random_moves", float(work().plies.sum()) / spent, "moves/s")
        yield Measure(f"{name}.state", positions[0].state.dtype.itemsize, "bytes")


def gpu_games(seconds: float = 0.2) -> Iterator[Measure]:
    """The same on the GPU, after a check that it plays the very games the CPU plays."""
    for name, game, players, options in CASES:
        positions = deals(game, players, options)
        same = cuda.play_at_random(positions, 20_000, seed=3)
        here = batch.play_at_random(positions, 20_000, seed=3)
        equal = (same.outcomes == here.outcomes) & (same.plies == here.plies)
        yield Measure(f"{name}.gpu_agrees", float(equal.mean()) * 100, "% of 20000 games")
        count = 1 << 20
        while True:
            run = cuda.OnGpu(positions, count)
            spent = median_seconds(run.run)
            if spent > seconds or count >= 1 << 31:
                break
            count *= 4
        yield Measure(f"{name}.gpu_random_games", count / spent, "games/s")
