"""What people have reported: listed, shown with what was said at the table, dealt with."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from ..store.schema import CHAT, REPORTS, USERS
from .chat import Line, line
from .opening import Impossible

CONTEXT = 50  # lines of chat


class Report(msgspec.Struct, kw_only=True):
    """One, as an operator sees it in a list."""

    id: int
    by: str  # an identity
    by_name: str
    about: str
    about_name: str
    table: str | None
    why: str
    text: str
    at: int
    closed: int | None


class Details(Report, kw_only=True):
    """And what was said at that table: the last lines until then, and those after it."""

    chat: list[Line]


_BY, _ABOUT = USERS.alias(), USERS.alias()
_QUERY = (
    sa.select(REPORTS, _BY.c.name.label("by_name"), _ABOUT.c.name.label("about_name"))
    .join(_BY, _BY.c.id == REPORTS.c.user_id)
    .join(_ABOUT, _ABOUT.c.id == REPORTS.c.about_id)
)


def _report(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "by": row.user_id,
        "by_name": row.by_name,
        "about": row.about_id,
        "about_name": row.about_name,
        "table": row.table_id,
        "why": row.why,
        "text": row.text,
        "at": row.at,
        "closed": row.closed,
    }


def listed(db: sa.Connection, every: bool, user: str | None, page: int, size: int) -> tuple[list[Report], int]:
    """A page of reports, the newest first, and how many there are in all; `every`: also those dealt with."""
    wanted: list[sa.ColumnElement[bool]] = [] if every else [REPORTS.c.closed.is_(None)]
    if user is not None:
        wanted.append(REPORTS.c.about_id == user)
    count = db.execute(sa.select(sa.func.count()).select_from(REPORTS).where(*wanted)).scalar_one()
    rows = db.execute(_QUERY.where(*wanted).order_by(REPORTS.c.id.desc()).limit(size).offset((page - 1) * size))
    return [Report(**_report(row)) for row in rows], count


def shown(db: sa.Connection, number: int) -> Details:
    """One of them."""
    row = db.execute(_QUERY.where(REPORTS.c.id == number)).one_or_none()
    if row is None:
        raise Impossible("admin.error.no_report", report=number)
    return Details(**_report(row), chat=[] if row.table_id is None else _context(db, row.table_id, row.at))


def _context(db: sa.Connection, table: str, at: int) -> list[Line]:
    there = sa.select(CHAT).where(CHAT.c.table_id == table)
    before = db.execute(there.where(CHAT.c.at <= at).order_by(CHAT.c.id.desc()).limit(CONTEXT)).all()
    after = db.execute(there.where(CHAT.c.at > at).order_by(CHAT.c.id).limit(CONTEXT)).all()
    return [line(row) for row in [*reversed(before), *after]]


def close(db: sa.Connection, numbers: list[int], at: int) -> int:
    """These have been dealt with; Impossible, and nothing is changed, when one of them is not there."""
    there = set(db.execute(sa.select(REPORTS.c.id).where(REPORTS.c.id.in_(numbers))).scalars())
    for number in numbers:
        if number not in there:
            raise Impossible("admin.error.no_report", report=number)
    waiting = (REPORTS.c.id.in_(numbers), REPORTS.c.closed.is_(None))
    return int(db.execute(REPORTS.update().where(*waiting).values(closed=at)).rowcount)
