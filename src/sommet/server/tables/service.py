"""The table service: a table's whole life. Nothing else changes a table."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from ...core.position import Position
from ...core.registry import game
from ...site.records import GivenRecord
from ..metrics import FINISHED
from ..people import blocks, notices
from ..people.accounts import User
from ..people.limits import Buckets
from ..people.notices import Notice
from ..store.database import new_id
from ..wire.bodies import SitRequest
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from . import fair_play, sealing, sending_away, snapshot, stored
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
        self.opening = Opening(process, self.change)
        self.hint_limits = Buckets(0.2, 5)
        self.challenged: Callable[[str], None] = lambda user: None  # what waits for their answer has changed
        self.abort_limits = Buckets(1 / 600, 3)  # who sees a poor deal might wish for another

    # making, sitting down, starting

    async def make(
        self,
        user: User,
        settings: Settings,
        at: int | None,
        record: GivenRecord | None = None,
        also: Callable[[sa.Connection, Table], Table] | None = None,
    ) -> Table:
        """A new table, its maker at that place or at none; `record` is a game begun elsewhere.

        `also` changes it further before anybody sees it, or raises Refusal.
        """
        tables.check(settings)
        brought = None if record is None else tables.check_brought(settings, record)
        if brought is not None:
            fair_play.refuse(Position.of(game(brought.game), brought), await fair_play.running(self, user))
        if at is not None:
            check_seated(settings, user)
        seats = tables.places(settings, user, at)
        name, keys, now = new_id(), self.process.new_keys(), self.process.now()
        unpeopled = all(seat.bot for seat in seats)
        if unpeopled and self._unpeopled() >= self.process.config.bot_tables:
            raise Refusal("busy", 429)

        def write(db: sa.Connection) -> Table:
            _check_count(db, user)
            self._check_made(db, user, unpeopled)
            made = stored.create(db, name, user.id, settings, seats, keys, now, brought)
            return made if also is None else also(db, made)

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
            expired = bool(table.challenged) and self.process.now() - table.created > tables.OPEN_FOR
            if table.status != "open" or expired:
                raise Refusal("not_open")
            if table.settings.device:
                raise Refusal("one_device", 403)
            invited = wanted.invite == table.invite or user.id == table.owner or user.id in table.challenged
            if not (table.settings.public or invited):
                raise Refusal("not_invited", 403)
            check_seated(table.settings, user)
            sending_away.check(db, name, user.id)
            if blocks.by_any(db, {table.owner, *(seat.user for seat in table.seats if seat.user)}, user.id):
                raise Refusal("not_welcome", 403)
            if table.seat_of(user.id) is not None:
                raise Refusal("seated")
            _check_count(db, user)
            number = _place(table, user.id, wanted.seat)
            if table.seats[number].reserved is not None and (owner := table.seat_of(table.owner)) is not None:
                notices.plan(db, [Notice(name, owner, 0, "accepted", self.process.now())], self.process.now())
            table.seats[number] = Seat(user.id, None, user.name, user.guest)
            if wanted.seal is not None:
                return self.opening.sealed(db, table, [number], wanted.seal)
            return stored.save(db, table, [number])

        return await self.change(room, write)

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

        return await self.change(room, write)

    async def send_away(self, user: User, name: str, seat: int) -> Table:
        """By its owner, before the game starts: that seat is free again, and whoever sat there does not come back."""
        room = await self.room(name)
        return await self.change(
            room, lambda db: sending_away.send_away(db, stored.find(db, name, lock=True), user.id, seat)
        )

    async def abort(self, user: User, name: str) -> Table:
        """By one of its players, before the second move: the game is called off, and nobody has won or lost."""
        room = await self.room(name)
        if room.table.settings.device:
            raise Refusal("one_device", 403)
        if not room.seats_of(user):
            raise Refusal("not_seated", 403)

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, name, lock=True)
            if table.status != "running":
                raise Refusal("not_started" if table.status == "open" else "over")
            if not stored.just_begun(db, name):
                raise Refusal("too_late")
            return stored.set_status(db, table, "closed", self.process.now())

        if room.table.status == "running" and not self.abort_limits.take(user.id):
            raise Refusal("slow_down", 429)
        async with room.held():
            table = await self.process.store.write(write)
        return await self.changed(room, table)

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

        return await self.change(room, write)

    async def change(self, room: Room, write: Callable[[sa.Connection], Table]) -> Table:
        """Change a table; everybody is told."""
        return await self.changed(room, await self.process.store.write(write))

    async def changed(self, room: Room, table: Table) -> Table:
        """A table was changed to this; everybody is told."""
        was, waited = room.table.status, room.table.challenged
        if table.changes > room.table.changes:
            await self._take_up(room, table)
            self.following.changed(room)
            if was in stored.UNFINISHED and table.settings.public:
                self.lobby.changed()
            if waited != table.challenged or table.status == "closed":
                for user in {*waited, *table.challenged, *([table.owner] if waited else [])}:
                    self.challenged(user)
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


def _place(table: Table, user: str, wanted: int | None) -> int:
    """Where they may sit down: where they wish, in the seat that is kept for them, or in the first; Refusal."""
    free = [number for number, seat in enumerate(table.seats) if seat.free_for(user)]
    free.sort(key=lambda number: table.seats[number].reserved is None)
    number = wanted if wanted is not None else next(iter(free), None)
    if number not in free:
        raise Refusal("seat_taken")
    return number


def check_seated(settings: Settings, user: User) -> None:
    """Refusal for whoever may not sit at such a table."""
    if settings.rated and (user.guest or user.bot):
        raise Refusal("accounts_only", 403)


def _check_count(db: sa.Connection, user: User) -> None:
    if stored.unfinished_of(db, user.id) >= MOST_TABLES:
        raise Refusal("too_many_tables", 429)
