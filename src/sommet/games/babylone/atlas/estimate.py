"""How many positions there are, and what an atlas of them will take, before anything is made."""

import os
import shutil
from dataclasses import dataclass
from math import comb
from pathlib import Path

from .errors import TooLarge

SECONDS_A_SEGMENT = 1.0e-6
SECONDS_A_POSITION = 40e-9
GPU_SPEED = 120
"""Measured: how much faster one H200 is than one core of the machine the other numbers are from."""

PROCESS_BYTES = 200 << 20
TABLE_BYTES_A_PARTITION = 300


def partition_numbers(tokens: int) -> list[int]:
    """How many partitions each weight up to `tokens` has."""
    count = [1] + [0] * tokens
    for part in range(1, tokens + 1):
        for n in range(part, tokens + 1):
            count[n] += count[n - part]
    return count


def position_counts(tokens: int, colours: int) -> tuple[int, int]:
    """How many positions and how many segments there are."""
    ids = partition_numbers(tokens)
    segments = 0
    # count[c][n]: positions of n tokens in at most c colours (only the last entry if colours do not matter)
    limits = range(1) if colours >= tokens else range(colours + 1)
    count = [[1] + [0] * tokens for _ in limits]
    for weight in range(1, tokens + 1):
        lighter = [row[:] for row in count]
        for c in limits:
            most = tokens if colours >= tokens else c
            for n in range(weight, tokens + 1):
                for m in range(1, min(n // weight, most) + 1):
                    below = lighter[0 if colours >= tokens else c - m][n - m * weight]
                    count[c][n] += comb(ids[weight] + m - 1, m) * below
                    if n == tokens and c == limits[-1]:
                        segments += comb(ids[weight] + m - 2, m - 1) * below * weight
    return count[-1][tokens], segments


@dataclass(frozen=True)
class Estimate:
    """What a build will take; bytes, and seconds on this many threads."""

    tokens: int
    colours: int
    positions: int
    memory: int
    disk: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions of {self.tokens} tokens"
            + (f" in at most {self.colours} colours" if self.colours < self.tokens else "")
            + f": about {size(self.memory)} of memory, {size(self.disk)} of disk, {duration(self.seconds)}"
        )


def size(count: float) -> str:
    """A number of bytes, for people."""
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.{1 if count < 10 and unit != 'bytes' else 0}f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def duration(seconds: float) -> str:
    """A time, for people."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def estimate(tokens: int, colours: int, threads: int, *, gpu: bool = False) -> Estimate:
    """Estimate a build."""
    positions, segments = position_counts(tokens, colours)
    seconds = SECONDS_A_SEGMENT * segments + SECONDS_A_POSITION * positions
    data = positions // 8 + 8 * partition_numbers(tokens)[tokens]
    tables = TABLE_BYTES_A_PARTITION * sum(partition_numbers(tokens))
    return Estimate(
        tokens,
        colours,
        positions,
        memory=data + tables + PROCESS_BYTES,
        disk=data,
        seconds=seconds / (GPU_SPEED if gpu else threads),
    )


def free_memory() -> int | None:
    """How many bytes of memory can still be had, where the system says so."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def check_room(wanted: Estimate, folder: Path) -> None:
    """Refuse what will not fit."""
    memory = free_memory()
    if memory is not None and wanted.memory > memory:
        raise TooLarge(
            f"this needs about {size(wanted.memory)} of memory and {size(memory)} are free; "
            "fewer tokens or fewer colours (--colours) need less"
        )
    disk = shutil.disk_usage(folder).free
    if wanted.disk > disk:
        raise TooLarge(f"this needs {size(wanted.disk)} of disk and {size(disk)} are free in {folder}; see --folder")
