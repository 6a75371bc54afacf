"""Mail addresses of accounts: one each, known only once its owner has confirmed it."""

from __future__ import annotations

import sqlalchemy as sa

from ..store.schema import RECOVERY, USERS
from ..wire.refusals import Refusal
from . import recovery

CONFIRM_WITHIN = 2 * recovery.DAY


def ask_to_confirm(db: sa.Connection, user_id: str, address: str, now: int) -> str:
    """The text of a link that confirms an address; one asked for before is void."""
    _forget_waiting(db, user_id)
    return recovery.link(db, user_id, "address", address, now, now + CONFIRM_WITHIN)


def _forget_waiting(db: sa.Connection, user_id: str) -> None:
    db.execute(RECOVERY.delete().where(RECOVERY.c.user_id == user_id, RECOVERY.c.kind == "address"))


def confirm(db: sa.Connection, token: str, now: int) -> None:
    """From now on this is their address."""
    mine = RECOVERY.c.digest == recovery.digest("address", token)
    row = db.execute(sa.select(RECOVERY).where(mine, RECOVERY.c.kind == "address", RECOVERY.c.expires > now)).first()
    if row is None or db.execute(RECOVERY.delete().where(mine)).rowcount != 1:
        raise Refusal("wrong_link", 401)
    _forget_links(db, row.user_id)
    db.execute(USERS.update().where(USERS.c.id == row.user_id).values(email=row.text))


def _forget_links(db: sa.Connection, user_id: str) -> None:
    """What was sent to an address of before."""
    db.execute(RECOVERY.delete().where(RECOVERY.c.user_id == user_id, RECOVERY.c.kind == "link"))


def remove(db: sa.Connection, user_id: str) -> None:
    """No address, nor one that waits; no link that was sent there works any more."""
    _forget_waiting(db, user_id)
    _forget_links(db, user_id)
    db.execute(USERS.update().where(USERS.c.id == user_id).values(email=None))


def of(db: sa.Connection, user_id: str, now: int) -> tuple[str | None, str | None]:
    """Their confirmed address, and the one that waits to be confirmed."""
    mine = (RECOVERY.c.user_id == user_id, RECOVERY.c.kind == "address", RECOVERY.c.expires > now)
    waiting = db.execute(sa.select(RECOVERY.c.text).where(*mine)).scalar()
    return db.execute(sa.select(USERS.c.email).where(USERS.c.id == user_id)).scalar(), waiting
