"""The arena on Ray with two workers of this machine, against its own two processes; getting ready is not counted."""

import statistics
import time
from collections.abc import Iterator

from sommet.arena.running import Jobs, run
from sommet.arena.schedule import Tournament
from sommet.cluster import Cluster
from sommet.core.extras import MissingExtra

from .speed import Measure

WORKERS = 2
TOURNAMENT = Tournament("kabaleo", ("plain:sims=2000", "greedy"), games=40)
RUNS = 3


def games() -> Iterator[Measure]:
    """Nothing about Ray where it is not installed."""
    here, there = [], []
    try:
        for _ in range(RUNS):  # in turn: the machine may be busier at one time than at another
            with Cluster("auto", WORKERS) as cluster:
                there.append(_pace(cluster))
            here.append(_pace(WORKERS))
    except MissingExtra:
        return
    yield Measure("arena.processes", statistics.median(here), "games/s")
    yield Measure("arena.ray", statistics.median(there), "games/s")
    ratios = [ours / theirs for ours, theirs in zip(there, here, strict=True)]
    yield Measure("arena.ray_to_processes", statistics.median(ratios), "× (aim: 0.9)")


def _pace(jobs: Jobs) -> float:
    """Games a second, from the moment when every worker has finished its first."""
    times: list[float] = []
    run(TOURNAMENT, jobs=jobs, progress=lambda done, total: times.append(time.perf_counter()))
    ready = 2 * WORKERS
    return (len(times) - 1 - ready) / (times[-1] - times[ready])
