"""The hub: everything one server process holds. Rooms by name, the store, the bus, and who works with them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from ..core.chance import Chance
from ..core.record import Record
from .config import Config
from .metrics import ROOMS
from .people import accounts
from .people.accounts import Passwords, Signer, User
from .people.limits import Buckets
from .store.bus import make_bus
from .store.database import Store, StoreError, new_id, setting
from .store.journal import Journal
from .store.log import Entry
from .store.outages import known_outages
from .store.schema import CHAT, CONSENTS, SEATS, TABLES
from .tables import fair, stored
from .tables.clocks import Outages
from .tables.connection import Connection
from .tables.lobby import Lobby
from .tables.neighbours import Neighbours
from .tables.progress import Progress
from .tables.room import RECENT_CHAT, Room
from .tables.sweep import Sweep
from .tables.table import Table
from .tables.turns import Turns
from .wire.messages import Bye, Chat, encode
from .work.analyses import Analyses
from .work.warming import Warming

log = logging.getLogger("sommet.hub")
UNLOAD = 60.0
Answer = TypeVar("Answer")


class Hub:
    """One process' share of the server."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.process = new_id(6)
        self.store = Store(config.url())
        self.bus = make_bus(config.bus, self.store)
        self.journal = Journal(self.store, self.bus, self.process)
        self.passwords = Passwords()
        self.signer = Signer("")
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.outages = Outages()
        self.lobby = Lobby(self)
        self.threads = ThreadPoolExecutor(max(1, config.threads), "think")
        self.slow = ThreadPoolExecutor(2, "slow")
        self.quick = ThreadPoolExecutor(2, "quick")
        self.others, self.turns, self.sweep = Neighbours(self), Turns(self), Sweep(self)
        self.analyses = Analyses(self)
        self.warming = Warming()
        self.chat_limits = Buckets(0.5, 5)
        self.hint_limits = Buckets(0.2, 5)
        self.sign_in_limits = Buckets(config.http_rate / 100, max(10, config.http_rate / 10))
        self.connections: set[Connection] = set()
        self.stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    # time, chance

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def new_keys(self) -> tuple[str, str]:
        """A new table's invitation and secret."""
        return new_id(9), secrets.token_hex(32)

    def deal(self, name: str, players: int, options: dict[str, Any], facts: fair.Fair) -> Record:
        """Deal a round."""
        return fair.deal(name, players, options, facts)

    # life

    async def open(self) -> None:
        """Open the store, hear the others, warm up the games. StoreError when the store cannot be used."""
        await self.store.open()
        key = await self.store.write(lambda db: setting(db, "cookie_key", lambda: secrets.token_hex(32)))
        self.signer = Signer(key)
        self.outages = Outages(await self.store.write(lambda db: known_outages(db, self.now())))
        self.journal.open()
        await self.bus.open(self.others.hear)
        self.spawn(self.warming.run(self.slow))
        self._sweeper = asyncio.create_task(self.sweep.run())
        self.spawn(self._resume())
        self.analyses.open()

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        self.stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.wait([self._sweeper])
        self.analyses.close()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await self.journal.close()
        await self.bus.close()
        await self.store.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.slow.shutdown(wait=False, cancel_futures=True)
        self.quick.shutdown(wait=False, cancel_futures=True)

    def farewell(self) -> None:
        """Tell every client that the server stops, and that they may reconnect at once."""
        self.stopping = True
        data = encode(Bye(500))
        for connection in list(self.connections):
            connection.push(data)
            connection.close(1012)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    async def soon(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """Do this in a thread: it takes milliseconds, and nobody else should wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self.quick, partial(work, *args))

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            if isinstance(error, StoreError):
                log.debug("background work waits for the store: %s", error)
            else:
                log.error("background work failed", exc_info=error)

    async def _resume(self) -> None:
        """After a restart computer players resume, and matches that had just ended are settled."""
        running = sa.select(TABLES.c.id).where(TABLES.c.status == "running").order_by(TABLES.c.changed.desc())
        bots = running.where(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.bot.is_not(None)))).limit(500)
        for name in await self.store.read(lambda db: list(db.execute(bots).scalars())):
            await self.room(name)

    # users

    async def user(self, cookie: str | None, bearer: str | None) -> User | None:
        """The user; None without a cookie or token, or with a forged or expired one."""
        if bearer is not None:
            return await self.store.read(lambda db: accounts.by_token(db, bearer))
        if not cookie:
            return None
        try:
            found = self.signer.read(cookie, self.now())
        except ValueError:
            return None
        if found is None:
            return None
        name, epoch = found
        user = await self.store.read(lambda db: accounts.by_id(db, name))
        return user if user is not None and user.epoch == epoch else None

    # rooms

    async def room(self, name: str) -> Room:
        """The room of that table, made from the store if it is not here; Refusal when there is no such table."""
        room = self.rooms.get(name)
        if room is not None:
            if room.unsure:
                await room.catch_up()
            return room
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> Room:
        def read(db: sa.Connection) -> tuple[Table, list[Any], list[Any], list[Any]]:
            table = stored.find(db, name)
            lines = sa.select(CHAT).where(CHAT.c.table_id == name).order_by(CHAT.c.id.desc()).limit(RECENT_CHAT)
            asked = sa.select(CONSENTS).where(CONSENTS.c.table_id == name)
            return table, stored.entries(db, name), list(db.execute(lines)), list(db.execute(asked))

        table, rows, lines, asked = await self.store.read(read)
        progress = self._progress(table)
        for row in rows:
            progress.add(Entry(row.table_id, row.seq, row.kind, row.seat, row.text, row.at))
        chat = [Chat(line.name, line.seat, line.text, line.at) for line in reversed(lines)]
        offers: dict[str, list[int]] = {}
        for row in asked:
            if row.what == "rematch" or row.seq == progress.seq:
                offers.setdefault(row.what, []).append(row.seat)
        room = self.rooms[name] = Room(self, table, progress, chat, offers)
        ROOMS.set(len(self.rooms))
        self.turns.advance(room)
        self.others.tell_presence(room)
        return room

    def _progress(self, table: Table) -> Progress:
        settings = table.settings
        chooser = None
        if settings.rounds > 1 and table.ready:
            chooser = Chance(fair.seed(table.id, table.secret, table.entropy, 0)).below(settings.players)
        return Progress(settings, chooser, self.outages)

    async def get_ready(self, room: Room, seats: list[int], entropy: str | None) -> None:
        """A player has come, with all the seats they hold, and added their bytes, or none (at the first of them)."""
        mine = (SEATS.c.table_id == room.id, SEATS.c.seat.in_(seats), SEATS.c.ready.is_(False))

        def write(db: sa.Connection) -> None:
            table = stored.find(db, room.id, lock=True)
            if table.status == "open":
                db.execute(SEATS.update().where(*mine, SEATS.c.seat == min(seats)).values(entropy=entropy))
                db.execute(SEATS.update().where(*mine).values(ready=True))
                if stored.find(db, room.id).ready:
                    running = TABLES.update().where(TABLES.c.id == room.id, TABLES.c.status == "open")
                    db.execute(running.values(status="running", changed=self.now()))

        await self.store.write(write)
        await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """The table was changed: read it again, tell everybody, go on."""
        was = room.table.status
        async with room.reading:
            room.table = await self.store.read(lambda db: stored.find(db, room.id))
        self._started(room, was)
        room.rehome()
        room.tell_table()
        self.others.tell({"kind": "table", "table": room.id})
        if was == "open":
            self.lobby.changed()
        self.turns.advance(room)

    async def reread(self, room: Room) -> None:
        """Another process changed the table."""
        was = room.table.status
        await room.catch_up()
        self._started(room, was)

    def _started(self, room: Room, was: str) -> None:
        """Now that all are ready it is known who chooses the starter; they are told."""
        if was == "open" and room.table.status == "running" and room.progress.seq == 0:
            room.progress = self._progress(room.table)
            if room.progress.choosing is not None:
                room.broadcast([])

    def unload(self, room: Room) -> None:
        """Drop a room that nobody is in; the store has it."""
        idle = time.monotonic() - room.used
        if room.connections or (room.advancing and room.table.status != "over") or room.storing:
            return
        if room.table.status == "over" or idle > UNLOAD:
            self.rooms.pop(room.id, None)
            ROOMS.set(len(self.rooms))
