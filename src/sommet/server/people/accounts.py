"""Who somebody is: a guest or an account, by a signed cookie or a bot token. Passwords by argon2id."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ..store.database import new_id
from ..store.schema import (
    CHAT,
    RATINGS,
    RECOVERY,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
    TOKENS,
    USERS,
)
from ..wire.people import TokenInfo
from ..wire.refusals import Refusal

COOKIE = "sommet_session"
COOKIE_DAYS = 365
LONGEST_NAME = 24
MOST_TOKENS = 20
TOKEN_PREFIX = "sommet_"


@dataclass(frozen=True)
class User:
    """A person, or a person's program (`bot`)."""

    id: str
    name: str
    guest: bool
    epoch: int = 0
    bot: bool = False
    token: str | None = None  # the identity of the token by which a program came
    banned: bool = False
    seen: int = 0


class Signer:
    """Signs and reads cookies. Void after a year, or when the user's epoch has moved on."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def _signature(self, text: str) -> str:
        return base64.urlsafe_b64encode(hmac.digest(self._key, text.encode(), "sha256")).decode().rstrip("=")

    def sign(self, user: User, now: int) -> str:
        """The cookie's text."""
        text = f"1.{user.id}.{user.epoch}.{now // 1000}"
        return f"{text}.{self._signature(text)}"

    def read(self, cookie: str, now: int) -> tuple[str, int] | None:
        """The user and their epoch, when the cookie is ours and not too old."""
        text, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode(errors="replace")):
            return None
        version, user, epoch, issued = text.split(".")
        if version != "1" or now // 1000 - int(issued) > COOKIE_DAYS * 86_400:
            return None
        return user, int(epoch)


class Passwords:
    """argon2id; slow on purpose, so call it in a thread."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    def hash(self, password: str) -> str:
        """What is stored."""
        return self._hasher.hash(password)

    def right(self, stored: str | None, password: str) -> bool:
        """Whether it is the password; takes as long when there is no such account."""
        try:
            return self._hasher.verify(stored or self._nobody, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False


def clean_name(name: str) -> str:
    """A name as it is shown; Refusal when it is none."""
    found = " ".join(unicodedata.normalize("NFC", name).split())
    hidden = any(unicodedata.category(letter)[0] == "C" for letter in found)
    if not 1 <= len(found) <= LONGEST_NAME or hidden:
        raise Refusal("bad_name", 400)
    return found


def handle(name: str) -> str:
    """What makes two names the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return hashlib.sha256(folded.encode()).hexdigest()[:40]


def check_password(password: str) -> None:
    """Refusal when it is too short or too long."""
    if not 8 <= len(password) <= 200:
        raise Refusal("bad_password", 400)


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _user(row: Any, token: str | None = None) -> User:
    return User(row.id, row.name, row.handle is None, row.epoch, token is not None, token, row.banned, row.seen)


def by_id(connection: sa.Connection, user: str) -> User | None:
    """The user of that identity."""
    row = connection.execute(sa.select(USERS).where(USERS.c.id == user)).one_or_none()
    return None if row is None else _user(row)


def by_token(connection: sa.Connection, token: str) -> User | None:
    """The user whose program has this token."""
    query = sa.select(USERS, TOKENS.c.id.label("token")).join(TOKENS, TOKENS.c.user_id == USERS.c.id)
    row = connection.execute(query.where(TOKENS.c.digest == digest(token), USERS.c.banned.is_(False))).one_or_none()
    return None if row is None else _user(row, row.token)


_BY_COOKIE = sa.select(USERS).where(  # built once: it is asked with every request
    USERS.c.id == sa.bindparam("user"), USERS.c.epoch == sa.bindparam("epoch"), USERS.c.banned.is_(False)
)


def by_cookie(connection: sa.Connection, user: str, epoch: int) -> User | None:
    """The user of that identity, if a cookie of that epoch is still good."""
    row = connection.execute(_BY_COOKIE, {"user": user, "epoch": epoch}).one_or_none()
    return None if row is None else _user(row)


def seen(connection: sa.Connection, user: str, at: int) -> None:
    """They have come."""
    connection.execute(USERS.update().where(USERS.c.id == user, USERS.c.seen < at).values(seen=at))


def new_guest(connection: sa.Connection, name: str, at: int) -> User:
    """A guest."""
    user = User(new_id(), clean_name(name), True)
    connection.execute(USERS.insert().values(id=user.id, name=user.name, epoch=0, created=at, seen=at))
    return user


def new_account(connection: sa.Connection, name: str, password: str, guest: User | None, at: int) -> User:
    """An account; a guest who makes one keeps their identity and their games. `password`: as it is stored."""
    shown = clean_name(name)
    taken = connection.execute(sa.select(USERS.c.id).where(USERS.c.handle == handle(shown))).one_or_none()
    if taken is not None:
        raise Refusal("name_taken")
    values = {"name": shown, "handle": handle(shown), "password": password}
    if guest is not None and guest.guest:
        _rename_seats(connection, guest, shown)
        connection.execute(USERS.update().where(USERS.c.id == guest.id).values(epoch=USERS.c.epoch + 1, **values))
        connection.execute(SEATS.update().where(SEATS.c.user_id == guest.id).values(guest=False))
        identity = guest.id
    else:
        identity = new_id()
        connection.execute(USERS.insert().values(id=identity, epoch=0, created=at, seen=at, **values))
    found = by_id(connection, identity)
    assert found is not None
    return found


