"""What everybody may know of an account. Guests, and who was banned or has gone, have no profile."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..store.schema import RATING_COURSE, USERS
from ..wire.profiles import Profile, RatingPoint
from ..wire.refusals import Refusal
from . import ratings, tallies
from .accounts import handle

MOST_POINTS = 200  # of a game's course
DAY = 86_400_000
_SHOWN = (USERS.c.handle.is_not(None), USERS.c.banned.is_(False))


def _found(db: sa.Connection, wanted: sa.ColumnElement[bool]) -> Any:
    row = db.execute(sa.select(USERS).where(wanted, *_SHOWN)).one_or_none()
    if row is None:
        raise Refusal("no_profile", 404)
    return row


def check(db: sa.Connection, user: str) -> None:
    """Refusal where there is no profile."""
    _found(db, USERS.c.id == user)


def name(db: sa.Connection, user: str) -> str:
    """By which everybody knows them; Refusal where there is no profile."""
    return str(_found(db, USERS.c.id == user).name)


def named(db: sa.Connection, name: str) -> Profile:
    """The profile of the account of that name; Refusal when there is none."""
    row = _found(db, USERS.c.handle == handle(name))
    rated = ratings.of(db, row.id)
    return Profile(
        row.id,
        row.name,
        row.created - row.created % DAY,
        rated,
        {one.game: course(db, row.id, one.game) for one in rated},
        tallies.of(db, row.id),
    )


def course(db: sa.Connection, user: str, game: str) -> list[RatingPoint]:
    """How their rating went, the oldest first; the newest of it, where it is long."""
    mine = (RATING_COURSE.c.user_id == user, RATING_COURSE.c.game == game)
    newest = sa.select(RATING_COURSE).where(*mine).order_by(RATING_COURSE.c.number.desc()).limit(MOST_POINTS)
    return [RatingPoint(row.number, row.rating, row.at) for row in reversed(db.execute(newest).all())]
