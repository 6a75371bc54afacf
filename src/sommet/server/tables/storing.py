"""A table's match that goes on here: entries are made, stored, and then shown."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from ...core.position import Position
from ..store.database import StoreError
from ..store.journal import Told
from ..store.log import Entry
from ..wire.refusals import Refusal
from .audience import Audience
from .connection import Connection
from .process import Process
from .progress import Progress
from .stored_chat import Line
from .table import Table

log = logging.getLogger("sommet.rooms")
Made = tuple[Entry, Position | None] | None


class Storing(Audience):
    """A table at which something may be done."""

    def __init__(
        self, process: Process, table: Table, progress: Progress, chat: list[Line], offers: dict[str, list[int]]
    ) -> None:
        super().__init__(process, table, progress, chat, offers)
        self.used = time.monotonic()
        self.storing = False  # an entry is on its way to the store
        self._doubts = self._cleared = 0
        self._anew = False  # what we know is not what is stored: all of it is to be read anew
        self._waiting: asyncio.Future[None] | None = None

    async def catch_up(self) -> None:
        """Read what the store has and we have not."""
        raise NotImplementedError

    def went_on(self) -> None:
        """An entry of ours was shown."""
        raise NotImplementedError

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

    def reassure(self, doubts: int) -> None:
        """So many doubts were idle: the store has what we have."""
        self._cleared = max(self._cleared, doubts)

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
            self._wake()
            told(how)

        entries = self.progress.entries
        self.process.journal.put(entry, done, entries[-1].at if entries else None, self.table.changes)
        return True

    def _wake(self) -> None:
        """Whoever waits to add an entry looks again."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.set_result(None)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Meanwhile nothing is added to the log here."""
        await self.settled()
        self.storing = True
        try:
            yield
        finally:
            self.storing = False
            self._wake()

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
        self.went_on()
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


def _settle(stored: asyncio.Future[bool], how: bool | StoreError) -> None:
    """For one who awaits the journal's word."""
    if stored.done():
        return  # they have gone
    if isinstance(how, StoreError):
        stored.set_exception(how)
    else:
        stored.set_result(how)
