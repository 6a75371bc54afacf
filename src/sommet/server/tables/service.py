"""The table service: a table's whole life. Nothing else changes a table."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from ...core.position import Position
from ...core.registry import game
from ...site.records import GivenRecord
from ..metrics import FINISHED
from ..people.accounts import User
from ..people.limits import Buckets
from ..store.database import new_id
from ..wire.bodies import SitRequest
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from . import fair_play, sealing, snapshot, stored
from . import table as tables
from .conversation import Conversation
from .neighbours import Neighbours
from .opening import Opening
from .process import Process
from .room import Room
from .rooms import Rooms
from .settling import settle
from .standing import result
from .table import Seat, Table

MOST_TABLES = 50
MOST_UNPEOPLED = 2  # tables of one person without people
DAY = 86_400_000


class Tables(Rooms):
    """The tables, as one process serves them."""

    def __init__(self, process: Process, others: Neighbours) -> None:
        super().__init__(process, others)
        self.conversation = Conversation(process, self.following, self._take_up)
        self.opening = Opening(process, self._change)
        self.hint_limits = Buckets(0.2, 5)

    # making, sitting down, starting

    async def make(self, user: User, settings: Settings, at: int | None, record: GivenRecord | None = None) -> Table:
        """A new table, its maker at that place or at none; `record` is a game begun elsewhere."""
        tables.check(settings)
        brought = None if record is None else tables.check_brought(settings, record)
        if brought is not None:
            fair_play.refuse(Position.of(game(brought.game), brought), await fair_play.running(self, user))
        if at is not None:
            _check_seated(settings, user)
        seats = tables.places(settings, user, at)
        name, keys, now = new_id(), self.process.new_keys(), self.process.now()
        unpeopled = all(seat.bot for seat in seats)
        if unpeopled and self._unpeopled() >= self.process.config.bot_tables:
            raise Refusal("busy", 429)

        def write(db: sa.Connection) -> Table:
            _check_count(db, user)
            self._check_made(db, user, unpeopled)
            return stored.create(db, name, user.id, settings, seats, keys, now, brought)

        table = await self.process.store.write(write)
        room = self._keep(Room(self, table, snapshot.begun(table, self.process.pulse.outages), [], {}))
        if settings.public:
            self.lobby.changed()
        self.turns.advance(room)
        return table

    def _unpeopled(self) -> int:
        """How many matches of computer players alone are going on here."""
        running = (room.table for room in self.rooms.values() if room.table.status == "running")
        return sum(all(seat.bot for seat in table.seats) for table in running)

    def _check_made(self, db: sa.Connection, user: User, unpeopled: bool) -> None:
        """Refusal when this person, or the guests at this address, have made too many tables already."""
        together = self.process.payers.together(user.id)
        if unpeopled and stored.unpeopled_by(db, together) >= MOST_UNPEOPLED:
            raise Refusal("too_many_tables", 429)
        since = self.process.now() - DAY
        if user.guest and stored.unfinished_by(db, together, since) >= self.process.config.guest_tables:
            raise Refusal("too_many_tables", 429)

    async def sit(self, user: User, name: str, wanted: SitRequest) -> Table:
        """Sit down at an open table; by invitation where the table is not public."""
        room = await self.room(name)

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, name, lock=True)
            if table.status != "open":
                raise Refusal("not_open")
            if table.settings.device:
                raise Refusal("one_device", 403)
            if not table.settings.public and wanted.invite != table.invite and user.id != table.owner:
                raise Refusal("not_invited", 403)
            _check_seated(table.settings, user)
            if table.seat_of(user.id) is not None:
                raise Refusal("seated")
            _check_count(db, user)
            free = [number for number, seat in enumerate(table.seats) if seat.free]
            number = wanted.seat if wanted.seat is not None else next(iter(free), None)
            if number not in free:
                raise Refusal("seat_taken")
            table.seats[number] = Seat(user.id, None, user.name, user.guest)
            if wanted.seal is not None:
                return self.opening.sealed(db, table, [number], wanted.seal)
            return stored.save(db, table, [number])

        return await self._change(room, write)

    async def get_up(self, user: User, name: str) -> Table:
        """Give up one's seat, before the game starts."""
        room = await self.room(name)

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, name, lock=True)
            if table.status != "open":
                raise Refusal("not_open")
            mine = table.seats_of(user.id)
            if not mine:
                raise Refusal("not_seated", 403)
            if table.settings.device:
                raise Refusal("one_device", 403)
            for number in mine:
                table.seats[number] = Seat()
            return stored.save(db, table, [*mine, *sealing.begin_anew(table)])

        return await self._change(room, write)

    async def close(self, user: User, name: str) -> Table:
        """By its owner, before the game starts."""
        room = await self.room(name)

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, name, lock=True)
            if table.owner != user.id:
                raise Refusal("not_yours", 403)
            if table.status != "open":
                raise Refusal("not_open")
            return stored.set_status(db, table, "closed", self.process.now())

        return await self._change(room, write)

    async def quick(self, user: User, settings: Settings) -> Table:
        """Sit down where somebody waits for just this, or wait at a new public table."""
        tables.check(settings)
        _check_seated(settings, user)
        waiting = await self.process.store.read(lambda db: stored.waiting(db, settings.game, settings.players))
        for table in waiting:
            if table.settings == settings and not table.full and table.seat_of(user.id) is None:
                try:
                    return await self.sit(user, table.id, SitRequest())
                except Refusal:
                    continue  # somebody was faster
        return await self.make(user, settings, 0)

    async def _change(self, room: Room, write: Callable[[sa.Connection], Table]) -> Table:
        """Change a table; everybody is told."""
        was = room.table.status
        table = await self.process.store.write(write)
        if table.changes > room.table.changes:
            await self._take_up(room, table)
            self.following.changed(room)
            if was == "open" and table.settings.public:
                self.lobby.changed()
        return table

    async def _take_up(self, room: Room, table: Table) -> None:
        """The room of a table that we changed goes along; if others did meanwhile, it reads what they did."""
        if room.next_change(table.changes):
            room.adopt(table)
        elif table.changes > room.table.changes:
            await room.catch_up()
            self.turns.advance(room)

    # the end

    async def finish(self, room: Room) -> None:
        """The match is over: store how, and the ratings, once."""
        progress, ended, was = room.progress, result(room.progress), room.table

        def write(db: sa.Connection) -> Table | None:
            known = stored.numbers(db, [room.id]).get(room.id, (0, 0))[1] == progress.seq
            return settle(db, was, progress, ended, self.process.now()) if known else None

        table = await self.process.store.write(write)
        if table is not None:
            FINISHED.labels(was.settings.game).inc()
            await self._take_up(room, table)
            self.following.changed(room)
            if was.settings.public:
                self.lobby.changed()
        else:
            await room.catch_up()
        self.unload(room)

    async def finished(self, user: User | None, name: str, number: int) -> tuple[Room, Position]:
        """A round of a match that is over; Refusal while anything of it may still be hidden."""
        room = await self.room(name)
        if room.seat_of(user) is None and not room.may_watch(user):
            raise Refusal("no_watching", 403)
        if not room.progress.over:
            raise Refusal("not_over")
        if not 1 <= number <= len(room.progress.rounds):
            raise Refusal("not_found", 404)
        record = room.progress.rounds[number - 1].record
        return room, Position.of(game(record.game), record)

    async def of(self, user: User, status: str | None) -> list[Table]:
        """The newest hundred tables at which somebody sits."""
        return await self.process.store.read(lambda db: stored.newest_of(db, user.id, status))


def _check_seated(settings: Settings, user: User) -> None:
    if settings.rated and (user.guest or user.bot):
        raise Refusal("accounts_only", 403)


def _check_count(db: sa.Connection, user: User) -> None:
    if stored.unfinished_of(db, user.id) >= MOST_TABLES:
        raise Refusal("too_many_tables", 429)
