"""Quick matches: whoever wants the same game, clock and number of players is brought together, by rating.

Whoever finds nobody waits at a public table of their own. The longer somebody waits, the further apart ratings may be;
then whoever came later is moved to the other's table, by the process to which they are connected.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from ..people import blocks, ratings
from ..people.accounts import User
from ..store.schema import SEEKS, TABLES
from ..wire.bodies import SitRequest
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from . import sending_away, stored
from . import table as tables
from .room import Room
from .service import Tables, check_seated
from .table import Seat, Table

NARROW = 4.0  # points of mu: somebody new has 25, and eight more or fewer are all that is known of them
WIDENS = 0.2  # points a second
ANYBODY = 60.0  # seconds
THERE = 20_000  # milliseconds: whoever was connected that recently is there
MOST = 200


def width(waited: float) -> float:
    """How far apart ratings may be when somebody has waited so many seconds."""
    return float("inf") if waited >= ANYBODY else NARROW + WIDENS * max(0.0, waited)


@dataclass(frozen=True)
class Seek:
    """Somebody who waits at a table of their own; `rating` None: nothing is known of them."""

    table: str
    user: str
    wish: str
    rating: float | None
    at: int

    @property
    def order(self) -> tuple[int, str]:
        """Who came first stays, the other moves."""
        return self.at, self.table

    def apart(self, other: Seek) -> float:
        """How different their ratings are."""
        return 0.0 if self.rating is None or other.rating is None else abs(self.rating - other.rating)

    def fits(self, other: Seek, now: int) -> bool:
        """Whether they may play: whoever has waited longer decides."""
        return self.apart(other) <= width((now - min(self.at, other.at)) / 1000)


def wish_of(settings: Settings) -> str:
    """The same for the same settings."""
    return hashlib.sha256(msgspec.json.encode(settings, order="deterministic")).hexdigest()[:32]


def waiting(db: sa.Connection, wishes: list[str], now: int) -> list[Seek]:
    """Those who wait for one of these and are there, the first to come first."""
    query = sa.select(SEEKS).join(TABLES, TABLES.c.id == SEEKS.c.table_id)
    query = query.where(TABLES.c.status == "open", SEEKS.c.wish.in_(wishes), SEEKS.c.alive > now - THERE)
    return [_seek(row) for row in db.execute(query.order_by(SEEKS.c.at, SEEKS.c.table_id).limit(MOST))]


def _seek(row: Any) -> Seek:
    return Seek(row.table_id, row.user_id, row.wish, row.rating, row.at)


def _sought(db: sa.Connection, names: list[str]) -> set[str]:
    """At which of these tables somebody waited so, and may have gone."""
    return set(db.execute(sa.select(SEEKS.c.table_id).where(SEEKS.c.table_id.in_(names))).scalars())


def forget(db: sa.Connection) -> None:
    """Whoever has begun to play, or has gone, waits no longer."""
    over = sa.select(TABLES.c.id).where(TABLES.c.status != "open")
    db.execute(SEEKS.delete().where(SEEKS.c.table_id.in_(over)))


class Pairing:
    """Brings together whoever waits."""

    def __init__(self, tables_: Tables) -> None:
        self._tables, self._process = tables_, tables_.process

    async def quick(self, user: User, settings: Settings) -> Table:
        """Sit down where somebody waits for just this and is neither too strong nor too weak, or wait at a new table.

        A table that was made by hand takes anybody.
        """
        tables.check(settings)
        check_seated(settings, user)
        now, wish = self._process.now(), wish_of(settings)

        def read(db: sa.Connection) -> tuple[list[tuple[float, Table]], Seek]:
            mine = Seek("", user.id, wish, ratings.strength(db, user.id, settings.game), now)
            unwanted = blocks.of(db, [user.id]).get(user.id, frozenset())
            found = stored.waiting(db, settings.game, settings.players)
            there = {seek.table: seek for seek in waiting(db, [wish], now)}
            sought = _sought(db, [table.id for table in found])
            fitting = []
            for table in found:
                here = {table.owner, *(seat.user for seat in table.seats)}
                seek = there.get(table.id)
                own = seek is not None and seek.user == user.id and table.seat_of(user.id) is not None
                if table.settings != settings or table.full or here & unwanted or (user.id in here and not own):
                    continue
                if own:
                    return [(0.0, table)], mine
                if seek is None and table.id not in sought:
                    fitting.append((0.0, table))
                elif seek is not None and seek.user in here and seek.fits(mine, now):
                    fitting.append((seek.apart(mine), table))
            return sorted(fitting, key=lambda each: each[0]), mine

        fitting, mine = await self._process.store.read(read)
        for _, table in fitting:
            if table.seat_of(user.id) is not None:
                return table  # they wait there already
            try:
                return await self._tables.sit(user, table.id, SitRequest())
            except Refusal:
                continue  # somebody was faster
        return await self._tables.make(user, settings, 0, also=lambda db, table: _begin(db, table, mine))

    async def look(self) -> None:
        """Every few seconds: those who wait here are there, and may be moved to somebody who came before them."""
        rooms = {room.id: room for room in self._tables.rooms.values() if _waits(room)}
        if not rooms:
            return
        now = self._process.now()

        def write(db: sa.Connection) -> tuple[list[Seek], list[Seek]]:
            mine = SEEKS.update().where(SEEKS.c.table_id.in_(list(rooms))).values(alive=now).returning(SEEKS)
            here = [_seek(row) for row in db.execute(mine)]
            return here, waiting(db, sorted({seek.wish for seek in here}), now) if here else []

        here, others = await self._process.store.write(write)
        for mine in sorted(here, key=lambda seek: seek.order, reverse=True):
            earlier = [each for each in others if each.wish == mine.wish and each.order < mine.order]
            for other in sorted(earlier, key=mine.apart):
                if mine.fits(other, now) and await self._move(rooms[mine.table], mine, other):
                    break

    async def _move(self, room: Room, mine: Seek, other: Seek) -> bool:
        """Whoever waits in this room sits down at the other's table, and this one is closed."""

        def write(db: sa.Connection) -> tuple[Table, Table] | None:
            first, second = (stored.find(db, name, lock=True) for name in sorted((mine.table, other.table)))
            left, there = (first, second) if first.id == mine.table else (second, first)
            alone = [seat.user for seat in left.seats if seat.user is not None] == [mine.user]
            free = next((number for number, seat in enumerate(there.seats) if seat.free_for(mine.user)), None)
            if left.settings != there.settings or left.status != "open" or there.status != "open":
                return None
            if not alone or free is None or there.seat_of(other.user) is None or there.seat_of(mine.user) is not None:
                return None
            here = {there.owner, *(seat.user for seat in there.seats if seat.user is not None)}
            sending_away.check(db, there.id, mine.user)
            if blocks.by_any(db, here, mine.user) or blocks.of(db, [mine.user]).get(mine.user, frozenset()) & here:
                return None
            seat = left.seats[left.seats_of(mine.user)[0]]
            there.seats[free] = Seat(mine.user, None, seat.name, seat.guest)
            left.status, left.rematch = "closed", there.id
            stored.save(db, left, status="closed", changed=self._process.now(), rematch=there.id)
            return left, stored.save(db, there, [free])

        try:
            moved = await self._process.store.write(write)
        except Refusal:
            return False
        if moved is None:
            return False
        await self._tables.changed(await self._tables.room(other.table), moved[1])
        await self._tables.changed(room, moved[0])
        return True


def _begin(db: sa.Connection, table: Table, mine: Seek) -> Table:
    """They wait at this table from now on."""
    kept = {"user_id": mine.user, "wish": mine.wish, "rating": mine.rating, "at": mine.at, "alive": mine.at}
    db.execute(SEEKS.insert().values(table_id=table.id, **kept))
    return table


def _waits(room: Room) -> bool:
    """Whether its owner sits in it and is connected here."""
    table = room.table
    seat = table.seat_of(table.owner)
    waits = table.status == "open" and table.settings.public and not table.settings.device
    return waits and seat is not None and bool(room.attendance.viewers.get(seat))
