"""Whom the owner of a table has sent away from it: they do not sit down there again."""

from __future__ import annotations

import sqlalchemy as sa

from ..store.schema import SENT_AWAY
from ..wire.refusals import Refusal
from . import sealing, stored
from .table import Seat, Table

MOST = 50  # are remembered at one table


def send_away(db: sa.Connection, table: Table, owner: str, number: int) -> Table:
    """The owner frees a seat before the game starts; Refusal where nobody else sits."""
    if table.owner != owner:
        raise Refusal("not_yours", 403)
    if table.status != "open":
        raise Refusal("not_open")
    if table.settings.device:
        raise Refusal("one_device", 403)
    user = table.seats[number].user if number < len(table.seats) else None
    if user is None or user == owner:
        raise Refusal("not_found", 404)
    there = sa.select(SENT_AWAY.c.user_id).where(SENT_AWAY.c.table_id == table.id)
    known = set(db.execute(there).scalars())
    if user not in known and len(known) < MOST:
        db.execute(SENT_AWAY.insert().values(table_id=table.id, user_id=user))
    table.seats[number] = Seat()
    return stored.save(db, table, [number, *sealing.begin_anew(table)])


def check(db: sa.Connection, table: str, user: str) -> None:
    """Refusal for whoever was sent away."""
    sent = sa.select(SENT_AWAY.c.user_id).where(SENT_AWAY.c.table_id == table, SENT_AWAY.c.user_id == user)
    if db.execute(sent).one_or_none() is not None:
        raise Refusal("sent_away", 403)
