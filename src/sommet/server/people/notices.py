"""Notices in the store: which games with days a move need one, which are due, and who is to send each of them.

A notice is planned once for a (table, seat, number of log entries, kind), whichever process plans it, and is claimed
before it is sent: at most one goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from ..store.inserting import once
from ..store.schema import LOG, NOTICE_WISHES, NOTICES, SEATS, SETTINGS, TABLES

NOBODY = -1  # the seat of what is planned where nobody is to be told
ROUND = "noticing"


@dataclass(frozen=True)
class Notice:
    """What somebody is to be told, and when; `due` None: nothing, but it has been thought of."""

    table: str
    seat: int
    seq: int
    kind: str
    due: int | None


def my_round(db: sa.Connection, now: int, every: int) -> bool:
    """Whether this process looks after the notices now: of all processes one does, each time."""
    begins = sa.cast(SETTINGS.c.value, sa.BigInteger)  # in a far future if a clock had been wrong
    mine = (SETTINGS.c.key == ROUND, sa.or_(begins <= now, begins > now + every))
    if db.execute(SETTINGS.update().where(*mine).values(value=str(now + every))).rowcount:
        return True
    return bool(db.execute(once(db, SETTINGS).values(key=ROUND, value=str(now + every))).rowcount)


def unplanned(db: sa.Connection, before: int, most: int) -> list[tuple[str, int]]:
    """Tables whose last entry is older than that and has not been thought of, where somebody wishes for notices.

    With each of them the number of its entries.
    """
    all_ = LOG.alias()
    last = sa.select(sa.func.max(all_.c.seq)).where(all_.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
    thought_of = sa.exists().where(
        NOTICES.c.table_id == TABLES.c.id, NOTICES.c.seq == LOG.c.seq + 1, NOTICES.c.kind == "turn"
    )
    wished = (
        sa.exists()
        .where(SEATS.c.table_id == TABLES.c.id, SEATS.c.user_id == NOTICE_WISHES.c.user_id)
        .where(sa.or_(NOTICE_WISHES.c.mail, NOTICE_WISHES.c.push))
    )
    query = (
        sa.select(TABLES.c.id, LOG.c.seq + 1)
        .select_from(TABLES)
        .join(LOG, sa.and_(LOG.c.table_id == TABLES.c.id, LOG.c.seq == last))
        .where(TABLES.c.status == "running", TABLES.c.pace.is_not(None), LOG.c.at < before, wished, ~thought_of)
        .order_by(LOG.c.at)
        .limit(most)
    )
    return [(table, seq) for table, seq in db.execute(query)]


def plan(db: sa.Connection, notices: Sequence[Notice], now: int) -> None:
    """Store what is not stored yet; what was planned for turns of before is forgotten."""
    for notice in notices:
        if notice.kind == "turn":
            old = (NOTICES.c.table_id == notice.table, NOTICES.c.seq < notice.seq, NOTICES.c.kind != "started")
            db.execute(NOTICES.delete().where(*old))
        place = {"table_id": notice.table, "seat": notice.seat, "seq": notice.seq, "kind": notice.kind}
        db.execute(once(db, NOTICES).values(**place, at=now, due=notice.due))


def due(db: sa.Connection, now: int, most: int) -> list[Notice]:
    """What is to be sent by now, the oldest first."""
    rows = db.execute(sa.select(NOTICES).where(NOTICES.c.due <= now).order_by(NOTICES.c.due).limit(most))
    return [Notice(row.table_id, row.seat, row.seq, row.kind, row.due) for row in rows]


def claim(db: sa.Connection, notice: Notice, until: int | None = None) -> bool:
    """Take it: nobody else sends it. `until`: it is put off until then instead."""
    mine = (
        NOTICES.c.table_id == notice.table,
        NOTICES.c.seat == notice.seat,
        NOTICES.c.seq == notice.seq,
        NOTICES.c.kind == notice.kind,
        NOTICES.c.due == notice.due,
    )
    return db.execute(NOTICES.update().where(*mine).values(due=until)).rowcount == 1
