"""Tables in the store: made, found, sat down at."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from ...core.record import Record
from ..store.schema import LOG, SEATS, TABLES
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from ..wire.tables import MatchResult
from .table import Seat, Table


def create(
    connection: sa.Connection,
    name: str,
    owner: str,
    settings: Settings,
    seats: list[Seat],
    keys: tuple[str, str],
    at: int,
    brought: Record | None = None,
) -> None:
    """Store a new table; `keys` are its invitation and its secret, `brought` is the game that it begins with."""
    invite, secret = keys
    kept = msgspec.structs.replace(settings, names=[])  # names stand at the seats, where they can be forgotten
    connection.execute(
        TABLES.insert().values(
            id=name,
            owner=owner,
            game=settings.game,
            players=settings.players,
            settings=msgspec.json.encode(kept).decode(),
            public=settings.public,
            status="open",
            invite=invite,
            secret=secret,
            created=at,
            changed=at,
            brought=None if brought is None else msgspec.json.encode(brought.as_dict()).decode(),
        )
    )
    rows = [
        {
            "table_id": name,
            "seat": number,
            "user_id": seat.user,
            "bot": seat.bot,
            "name": seat.name,
            "guest": seat.guest,
            "ready": seat.ready,
            "entropy": seat.entropy,
        }
        for number, seat in enumerate(seats)
    ]
    connection.execute(SEATS.insert(), rows)


def _table(row: Any, seats: list[Any]) -> Table:
    return Table(
        id=row.id,
        owner=row.owner,
        settings=msgspec.json.decode(row.settings, type=Settings),
        status=row.status,
        invite=row.invite,
        secret=row.secret,
        created=row.created,
        seats=[Seat(seat.user_id, seat.bot, seat.name, seat.guest, seat.ready, seat.entropy) for seat in seats],
        result=None if row.result is None else msgspec.json.decode(row.result, type=MatchResult),
        rematch=row.rematch,
        brought=row.brought,
    )


def find(connection: sa.Connection, name: str, lock: bool = False) -> Table:
    """The table of that name; Refusal when there is none. `lock`: nobody else changes it before the commit."""
    query = sa.select(TABLES).where(TABLES.c.id == name)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise Refusal("no_table", 404)
    seats = connection.execute(sa.select(SEATS).where(SEATS.c.table_id == name).order_by(SEATS.c.seat)).all()
    return _table(row, list(seats))


def several(connection: sa.Connection, query: sa.Select[Any]) -> list[Table]:
    """The tables of a query on TABLES."""
    rows = connection.execute(query).all()
    found: dict[str, list[Any]] = {row.id: [] for row in rows}
    if found:
        seats = sa.select(SEATS).where(SEATS.c.table_id.in_(found)).order_by(SEATS.c.table_id, SEATS.c.seat)
        for seat in connection.execute(seats):
            found[seat.table_id].append(seat)
    return [_table(row, found[row.id]) for row in rows]


def entries(connection: sa.Connection, name: str, after: int = 0) -> list[Any]:
    """The log from that entry on."""
    query = sa.select(LOG).where(LOG.c.table_id == name, LOG.c.seq >= after).order_by(LOG.c.seq)
    return list(connection.execute(query).all())


def sit(connection: sa.Connection, name: str, number: int, seat: Seat) -> bool:
    """Take a seat if it is free."""
    free = (SEATS.c.table_id == name, SEATS.c.seat == number, SEATS.c.user_id.is_(None), SEATS.c.bot.is_(None))
    values = {
        "user_id": seat.user,
        "bot": seat.bot,
        "name": seat.name,
        "guest": seat.guest,
        "ready": seat.ready,
        "entropy": seat.entropy,
    }
    return connection.execute(SEATS.update().where(*free).values(**values)).rowcount == 1
