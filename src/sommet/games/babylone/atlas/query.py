"""Look positions up."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..heights import Heights, canonical, parse, start, tokens_in
from . import files
from .errors import AtlasError, Corrupted
from .moves import Move, from_stacks, moves, stacks_of
from .ranking import WORK_SHAPE, rank_stacks, unrank_stacks
from .tables import Space, space


class Atlas:
    """Who wins every position of a number of tokens, in at most a number of colours.

    A position is text such as ``"3,1|2,1,1|1,1,1|1"`` or the same as a sequence of sequences of heights; the names of
    colours, and the order of everything, do not matter.
    """

    def __init__(self, of: Space, bits: NDArray[np.uint64], seconds: float | None = None) -> None:
        self.space = of
        self.bits = bits
        self.seconds = seconds

    @classmethod
    def load(
        cls, tokens: int, colours: int | None = None, folder: Path | None = None, *, verify: bool = True
    ) -> "Atlas":
        """Open an atlas that was built: the full one if it is there, else one of at least this many colours.

        `verify` reads the whole file once to compare its checksum; without it a file of any size opens at once.
        """
        wanted = tokens if colours is None else min(colours, tokens)
        path = files.find(folder or files.default_folder(), tokens, wanted)
        header, data = files.read(path, verify=verify)
        of = space(header["tokens"], header["colours"])
        if (of.positions, of.bits // 64 + 1) != (header["positions"], header["entries"]):
            raise Corrupted(f"{path} does not hold as many positions as it should; make it again")
        return cls(of, data, header["seconds"])

    @classmethod
    def make(cls, tokens: int, colours: int | None = None) -> "Atlas":
        """Compute an atlas in memory (for small numbers of tokens)."""
        from .build import solve

        return cls(*solve(tokens, colours))

    @property
    def tokens(self) -> int:
        """How many tokens its positions have."""
        return self.space.tokens

    @property
    def colours(self) -> int:
        """At most how many colours its positions have."""
        return self.space.colours

    def rank(self, position: str | Sequence[Sequence[int]]) -> int:
        """The number of a position."""
        heights = parse(position) if isinstance(position, str) else canonical(position)
        rank = self.rank_of_stacks(*stacks_of(heights))
        if rank < 0:
            raise AtlasError(
                f"this atlas holds positions of {self.tokens} tokens in at most {self.colours} colours; this one has "
                f"{tokens_in(heights)} tokens in {len(heights)}"
            )
        return rank

    def rank_of_stacks(self, heights: NDArray[np.int64], tops: NDArray[np.int64]) -> int:
        """The number of the position of these stacks, or -1 if it is not one of this atlas; sorts the arrays."""
        of = self.space
        if not 0 < len(heights) <= of.tokens:
            return -1
        work = np.empty(WORK_SHAPE, np.int64)
        return int(rank_stacks(of.u, of.with_parts, of.restricted, of.numbering, heights, tops, len(heights), work))

    def position(self, rank: int) -> Heights | None:
        """The position of a number; None for the few that stand for nothing."""
        of = self.space
        if not 0 <= rank < of.bits:
            raise AtlasError(f"numbers go from 0 to {of.bits - 1}")
        heights, tops, work = np.empty(64, np.int64), np.empty(64, np.int64), np.empty(WORK_SHAPE, np.int64)
        count = unrank_stacks(of.t, of.u, of.with_parts, of.restricted, of.blocks, rank, heights, tops, work)
        return None if count < 0 else from_stacks(heights[:count], tops[:count])

    def lost(self, position: str | Sequence[Sequence[int]]) -> bool:
        """Whether whoever is to move loses."""
        return self.lost_at(self.rank(position))

    def lost_at(self, rank: int) -> bool:
        """Whether whoever is to move loses, by number."""
        return not int(self.bits[rank >> 6]) >> (rank & 63) & 1

    def winning_moves(self, position: str | Sequence[Sequence[int]]) -> list[Move]:
        """The moves after which the other loses."""
        heights = parse(position) if isinstance(position, str) else canonical(position)
        return [move for move in moves(heights) if self.lost(move.after)]

    def second_wins(self, tokens_of_each_colour: Sequence[int]) -> bool:
        """Whether the second player wins this starting set."""
        return self.lost(start(tokens_of_each_colour))
