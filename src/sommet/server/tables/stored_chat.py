"""What people say and ask for at a table, in the store."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from ..store.schema import CHAT, CONSENTS
from ..wire.messages import Chat
from . import stored


class Line(msgspec.Struct, frozen=True):
    """A stored line of chat and its number; a later line has a larger one."""

    id: int
    user: str
    said: Chat


def say(db: sa.Connection, table: str, user: str, said: Chat) -> tuple[Line, int]:
    """Store a line; the line, and the number of this change of the table."""
    changes = stored.changed(db, table)  # first: whoever speaks at this table at the same time waits here
    values = {"table_id": table, "user_id": user, "name": said.name, "seat": said.seat, "text": said.text}
    number = db.execute(CHAT.insert().values(at=said.at, **values).returning(CHAT.c.id)).scalar_one()
    return Line(number, user, said), changes


def recent(db: sa.Connection, table: str, most: int) -> list[Line]:
    """The last lines."""
    query = sa.select(CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.id.desc()).limit(most)
    rows = reversed(db.execute(query).all())
    return [Line(row.id, row.user_id, Chat(row.name, row.seat, row.text, row.at)) for row in rows]


def asked(db: sa.Connection, table: str, seq: int) -> dict[str, list[int]]:
    """What is being asked for at that length of the log, and by which seats."""
    found: dict[str, list[int]] = {}
    for row in db.execute(sa.select(CONSENTS).where(CONSENTS.c.table_id == table).order_by(CONSENTS.c.seat)):
        if row.what == "rematch" or row.seq == seq:
            found.setdefault(row.what, []).append(row.seat)
    return found


def ask(
    db: sa.Connection, table: str, what: str, seq: int, seat: int, voices: list[int]
) -> tuple[list[int], int, bool]:
    """These seats ask, or agree, `seat` speaking: all who did, who began, whether anything is new."""
    query = sa.select(CONSENTS).where(CONSENTS.c.table_id == table, CONSENTS.c.what == what, CONSENTS.c.seq == seq)
    before = db.execute(query).all()
    first = next((row.seat for row in before if row.first), seat)
    new = sorted(set(voices) - {row.seat for row in before})
    for voice in new:
        begins = not before and voice == seat
        db.execute(CONSENTS.insert().values(table_id=table, what=what, seq=seq, seat=voice, first=begins))
    return sorted({row.seat for row in before} | set(new)), first, bool(new)


def decline(db: sa.Connection, table: str, what: str) -> None:
    """It is no longer being asked for."""
    db.execute(CONSENTS.delete().where(CONSENTS.c.table_id == table, CONSENTS.c.what == what))
