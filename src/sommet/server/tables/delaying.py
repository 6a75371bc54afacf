"""A match as it was some entries of its log ago: what those who watch are shown where a table is to be watched late.

It follows from the log alone, so that every process, and one that has just started, shows the same.
"""

from __future__ import annotations

from ..store.outages import Outages
from .progress import Progress
from .snapshot import begun
from .table import Table


class Late:
    """The same match behind itself; it goes on entry by entry."""

    def __init__(self) -> None:
        self._progress: Progress | None = None

    def of(self, table: Table, now: Progress, outages: Outages) -> Progress:
        """How the match was, `table.settings.delay` entries ago. None of what came since is in it."""
        entries = now.entries[: told(now.seq, table.settings.delay)]
        mine = self._progress
        if mine is None or mine.seq == 0 or entries[mine.seq - 1 : mine.seq] != mine.entries[-1:]:
            mine = self._progress = begun(table, outages)  # or what it followed is no longer stored
        for entry in entries[mine.seq :]:
            mine.add(entry)
        return mine


def told(length: int, delay: int) -> int:
    """How much of a log of that length those who watch are told while the match goes on."""
    return max(0, length - delay)
