"""What was said at tables: listed, removed."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from ..store.schema import CHAT
from .opening import Impossible
from .tables import retold


class Line(msgspec.Struct):
    """A line and its number."""

    id: int
    table: str
    user: str
    name: str
    text: str
    at: int


def line(row: Any) -> Line:
    """A stored one."""
    return Line(row.id, row.table_id, row.user_id, row.name, row.text, row.at)


def listed(db: sa.Connection, table: str | None, user: str | None, page: int, size: int) -> tuple[list[Line], int]:
    """A page of lines, the newest first; and how many there are in all."""
    wanted: list[sa.ColumnElement[bool]] = []
    if table is not None:
        wanted.append(CHAT.c.table_id == table)
    if user is not None:
        wanted.append(CHAT.c.user_id == user)
    count = db.execute(sa.select(sa.func.count()).select_from(CHAT).where(*wanted)).scalar_one()
    rows = db.execute(sa.select(CHAT).where(*wanted).order_by(CHAT.c.id.desc()).limit(size).offset((page - 1) * size))
    return [line(row) for row in rows], count


def remove(db: sa.Connection, lines: list[int]) -> int:
    """These lines; Impossible, and none is removed, when one of them is not there."""
    there = set(db.execute(sa.select(CHAT.c.id).where(CHAT.c.id.in_(lines))).scalars())
    for number in lines:
        if number not in there:
            raise Impossible("admin.error.no_line", line=number)
    return _remove(db, CHAT.c.id.in_(lines))


def remove_of(db: sa.Connection, user: str) -> int:
    """All that a user ever said."""
    return _remove(db, CHAT.c.user_id == user)


def _remove(db: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    retold(db, sa.select(CHAT.c.table_id).where(which).distinct())
    return int(db.execute(CHAT.delete().where(which)).rowcount)
