"""A room: a cache of one table. Any process can make it from the store; here it goes on, and follows what is stored.

Seats come before views: what a room learns of its table it takes up before anybody is shown what follows from it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import NamedTuple, Protocol

from ..store.log import Entry
from ..wire.messages import Rematch, encode
from ..wire.refusals import Refusal
from .connection import Connection
from .process import Process
from .progress import Progress
from .snapshot import Snapshot, begun
from .stored_chat import Line
from .storing import Storing
from .table import Table

log = logging.getLogger("sommet.rooms")


class Known(NamedTuple):
    """How much of a table a room knows: its changes, and the last entry of its log."""

    changes: int
    last: Entry | None


class Numbers(NamedTuple):
    """How far a room is: the table's changes, the length of its log, and how often it was doubted."""

    changes: int
    length: int
    doubts: int


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


class Room(Storing):
    """A table in memory."""

    def __init__(
        self, house: House, table: Table, progress: Progress, chat: list[Line], offers: dict[str, list[int]]
    ) -> None:
        super().__init__(house.process, table, progress, chat, offers)
        self._house = house
        self.advancing = False
        self.sealed: tuple[list[str | None], float] | None = None  # what is to be opened, and since when we know
        self._reading: asyncio.Task[None] | None = None
        self._read_again = False

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

    def went_on(self) -> None:
        """An entry of ours was shown."""
        self._house.went_on(self)

    # following the store

    @property
    def numbers(self) -> Numbers:
        """How far we are."""
        return Numbers(self.table.changes, self.progress.seq, self._doubts)

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
            present = self.presence()
            moved = self.reseat()
            self.welcome_again(moved)
            if self.presence() != present:
                self._tell_presence()
            if entries or (starts and self.progress.choosing is not None):
                self.broadcast(entries, skip=moved)
            self.tell_table()
            if table.rematch is not None and table.rematch != before.rematch:
                self.to_all(encode(Rematch(table.rematch)))
            if table.status == "closed":
                for connection in self.attendance.all():
                    self.dismiss(connection, Refusal(_closed(before, table), 410))
        elif entries:
            self._show(entries)

    def told(self, entry: Entry, follows: int | None, changes: int) -> bool:
        """Another process has stored this entry, after the one of that time, knowing so many changes.

        False: read the store instead.
        """
        entries = self.progress.entries
        if entry.seq < len(entries):
            self._anew = self._anew or entries[entry.seq] != entry  # the store has lost what we have
            return not self._anew
        ready = self.free and self._reading is None and self.table.status != "open"
        after = entry.seq == len(entries) and follows == (entries[-1].at if entries else None)
        if not (ready and after) or changes > self.table.changes:
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
                self.reassure(doubts)
        finally:
            self._reading = None


def _closed(before: Table, table: Table) -> str:
    """Why it was, for those who are there."""
    if before.status != "open":
        return "called_off"
    return "declined" if before.challenged and not table.challenged else "table_closed"
