"""Is the server well? What it can do now, part by part, found out by doing it."""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa

from .bus import Bus
from .database import Store, StoreError, setting
from .journal import Journal
from .schema import LOG, SETTINGS, TABLES, USERS

CHECKED = "checked"
LASTS = 1.0  # seconds: it is not found out more often
PATIENCE = 5.0


class Health:
    """Of one process. `parts` has for each part None, or why it does not do its work."""

    def __init__(self, store: Store, bus: Bus, journal: Journal) -> None:
        self._store, self._bus, self._journal = store, bus, journal
        self._at = float("-inf")
        self._asked: asyncio.Task[None] | None = None
        self.parts: dict[str, StoreError | None] = {}

    async def look(self) -> bool:
        """Whether games can go on here: entries are stored, and what is stored can be read. Many may ask; one looks."""
        if time.monotonic() - self._at >= LASTS:
            if self._asked is None:
                self._asked = asyncio.create_task(self._look())
            await asyncio.shield(self._asked)
        return self.parts["store"] is None and self.parts["journal"] is None

    async def _look(self) -> None:
        try:
            away = None if self._bus.alone or self._bus.listening.is_set() else StoreError("server.store.no_bus")
            stuck = None if self._journal.well else StoreError("server.store.stopping")
            self.parts = {"store": await self._write(), "journal": stuck, "bus": away}
            self._at = time.monotonic()
        finally:
            self._asked = None

    async def _write(self) -> StoreError | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.write(_write)
                await self._store.read(_read)
        except StoreError as error:
            return error
        except TimeoutError:
            return StoreError("server.store.no_answer")
        return None


def _write(db: sa.Connection) -> None:
    now = str(time.time_ns())
    setting(db, CHECKED, lambda: now)
    db.execute(SETTINGS.update().where(SETTINGS.c.key == CHECKED).values(value=now))


def _read(db: sa.Connection) -> None:
    for table in (USERS, TABLES, LOG):
        db.execute(sa.select(table).limit(1)).all()
