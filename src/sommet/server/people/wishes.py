"""What somebody wants to be told, and how: by mail, on which devices, not in which hours. SQL only."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

import sqlalchemy as sa

from ..store.schema import NOTICE_WISHES, RECOVERY, SUBSCRIPTIONS, USERS
from ..wire.people import StoredReach
from ..wire.refusals import Refusal
from .push import Device
from .quiet import Quiet, zone

MOST_DEVICES = 10


@dataclass(frozen=True)
class Wishes:
    """One user's."""

    mail: bool = False
    push: bool = False
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    stop: str = ""

    @property
    def quiet(self) -> Quiet | None:
        """Their quiet hours."""
        if self.quiet_from is None or self.quiet_to is None:
            return None
        return Quiet(self.zone, self.quiet_from, self.quiet_to)


@dataclass(frozen=True)
class Person:
    """Whoever may be sent something: where to, in which language, what they wish."""

    id: str
    name: str
    language: str
    email: str | None
    wishes: Wishes
    devices: list[Device]


def of(db: sa.Connection, user_id: str) -> Wishes:
    """As stored, or nothing at all."""
    row = db.execute(sa.select(NOTICE_WISHES).where(NOTICE_WISHES.c.user_id == user_id)).first()
    if row is None:
        return Wishes()
    return Wishes(row.mail, row.push, row.quiet_from, row.quiet_to, row.zone, row.stop)


def keep(db: sa.Connection, user_id: str, wishes: Wishes, language: str) -> Wishes:
    """From now on; Refusal for a zone that there is not."""
    if zone(wishes.zone) is None:
        raise Refusal("bad_zone", 400)
    before = of(db, user_id)
    kept = replace(wishes, stop=before.stop or secrets.token_urlsafe(24))
    values = {name: getattr(kept, name) for name in ("mail", "push", "quiet_from", "quiet_to", "zone", "stop")}
    mine = NOTICE_WISHES.c.user_id == user_id
    if not db.execute(NOTICE_WISHES.update().where(mine).values(**values)).rowcount:
        db.execute(NOTICE_WISHES.insert().values(user_id=user_id, **values))
    set_language(db, user_id, language)
    return kept


def stop(db: sa.Connection, token: str) -> None:
    """One click: no notice by any way any more, until they wish for one again."""
    mine = NOTICE_WISHES.update().where(NOTICE_WISHES.c.stop == token)
    if not token or not db.execute(mine.values(mail=False, push=False)).rowcount:
        raise Refusal("not_found", 404)


def devices(db: sa.Connection, user_id: str) -> list[Device]:
    """Theirs, the oldest first."""
    query = sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.user_id == user_id).order_by(SUBSCRIPTIONS.c.created)
    return [Device(row.id, row.user_id, row.endpoint, row.p256dh, row.auth) for row in db.execute(query)]


def add_device(db: sa.Connection, device: Device, language: str, zone_name: str, now: int) -> None:
    """One more; whoever used that browser before is no longer told there. Of too many the oldest goes."""
    remove_device(db, device.id)
    wishes = of(db, device.user)
    keep(db, device.user, replace(wishes, push=True, zone=wishes.zone if wishes.stop else zone_name), language)
    values = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth, "created": now}
    db.execute(SUBSCRIPTIONS.insert().values(id=device.id, user_id=device.user, **values))
    for old in devices(db, device.user)[:-MOST_DEVICES]:
        remove_device(db, old.id)


def remove_device(db: sa.Connection, name: str, user_id: str | None = None) -> bool:
    """It is sent nothing more; whether it was there. `user_id`: only if it is theirs."""
    mine = [SUBSCRIPTIONS.c.id == name, *([] if user_id is None else [SUBSCRIPTIONS.c.user_id == user_id])]
    return db.execute(SUBSCRIPTIONS.delete().where(*mine)).rowcount == 1


def person(db: sa.Connection, user_id: str) -> Person | None:
    """Who may be sent something; None: they are gone, or banned."""
    row = db.execute(sa.select(USERS).where(USERS.c.id == user_id, ~USERS.c.banned)).first()
    if row is None:
        return None
    return Person(row.id, row.name, row.language, row.email, of(db, user_id), devices(db, user_id))


def set_language(db: sa.Connection, user_id: str, language: str) -> None:
    """In which language they are written to."""
    db.execute(USERS.update().where(USERS.c.id == user_id).values(language=language))


def export(db: sa.Connection, user_id: str) -> StoredReach:
    """All that is stored about how they are reached, for them."""
    wished = of(db, user_id)
    row = db.execute(sa.select(USERS.c.email, USERS.c.language).where(USERS.c.id == user_id)).one()
    ways = db.execute(sa.select(RECOVERY.c.kind, RECOVERY.c.text).where(RECOVERY.c.user_id == user_id)).all()
    return StoredReach(
        row.language,
        row.email,
        next((way.text for way in ways if way.kind == "address"), None),
        sum(way.kind == "code" for way in ways),
        wished.mail,
        wished.push,
        wished.quiet_from,
        wished.quiet_to,
        wished.zone,
        [device.endpoint for device in devices(db, user_id)],
    )
