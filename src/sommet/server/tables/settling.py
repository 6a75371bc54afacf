"""The end of a match: stored once, and the ratings with it."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from ..people import ratings
from ..wire.tables import MatchResult
from . import stored
from .progress import Progress
from .table import Table


def settle(db: sa.Connection, table: Table, progress: Progress, result: MatchResult, at: int) -> Table | None:
    """Store the end of a match; None when it was before, or is closed. Ratings change in the same transaction."""
    found = stored.find(db, table.id, lock=True)
    if found.status in ("over", "closed"):
        return None
    if table.settings.rated:
        sides, places = progress.sides(), ranks(progress)
        users = [[found.seats[seat].user for seat in side] for side in sides]
        ended = [float(min(places[seat] for seat in side)) for side in sides]
        changes = ratings.rate(db, table.settings.game, users, ended)
        result.ratings = [changes.get(seat.user or "") for seat in found.seats]
    found.status, found.result = "over", result
    return stored.save(db, found, status="over", result=msgspec.json.encode(result).decode(), changed=at)


def ranks(progress: Progress) -> dict[int, int]:
    """The places by which people are rated: who left is behind all who stayed, whatever the computer made of it.

    Of those who left, who stayed longer is before the others.
    """
    places, sides = dict(progress.places()), len(progress.sides())
    if sides > 2:
        for later, seat in enumerate(reversed(progress.gave_up), 1):
            places[seat] = sides + later
    return places
