"""Grundy values and the number of moves to the end, for smaller numbers of tokens.

Straight from the rules: a record is set up for every position, every move is played, and the rank of what is left is
looked up. A byte each: first all Grundy values, then all numbers of moves. The winner hurries, the loser holds out.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.arrays import one
from ....core.kernel import kernel
from ..rules import LARGE_STATE, SETTING
from . import files
from .errors import TooLarge
from .query import Atlas
from .ranking import WORK_SHAPE, unrank_stacks
from .successors import ranks_after
from .tables import Space, space

MOST_TOKENS = 28


@kernel
def count_stacks(t: Any, u: Any, with_parts: Any, restricted: Any, blocks: Any, stacks: Any) -> Any:
    """The number of stacks of every position (0 for a rank that stands for nothing)."""
    work = np.zeros(WORK_SHAPE, np.int64)
    heights = np.zeros(64, np.int64)
    tops = np.zeros(64, np.int64)
    for rank in range(stacks.shape[0]):
        stacks[rank] = max(np.int64(0), unrank_stacks(t, u, with_parts, restricted, blocks, rank, heights, tops, work))


@kernel
def value_positions(
    t: Any,
    u: Any,
    with_parts: Any,
    restricted: Any,
    numbering: Any,
    settings: Any,
    states: Any,
    ranks: Any,
    grundy: Any,
    length: Any,
) -> Any:
    """Fill in both values of these positions, all of which have one stack more than those known."""
    work = np.zeros(WORK_SHAPE, np.int64)
    moves = np.zeros(64 * 63, np.int64)
    out = np.zeros(64 * 63, np.int64)
    for rank in ranks:
        seen = np.uint64(0)
        quickest = np.int64(255)
        slowest = np.int64(0)
        for i in range(ranks_after(t, u, with_parts, restricted, numbering, settings, states, moves, rank, out, work)):
            after = out[i]
            seen |= np.uint64(1) << np.uint64(grundy[after])
            if grundy[after] == 0:
                quickest = min(quickest, np.int64(length[after]) + 1)
            slowest = max(slowest, np.int64(length[after]) + 1)
        value = 0
        while (seen >> np.uint64(value)) & np.uint64(1):
            value += 1
        grundy[rank] = value
        length[rank] = quickest if value > 0 else slowest


def compute(tokens: int, colours: int, threads: int | None = None) -> tuple[Space, NDArray[np.uint8]]:
    """Both values of all positions, in memory."""
    if tokens > MOST_TOKENS:
        raise TooLarge(f"Grundy values and moves to the end are computed up to {MOST_TOKENS} tokens")
    of = space(tokens, colours)
    stacks = np.zeros(of.bits, np.uint8)
    count_stacks(of.t, of.u, of.with_parts, of.restricted, of.blocks, stacks)
    values = np.zeros(2 * of.bits, np.uint8)
    grundy, length = values[: of.bits], values[of.bits :]
    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        for level in range(2, tokens + 1):
            ranks = np.flatnonzero(stacks == level)
            running = [
                pool.submit(
                    value_positions,
                    of.t,
                    of.u,
                    of.with_parts,
                    of.restricted,
                    of.numbering,
                    one(SETTING),
                    np.zeros(2, LARGE_STATE),
                    share,
                    grundy,
                    length,
                )
                for share in np.array_split(ranks, threads)
            ]
            for each in running:
                each.result()
    return of, values


class Values:
    """Grundy value and moves to the end of every position."""

    def __init__(self, of: Space, values: NDArray[np.uint8]) -> None:
        self._atlas = Atlas(of, np.zeros(0, np.uint64))
        self.grundy = values[: of.bits]
        self.length = values[of.bits :]

    @classmethod
    def load(cls, tokens: int, colours: int | None = None, folder: Path | None = None) -> "Values":
        """Open values that were built."""
        wanted = tokens if colours is None else min(colours, tokens)
        header, data = files.read(files.find(folder or files.default_folder(), tokens, wanted, files.VALUES))
        return cls(space(header["tokens"], header["colours"]), data)

    def of(self, position: str) -> tuple[int, int]:
        """The Grundy value, and how many moves best play lasts."""
        rank = self._atlas.rank(position)
        return int(self.grundy[rank]), int(self.length[rank])


def build_values(tokens: int, colours: int | None = None, folder: Path | None = None) -> Path:
    """Make the file of values."""
    limit = tokens if colours is None else min(colours, tokens)
    path = (folder or files.default_folder()) / files.file_name(tokens, limit, files.VALUES)
    if not path.exists():
        of, values = compute(tokens, limit)
        files.write(path, values, {"tokens": tokens, "colours": limit, "positions": of.positions})
    return path
