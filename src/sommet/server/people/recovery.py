"""Ways back into an account: ten codes that each work once, and links that work for a day. Only digests are stored.

A code has eighty random bits, a link more: nobody guesses one, so a plain hash keeps them, and whoever shows the right
one is never told to wait, whatever strangers have tried.
"""

from __future__ import annotations

import hashlib
import secrets

import sqlalchemy as sa

from ..store.schema import RECOVERY, USERS
from ..wire.refusals import Refusal
from . import accounts
from .accounts import User

CODES = 10
DAY = 86_400_000
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another
ALIKE = str.maketrans("OIL", "011", " -–—.\t")
LINKS_A_DAY = 3  # by mail: each is good for the day, so a stranger who asks for more keeps nobody out


def _code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _ in range(16))
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def digest(kind: str, text: str) -> str:
    """What is stored. A code may be typed in small letters, without its dashes, with an O for a nought."""
    plain = text.upper().translate(ALIKE) if kind == "code" else text
    return hashlib.sha256(f"{kind} {plain}".encode()).hexdigest()


def new_codes(db: sa.Connection, user_id: str, now: int) -> list[str]:
    """Ten new codes, shown this once; those of before are void."""
    codes = [_code() for _ in range(CODES)]
    db.execute(RECOVERY.delete().where(RECOVERY.c.user_id == user_id, RECOVERY.c.kind == "code"))
    rows = [{"digest": digest("code", code), "user_id": user_id, "kind": "code", "created": now} for code in codes]
    db.execute(RECOVERY.insert(), rows)
    return codes


def codes_left(db: sa.Connection, user_id: str) -> int:
    """How many have not been used."""
    mine = (RECOVERY.c.user_id == user_id, RECOVERY.c.kind == "code")
    return int(db.execute(sa.select(sa.func.count()).select_from(RECOVERY).where(*mine)).scalar_one())


def new_link(db: sa.Connection, user_id: str, now: int) -> str:
    """The text of a link by which they choose a new password: once, within a day. See `link_address`."""
    return link(db, user_id, "link", None, now, now + DAY)


def link(db: sa.Connection, user_id: str, kind: str, text: str | None, now: int, expires: int) -> str:
    """The text of a link for one use; only its digest is stored."""
    token = secrets.token_urlsafe(24)
    row = {"digest": digest(kind, token), "user_id": user_id, "kind": kind, "text": text}
    db.execute(RECOVERY.insert().values(**row, created=now, expires=expires))
    return token


def link_address(base: str, token: str) -> str:
    """Where the page takes that link; behind the #, so that it is in no server's log."""
    return f"{base.rstrip('/')}/recover#{token}"


def link_for(db: sa.Connection, name: str, now: int) -> tuple[str, str, str] | None:
    """For who forgot their password: their confirmed address, their language and a link; None: no mail is sent."""
    who = sa.select(USERS).where(USERS.c.handle == accounts.handle(name), USERS.c.email.is_not(None), ~USERS.c.banned)
    row = db.execute(who).one_or_none()
    if row is None:
        return None
    open_links = (RECOVERY.c.user_id == row.id, RECOVERY.c.kind == "link", RECOVERY.c.expires > now)
    if db.execute(sa.select(sa.func.count()).select_from(RECOVERY).where(*open_links)).scalar_one() >= LINKS_A_DAY:
        return None
    return row.email, row.language, new_link(db, row.id, now)


def holder(db: sa.Connection, kind: str, text: str, now: int) -> User | None:
    """Whose code or link this is, if it still works."""
    mine = (RECOVERY.c.digest == digest(kind, text), RECOVERY.c.kind == kind)
    query = sa.select(RECOVERY.c.user_id).where(*mine, sa.or_(RECOVERY.c.expires.is_(None), RECOVERY.c.expires > now))
    found = db.execute(query).scalar()
    return None if found is None else accounts.by_id(db, found)


def use(db: sa.Connection, kind: str, text: str, password: str, now: int) -> User:
    """A new password (as it is stored) by a code or a link, which is then used up; every session of before ends."""
    user = holder(db, kind, text, now)
    gone = db.execute(RECOVERY.delete().where(RECOVERY.c.digest == digest(kind, text))).rowcount
    if user is None or gone != 1:  # of two who show the same one, one comes too late
        raise Refusal(f"wrong_{kind}", 401)
    return accounts.set_password(db, user, password)


def forget_old(db: sa.Connection, now: int) -> None:
    """Links that nobody used in time."""
    db.execute(RECOVERY.delete().where(RECOVERY.c.expires < now))
