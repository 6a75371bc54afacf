"""The sweep: every two seconds this process looks after its rooms."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from ..store.database import StoreError
from ..wire.refusals import Refusal
from . import stored
from .judging import fallen, ran_out
from .overdue import Overdue
from .pairing import Pairing, forget
from .process import Process
from .room import Room
from .service import Tables
from .table import OPEN_FOR

log = logging.getLogger("sommet.sweep")
SWEEP = 2.0
STALE = 10_000
FLAG_GRACE = 5_000


class Sweep:
    """Work that has to be done although no request asks for it."""

    def __init__(self, process: Process, tables: Tables, overdue: Overdue, pairing: Pairing) -> None:
        self._process, self._tables, self._overdue, self._pairing = process, tables, overdue, pairing

    async def run(self) -> None:
        """Every two seconds: end what ran out of time, resume what another process left."""
        count = 0
        while True:
            await asyncio.sleep(SWEEP)
            count += 1
            try:
                self._look_after_all()
                self._overdue.look()
                if count % 30 == 1:
                    await self._overdue.look_at_days()
                await self._pairing.look()
                self._tables.following.tell_all()
                if count % 5 == 0:
                    await self._tables.following.poll()
                if count % 300 == 1:
                    await self._process.store.write(self._close_old)
            except StoreError as error:
                log.warning("the store is away: %s", error)
            except Exception:
                log.exception("the sweep failed")

    def _look_after_all(self) -> None:
        for room in list(self._tables.rooms.values()):
            self._look_after(room)

    def _look_after(self, room: Room) -> None:
        progress, now = room.progress, self._process.now()
        if room.unsure:
            self._process.spawn(self._recover(room))
        elif fallen(room, now - FLAG_GRACE) is not None:
            self._process.spawn(self._flag(room))
        elif not progress.entries or now - progress.entries[-1].at > STALE:
            self._tables.turns.advance(room)
        self._overdue.look_at_choice(room)
        self._tables.opening.look_after(room)
        self._tables.unload(room)
        if room.id not in self._tables.rooms:
            self._overdue.unloaded(room)

    async def _recover(self, room: Room) -> None:
        """The store may be back: read what it has, and resume the server's own work."""
        await room.catch_up()
        self._tables.turns.advance(room)

    async def _flag(self, room: Room) -> None:
        try:
            await ran_out(room)
        except Refusal:  # nobody's is over, or a computer player's, which goes on
            self._tables.turns.advance(room)

    def _close_old(self, db: sa.Connection) -> None:
        """Tables that nobody filled in a day are closed."""
        now = self._process.now()
        stored.close_old(db, now - OPEN_FOR, now)
        forget(db)
