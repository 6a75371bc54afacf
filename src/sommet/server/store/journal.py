"""Group commit: one transaction for all log entries that wait. An entry is on disk before it is acknowledged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from ..metrics import COMMIT_SECONDS, COMMITTED
from .bus import MOST, Bus, Hint, pack
from .database import Store, StoreError, reason
from .log import Entry
from .outages import record
from .pulse import Pulse

log = logging.getLogger("sommet.journal")
Told = Callable[[bool | StoreError], None]  # stored; another entry has its place; it is not known
LARGEST = 500


class Waiting(NamedTuple):
    """An entry to be stored."""

    entry: Entry
    told: Told
    follows: int | None  # the time of the entry before
    changes: int  # how many of the table's other changes its writer knew


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

    @property
    def well(self) -> bool:
        """Whether it takes entries and writes them."""
        return self._task is not None and not self._task.done() and not self._closing

    def put(self, entry: Entry, told: Told, follows: int | None, changes: int) -> None:
        """Store it; `told` is called with how that went. The others hear of it, and which changes we knew."""
        if self._closing:
            told(StoreError("server.store.stopping"))
            return
        self._waiting.append(Waiting(entry, told, follows, changes))
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
        rows = [msgspec.structs.astuple(waiting.entry) for waiting in batch]
        follows = [waiting.follows for waiting in batch]

        def store(outages: dict[int, int], connection: sa.Connection) -> set[tuple[str, int]] | None:
            record(connection, outages)  # what these entries were judged by
            added = self._store.append(connection, rows, follows)
            if self._bus.transactional and not self._bus.alone:
                self._store.notify(connection, self._texts(batch, added))
            return added

        try:
            with COMMIT_SECONDS.time(), self._pulse.commit() as outages:
                added = await self._store.write(partial(store, outages))
        except Exception as error:
            failure = error if isinstance(error, StoreError) else reason(error)
            log.error("commit failed: %s", failure, exc_info=None if isinstance(error, StoreError) else error)
            for waiting in batch:
                _tell(waiting.told, failure)
            return
        COMMITTED.inc(len(batch) if added is None else len(added))
        for waiting in batch:
            _tell(waiting.told, _added(waiting.entry, added))
        if not self._bus.transactional:
            await self._bus.tell(self._texts(batch, added))

    def _texts(self, batch: list[Waiting], added: set[tuple[str, int]] | None) -> list[str]:
        """What the others are told. What is hidden in a deal never leaves the store."""
        hints = [_hint(waiting, self._bus.transactional) for waiting in batch if _added(waiting.entry, added)]
        return pack(self._process, hints)


def _added(entry: Entry, added: set[tuple[str, int]] | None) -> bool:
    return added is None or (entry.table_id, entry.seq) in added


def _hint(waiting: Waiting, deals: bool) -> Hint:
    """That a log has gone on; with the entry itself, if it is short enough, and a deal only where `deals` says so."""
    entry = waiting.entry
    hint: Hint = {"kind": "log", "table": entry.table_id, "changes": waiting.changes, "seq": entry.seq}
    if (deals or entry.kind != "deal") and len(entry.text or "") < MOST // 4:  # in JSON it may be longer
        hint |= {"entry": [entry.kind, entry.seat, entry.text, entry.at], "follows": waiting.follows}
    return hint


def _tell(told: Told, how: bool | StoreError) -> None:
    """One who fails does not keep the others waiting."""
    try:
        told(how)
    except Exception:
        log.exception("a stored entry could not be shown")
