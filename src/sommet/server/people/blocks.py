"""Whom somebody has blocked: they cannot challenge them, sit down at their table, play again or be heard. SQL only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import sqlalchemy as sa

from ..store.inserting import once
from ..store.schema import BLOCKS, FRIENDS, USERS
from ..wire.friends import Known
from ..wire.refusals import Refusal

MOST = 500


def add(db: sa.Connection, user: str, other: str, at: int) -> None:
    """From now on. They are no friend any more; what they think of it is not changed, and they are not told."""
    if user == other:
        raise Refusal("yourself", 400)
    if db.execute(sa.select(USERS.c.id).where(USERS.c.id == other)).one_or_none() is None:
        raise Refusal("not_found", 404)
    count = sa.select(sa.func.count()).select_from(BLOCKS).where(BLOCKS.c.user_id == user, BLOCKS.c.other_id != other)
    if db.execute(count).scalar_one() >= MOST:
        raise Refusal("too_many_blocked", 409, most=MOST)
    db.execute(once(db, BLOCKS).values(user_id=user, other_id=other, at=at))
    db.execute(FRIENDS.delete().where(FRIENDS.c.user_id == user, FRIENDS.c.friend_id == other))


def remove(db: sa.Connection, user: str, other: str) -> None:
    """No longer."""
    db.execute(BLOCKS.delete().where(BLOCKS.c.user_id == user, BLOCKS.c.other_id == other))


def listed(db: sa.Connection, user: str) -> list[Known]:
    """Whom they have blocked, the newest first."""
    query = sa.select(USERS.c.id, USERS.c.name).join(BLOCKS, BLOCKS.c.other_id == USERS.c.id)
    rows = db.execute(query.where(BLOCKS.c.user_id == user).order_by(BLOCKS.c.at.desc(), USERS.c.id))
    return [Known(row.id, row.name) for row in rows]


def of(db: sa.Connection, users: Sequence[str]) -> dict[str, frozenset[str]]:
    """Whom each of these has blocked; those who have blocked nobody are not there."""
    found: dict[str, set[str]] = {}
    for user, other in db.execute(sa.select(BLOCKS.c.user_id, BLOCKS.c.other_id).where(BLOCKS.c.user_id.in_(users))):
        found.setdefault(user, set()).add(other)
    return {user: frozenset(others) for user, others in found.items()}


def among(db: sa.Connection, users: Iterable[str | None]) -> bool:
    """Whether one of these has blocked another of them."""
    people = {user for user in users if user is not None}
    return any(others & people for others in of(db, sorted(people)).values())


_BETWEEN = sa.select(sa.literal(1)).where(
    BLOCKS.c.other_id == sa.bindparam("who"), BLOCKS.c.user_id.in_(sa.bindparam("others", expanding=True))
)


def by_any(db: sa.Connection, others: Collection[str], who: str) -> bool:
    """Whether one of these has blocked them."""
    return db.execute(_BETWEEN.limit(1), {"who": who, "others": list(others)}).first() is not None
