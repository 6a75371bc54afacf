"""Friends: whom somebody calls one. Both ways they are told whether the other is online. SQL only."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ..store.inserting import once
from ..store.schema import BLOCKS, FRIENDS, ONLINE, USERS
from ..wire.friends import Friend, Friends, Known
from ..wire.refusals import Refusal
from . import blocks, profiles

MOST = 200
ASKING = 50
LASTS = 90_000  # milliseconds: whoever was here that recently is online


def add(db: sa.Connection, user: str, other: str, at: int) -> None:
    """From now on. Whoever has blocked them does not hear of it."""
    if user == other:
        raise Refusal("yourself", 400)
    profiles.check(db, other)
    if blocks.by_any(db, [user], other):
        raise Refusal("blocked", 409)
    count = sa.select(sa.func.count()).select_from(FRIENDS)
    if db.execute(count.where(FRIENDS.c.user_id == user, FRIENDS.c.friend_id != other)).scalar_one() >= MOST:
        raise Refusal("too_many_friends", 409, most=MOST)
    db.execute(once(db, FRIENDS).values(user_id=user, friend_id=other, at=at))


def remove(db: sa.Connection, user: str, other: str) -> None:
    """No longer, either way; whoever is asking is answered by it as well: no."""
    mine = sa.and_(FRIENDS.c.user_id == user, FRIENDS.c.friend_id == other)
    theirs = sa.and_(FRIENDS.c.user_id == other, FRIENDS.c.friend_id == user)
    db.execute(FRIENDS.delete().where(sa.or_(mine, theirs)))


def of(db: sa.Connection, user: str, now: int) -> Friends:
    """Theirs by name, and who is asking, the newest first. Whoever was banned is not shown."""
    back = FRIENDS.alias()
    theirs = sa.and_(back.c.user_id == FRIENDS.c.friend_id, back.c.friend_id == FRIENDS.c.user_id)
    mine = (
        sa.select(USERS.c.id, USERS.c.name, back.c.at.label("back"), ONLINE.c.at)
        .select_from(FRIENDS)
        .join(USERS, USERS.c.id == FRIENDS.c.friend_id)
        .outerjoin(back, theirs)
        .outerjoin(ONLINE, ONLINE.c.user_id == FRIENDS.c.friend_id)
        .where(FRIENDS.c.user_id == user, USERS.c.banned.is_(False))
        .order_by(USERS.c.name, USERS.c.id)
    )
    asking = (
        sa.select(USERS.c.id, USERS.c.name)
        .select_from(FRIENDS)
        .join(USERS, USERS.c.id == FRIENDS.c.user_id)
        .outerjoin(back, theirs)
        .outerjoin(BLOCKS, sa.and_(BLOCKS.c.user_id == user, BLOCKS.c.other_id == FRIENDS.c.user_id))
        .where(FRIENDS.c.friend_id == user, back.c.at.is_(None), BLOCKS.c.at.is_(None), USERS.c.banned.is_(False))
        .order_by(FRIENDS.c.at.desc(), USERS.c.id)
        .limit(ASKING)
    )
    return Friends([_friend(row, now) for row in db.execute(mine)], [Known(*row) for row in db.execute(asking)])


def _friend(row: Any, now: int) -> Friend:
    mutual = row.back is not None
    return Friend(row.id, row.name, mutual, row.at is not None and now - row.at < LASTS if mutual else None)
