"""Measurements: medians of several runs, one core unless it says otherwise. Speed is measured, never asserted."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sommet.bots import bot
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.position import Position, View
from sommet.core.registry import new, players
from sommet.engine.protocol import answer
from sommet.research import batch, cuda
from sommet.search.plain import plain
from sommet.search.think import Worker

RUNS = 5
DEALS = 64


@dataclass(frozen=True)
class Measure:
    """One line of the table."""

    name: str
    value: float
    unit: str

    def as_dict(self) -> dict[str, Any]:
        """As `python -m bench --json` prints it."""
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


def deals(game: str, seats: int, options: dict[str, Any]) -> list[Position]:
    """Several deals, so that no single one decides."""
    return [new(game, seats, seed=seed, options=options) for seed in range(DEALS)]


def random_games(seconds: float = 0.4) -> Iterator[Measure]:
    """Uniformly random games through the rules' own kernels, on one core."""
    for name, game, seats, options in CASES:
        positions = deals(game, seats, options)
        trial = partial(batch.play_at_random, positions, 20_000)
        count = max(20_000, int(20_000 * seconds / median_seconds(trial, 1)))
        work = partial(batch.play_at_random, positions, count)
        spent = median_seconds(work)
        yield Measure(f"{name}.random_games", count / spent, "games/s")
        yield Measure(f"{name}.random_moves", float(work().plies.sum()) / spent, "moves/s")
        yield Measure(f"{name}.state", positions[0].state.dtype.itemsize, "bytes")


def gpu_games(seconds: float = 0.2) -> Iterator[Measure]:
    """The same on the GPU, after a check that it plays the very games the CPU plays."""
    for name, game, seats, options in CASES:
        positions = deals(game, seats, options)
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


def starting() -> Iterator[Measure]:
    """A new process: importing the package, and the first list of legal moves after that."""
    script = (
        "import time; a = time.perf_counter(); import sommet; b = time.perf_counter();"
        "sommet.new({game!r}).legal; c = time.perf_counter(); print(b - a, c - b)"
    )
    for game in players():
        times: list[tuple[float, ...]] = []
        for _ in range(RUNS):
            done = subprocess.run([sys.executable, "-c", script.format(game=game)], capture_output=True, check=True)
            times.append(tuple(float(number) for number in done.stdout.split()))
        imported, first = (statistics.median(column) for column in zip(*times, strict=True))
        yield Measure(f"{game}.import", imported, "s")
        yield Measure(f"{game}.first_legal_moves", first, "s")


def views(seconds: float = 0.3) -> Iterator[Measure]:
    """Views a second, with all that they show: every seat's, over a random game."""
    for game in players():
        position, chance = new(game, seed=1), Chance(1)
        position.prepare()
        course = []
        while not position.over:
            course.append(position)
            position = position.play(chance.choice(position.legal))

        def work(course: list[Position] = course) -> None:
            for one in course:
                for seat in range(one.players):
                    _ = one.view(seat).shown

        rounds = max(1, int(seconds / median_seconds(work, 1)))
        spent = median_seconds(lambda rounds=rounds, work=work: [work() for _ in range(rounds)])  # type: ignore[misc]
        yield Measure(f"{game}.views", rounds * 2 * len(course) / spent, "views/s")


def engine(positions: int = 300) -> Iterator[Measure]:
    """Positions a second that one engine process answers: random games, asked at random plies."""
    for game, counts in players().items():
        lines = []
        for number in range(positions):
            position, chance = new(game, counts[number % len(counts)], seed=number), Chance(number)
            for _ in range(chance.below(30)):
                if position.over:
                    break
                position = position.play(chance.choice(position.legal))
            lines.append(json.dumps({"id": number, "record": position.record.as_dict()}).encode())
        spent = median_seconds(lambda asked=lines: [answer(line) for line in asked])  # type: ignore[misc]
        yield Measure(f"{game}.engine", positions / spent, "positions/s")


def searches(simulations: int = 2000) -> Iterator[Measure]:
    """Simulations a second on one core, averaged over a random game: uniform playouts, and the master's own."""
    for game in ("kabaleo", "on_top"):
        position, chance = new(game, seed=1), Chance(1)
        views = []
        while not position.over:
            assert position.to_move is not None
            views.append(position.view(position.to_move))
            position = position.play(chance.choice(position.legal))
        guided: Any = bot(game, "master")
        for name, guide_of in (("uniform", lambda view: plain()), ("informed", guided.guide)):
            guides = [guide_of(view) for view in views]

            def work(guides: list[Any] = guides, views: list[View] = views) -> None:
                for view, guide in zip(views, guides, strict=True):
                    Worker(view, guide, random_stream(1), simulations).run(simulations)

            yield Measure(
                f"{game}.{name}_simulations", simulations * len(views) / median_seconds(work), "simulations/s"
            )
