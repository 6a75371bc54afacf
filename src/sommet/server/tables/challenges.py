"""Challenges: a table at which a seat is kept for somebody, who is told of it and may accept or decline.

It is accepted by sitting down, declined by whom the seat is kept for, withdrawn when its owner closes the table, and it
ends as any table does that nobody fills.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from ..people import blocks, notices, profiles
from ..people.accounts import User
from ..people.limits import Buckets
from ..people.notices import Notice
from ..people.sessions import Sessions
from ..store.schema import SEATS, TABLES, USERS
from ..wire.friends import Challenge, ChallengeRequest, Known
from ..wire.messages import Challenged
from ..wire.refusals import Refusal
from . import stored
from .neighbours import Neighbours
from .service import Tables
from .table import OPEN_FOR, Seat, Table

MOST = 10  # of one person that wait for an answer
LISTED = 50


class Challenges:
    """Made, answered and told by one process."""

    def __init__(self, tables: Tables, sessions: Sessions, others: Neighbours) -> None:
        self._tables, self._sessions, self._others = tables, sessions, others
        self._limits, self._again = Buckets(1 / 30, 5), Buckets(1 / 600, 3)  # of one person, and to the same one
        tables.challenged = self.tell
        others.on("challenged", lambda _, hint: sessions.say(str(hint["user"]), Challenged()))

    def tell(self, user: str) -> None:
        """Something has changed for them: they look."""
        self._sessions.say(user, Challenged())
        self._others.tell("challenged", user=user)

    async def make(self, user: User, wanted: ChallengeRequest) -> Table:
        """Challenge somebody who has a profile; they are told."""
        if wanted.user == user.id:
            raise Refusal("yourself", 400)
        if wanted.settings.device or any(wanted.settings.bots):
            raise Refusal("one_device" if wanted.settings.device else "people_only", 400)
        if not (self._limits.take(user.id) and self._again.take(f"{user.id} {wanted.user}")):
            raise Refusal("slow_down", 429)
        settings = msgspec.structs.replace(wanted.settings, public=False)
        now = self._tables.process.now()

        def keep(db: sa.Connection, table: Table) -> Table:
            name = profiles.name(db, wanted.user)
            if blocks.by_any(db, [wanted.user], user.id) or blocks.by_any(db, [user.id], wanted.user):
                raise Refusal("no_challenge", 403)
            waiting = challenged_by(db, user.id, now)
            if wanted.user in waiting:
                raise Refusal("challenged_already")
            if len(waiting) >= MOST:
                raise Refusal("too_many_tables", 429)
            seat = next(number for number, place in enumerate(table.seats) if place.free)
            table.seats[seat] = Seat(name=name, reserved=wanted.user)
            notices.plan(db, [Notice(table.id, seat, 0, "asked", now)], now)
            return stored.save(db, table, [seat])

        table = await self._tables.make(user, settings, wanted.seat, also=keep)
        self.tell(wanted.user)
        return table

    async def decline(self, user: User, name: str) -> None:
        """No, thank you: the table is closed."""
        room = await self._tables.room(name)

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, name, lock=True)
            kept = [number for number, seat in enumerate(table.seats) if seat.reserved == user.id]
            if not kept:
                raise Refusal("not_found", 404)
            if table.status != "open":
                raise Refusal("not_open")
            for number in kept:
                table.seats[number] = Seat()
            return stored.set_status(db, table, "closed", self._tables.process.now(), kept)

        await self._tables.change(room, write)

    async def of(self, user: User) -> list[Challenge]:
        """Those that wait for an answer: to them and by them, the newest first."""
        now = self._tables.process.now()
        return await self._tables.process.store.read(lambda db: listed(db, user.id, now))


_SEAT_KEPT = SEATS.c.table_id == TABLES.c.id


def challenged_by(db: sa.Connection, user: str, now: int) -> list[str]:
    """Whom they have challenged, and who has not answered."""
    query = sa.select(SEATS.c.reserved).join(TABLES, _SEAT_KEPT)
    mine = (TABLES.c.owner == user, TABLES.c.status == "open", SEATS.c.reserved.is_not(None))
    return list(db.execute(query.where(*mine, TABLES.c.created > now - OPEN_FOR)).scalars())


def listed(db: sa.Connection, user: str, now: int) -> list[Challenge]:
    """Challenges to and by somebody. What comes from whom they have blocked is not shown."""
    kept = sa.select(SEATS.c.table_id).where(SEATS.c.reserved == user)
    made = sa.select(SEATS.c.table_id).join(TABLES, _SEAT_KEPT)
    made = made.where(TABLES.c.owner == user, TABLES.c.status == "open", SEATS.c.reserved.is_not(None))
    query = sa.select(TABLES).where(TABLES.c.id.in_(kept.union(made)), TABLES.c.status == "open")
    query = query.where(TABLES.c.created > now - OPEN_FOR).order_by(TABLES.c.created.desc()).limit(LISTED)
    tables = stored.several(db, query)
    owners = sa.select(USERS.c.id, USERS.c.name).where(USERS.c.id.in_({table.owner for table in tables}))
    names: dict[str, str] = {row.id: row.name for row in db.execute(owners.where(USERS.c.banned.is_(False)))}
    unwanted = blocks.of(db, [user]).get(user, frozenset())
    return [
        _challenge(table, names[table.owner], user)
        for table in tables
        if table.owner in names and table.owner not in unwanted
    ]


def _challenge(table: Table, owner: str, user: str) -> Challenge:
    seat = next(seat for seat in table.seats if seat.reserved is not None)
    to = Known(seat.reserved or "", seat.name)
    shown = table.own(user)
    return Challenge(shown, Known(table.owner, owner), to, table.owner == user, table.created + OPEN_FOR)
