"""A room: a cache of one table. Any process can make it from the store; here it goes on, and follows what is stored.

Seats come before views: what a room learns of its table it takes up before anybody is shown what follows from it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from ...core.position import Position
from ..store.database import StoreError
from ..store.journal import Told
from ..store.log import Entry
from ..wire.messages import Rematch, encode
from ..wire.refusals import Refusal
from .audience import Audience
from .connection import Connection
from .process import Process
from .progress import Progress
from .snapshot import Snapshot, begun
from .stored_chat import Line
from .table import Table

log = logging.getLogger("sommet.rooms")
Made = tuple[Entry, Position | None] | None


class Known(NamedTuple):
    """How much of a table a room knows: its changes, and the last entry of its log."""

    changes: int
    last: Entry | None


class House(Protocol):
    """What a room asks of the service that keeps it."""

    process: Process

    def came_or_went(self, room: Room) -> None:
        """Who is here has changed."""

    def went_on(self, room: Room) -> None:
        """The match has, or may, by what was done here."""

    def followed(self, room: Room) -> None:
        """The match has, by what another process did."""

    async def read(self, room: Room) -> None:
        """Have the room follow what is stored now."""


class Room(Audience):
    """A table in memory."""

    def __init__(
        self, house: House, table: Table, progress: Progress, chat: list[Line], offers: dict[str, list[int]]
    ) -> None:
        super().__init__(house.process, table, progress, chat, offers)
        self._house = house
        self.used = time.monotonic()
        self.advancing = False
        self.storing = False  # an entry is on its way to the store
        self._doubts = self._cleared = 0
        self._waiting: asyncio.Future[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._read_again = False
        self._anew = False  # what we know is not what is stored: the room is to be made anew

    def enter(self, connection: Connection, seq: int) -> None:
        """Somebody comes in, `connection.viewer` says as whom; their welcome is the first that they hear."""
        self.attendance.add(connection)
        connection.say(self.welcome(connection, seq))
        self._tell_presence()

    def leave(self, connection: Connection) -> None:
        """Somebody goes."""
        if self.attendance.remove(connection):
            self.used = time.monotonic()
            self._tell_presence()

    def _tell_presence(self) -> None:
        self.to_all(encode(self.presence()))
        self._house.came_or_went(self)

    # going on

    @property
    def unsure(self) -> bool:
        """Whether the store may hold what we do not know."""
        return self._anew or self._doubts > self._cleared

    @property
    def free(self) -> bool:
        """Whether nothing is in the way of a new entry."""
        return not self.storing and not self._anew and self._doubts == self._cleared

    def doubt(self) -> None:
        """The store may hold what we do not know: it is read before anything else is done here."""
        self._doubts += 1

    async def commit(self, build: Callable[[], Made], cause: Connection | None = None, name: str | None = None) -> bool:
        """Store the entry that `build` makes of the newest state, then show it. False: there was nothing to store.

        `build` raises Refusal for what is not to be; it is called again when another process was faster.
        """
        while True:
            await self.settled()
            if self.unsure:
                await self.catch_up()
                continue
            stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            if not self.begin(build, partial(_settle, stored), cause, name):
                return False
            if await stored:
                return True

    def begin(
        self, build: Callable[[], Made], told: Told, cause: Connection | None = None, name: str | None = None
    ) -> bool:
        """The same at once, in a room that is free; `told` hears how it went. False: there was nothing to store."""
        if self.table.status == "closed":
            raise Refusal("table_closed", 410)
        made = build()
        if made is None:
            return False
        entry, after = made
        self.storing = True

        def done(how: bool | StoreError) -> None:
            self.storing = False
            if how is True and not self._apply(entry, after, cause, name):
                how = False  # it is stored: whoever asks again finds it
            elif how is not True:
                self.doubt()
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                waiting.set_result(None)
            told(how)

        entries = self.progress.entries
        self.process.journal.put(entry, done, entries[-1].at if entries else None, self.table.changes)
        return True

    async def settled(self) -> None:
        """Until nothing is being stored."""
        while self.storing:
            if self._waiting is None:
                self._waiting = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiting)

    def _apply(self, entry: Entry, after: Position | None, cause: Connection | None, name: str | None) -> bool:
        """An entry of ours is stored. False: we cannot go on with it; the room is made anew."""
        try:
            self.progress.add(entry, after)
            self.used = time.monotonic()
            self._show([entry], cause, name)
        except Exception:
            log.exception("an entry could not be applied", extra={"table": self.id, "seq": entry.seq})
            self._anew = True
            return False
        self._house.went_on(self)
        return True

    def _show(self, entries: list[Entry], cause: Connection | None = None, name: str | None = None) -> None:
        """These entries were added. Who has lost their seat by them is no longer shown what it sees."""
        if self.offers.get("take_back"):
            self.tell_offer("take_back", [])
        replaced = any(entry.kind == "replace" for entry in entries)
        moved = self.reseat() if replaced else ()
        self.broadcast(entries, cause, name, moved)
        if replaced:
            self.welcome_again(moved)
            self.tell_table()

    # following the store

    def next_change(self, changes: int) -> bool:
        """Whether this is the change that follows on those we know; then we know it."""
        if changes != self.table.changes + 1:
            return False
        self.table.changes = changes
        return True

    def adopt(self, table: Table) -> None:
        """We changed the table, it is like this now: everybody takes their place, then they are told."""
        before = self.table.status
        self._adopt(table, [])
        if before != table.status:
            self._house.went_on(self)

    def _adopt(self, table: Table, entries: list[Entry]) -> None:
        """The table is like this now, and these entries have been added to its log, which were read together."""
        before, self.table = self.table, table
        starts = before.status == "open" and table.status == "running"
        if starts and self.progress.seq == 0:
            self.progress = begun(table, self.process.pulse.outages)
        for entry in entries:
            self.progress.add(entry)
        if before != table:
            moved = self.reseat()
            self.welcome_again(moved)
            if entries or (starts and self.progress.choosing is not None):
                self.broadcast(entries, skip=moved)
            self.tell_table()
            if table.status == "closed":
                for connection in self.attendance.all():
                    self.dismiss(connection, Refusal("table_closed", 410))
            if table.rematch is not None and table.rematch != before.rematch:
                self.to_all(encode(Rematch(table.rematch)))
        elif entries:
            self._show(entries)

    def told(self, entry: Entry, changes: int) -> bool:
        """Another process has stored this entry, knowing so many changes. False: read the store instead."""
        ready = self.free and self._reading is None and self.table.status != "open"
        if not ready or changes > self.table.changes or entry.seq != self.progress.seq:
            return False
        try:
            self.progress.add(entry)
        except Exception:
            log.exception("an entry could not be followed", extra={"table": self.id, "seq": entry.seq})
            self._anew = True
            return False
        self._show([entry])
        self._house.followed(self)
        return True

    @property
    def known(self) -> Known:
        """How much of the table we know."""
        last = self.progress.entries[-1] if self.progress.entries else None
        return Known(self.table.changes, last)

    def behind(self, found: Snapshot, known: Known) -> bool:
        """Whether the store no longer has what we knew before we read it, or we are at odds with ourselves."""
        lost = known.last is not None and found.entries[:1] != [known.last]
        self._anew = self._anew or lost or found.table.changes < known.changes
        return self._anew

    def follow(self, found: Snapshot) -> bool:
        """Be as the store is: seats first, then what follows from the log, then what was said and asked.

        False: that failed, and the room is to be made anew.
        """
        entries = [entry for entry in found.entries if entry.seq >= self.progress.seq]
        newer = found.table.changes > self.table.changes
        try:
            self._adopt(found.table if newer else self.table, entries)
        except Exception:
            log.exception("what is stored could not be followed", extra={"table": self.id})
            self._anew = True
            return False
        if newer:
            self.follow_chat(found.chat)
        if found.length == self.progress.seq and found.table.changes == self.table.changes:
            for what in {*self.offers, *found.asked}:
                if self.offers.get(what, []) != found.asked.get(what, []):
                    self.tell_offer(what, found.asked.get(what, []))
        if entries or newer:
            self._house.followed(self)
        return True

    def start_anew(self, found: Snapshot, progress: Progress) -> None:
        """What we knew is void: this is what is stored. Everybody is told."""
        self.table, self.progress, self.chat, self.offers = found.table, progress, found.chat, found.asked
        self._anew = False
        self.reseat()
        self.welcome_again(self.attendance.all())
        self._house.went_on(self)

    async def catch_up(self) -> None:
        """Read what the store has and we have not. Many may ask; one reads, once more if asked after it began."""
        self._read_again = True
        if self._reading is None:
            self._reading = asyncio.create_task(self._catch_up())
        await asyncio.shield(self._reading)

    async def _catch_up(self) -> None:
        try:
            while self._read_again:
                await self.settled()
                self._read_again, doubts = False, self._doubts
                await self._house.read(self)
                self._cleared = max(self._cleared, doubts)
        finally:
            self._reading = None


def _settle(stored: asyncio.Future[bool], how: bool | StoreError) -> None:
    """For one who awaits the journal's word."""
    if stored.done():
        return  # they have gone
    if isinstance(how, StoreError):
        stored.set_exception(how)
    else:
        stored.set_result(how)
