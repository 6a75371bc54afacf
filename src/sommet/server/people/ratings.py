"""Ratings per game (openskill's Plackett-Luce): two to four players and teams. Settled once, with the match's end."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from openskill.models import PlackettLuce

from ..store.inserting import once
from ..store.schema import RATING_COURSE, RATINGS, USERS
from ..wire.people import GameRating, RankedPlayer
from ..wire.tables import Rated

MODEL = PlackettLuce()
COUNTED = 1000  # places


def rate(db: sa.Connection, game: str, sides: list[list[str | None]], ranks: list[float], at: int) -> dict[str, Rated]:
    """A rated match of these users, side by side, ended in these ranks, 1 the best; what that changed for each.

    Whoever has deleted their account meanwhile counts as somebody new, and is not stored. Rows are locked in one
    order, whoever asks, so that two matches of the same people are rated one after the other.
    """
    named = sorted({user for side in sides for user in side if user is not None})
    here = sa.select(USERS.c.id).where(USERS.c.id.in_(named)).order_by(USERS.c.id)
    known = list(db.execute(here.with_for_update(read=True, key_share=True)).scalars())
    fresh = MODEL.rating()
    first = {"game": game, "mu": fresh.mu, "sigma": fresh.sigma, "games": 0, "sure": _sure(fresh)}
    if known:
        db.execute(once(db, RATINGS), [{"user_id": user} | first for user in known])
    stored = sa.select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.user_id.in_(known)).order_by(RATINGS.c.user_id)
    rows = {row.user_id: row for row in db.execute(stored.with_for_update())}
    before = [
        [MODEL.rating(mu=rows[user].mu, sigma=rows[user].sigma) if user in rows else MODEL.rating() for user in side]
        for side in sides
    ]
    changes = {}
    for side, after in zip(sides, MODEL.rate(before, ranks=ranks), strict=True):
        for user, rating in zip(side, after, strict=True):
            if user is not None and user in rows:
                changes[user] = Rated(_sure(rows[user]), _sure(rating))
                mine = (RATINGS.c.user_id == user, RATINGS.c.game == game)
                number, sure = rows[user].games + 1, changes[user].after
                values = {"mu": rating.mu, "sigma": rating.sigma, "games": number, "sure": sure}
                db.execute(RATINGS.update().where(*mine).values(**values))
                point = {"user_id": user, "game": game, "number": number, "rating": sure, "at": at}
                db.execute(RATING_COURSE.insert().values(**point))
    return changes


def strength(db: sa.Connection, user: str, game: str) -> float | None:
    """How strong they are thought to be; None where nothing is known."""
    known = sa.select(RATINGS.c.mu).where(RATINGS.c.user_id == user, RATINGS.c.game == game, RATINGS.c.games > 0)
    found = db.execute(known).scalar_one_or_none()
    return None if found is None else float(found)


def _sure(rating: Any) -> float:
    """A cautious estimate."""
    return float(round(rating.mu - 3 * rating.sigma, 2))


def best(db: sa.Connection, name: str, most: int = 100) -> list[RankedPlayer]:
    """The players of a game, the surely strongest first."""
    query = (
        sa.select(RATINGS, USERS.c.name)
        .join(USERS, USERS.c.id == RATINGS.c.user_id)
        .where(RATINGS.c.game == name, USERS.c.banned.is_(False))
        .order_by(RATINGS.c.sure.desc(), USERS.c.name)
        .limit(most)
    )
    return [RankedPlayer(*_numbers(row), row.name, row.user_id) for row in db.execute(query)]


def of(db: sa.Connection, user: str) -> list[GameRating]:
    """One player's ratings; none of whoever was banned."""
    shown = sa.select(RATINGS).join(USERS, USERS.c.id == RATINGS.c.user_id).where(USERS.c.banned.is_(False))
    rows = db.execute(shown.where(RATINGS.c.user_id == user))
    return [GameRating(*_numbers(row), row.game, _place(db, row.game, row.sure)) for row in rows]


def _place(db: sa.Connection, game: str, sure: float) -> int | None:
    """How many are listed before somebody of that rating, and one more; None where they are too many to be counted."""
    better = sa.select(RATINGS.c.user_id).join(USERS, USERS.c.id == RATINGS.c.user_id)
    better = better.where(RATINGS.c.game == game, RATINGS.c.sure > sure, USERS.c.banned.is_(False)).limit(COUNTED)
    found = db.execute(sa.select(sa.func.count()).select_from(better.subquery())).scalar_one()
    return None if found >= COUNTED else found + 1


def _numbers(row: Any) -> tuple[float, float, float, int]:
    """A cautious estimate, what it is made from, and of how many games."""
    return _sure(row), row.mu, row.sigma, row.games
