"""Group commit: one transaction for all log entries that wait. An entry is on disk before it is acknowledged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec
import sqlalchemy as sa

from ..metrics import COMMIT_SECONDS, COMMITTED
from .bus import MOST, Bus
from .database import Store, StoreError, reason
from .log import Entry
from .outages import record
from .pulse import Pulse

log = logging.getLogger("sommet.journal")
Told = Callable[[bool | StoreError], None]  # stored; another entry has its place; it is not known
Waiting = tuple[Entry, Told]
LARGEST = 500


class Journal:
    """Takes log entries and answers for each whether its number was free; StoreError when that is unknown."""

    def __init__(self, store: Store, bus: Bus, pulse: Pulse, process: str) -> None:
        self._store, self._bus, self._pulse, self._process = store, bus, pulse, process
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def open(self) -> None:
        """Start the writer."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task])

    def put(self, entry: Entry, told: Told) -> None:
        """Store it; `told` is called with how that went."""
        if self._closing:
            told(StoreError("server.store.stopping"))
            return
        self._waiting.append((entry, told))
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await asyncio.sleep(0)  # whoever is ready to move now comes along
                batch, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
                await self._commit(batch)
                del batch  # or its rooms would stay until the next one
            if self._closing:
                return

    async def _commit(self, batch: list[Waiting]) -> None:
        entries = [entry for entry, _ in batch]
        hints = [] if self._bus.alone else self._hints(entries)

        def store(outages: dict[int, int], connection: sa.Connection) -> set[tuple[str, int]] | None:
            record(connection, outages)  # what these entries were judged by
            added = self._store.append(connection, [msgspec.structs.astuple(entry) for entry in entries])
            if self._bus.transactional:
                for hint in hints:
                    self._store.notify(connection, hint)
            return added

        try:
            with COMMIT_SECONDS.time(), self._pulse.commit() as outages:
                added = await self._store.write(partial(store, outages))
        except Exception as error:
            failure = error if isinstance(error, StoreError) else reason(error)
            log.error("commit failed: %s", failure, exc_info=None if isinstance(error, StoreError) else error)
            for _, told in batch:
                _tell(told, failure)
            return
        COMMITTED.inc(len(batch) if added is None else len(added))
        for entry, told in batch:
            _tell(told, added is None or (entry.table_id, entry.seq) in added)
        if not self._bus.transactional:
            for hint in hints:
                await self._bus.tell(msgspec.json.decode(hint))

    def _hints(self, entries: list[Entry]) -> list[str]:
        """Which tables went on, in texts short enough to be told."""
        names = list(dict.fromkeys(entry.table_id for entry in entries))
        each = MOST // 32
        return [
            msgspec.json.encode({"kind": "log", "from": self._process, "tables": names[start : start + each]}).decode()
            for start in range(0, len(names), each)
        ]


def _tell(told: Told, how: bool | StoreError) -> None:
    """One who fails does not keep the others waiting."""
    try:
        told(how)
    except Exception:
        log.exception("a stored entry could not be shown")
