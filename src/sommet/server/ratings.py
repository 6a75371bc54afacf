"""Ratings per game (openskill's Plackett-Luce): two to four players and teams. Settled once, with the match's end."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce

from . import tables
from .progress import Progress
from .schema import RATINGS, TABLES, USERS

MODEL = PlackettLuce()


def settle(db: sa.Connection, table: tables.Table, progress: Progress, result: dict[str, Any], at: int) -> bool:
    """Store the end of a match; False when it was stored before. Ratings change in the same transaction."""
    stored = tables.find(db, table.id, lock=True)
    if stored.status == "over":
        return False
    db.execute(
        TABLES.update()
        .where(TABLES.c.id == table.id)
        .values(status="over", result=msgspec.json.encode(result).decode(), changed=at)
    )
    if table.settings.rated:
        _rate(db, stored, progress)
    return True


def _rate(db: sa.Connection, table: tables.Table, progress: Progress) -> None:
    name, places = table.settings.game, ranks(progress)
    users = [seat.user for seat in table.seats]
    known = set(db.execute(sa.select(USERS.c.id).where(USERS.c.id.in_([u for u in users if u]))).scalars())
    if any(user not in known for user in users):
        return  # somebody has deleted their account meanwhile
    rows = {
        row.user_id: row
        for row in db.execute(sa.select(RATINGS).where(RATINGS.c.game == name, RATINGS.c.user_id.in_(known)))
    }
    before = {
        user: MODEL.rating(mu=rows[user].mu, sigma=rows[user].sigma) if user in rows else MODEL.rating()
        for user in known
    }
    sides = progress.sides()
    rated = MODEL.rate(
        [[before[users[seat] or ""] for seat in side] for side in sides],
        ranks=[float(min(places[seat] for seat in side)) for side in sides],
    )
    for side, after in zip(sides, rated, strict=True):
        for seat, rating in zip(side, after, strict=True):
            user = users[seat] or ""
            values = {"mu": rating.mu, "sigma": rating.sigma}
            if user in rows:
                mine = (RATINGS.c.user_id == user, RATINGS.c.game == name)
                db.execute(RATINGS.update().where(*mine).values(games=RATINGS.c.games + 1, **values))
            else:
                db.execute(RATINGS.insert().values(user_id=user, game=name, games=1, **values))


def ranks(progress: Progress) -> dict[int, int]:
    """The places by which people are rated: who left is behind all who stayed, whatever the computer made of it."""
    left = set(progress.gave_up) if len(progress.sides()) > 2 else set()
    return {seat: place + (len(progress.sides()) if seat in left else 0) for seat, place in progress.places().items()}


def best(db: sa.Connection, name: str, most: int = 100) -> list[dict[str, Any]]:
    """The players of a game, the surely strongest first."""
    sure = RATINGS.c.mu - 3 * RATINGS.c.sigma
    query = (
        sa.select(RATINGS, USERS.c.name)
        .join(USERS, USERS.c.id == RATINGS.c.user_id)
        .where(RATINGS.c.game == name)
        .order_by(sure.desc())
        .limit(most)
    )
    return [shown(row) | {"name": row.name, "user": row.user_id} for row in db.execute(query)]


def of(db: sa.Connection, user: str) -> list[dict[str, Any]]:
    """One player's ratings."""
    return [shown(row) | {"game": row.game} for row in db.execute(sa.select(RATINGS).where(RATINGS.c.user_id == user))]


def shown(row: Any) -> dict[str, Any]:
    """A rating as numbers: a cautious estimate, and its uncertainty."""
    return {"rating": round(row.mu - 3 * row.sigma, 2), "mu": row.mu, "sigma": row.sigma, "games": row.games}
