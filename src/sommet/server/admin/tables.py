"""Tables: listed, shown without what is hidden, closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from ..store.schema import LOG, SEATS, TABLES
from ..tables import stored
from .opening import Impossible, tell

STATES = ("open", "running", "over", "closed")


class Place(msgspec.Struct):
    """Who sits there."""

    name: str
    user: str | None
    bot: str | None


class Listed(msgspec.Struct, kw_only=True):
    """A table, as an operator sees it: neither its secret nor its invitation, nor what players may not know."""

    id: str
    game: str
    status: str
    public: bool
    owner: str
    created: int
    changed: int
    seats: list[Place]


class Details(Listed, kw_only=True):
    """And how far it is."""

    settings: dict[str, Any]
    result: dict[str, Any] | None
    entries: int
    last: int | None  # when its last entry was written
    changes: int


def _listed(row: Any, seats: list[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "status": row.status,
        "public": row.public,
        "owner": row.owner,
        "created": row.created,
        "changed": row.changed,
        "seats": [Place(seat.name, seat.user_id, seat.bot) for seat in seats],
    }


def listed(db: sa.Connection, status: str | None, user: str | None, page: int, size: int) -> tuple[list[Listed], int]:
    """A page of tables, the newest first; and how many there are in all."""
    wanted: list[sa.ColumnElement[bool]] = []
    if status is not None:
        wanted.append(TABLES.c.status == status)
    if user is not None:
        wanted.append(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user)))
    count = db.execute(sa.select(sa.func.count()).select_from(TABLES).where(*wanted)).scalar_one()
    query = sa.select(TABLES).where(*wanted).order_by(TABLES.c.created.desc(), TABLES.c.id)
    rows = db.execute(query.limit(size).offset((page - 1) * size)).all()
    seats: dict[str, list[Any]] = {row.id: [] for row in rows}
    if seats:
        for seat in db.execute(sa.select(SEATS).where(SEATS.c.table_id.in_(seats)).order_by(SEATS.c.seat)):
            seats[seat.table_id].append(seat)
    return [Listed(**_listed(row, seats[row.id])) for row in rows], count


def _found(db: sa.Connection, table: str, lock: bool = False) -> Any:
    query = sa.select(TABLES).where(TABLES.c.id == table)
    row = db.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise Impossible("admin.error.no_table", table=table)
    return row


def shown(db: sa.Connection, table: str) -> Details:
    """One of them."""
    row = _found(db, table)
    seats = db.execute(sa.select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat)).all()
    entries, last = db.execute(sa.select(sa.func.count(), sa.func.max(LOG.c.at)).where(LOG.c.table_id == table)).one()
    return Details(
        **_listed(row, list(seats)),
        settings=msgspec.json.decode(row.settings),
        result=None if row.result is None else msgspec.json.decode(row.result),
        entries=entries,
        last=last,
        changes=row.changes,
    )


def close(db: sa.Connection, table: str, at: int) -> Listed:
    """Nobody plays there any more, and nobody's rating changes; Impossible where the game is over already."""
    row = _found(db, table, lock=True)
    if row.status not in stored.UNFINISHED:
        raise Impossible("admin.error.not_running", table=table)
    _close(db, [table], at)
    return shown(db, table)


def _close(db: sa.Connection, tables: Sequence[str], at: int) -> None:
    db.execute(TABLES.update().where(TABLES.c.id.in_(tables)).values(status="closed", changed=at))
    retold(db, tables)
    if tables:
        tell(db, "lobby")


def retold(db: sa.Connection, tables: Sequence[str] | sa.Select[Any]) -> None:
    """What is stored of these tables besides their logs was changed: rooms that have them in memory read them again."""
    if isinstance(tables, sa.Select):
        tables = list(db.execute(tables).scalars())
    for table in tables:
        tell(db, "change", table=table, changes=stored.changed(db, table))


def get_up(db: sa.Connection, user: str, at: int) -> None:
    """From tables that have not started: those that are theirs are closed, at the others their seat is free."""
    mine = sa.select(TABLES.c.id).where(TABLES.c.status == "open", TABLES.c.owner == user)
    _close(db, list(db.execute(mine).scalars()), at)
    waiting = sa.select(TABLES.c.id).where(TABLES.c.status == "open")
    seats = (SEATS.c.user_id == user, SEATS.c.table_id.in_(waiting))
    left = list(db.execute(sa.select(SEATS.c.table_id).where(*seats)).scalars())
    empty = {"user_id": None, "name": "", "guest": False, "ready": False, "entropy": None, "sealed": None}
    db.execute(SEATS.update().where(*seats).values(**empty))
    retold(db, left)
