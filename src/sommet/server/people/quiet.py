"""Quiet hours: when somebody does not want to hear of anything, by their own clock, and when to remind them then.

A notice that falls into quiet hours comes when they end. Where the game's clock would have ended by then, or would
leave less than an hour, a reminder comes a quarter of an hour before they begin; if that is past, at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

HOUR = 3_600_000
QUARTER = HOUR // 4
LEAD = 6 * HOUR  # before a clock ends, or a quarter of a move's time if that is less


def zone(name: str) -> ZoneInfo | None:
    """The time zone of that name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, no name of one, a folder of zones
        return None


@dataclass(frozen=True)
class Quiet:
    """From one minute of the day to another, in a zone; over midnight where the second comes first."""

    zone: str
    start: int
    end: int

    def around(self, at: int) -> tuple[int, int] | None:
        """The quiet hours that this time is in: when they began and when they end."""
        place = zone(self.zone)
        if place is None or self.start == self.end:
            return None
        local = datetime.fromtimestamp(at / 1000, place)
        minute, over_midnight = local.hour * 60 + local.minute, self.start > self.end
        if not (self.start <= minute < self.end or (over_midnight and (minute >= self.start or minute < self.end))):
            return None
        began = local.date() - timedelta(days=1 if over_midnight and minute < self.end else 0)
        ended = began + timedelta(days=1 if over_midnight else 0)
        first, last = (
            datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=place)
            for day, minutes in ((began, self.start), (ended, self.end))
        )
        end = _ms(last)
        return _ms(first), end if end > at else _ms(last.replace(fold=1))  # in the hour that comes twice


def _ms(when: datetime) -> int:
    return round(when.timestamp() * 1000)


def turn_at(now: int, deadline: int | None, quiet: Quiet | None) -> int:
    """When to say that it is somebody's turn, now or when their quiet hours end. `deadline`: when their clock does."""
    hours = quiet.around(now) if quiet else None
    return hours[1] if hours and (deadline is None or hours[1] <= deadline - HOUR) else now


def reminder_at(deadline: int, pace: int, quiet: Quiet | None) -> int:
    """When to remind somebody whose clock ends at that time and who has so long for a move."""
    at = deadline - min(pace // 4, LEAD)
    hours = quiet.around(at) if quiet else None
    if hours is None:
        return at
    return hours[1] if hours[1] <= deadline - HOUR else hours[0] - QUARTER
