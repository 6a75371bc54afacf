"""The end of a match: stored once, and the ratings with it."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from ..people import ratings, tallies
from ..wire.profiles import Outcome
from ..wire.tables import MatchResult
from . import stored
from .progress import Progress
from .table import Table


def settle(db: sa.Connection, table: Table, progress: Progress, result: MatchResult, at: int) -> Table | None:
    """Store the end of a match; None when it was before, or is closed. Ratings change in the same transaction."""
    found = stored.find(db, table.id, lock=True)
    if found.status in ("over", "closed"):
        return None
    settings = table.settings
    if settings.rated:
        sides, places = progress.sides(), ranks(progress)
        users = [[found.seats[seat].user for seat in side] for side in sides]
        ended = [float(min(places[seat] for seat in side)) for side in sides]
        changes = ratings.rate(db, settings.game, users, ended, at)
        result.ratings = [changes.get(seat.user or "") for seat in found.seats]
    outcomes: list[Outcome] = [
        "lost" if seat.user is not None and number in progress.bots else outcome(result, number)
        for number, seat in enumerate(found.seats)
    ]  # who left has lost, whatever the computer made of it
    shown = settings.public and settings.watch and not settings.device
    stored.end_seats(db, found.id, outcomes, shown, at)
    people = {seat.user: outcomes[number] for number, seat in enumerate(found.seats) if seat.user is not None}
    if (shown or settings.rated) and len(people) > 1:
        tallies.count(db, settings.game, people)
    found.status, found.result = "over", result
    return stored.save(db, found, status="over", result=msgspec.json.encode(result).decode(), changed=at)


def outcome(result: MatchResult, seat: int) -> Outcome:
    """How it ended for a seat; partners win together, which is not to share."""
    if seat not in result.winners:
        return "lost"
    alike = len(result.winners) > 1 and bool(result.rounds) and result.rounds[-1].reason == "shared"
    return "shared" if alike else "won"


def ranks(progress: Progress) -> dict[int, int]:
    """The places by which people are rated: who left is behind all who stayed, whatever the computer made of it.

    Of those who left, who stayed longer is before the others.
    """
    places, sides = dict(progress.places()), len(progress.sides())
    if sides > 2:
        for later, seat in enumerate(reversed(progress.gave_up), 1):
            places[seat] = sides + later
    return places
