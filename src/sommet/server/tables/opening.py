"""Before the deal: players seal their parts of it, then open them; then the match starts. `fair` says why."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from ..people.accounts import User
from ..wire.refusals import Refusal
from . import sealing, stored
from .process import Process
from .room import Room
from .table import Table

Write = Callable[[sa.Connection], Table]


class Opening:
    """Takes seals and bytes; `change` stores a change of a table and tells everybody."""

    def __init__(self, process: Process, change: Callable[[Room, Write], Awaitable[Table]]) -> None:
        self._process, self._change = process, change

    async def seal(self, room: Room, user: User | None, given: str | None) -> None:
        """A player's program has come, with all the seats they hold, and its seal; None: it adds nothing."""
        name = user.id if user is not None else None
        table, mine = room.table, room.table.seats_of(name)
        if not mine or table.status != "open":
            return
        if all(table.seats[seat].ready for seat in mine) and (
            given in (None, table.seats[min(mine)].sealed) or table.ready or table.brought is not None
        ):
            return

        def write(db: sa.Connection) -> Table:
            found = stored.find(db, room.id, lock=True)
            seats = found.seats_of(name)
            return self.sealed(db, found, seats, given) if found.status == "open" and seats else found

        await self._change(room, write)

    def sealed(self, db: sa.Connection, table: Table, seats: list[int], given: str | None) -> Table:
        """These seats of one player come with this seal: the table as it is stored then."""
        changing = sealing.seal(table, seats, given)
        return self._stored(db, table, changing) if changing else table

    def _stored(self, db: sa.Connection, table: Table, seats: list[int]) -> Table:
        """With these seats changed; when all that was sealed is open, the match starts."""
        if table.opened:
            return stored.set_status(db, table, "running", self._process.now(), seats)
        return stored.save(db, table, seats)

    async def open(self, room: Room, user: User | None, given: str) -> None:
        """A player's device opens its part. Refusal when these are not the bytes that it sealed, or nothing is to open.

        As long as others have not opened, nothing changes that anybody may see, and so this change has no number.
        """
        name = user.id if user is not None else None
        if not room.table.seats_of(name):
            raise Refusal("not_seated", 403)
        if sealing.opens(room.table, room.table.seats_of(name), given) is None:
            return

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, room.id, lock=True)
            seat = sealing.opens(table, table.seats_of(name), given)
            if seat is None:
                return table
            table.seats[seat].entropy = given
            if table.opened:
                return self._stored(db, table, [seat])
            stored.open_seat(db, table, seat)
            return table

        table = await self._change(room, write)
        if table.changes == room.table.changes:
            room.table.seats = table.seats

    def look_after(self, room: Room) -> None:
        """Whoever has sealed and does not open is not waited for longer than so: it is dealt without their part."""
        seals = room.table.seals if room.table.status == "open" else None
        if seals is None:
            room.sealed = None
        elif room.sealed is None or room.sealed[0] != seals:
            room.sealed = seals, time.monotonic()
        elif time.monotonic() - room.sealed[1] > self._process.config.opening:
            self._process.spawn(self._start(room, seals))

    async def _start(self, room: Room, seals: list[str | None]) -> None:
        def write(db: sa.Connection) -> Table:
            table = stored.find(db, room.id, lock=True)
            if table.status != "open" or table.seals != seals:
                return table
            return stored.set_status(db, table, "running", self._process.now())

        await self._change(room, write)
