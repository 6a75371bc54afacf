"""Clocks: worked out from stored times alone, so they survive anything and ask no client.

Time in which no server was there (an outage, stored as such) is nobody's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ..wire.settings import Clock


class Outages:
    """When no server was there: pairs of times, ascending, not overlapping."""

    def __init__(self, pairs: Sequence[tuple[int, int]] = ()) -> None:
        self._began: list[int] = []
        self._ended: list[int] = []
        for began, ended in sorted(pairs):
            self.add(began, ended)

    def add(self, began: int, ended: int) -> None:
        """One more."""
        place = bisect_left(self._began, began)
        if place < len(self._began) and self._began[place] == began:
            self._ended[place] = max(self._ended[place], ended)
            return
        self._began.insert(place, began)
        self._ended.insert(place, ended)

    def within(self, start: int, end: int) -> int:
        """How much of that time was outage."""
        lost = 0
        for began, ended in zip(reversed(self._began), reversed(self._ended), strict=True):
            if ended <= start:
                break
            lost += max(0, min(ended, end) - max(began, start))
        return lost


class Clocks:
    """The clocks of one round."""

    def __init__(self, clock: Clock, players: int, outages: Outages) -> None:
        self.clock, self.outages = clock, outages
        self.left = [clock.start] * players
        self.running: int | None = None
        self.since = 0

    def used(self, at: int) -> int:
        """How long the mover has thought by now."""
        return max(0, at - self.since - self.outages.within(self.since, at))

    def turn(self, seat: int | None, at: int, moved: bool) -> None:
        """From now on it is that seat's turn; `moved`: the one before made a move."""
        before = self.running
        if before is not None and moved and self.clock.kind == "total":
            self.left[before] += 1000 * self.clock.increment - self.used(at)
        self.running, self.since = seat, at

    def remaining(self, at: int) -> list[int]:
        """Milliseconds left per seat; never below nought."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] -= self.used(at)
        return [max(0, time) for time in left]

    def fallen(self, at: int) -> bool:
        """Whether the mover's time is over."""
        return self.clock.kind != "none" and self.running is not None and self.left[self.running] <= self.used(at)
