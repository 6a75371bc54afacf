"""Quiet hours by the clock on somebody's wall, and when a reminder comes around them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sommet.server.people.quiet import Quiet, reminder_at, turn_at, zone

BRUSSELS = "Europe/Brussels"
DAY = 86_400_000
NIGHT = Quiet(BRUSSELS, 22 * 60, 8 * 60)


def at(text: str, fold: int = 0) -> int:
    """Milliseconds of a time in Brussels."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(BRUSSELS), fold=fold).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "hours"),
    [
        ("2026-11-16 21:59", None),
        ("2026-11-16 22:00", ("2026-11-16 22:00", "2026-11-17 08:00")),
        ("2026-11-17 00:30", ("2026-11-16 22:00", "2026-11-17 08:00")),
        ("2026-11-17 07:59", ("2026-11-16 22:00", "2026-11-17 08:00")),
        ("2026-11-17 08:00", None),
        ("2027-03-28 03:30", ("2027-03-27 22:00", "2027-03-28 08:00")),  # the night that is an hour shorter
        ("2026-10-25 02:30", ("2026-10-24 22:00", "2026-10-25 08:00")),  # the night that is an hour longer
    ],
)
def test_quiet_hours_go_over_midnight_and_summer_time(now: str, hours: tuple[str, str] | None) -> None:
    """They begin and end by the wall clock."""
    assert NIGHT.around(at(now)) == (hours and (at(hours[0]), at(hours[1])))


def test_quiet_hours_at_noon_and_none_at_all() -> None:
    """From 12 to 14; from 8 to 8 is never."""
    noon = Quiet(BRUSSELS, 12 * 60, 14 * 60)
    assert noon.around(at("2026-11-16 13:00")) == (at("2026-11-16 12:00"), at("2026-11-16 14:00"))
    assert noon.around(at("2026-11-16 11:59")) is None
    assert Quiet(BRUSSELS, 480, 480).around(at("2026-11-16 08:00")) is None


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end() -> None:
    """Their end is never behind the time asked for."""
    short = Quiet(BRUSSELS, 22 * 60, 2 * 60 + 30)
    for fold in (0, 1):
        now = at("2026-10-25 02:15", fold)
        hours = short.around(now)
        assert hours is not None
        assert hours[1] > now


def test_a_turn_is_told_at_once_or_when_the_night_is_over() -> None:
    """But at once, where the clock would have ended by then."""
    late = at("2026-11-16 23:00")
    assert turn_at(late, late + 3 * DAY, None) == late
    assert turn_at(late, late + 3 * DAY, NIGHT) == at("2026-11-17 08:00")
    assert turn_at(late, None, NIGHT) == at("2026-11-17 08:00")
    assert turn_at(late, at("2026-11-17 07:00"), NIGHT) == late
    assert turn_at(at("2026-11-16 12:00"), late, NIGHT) == at("2026-11-16 12:00")


@pytest.mark.parametrize(
    ("deadline", "days", "reminded"),
    [
        ("2026-11-17 20:00", 3, "2026-11-17 14:00"),  # six hours before
        ("2026-11-17 20:00", 1, "2026-11-17 14:00"),  # a quarter of a day is as much
        ("2026-11-17 12:00", 3, "2026-11-17 08:00"),  # at six in the morning it is quiet: when that ends
        ("2026-11-17 09:00", 3, "2026-11-17 08:00"),  # an hour is left then
        ("2026-11-17 08:30", 3, "2026-11-16 21:45"),  # hardly anything would be left: before the night
        ("2026-11-17 04:30", 3, "2026-11-16 21:45"),
        ("2026-11-17 03:00", 3, "2026-11-16 21:00"),
    ],
)
def test_a_reminder_comes_before_the_clock_ends_and_not_at_night(deadline: str, days: int, reminded: str) -> None:
    """Six hours before, or a quarter of a move's time."""
    assert reminder_at(at(deadline), days * DAY, NIGHT) == at(reminded)


@pytest.mark.parametrize("name", ["", "../etc/passwd", "/etc/passwd", "Europe", "No/Where", "a\0b", "x" * 40])
def test_what_is_no_zone_is_none(name: str) -> None:
    """And opens no file."""
    assert zone(name) is None
