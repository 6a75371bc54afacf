"""Ratings per game (openskill's Plackett-Luce): two to four players and teams. Settled once, with the match's end."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from openskill.models import PlackettLuce

from ..store.schema import RATINGS, USERS
from ..wire.people import GameRating, RankedPlayer

MODEL = PlackettLuce()


def rate(db: sa.Connection, game: str, sides: list[list[str | None]], ranks: list[float]) -> None:
    """A rated match of these users, side by side, ended in these ranks, 1 the best."""
    users = {user for side in sides for user in side}
    known = set(db.execute(sa.select(USERS.c.id).where(USERS.c.id.in_([user for user in users if user]))).scalars())
    if users != known:
        return  # somebody has deleted their account meanwhile
    rows = {
        row.user_id: row
        for row in db.execute(sa.select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.user_id.in_(known)))
    }
    before = {
        user: MODEL.rating(mu=rows[user].mu, sigma=rows[user].sigma) if user in rows else MODEL.rating()
        for user in known
    }
    rated = MODEL.rate([[before[user or ""] for user in side] for side in sides], ranks=ranks)
    for side, after in zip(sides, rated, strict=True):
        for user, rating in zip(side, after, strict=True):
            values = {"mu": rating.mu, "sigma": rating.sigma}
            if user in rows:
                mine = (RATINGS.c.user_id == user, RATINGS.c.game == game)
                db.execute(RATINGS.update().where(*mine).values(games=RATINGS.c.games + 1, **values))
            else:
                db.execute(RATINGS.insert().values(user_id=user, game=game, games=1, **values))


def best(db: sa.Connection, name: str, most: int = 100) -> list[RankedPlayer]:
    """The players of a game, the surely strongest first."""
    sure = RATINGS.c.mu - 3 * RATINGS.c.sigma
    query = (
        sa.select(RATINGS, USERS.c.name)
        .join(USERS, USERS.c.id == RATINGS.c.user_id)
        .where(RATINGS.c.game == name)
        .order_by(sure.desc())
        .limit(most)
    )
    return [RankedPlayer(*_numbers(row), row.name, row.user_id) for row in db.execute(query)]


def of(db: sa.Connection, user: str) -> list[GameRating]:
    """One player's ratings."""
    rows = db.execute(sa.select(RATINGS).where(RATINGS.c.user_id == user))
    return [GameRating(*_numbers(row), row.game) for row in rows]


def _numbers(row: Any) -> tuple[float, float, float, int]:
    """A cautious estimate, what it is made from, and of how many games."""
    return round(row.mu - 3 * row.sigma, 2), row.mu, row.sigma, row.games
