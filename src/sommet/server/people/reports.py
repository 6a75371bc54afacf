"""Reports to those who run the server: who, about whom, why, and at which table. SQL only."""

from __future__ import annotations

import sqlalchemy as sa

from ..store.schema import CHAT, REPORTS, SEATS, USERS
from ..wire.friends import ReportRequest
from ..wire.refusals import Refusal

MOST = 20  # of one person that nobody has dealt with


def make(db: sa.Connection, user: str, wanted: ReportRequest, at: int) -> None:
    """Store one. Refusal for whoever was not there, for oneself, for the same again, and for too many."""
    if wanted.user == user:
        raise Refusal("yourself", 400)
    there = sa.select(USERS.c.id).where(USERS.c.id == wanted.user)
    if wanted.table is None:  # by their profile, and guests have none
        there = there.where(USERS.c.handle.is_not(None))
    else:
        sat = sa.select(SEATS.c.user_id).where(SEATS.c.table_id == wanted.table)
        spoke = sa.select(CHAT.c.user_id).where(CHAT.c.table_id == wanted.table)
        there = there.where(USERS.c.id.in_(sat.union(spoke)))
    if db.execute(there).one_or_none() is None:
        raise Refusal("not_found", 404)
    open_ = sa.select(REPORTS.c.about_id, REPORTS.c.table_id).where(
        REPORTS.c.user_id == user, REPORTS.c.closed.is_(None)
    )
    mine = {(row.about_id, row.table_id) for row in db.execute(open_)}
    if (wanted.user, wanted.table) in mine:
        raise Refusal("reported")
    if len(mine) >= MOST:
        raise Refusal("slow_down", 429)
    text = "".join(letter if letter.isprintable() else " " for letter in wanted.text).strip()
    values = {"about_id": wanted.user, "table_id": wanted.table, "why": wanted.why, "text": text, "at": at}
    db.execute(REPORTS.insert().values(user_id=user, **values))


def forget_old(db: sa.Connection, before: int) -> None:
    """What was dealt with by then."""
    db.execute(REPORTS.delete().where(REPORTS.c.closed < before))
