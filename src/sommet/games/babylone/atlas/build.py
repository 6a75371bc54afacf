"""Make an atlas: level by level, on all cores or on a GPU, with checkpoints after levels."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import files
from .errors import AtlasError
from .estimate import Estimate, check_room, estimate
from .levels import solve_blocks
from .tables import Space, check_size, space

Progress = Callable[[int, int], None]
"""Told the level and how many positions are solved."""

TASKS_A_THREAD = 32
CHECKPOINT_SECONDS = 60
"""From a GPU, bits are fetched and saved this often at most, and for no more than a tenth of the time (and at the end).
"""


def tasks(sizes: NDArray[np.int64], count: int) -> list[tuple[int, int]]:
    """Cut the blocks into ranges of about the same number of positions."""
    ends = np.cumsum(sizes)
    cuts = np.searchsorted(ends, np.linspace(0, int(ends[-1]), count + 1)[1:-1], side="right")
    edges = np.unique(np.concatenate([[0], cuts, [len(sizes)]]))
    return list(pairwise(edges.tolist()))


def solve_on_cores(
    of: Space, bits: NDArray[np.uint64], level: int, pool: ThreadPoolExecutor, threads: int
) -> Iterator[int]:
    """Compute one level; yields numbers of positions as they are solved."""
    running = [
        pool.submit(solve_blocks, of.t, of.u, bits, first, last, level)
        for first, last in tasks(of.sizes, threads * TASKS_A_THREAD)
    ]
    try:
        for done in as_completed(running):
            yield int(done.result())
    finally:
        for each in running:
            each.cancel()


def limit_of(tokens: int, colours: int | None) -> int:
    """The limit on colours that is meant; refuses what cannot be."""
    limit = tokens if colours is None else min(colours, tokens)
    check_size(tokens, limit)
    return limit


def expected(tokens: int, colours: int | None = None, threads: int | None = None, *, gpu: bool = False) -> Estimate:
    """What the build will take."""
    return estimate(tokens, limit_of(tokens, colours), threads or os.cpu_count() or 1, gpu=gpu)


def solve(tokens: int, colours: int | None = None, threads: int | None = None) -> tuple[Space, NDArray[np.uint64]]:
    """Compute all winners in memory, with no file."""
    of = space(tokens, limit_of(tokens, colours))
    bits = np.zeros(of.bits // 64 + 1, np.uint64)
    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        for level in range(1, tokens + 1):
            for _ in solve_on_cores(of, bits, level, pool, threads):
                pass
    return of, bits


def build(
    tokens: int,
    colours: int | None = None,
    folder: Path | None = None,
    *,
    threads: int | None = None,
    gpu: bool = False,
    progress: Progress | None = None,
) -> Path:
    """Make the atlas file, or go on with one that was cut short; returns where it is."""
    folder = folder or files.default_folder()
    threads = threads or os.cpu_count() or 1
    limit = limit_of(tokens, colours)
    path = folder / files.file_name(tokens, limit)
    if path.exists():
        files.read_header(path)
        return path
    folder.mkdir(parents=True, exist_ok=True)
    check_room(estimate(tokens, limit, threads, gpu=gpu), folder)
    device = f"{threads} core{'s' * (threads > 1)}"
    if gpu:
        from .gpu import device_name, need_gpu

        need_gpu()
        device = device_name()
    of = space(tokens, limit)
    part = files.Part(path, tokens, limit, of.bits // 64 + 1)
    try:
        seconds = fill(of, part, threads, gpu, progress)
        header = {
            "tokens": tokens,
            "colours": limit,
            "positions": of.positions,
            "won": won_positions(part.data),
            "seconds": round(seconds, 3),
            "device": device,
        }
        part.finish(header)
    finally:
        part.close()
    return path


def won_positions(bits: NDArray[np.uint64]) -> int:
    """How many bits are set, without a copy of them all."""
    return sum(int(np.bitwise_count(bits[at : at + files.CHUNK]).sum()) for at in range(0, len(bits), files.CHUNK))


def fill(of: Space, part: files.Part, threads: int, gpu: bool, progress: Progress | None) -> float:
    """Compute the levels that are not there yet; returns the seconds it took in all."""
    solved = int(part.progress["solved"])
    began = time.monotonic() - float(part.progress["seconds"])
    first = int(part.progress["level"]) + 1
    saved = time.monotonic()
    saving = 0.0
    with ThreadPoolExecutor(threads) as pool:
        solver: Any = None
        if gpu:
            from .gpu import Solver

            solver = Solver(of, part.data, begun=first > 1)
        for level in range(first, of.tokens + 1):
            for count in solver.level(level) if gpu else solve_on_cores(of, part.data, level, pool, threads):
                solved += count
                if progress:
                    progress(level, solved)
            if not gpu or level == of.tokens or time.monotonic() - saved > max(CHECKPOINT_SECONDS, 9 * saving):
                saved = time.monotonic()
                if gpu:
                    solver.fetch()
                part.checkpoint(level, solved, time.monotonic() - began)
                saving = time.monotonic() - saved
    if solved != of.positions:
        raise AtlasError(f"{solved:,} positions were solved and there are {of.positions:,}: this is a bug")
    return time.monotonic() - began
