"""The lobby: open tables and games to watch, live."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from ...core.record import SPECTATOR
from ..store.database import StoreError
from ..wire import messages
from ..wire.tables import LobbyTable, Standing
from . import stored
from . import table as tables
from .connection import Connection
from .neighbours import Neighbours
from .process import Process
from .room import Room
from .standing import standing

MOST = 50
EACH = 3  # tables of one owner
TOGETHER = 10  # of all guests at one address
PAUSE = 0.3
LONG_PAUSE = 4.0


class Lobby:
    """Who watches the list of tables, and the list."""

    def __init__(self, process: Process, rooms: dict[str, Room], others: Neighbours) -> None:
        self._process, self._rooms, self._others = process, rooms, others
        self._watching: set[Connection] = set()
        self._pending: set[float] = set()

    async def read(self) -> messages.Lobby:
        """The list as it is stored now."""
        waiting, running = await self._process.store.read(
            lambda db: (stored.listed(db, "open", EACH, self._chosen), stored.listed(db, "running", EACH, self._chosen))
        )
        return messages.Lobby(
            [_line(table) for table in waiting if not table.full],
            [_line(table, self._standing(table)) for table in running if table.settings.watch],
        )

    def _chosen(self, owners: Sequence[str]) -> list[int]:
        """Whose tables are shown: nobody fills the lobby alone, nor do many guests at one address."""
        shown: Counter[str] = Counter()
        places = []
        for place, owner in enumerate(owners):
            payer = self._process.payers.of(owner)
            shown[payer] += 1
            if shown[payer] <= TOGETHER:
                places.append(place)
        return places[:MOST]

    def _standing(self, table: tables.Table) -> Standing | None:
        """How far a running game is; None where it is played elsewhere."""
        room = self._rooms.get(table.id)
        return None if room is None else standing(room.table, room.shown_to(SPECTATOR))

    async def enter(self, connection: Connection) -> None:
        """Somebody looks in."""
        self._watching.add(connection)
        connection.say(await self.read())

    def leave(self, connection: Connection) -> None:
        """Somebody goes."""
        self._watching.discard(connection)

    def changed(self, tell: bool = True) -> None:
        """A table was opened, filled or ended: subscribers are told, a few times a second at most."""
        if tell:
            self._others.tell("lobby")
        self._soon(PAUSE)

    def stirred(self) -> None:
        """A move was made at a listed table: told every few seconds at most."""
        self._soon(LONG_PAUSE)

    def _soon(self, pause: float) -> None:
        if self._watching and pause not in self._pending:
            self._pending.add(pause)
            self._process.spawn(self._push(pause))

    async def _push(self, pause: float) -> None:
        await asyncio.sleep(pause)
        self._pending.discard(pause)
        try:
            data = messages.encode(await self.read())
        except StoreError:
            return
        for connection in list(self._watching):
            connection.push(data)


def _line(table: tables.Table, progress: Standing | UnsetType | None = UNSET) -> LobbyTable:
    seats = [seat.info() for seat in table.seats]
    brought = table.brought is not None
    return LobbyTable(table.id, table.status, table.created, table.settings, seats, brought, progress)