def stored_password(connection: sa.Connection, name: str) -> tuple[User, str] | None:
    """The account of that name, which may be banned, and its stored password."""
    row = connection.execute(sa.select(USERS).where(USERS.c.handle == handle(name))).one_or_none()
    return None if row is None else (_user(row), row.password)


def set_password(connection: sa.Connection, user: User, password: str) -> User:
    """A new password; every cookie, token and recovery link given before is void, and no device is sent anything."""
    sign_out_everywhere(connection, user)
    connection.execute(USERS.update().where(USERS.c.id == user.id).values(password=password))
    connection.execute(RECOVERY.delete().where(RECOVERY.c.user_id == user.id, RECOVERY.c.kind == "link"))
    connection.execute(TOKENS.delete().where(TOKENS.c.user_id == user.id))
    found = by_id(connection, user.id)
    assert found is not None
    return found


def sign_out_everywhere(connection: sa.Connection, user: User) -> None:
    """Every cookie given before is void; no device is sent anything more."""
    connection.execute(USERS.update().where(USERS.c.id == user.id).values(epoch=USERS.c.epoch + 1))
    connection.execute(SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.user_id == user.id))


def rename(connection: sa.Connection, user: User, name: str) -> User:
    """Another name: a guest's at once; an account's, which is also what it signs in with, when it is free."""
    shown = clean_name(name)
    values: dict[str, Any] = {"name": shown}
    if not user.guest:
        other = connection.execute(
            sa.select(USERS.c.id).where(USERS.c.handle == handle(shown), USERS.c.id != user.id)
        ).one_or_none()
        if other is not None:
            raise Refusal("name_taken")
        values["handle"] = handle(shown)
    _rename_seats(connection, user, shown)
    connection.execute(USERS.update().where(USERS.c.id == user.id).values(**values))
    return User(user.id, shown, user.guest, user.epoch)


def _shown_at(connection: sa.Connection, user: User) -> None:
    """The tables that show their name change: each gets the next number, by which whoever has it open finds out.

    Before anything of the user is locked: the end of a match locks its table first, too.
    """
    sat = sa.select(SEATS.c.table_id).where(sa.or_(SEATS.c.user_id == user.id, SEATS.c.reserved == user.id))
    spoken = sa.select(CHAT.c.table_id).where(CHAT.c.user_id == user.id)
    theirs = TABLES.c.id.in_(sat.union(spoken))
    connection.execute(sa.select(TABLES.c.id).where(theirs).order_by(TABLES.c.id).with_for_update())
    connection.execute(TABLES.update().where(theirs).values(changes=TABLES.c.changes + 1))


def _rename_seats(connection: sa.Connection, user: User, name: str) -> None:
    """At their seats too, but for those that on one device have names of their own."""
    _shown_at(connection, user)
    mine = (sa.or_(SEATS.c.user_id == user.id, SEATS.c.reserved == user.id), SEATS.c.name == user.name)
    connection.execute(SEATS.update().where(*mine).values(name=name))


def new_token(connection: sa.Connection, user: User, label: str, at: int) -> tuple[str, str]:
    """A bot token: its identity and its text, which is shown this once."""
    count = connection.execute(
        sa.select(sa.func.count()).select_from(TOKENS).where(TOKENS.c.user_id == user.id)
    ).scalar_one()
    if count >= MOST_TOKENS:
        raise Refusal("too_many_tokens")
    name, text = new_id(), TOKEN_PREFIX + secrets.token_urlsafe(32)
    connection.execute(
        TOKENS.insert().values(id=name, user_id=user.id, digest=digest(text), label=label[:40], created=at)
    )
    return name, text


def tokens(connection: sa.Connection, user: User) -> list[TokenInfo]:
    """One's tokens, without their texts."""
    query = sa.select(TOKENS).where(TOKENS.c.user_id == user.id).order_by(TOKENS.c.created)
    return [TokenInfo(row.id, row.label, row.created) for row in connection.execute(query)]


def remove_token(connection: sa.Connection, user: User, name: str) -> None:
    """No longer valid."""
    gone = connection.execute(TOKENS.delete().where(TOKENS.c.id == name, TOKENS.c.user_id == user.id)).rowcount
    if not gone:
        raise Refusal("not_found", 404)


def delete(connection: sa.Connection, user: User) -> None:
    """Forget them: all that is stored about them. Their moves stay in the others' games, without a name."""
    _shown_at(connection, user)
    connection.execute(sa.select(USERS.c.id).where(USERS.c.id == user.id).with_for_update())  # before their ratings
    connection.execute(CHAT.delete().where(CHAT.c.user_id == user.id))
    connection.execute(SEATS.update().where(SEATS.c.user_id == user.id).values(name="", guest=True))
    connection.execute(SEATS.update().where(SEATS.c.reserved == user.id).values(name="", reserved=None))
    connection.execute(RATINGS.delete().where(RATINGS.c.user_id == user.id))
    connection.execute(TOKENS.delete().where(TOKENS.c.user_id == user.id))
    connection.execute(USERS.delete().where(USERS.c.id == user.id))
