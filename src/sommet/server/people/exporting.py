"""All that is stored about somebody, for them."""

from __future__ import annotations

import sqlalchemy as sa

from ..store.schema import (
    BLOCKS,
    CHAT,
    FRIENDS,
    ONLINE,
    RATING_COURSE,
    RATINGS,
    REPORTS,
    SEATS,
    SENT_AWAY,
    TABLES,
    TALLIES,
    USERS,
)
from ..wire.friends import StoredCircle, StoredReport
from ..wire.people import Export, StoredLine, StoredPoint, StoredRating, StoredSeat, StoredTally, StoredUser
from . import wishes
from .accounts import User, tokens


def export(db: sa.Connection, user: User) -> Export:
    """Everything but what others have said of them in confidence."""
    row = db.execute(sa.select(USERS).where(USERS.c.id == user.id)).one()
    mine = sa.or_(SEATS.c.user_id == user.id, SEATS.c.reserved == user.id)
    seats = db.execute(
        sa.select(SEATS, TABLES.c.game, TABLES.c.status, TABLES.c.created, TABLES.c.result)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(mine)
        .order_by(TABLES.c.created)
    ).all()
    said = db.execute(sa.select(CHAT).where(CHAT.c.user_id == user.id).order_by(CHAT.c.id)).all()
    rated = db.execute(sa.select(RATINGS).where(RATINGS.c.user_id == user.id)).all()
    order = RATING_COURSE.c.game, RATING_COURSE.c.number
    course = db.execute(sa.select(RATING_COURSE).where(RATING_COURSE.c.user_id == user.id).order_by(*order))
    tallies = db.execute(sa.select(TALLIES).where(TALLIES.c.user_id == user.id))
    return Export(
        StoredUser(row.id, row.name, row.handle is not None, row.created),
        tokens(db, user),
        [StoredSeat(seat.table_id, seat.seat, seat.game, seat.status, seat.created) for seat in seats],
        [StoredLine(line.table_id, line.text, line.at) for line in said],
        [StoredRating(rating.game, rating.mu, rating.sigma, rating.games) for rating in rated],
        [StoredPoint(point.game, point.number, point.rating, point.at) for point in course],
        [StoredTally(one.game, one.played, one.won, one.shared, one.streak, one.longest) for one in tallies],
        list(db.execute(sa.select(SENT_AWAY.c.table_id).where(SENT_AWAY.c.user_id == user.id)).scalars()),
        _circle(db, user.id),
        wishes.export(db, user.id),
    )


def _circle(db: sa.Connection, user: str) -> StoredCircle:
    made = db.execute(sa.select(REPORTS).where(REPORTS.c.user_id == user).order_by(REPORTS.c.id))
    return StoredCircle(
        list(db.execute(sa.select(FRIENDS.c.friend_id).where(FRIENDS.c.user_id == user)).scalars()),
        list(db.execute(sa.select(BLOCKS.c.other_id).where(BLOCKS.c.user_id == user)).scalars()),
        [StoredReport(row.about_id, row.table_id, row.why, row.text, row.at) for row in made],
        db.execute(sa.select(ONLINE.c.at).where(ONLINE.c.user_id == user)).scalar(),
    )
