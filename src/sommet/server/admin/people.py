"""Users: found, listed, renamed, banned, deleted."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from ..people import accounts, recovery
from ..people.accounts import User
from ..store.schema import CHAT, RATINGS, SEATS, TABLES, TOKENS, USERS
from .opening import Impossible, tell
from .tables import get_up, retold

Kind = Literal["all", "accounts", "guests", "banned"]
KINDS: tuple[Kind, ...] = ("all", "accounts", "guests", "banned")


class Person(msgspec.Struct, kw_only=True):
    """A user, as an operator sees them in a list."""

    id: str
    name: str
    account: bool
    banned: bool
    created: int
    seen: int


class Details(Person, kw_only=True):
    """And all that is stored about them, but for what they keep secret."""

    email: str | None
    tokens: int
    tables: dict[str, int]  # by status
    chat: int  # lines
    ratings: list[str]


def _person(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "account": row.handle is not None,
        "banned": row.banned,
        "created": row.created,
        "seen": row.seen,
    }


def listed(db: sa.Connection, search: str, kind: Kind, page: int, size: int) -> tuple[list[Person], int]:
    """A page of those whose name holds this text, the newest first; and how many there are in all."""
    wanted: list[sa.ColumnElement[bool]] = []
    if search:
        wanted.append(sa.or_(USERS.c.name.icontains(search, autoescape=True), USERS.c.id == search))
    if kind == "accounts":
        wanted.append(USERS.c.handle.is_not(None))
    elif kind == "guests":
        wanted.append(USERS.c.handle.is_(None))
    elif kind == "banned":
        wanted.append(USERS.c.banned.is_(True))
    query = sa.select(USERS).where(*wanted).order_by(USERS.c.created.desc(), USERS.c.id)
    count = db.execute(sa.select(sa.func.count()).select_from(USERS).where(*wanted)).scalar_one()
    rows = db.execute(query.limit(size).offset((page - 1) * size))
    return [Person(**_person(row)) for row in rows], count


def found(db: sa.Connection, who: str) -> Any:
    """The row of that identity or account name, or of the only guest of that name; Impossible when nobody is meant."""
    account = sa.select(USERS).where(sa.or_(USERS.c.id == who, USERS.c.handle == accounts.handle(who)))
    rows = db.execute(account).all() or db.execute(sa.select(USERS).where(USERS.c.name == who).limit(2)).all()
    if not rows:
        raise Impossible("admin.error.no_user", who=who)
    if len(rows) > 1:
        raise Impossible("admin.error.several_users", who=who)
    return rows[0]


def shown(db: sa.Connection, who: str) -> Details:
    """All about one."""
    row = found(db, who)
    sits = sa.select(SEATS.c.table_id).where(SEATS.c.user_id == row.id)
    by_status = sa.select(TABLES.c.status, sa.func.count()).where(TABLES.c.id.in_(sits)).group_by(TABLES.c.status)
    rated = db.execute(sa.select(RATINGS).where(RATINGS.c.user_id == row.id).order_by(RATINGS.c.game))
    return Details(
        **_person(row),
        email=row.email,
        tokens=_count(db, TOKENS, row.id),
        tables={one.status: one[1] for one in db.execute(by_status)},
        chat=_count(db, CHAT, row.id),
        ratings=[f"{one.game} {one.mu - 3 * one.sigma:.2f} ({one.games})" for one in rated],
    )


def _count(db: sa.Connection, table: sa.Table, user: str) -> int:
    return int(db.execute(sa.select(sa.func.count()).select_from(table).where(table.c.user_id == user)).scalar_one())


def _user(row: Any) -> User:
    return User(row.id, row.name, row.handle is None, row.epoch)


def rename(db: sa.Connection, who: str, name: str) -> Person:
    """Another name, also where they sit; Refusal when it is none, or taken."""
    row = found(db, who)
    accounts.rename(db, _user(row), name)
    retold(db, sa.select(SEATS.c.table_id).where(SEATS.c.user_id == row.id))
    tell(db, "user", user=row.id)
    return Person(**_person(found(db, row.id)))


def ban(db: sa.Connection, who: str, at: int) -> Person:
    """They can neither sign in nor play: every session ends, and they get up from tables that have not started."""
    row = found(db, who)
    db.execute(USERS.update().where(USERS.c.id == row.id).values(banned=True, epoch=USERS.c.epoch + 1))
    get_up(db, row.id, at)
    tell(db, "user", user=row.id)
    return Person(**_person(found(db, row.id)))


def unban(db: sa.Connection, who: str) -> Person:
    """They may come back; their tokens work again, they sign in anew."""
    row = found(db, who)
    db.execute(USERS.update().where(USERS.c.id == row.id).values(banned=False))
    return Person(**_person(found(db, row.id)))


def delete(db: sa.Connection, who: str, at: int) -> Person:
    """Forget them, as they could have asked for themselves; moves stay in the others' games, without a name."""
    row = found(db, who)
    get_up(db, row.id, at)
    forget(db, _user(row))
    return Person(**_person(row))


def forget(db: sa.Connection, user: User) -> None:
    """Delete a user; the tables where their name stood are told."""
    sat = list(db.execute(sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user.id)).scalars())
    accounts.delete(db, user)
    retold(db, sat)
    tell(db, "user", user=user.id)


def reset_link(db: sa.Connection, who: str, base: str, at: int) -> str:
    """An address by which they choose a new password, once, within a day; Impossible for a guest."""
    row = found(db, who)
    if row.handle is None:
        raise Impossible("admin.error.guest", who=row.name)
    return recovery.link_address(base, recovery.new_link(db, row.id, at))
