"""The lobby: open tables and games to watch, live."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from . import messages, tables
from .connection import Connection
from .schema import TABLES
from .store import StoreError

if TYPE_CHECKING:
    from .hub import Hub

MOST = 50
PAUSE = 0.3


class Lobby:
    """Who watches the list of tables, and the list."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watching: set[Connection] = set()
        self._pending = False

    async def read(self) -> messages.Lobby:
        """The list as it is stored now."""

        def read(db: sa.Connection) -> tuple[list[tables.Table], list[tables.Table]]:
            listed = sa.select(TABLES).where(TABLES.c.public.is_(True)).order_by(TABLES.c.created.desc()).limit(MOST)
            return (
                tables.several(db, listed.where(TABLES.c.status == "open")),
                tables.several(db, listed.where(TABLES.c.status == "running")),
            )

        waiting, running = await self._hub.store.read(read)
        return messages.Lobby(
            [_line(table) for table in waiting if not table.full],
            [_line(table) for table in running if table.settings.watch],
        )

    async def enter(self, connection: Connection) -> None:
        """Somebody looks in."""
        self._watching.add(connection)
        connection.say(await self.read())

    def leave(self, connection: Connection) -> None:
        """Somebody goes."""
        self._watching.discard(connection)

    def changed(self, tell: bool = True) -> None:
        """A table was opened, filled or ended: those who look in are told, a few times a second at most."""
        if tell:
            self._hub.tell({"kind": "lobby"})
        if self._watching and not self._pending:
            self._pending = True
            self._hub.spawn(self._push())

    async def _push(self) -> None:
        await asyncio.sleep(PAUSE)
        self._pending = False
        try:
            data = messages.encode(await self.read())
        except StoreError:
            return
        for connection in list(self._watching):
            connection.push(data)


def _line(table: tables.Table) -> dict[str, Any]:
    shown = table.public()
    del shown["commitment"], shown["result"], shown["rematch"]
    return shown
