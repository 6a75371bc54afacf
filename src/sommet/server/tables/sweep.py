"""The sweep: every two seconds this process stores a heartbeat and looks after its rooms."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ..store.database import StoreError
from ..store.outages import beat
from ..store.schema import LOG, TABLES
from ..wire.refusals import Refusal
from .commands import flag

if TYPE_CHECKING:
    from ..hub import Hub
    from .room import Room

log = logging.getLogger("sommet.sweep")
SWEEP = 2.0
STALE = 10_000
FLAG_GRACE = 5_000
OPEN_FOR = 86_400_000


class Sweep:
    """Work that has to be done although no request asks for it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def run(self) -> None:
        """Every two seconds: a heartbeat, end what ran out of time, resume what another process left."""
        count = 0
        while True:
            await asyncio.sleep(SWEEP)
            count += 1
            try:
                for began, ended in await self._hub.store.write(lambda db: beat(db, self._hub.now())):
                    self._hub.outages.add(began, ended)
                self._look_after_all()
                if count % 5 == 0 and not self._hub.store.sqlite:
                    await self._poll()
                if count % 300 == 1:
                    await self._hub.store.write(lambda db: tables_closed(db, self._hub.now()))
            except StoreError as error:
                log.warning("the store is away: %s", error)
            except Exception:
                log.exception("the sweep failed")

    def _look_after_all(self) -> None:
        for room in list(self._hub.rooms.values()):
            self._look_after(room)

    def _look_after(self, room: Room) -> None:
        progress, now = room.progress, self._hub.now()
        if room.unsure:
            self._hub.spawn(self._recover(room))
        elif progress.playing and progress.settings.clock.kind != "days" and progress.clocks.fallen(now - FLAG_GRACE):
            self._hub.spawn(self._flag(room))
        elif not progress.entries or now - progress.entries[-1].at > STALE:
            self._hub.turns.advance(room)
        if not self._hub.bus.alone and room.connections:
            self._hub.others.tell_presence(room)
        self._hub.unload(room)

    async def _recover(self, room: Room) -> None:
        """The store may be back: read what it has, and resume the server's own work."""
        await room.catch_up()
        self._hub.turns.advance(room)

    async def _flag(self, room: Room) -> None:
        try:
            await room.commit(lambda: flag(room))
        except Refusal:
            return

    async def _poll(self) -> None:
        """A hint may have been lost: ask how long the logs are."""
        names = [room.id for room in self._hub.rooms.values() if room.connections]
        for start in range(0, len(names), 500):
            part = names[start : start + 500]
            query = sa.select(LOG.c.table_id, sa.func.max(LOG.c.seq)).where(LOG.c.table_id.in_(part))
            found = partial(_rows, query.group_by(LOG.c.table_id))
            for name, last in await self._hub.store.read(found):
                room = self._hub.rooms.get(name)
                if room is not None and last >= room.progress.seq and not room.storing:
                    self._hub.spawn(room.catch_up())


def _rows(query: sa.Select[Any], db: sa.Connection) -> list[Any]:
    return list(db.execute(query))


def tables_closed(db: sa.Connection, now: int) -> None:
    """Tables that nobody filled in a day are closed."""
    old = TABLES.update().where(TABLES.c.status == "open", TABLES.c.created < now - OPEN_FOR)
    db.execute(old.values(status="closed", changed=now))
