"""Noticing: in games with days a move, whoever is not there is told that it is their turn, and before their clock ends.
Whoever is challenged is told so, and whose challenge is accepted.

Every twenty seconds one process of the server thinks of the tables where something happened, and sends what is due.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from ..people import blocks, notices, wishes
from ..people.mail import Mailer
from ..people.notices import NOBODY, Notice
from ..people.pusher import Pusher
from ..people.quiet import reminder_at, turn_at
from ..people.telling import Telling
from ..people.wishes import Person
from ..store.database import StoreError
from .process import Process
from .room import Room
from .service import Tables

log = logging.getLogger("sommet.notices")
EVERY = 20_000
PATIENCE = 60_000  # whoever is there needs no notice; who comes within a minute needs none either
HEARD = 20_000  # in that time every other process has said who is connected to it
NEWS = 3_600_000  # a beginning is news for an hour
MOST = 100


class Sender(Process, Protocol):
    """A process that sends mail, and pushes."""

    mail: Mailer
    push: Pusher


class Noticing:
    """Finds what is to be told, and tells it."""

    def __init__(self, sender: Sender, tables: Tables) -> None:
        self._sender, self._tables = sender, tables
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, where anything can be told at all: links need the server's address."""
        if self._sender.config.base_url:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY / 1000)
            try:
                if await self._sender.store.write(lambda db: notices.my_round(db, self._sender.now(), EVERY - 1000)):
                    await self.round()
            except StoreError as error:
                log.warning("the store is away: %s", error)
            except Exception:
                log.exception("noticing failed")

    async def round(self) -> None:
        """Think of what happened, send what is due; one bad table keeps no other from being told."""
        store, before = self._sender.store, self._sender.now() - PATIENCE
        for table, seq in await store.read(lambda db: notices.unplanned(db, before, MOST)):
            planned = await self._planned(table, seq)
            await store.write(lambda db, planned=planned: notices.plan(db, planned, self._sender.now()))  # type: ignore[misc]
        for notice in await store.read(lambda db: notices.due(db, self._sender.now(), MOST)):
            await self._look_at(notice)

    async def _planned(self, table: str, seq: int) -> list[Notice]:
        """What this table's last entry asks for."""
        try:
            room = await self._tables.room(table)
        except StoreError:
            raise
        except Exception:
            log.exception("no notice for a table that cannot be read", extra={"table": table})
            return [Notice(table, NOBODY, seq, "turn", None)]
        progress, now = room.progress, self._sender.now()
        due = now if self._sender.bus.alone else now + HEARD
        seat = mover(room)
        found = [Notice(table, NOBODY if seat is None else seat, progress.seq, "turn", None if seat is None else due)]
        if progress.entries and now - progress.entries[0].at < NEWS and not room.table.settings.device:
            known = {seat, *(entry.seat for entry in progress.entries)}  # they know, or are told that they are to move
            starts = ((other, None if other in known else due) for other in room.humans())
            found += [Notice(table, other, 0, "started", when) for other, when in starts]
        if seat is not None and (ends := deadline(room, seat, now)) is not None:
            person = await self._person(room, seat)
            quiet = person.wishes.quiet if person else None
            found.append(Notice(table, seat, progress.seq, "reminder", reminder_at(ends, self._pace(room), quiet)))
        return found

    def _pace(self, room: Room) -> int:
        return room.table.settings.clock.start

    async def _person(self, room: Room, seat: int) -> Person | None:
        user = room.table.seats[seat].user or room.table.seats[seat].reserved
        return None if user is None else await self._sender.store.read(lambda db: wishes.person(db, user))

    async def _unwanted(self, room: Room, notice: Notice, person: Person) -> bool:
        """Whether they have blocked whoever challenges them."""
        owner, store = room.table.owner, self._sender.store
        return notice.kind == "asked" and await store.read(lambda db: blocks.by_any(db, [person.id], owner))

    async def _look_at(self, notice: Notice) -> None:
        """Send it, put it off, or let it be."""
        until: int | None = None
        told: Telling | None = None
        ends: int | None = None
        try:
            known = notice.table in self._tables.rooms
            room = await self._tables.room(notice.table)
            now = self._sender.now()
            person = await self._person(room, notice.seat) if wanted(room, notice) else None
            if person is not None and not await self._unwanted(room, notice, person):
                ends = deadline(room, notice.seat, now)
                until = self._when(room, notice, person, now, ends)
                if not (known or self._sender.bus.alone):
                    until = max(until, now + HEARD)  # we have only begun to hear who is there
                if until <= now:
                    until, told = None, self._telling(room, notice, person)
        except StoreError:
            raise
        except Exception:
            log.exception("no notice for a table that cannot be read", extra={"table": notice.table})
        claimed = await self._sender.store.write(lambda db: notices.claim(db, notice, until))
        if claimed and told is not None:
            self._tell(told, None if ends is None else (ends - now) // 1000)

    def _when(self, room: Room, notice: Notice, person: Person, now: int, ends: int | None) -> int:
        quiet = person.wishes.quiet
        if notice.kind == "reminder" and ends is not None:  # a clock that stood still for a while ends later
            return reminder_at(ends, self._pace(room), quiet)
        return turn_at(now, ends if notice.kind == "turn" else None, quiet)

    def _telling(self, room: Room, notice: Notice, person: Person) -> Telling | None:
        """What to say; None: they are at the table, and see it."""
        if notice.kind != "reminder" and room.presence().seats[notice.seat]:
            return None
        table = room.table
        others = [name for seat, name in names(room).items() if seat != notice.seat]
        return Telling(self._sender.config.base_url, person, notice.kind, table.id, table.settings.game, others)

    def _tell(self, told: Telling, seconds: int | None) -> None:
        if (mail := told.mail()) is not None:
            self._sender.mail.put(mail)
        for message in told.push(86_400 if seconds is None else seconds):
            self._sender.push.put(message)


def mover(room: Room) -> int | None:
    """The seat of the person whom the game waits for: to move, or to choose who starts."""
    if room.table.settings.device:
        return None
    seat = room.progress.to_move
    seat = room.progress.choosing if seat is None else seat
    return seat if seat is not None and seat in room.humans() else None


def names(room: Room) -> dict[int, str]:
    """Who sits where: a computer player has no name, whoever was forgotten is not named."""
    bots = room.progress.bots
    seats = enumerate(room.table.seats)
    return {number: "" if number in bots else seat.name for number, seat in seats if number in bots or seat.name}


def deadline(room: Room, seat: int, now: int) -> int | None:
    """When that seat's clock ends; None: it does not run."""
    clocks = room.progress.clocks
    if clocks.running != seat or clocks.clock.kind == "none":
        return None
    return now + clocks.remaining(now)[seat]


def wanted(room: Room, notice: Notice) -> bool:
    """Whether it still is as it was when this was planned."""
    if notice.kind in ("asked", "accepted"):
        seat = room.table.seats[notice.seat]
        return room.table.status == "open" and (seat.reserved if notice.kind == "asked" else seat.user) is not None
    if room.table.status != "running" or notice.seat not in room.humans():
        return False
    if notice.kind == "started":
        return True
    return notice.seq == room.progress.seq and mover(room) == notice.seat
