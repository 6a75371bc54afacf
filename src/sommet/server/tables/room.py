"""A room: one table's match in memory, and those who look at it. A cache: any process can make it from the store."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ...core.position import Position
from ...core.record import SPECTATOR, Viewer
from ...core.registry import game
from ..people.accounts import User
from ..store.database import StoreError
from ..store.journal import Told
from ..store.log import Entry
from ..wire.messages import Chat, Offer, Presence, Seats, Update, Welcome, encode
from . import stored
from .connection import Connection
from .effects import foreseen
from .progress import Progress
from .standing import public
from .table import Table

if TYPE_CHECKING:
    from ..hub import Hub

RECENT_CHAT = 50
PRESENCE_LASTS = 35.0
Made = tuple[Entry, Position | None] | None


class Room:
    """A table in memory."""

    def __init__(
        self, hub: Hub, table: Table, progress: Progress, chat: list[Chat], offers: dict[str, list[int]]
    ) -> None:
        self.hub, self.table, self.progress = hub, table, progress
        self.chat, self.offers = chat, offers
        self.connections: dict[Viewer, set[Connection]] = {}
        self.elsewhere: dict[str, tuple[list[int], int, float]] = {}
        self.away: dict[int, float] = dict.fromkeys(range(table.settings.players), time.monotonic())
        self.used = time.monotonic()
        self.unsure = False  # the store may hold more than we know
        self.advancing = False
        self.reading = asyncio.Lock()  # a table read earlier never replaces one read later
        self._foreseen: tuple[int, dict[str, Any]] | None = None
        self.storing = False  # an entry is on its way to the store
        self._waiting: asyncio.Future[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """The table's name."""
        return self.table.id

    # who is here

    def seats_of(self, user: User | None) -> list[int]:
        """Where this user sits; a seat that a computer player took is no longer theirs."""
        seats = self.table.seats_of(user.id if user else None)
        return [seat for seat in seats if seat not in self.progress.bots]

    def seat_of(self, user: User | None) -> int | None:
        """The first of them."""
        return next(iter(self.seats_of(user)), None)

    def humans(self) -> list[int]:
        """The seats that people hold."""
        return [
            seat
            for seat, place in enumerate(self.table.seats)
            if place.user is not None and seat not in self.progress.bots
        ]

    def enter(self, connection: Connection, seq: int) -> None:
        """Somebody comes in, `connection.viewer` says as whom; their welcome is the first that they hear."""
        self.connections.setdefault(connection.viewer, set()).add(connection)
        connection.say(self.welcome(connection, seq))
        self.tell_presence()

    def leave(self, connection: Connection) -> None:
        """Somebody goes."""
        there = self.connections.get(connection.viewer)
        if there is None or connection not in there:
            return
        there.discard(connection)
        if not there:
            del self.connections[connection.viewer]
            if isinstance(connection.viewer, int):
                self.away[connection.viewer] = time.monotonic()
        self.used = time.monotonic()
        self.tell_presence()

    def here(self) -> tuple[list[int], int]:
        """The seats and how many spectators are connected to this process."""
        seats = [viewer for viewer in self.connections if isinstance(viewer, int)]
        if seats and self.table.settings.device:
            seats = self.humans()
        return seats, len(self.connections.get(SPECTATOR, ()))

    def presence(self) -> Presence:
        """Who is connected, to any process."""
        seats, watching = self.here()
        present = set(seats)
        now = time.monotonic()
        for others, watchers, seen in self.elsewhere.values():
            if now - seen < PRESENCE_LASTS:
                present |= set(others)
                watching += watchers
        return Presence(
            [seat in present or seat in self.progress.bots for seat in range(self.table.settings.players)], watching
        )

    def tell_presence(self) -> None:
        """Tell everybody here, and the other processes."""
        self.to_all(encode(self.presence()))
        self.hub.others.tell_presence(self)

    def heard_presence(self, process: str, seats: list[int], watching: int) -> None:
        """Another process says who is there."""
        before = self.presence()
        self.elsewhere[process] = (seats, watching, time.monotonic())
        for seat in seats:
            self.away[seat] = time.monotonic()
        after = self.presence()
        if after != before:
            self.to_all(encode(after))

    # what goes out

    def to_all(self, data: bytes) -> None:
        """To everybody in the room: only what everybody may see."""
        for there in list(self.connections.values()):
            for connection in list(there):
                connection.push(data)

    def tell_table(self) -> None:
        """The table changed."""
        self.to_all(encode(Seats(public(self.table, self.progress))))

    def tell_chat(self, line: Chat) -> None:
        """Somebody said something."""
        self.chat.append(line)
        del self.chat[:-RECENT_CHAT]
        data = encode(line)
        for viewer, there in self.connections.items():
            if viewer == SPECTATOR and not self.table.settings.watchers_chat:
                continue
            for connection in list(there):
                if not connection.muted:
                    connection.push(data)

    def tell_offer(self, what: str, seats: list[int]) -> None:
        """Something is being asked for."""
        self.offers[what] = seats
        data = encode(Offer(what, seats))  # type: ignore[arg-type]
        for viewer, there in self.connections.items():
            if viewer != SPECTATOR:
                for connection in list(there):
                    connection.push(data)

    def welcome(self, connection: Connection, seq: int) -> Welcome:
        """Everything as it is now for this connection's viewer, and what they missed."""
        viewer, progress = connection.viewer, self.progress
        hears = viewer != SPECTATOR or self.table.settings.watchers_chat
        offers = [Offer(what, seats) for what, seats in self.offers.items() if seats]  # type: ignore[arg-type]
        return Welcome(
            public(self.table, self.progress),
            viewer,
            progress.seq,
            [entry.public() for entry in progress.entries[seq:]],
            progress.message(viewer, connection.knowledge, connection.effects),
            progress.match_state(),
            progress.clock_state(self.hub.now()),
            self.presence(),
            list(self.chat) if hears else [],
            offers if viewer != SPECTATOR else [],
            self.seats_of(connection.user),
            game(self.table.settings.game).private,
        )

    def broadcast(self, entries: list[Entry], cause: Viewer | None = None, name: str | None = None) -> None:
        """Entries were added: to each viewer their view. `name`: the id of the message that did it, for its sender."""
        events = [entry.public() for entry in entries]
        progress = self.progress
        match, clock, seq = progress.match_state(), progress.clock_state(self.hub.now()), progress.seq
        for viewer, there in list(self.connections.items()):
            shown = progress.message(viewer)
            update = Update(seq, events, shown, match, clock)
            if name is not None and viewer == cause:
                update.id = name
            data = encode(update)
            fuller: dict[tuple[bool, bool], bytes] = {}
            for connection in list(there):
                if (connection.knowledge or connection.effects) and shown is not None:
                    wanted = connection.knowledge, connection.effects
                    if wanted not in fuller:
                        update.view = progress.message(viewer, *wanted)
                        fuller[wanted] = encode(update)
                    connection.push(fuller[wanted])
                else:
                    connection.push(data)

    async def foresee(self, seat: int) -> dict[str, Any]:
        """What each move of that seat, which is to move, would do; made once for a position."""
        seq = self.progress.seq
        if self._foreseen is None or self._foreseen[0] != seq:
            self._foreseen = seq, await self.hub.soon(foreseen, self.progress.known(seat))
        return self._foreseen[1]

    # what is stored

    async def commit(self, build: Callable[[], Made], cause: Viewer | None = None, name: str | None = None) -> bool:
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

    @property
    def free(self) -> bool:
        """Whether nothing is in the way of a new entry."""
        return not self.storing and not self.unsure

    def begin(
        self, build: Callable[[], Made], told: Told, cause: Viewer | None = None, name: str | None = None
    ) -> bool:
        """The same at once, in a room that is free; `told` hears how it went. False: there was nothing to store."""
        made = build()
        if made is None:
            return False
        entry, after = made
        self.storing = True

        def done(how: bool | StoreError) -> None:
            self.storing = False
            if how is True:
                self._apply(entry, after, cause, name)
            else:
                self.unsure = True
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                waiting.set_result(None)
            told(how)

        self.hub.journal.put(entry, done)
        return True

    async def settled(self) -> None:
        """Until nothing is being stored."""
        while self.storing:
            if self._waiting is None:
                self._waiting = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiting)

    def _apply(self, entry: Entry, after: Position | None, cause: Viewer | None, name: str | None) -> None:
        self.progress.add(entry, after)
        self.used = time.monotonic()
        self._forget_offers()
        self.broadcast([entry], cause, name)
        if self.table.settings.public and self.table.settings.watch:
            self.hub.lobby.stirred()
        if entry.kind == "replace":
            self._replaced()
        self.hub.turns.advance(self)

    def rehome(self) -> None:
        """Everybody sees what they may see now: whoever sat down a seat, others the table."""
        for connection in [one for there in self.connections.values() for one in there]:
            seats = self.seats_of(connection.user)
            viewer: Viewer = connection.viewer
            if viewer not in seats:
                viewer = seats[0] if seats else SPECTATOR
            if viewer != connection.viewer:
                self.seat(connection, viewer)
                connection.say(self.welcome(connection, 0))

    def seat(self, connection: Connection, viewer: Viewer) -> None:
        """From now on this connection sees what that viewer sees, and nothing else."""
        there = self.connections[connection.viewer]
        there.discard(connection)
        if not there:
            del self.connections[connection.viewer]
        connection.viewer = viewer
        self.connections.setdefault(viewer, set()).add(connection)

    def _replaced(self) -> None:
        """Whoever held the seat now watches."""
        self.rehome()
        self.tell_table()

    def _forget_offers(self) -> None:
        if self.offers.get("take_back"):
            self.tell_offer("take_back", [])

    async def catch_up(self) -> None:
        """Read what the store has and we have not. Many may ask; one reads."""
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())
        await asyncio.shield(self._catching_up)

    async def _catch_up(self) -> None:
        try:
            await self.settled()
            seq = self.progress.seq
            before = self.table.public()
            async with self.reading:
                self.table, rows = await self.hub.store.read(
                    lambda connection: (stored.find(connection, self.id), stored.entries(connection, self.id, seq))
                )
            self.unsure = False
            added = []
            for row in rows:
                if row.seq == self.progress.seq:
                    entry = Entry(row.table_id, row.seq, row.kind, row.seat, row.text, row.at)
                    self.progress.add(entry)
                    added.append(entry)
            if added:
                self._forget_offers()
                self.broadcast(added)
                if any(entry.kind == "replace" for entry in added):
                    self._replaced()
            if self.table.public() != before:
                self.rehome()
                self.tell_table()
        finally:
            self._catching_up = None


def _settle(stored: asyncio.Future[bool], how: bool | StoreError) -> None:
    """For one who awaits the journal's word."""
    if stored.done():
        return  # they have gone
    if isinstance(how, StoreError):
        stored.set_exception(how)
    else:
        stored.set_result(how)
