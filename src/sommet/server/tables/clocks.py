"""Clocks: worked out from stored times alone, so they survive anything and ask no client.

Time in which nobody could play (an outage, stored as such) is nobody's, also where it becomes known only later.
"""

from __future__ import annotations

from array import array

from ..store.outages import Outages
from ..wire.settings import Clock


class Clocks:
    """The clocks of one round."""

    def __init__(self, clock: Clock, players: int, outages: Outages) -> None:
        self.clock, self.outages = clock, outages
        self.running: int | None = None
        self.since = 0
        self._thought = array("q")  # by whom, from when, until when; where a move's time is counted together
        self._left = [clock.start] * players
        self._version = outages.version

    @property
    def left(self) -> list[int]:
        """Milliseconds per seat when this turn began."""
        before, self._version = self._version, self.outages.version
        if before != self._version and self._thought and self.outages.changed(before, self._thought[-1]):
            self._left = [self.clock.start] * len(self._left)
            for place in range(0, len(self._thought), 3):
                self._charge(*self._thought[place : place + 3])
        return self._left

    def _charge(self, seat: int, since: int, at: int) -> None:
        used = max(0, at - since - self.outages.within(since, at))
        self._left[seat] = max(0, self._left[seat] - used) + 1000 * self.clock.increment

    def used(self, at: int) -> int:
        """How long the mover has thought by now."""
        return max(0, at - self.since - self.outages.within(self.since, at))

    def turn(self, seat: int | None, at: int, moved: bool) -> None:
        """From now on it is that seat's turn; `moved`: the one before made a move."""
        before = self.running
        if before is not None and moved and self.clock.kind == "total":
            assert self.left is self._left  # up to date
            self._thought.extend((before, self.since, at))
            self._charge(before, self.since, at)
        self.running, self.since = seat, at

    def stop(self, at: int) -> None:
        """It was ended without a move: everybody's time stays as it was then."""
        self._left = self.remaining(at)
        self._thought = array("q")
        self.running, self.since = None, at

    def remaining(self, at: int) -> list[int]:
        """Milliseconds left per seat; never below nought."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] -= self.used(at)
        return [max(0, time) for time in left]

    def fallen(self, at: int) -> bool:
        """Whether the mover's time is over."""
        return self.clock.kind != "none" and self.running is not None and self.left[self.running] <= self.used(at)
