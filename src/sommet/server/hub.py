"""The hub: everything one server process holds. Rooms by name, the store, the bus, computer players, the sweep."""

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

from ..bots import LEVELS, opponent
from ..core.chance import Chance
from ..core.position import View
from ..core.record import Record
from ..search.advice import Advice, Budget
from . import accounts, fair, ratings, tables
from .accounts import Passwords, Signer, User
from .analysis import Analyses
from .bus import make_bus
from .clocks import Outages
from .commands import flag
from .config import Config
from .connection import Connection
from .journal import Journal
from .limits import Buckets
from .lobby import Lobby
from .messages import Bye, Chat, Move, Rematch, encode
from .metrics import FINISHED, ROOMS, THINKING
from .outages import beat, known_outages
from .progress import Entry, Progress
from .refusals import Refusal
from .room import RECENT_CHAT, Made, Room
from .schema import CHAT, CONSENTS, LOG, SEATS, TABLES
from .store import Store, StoreError, new_id, setting
from .tables import Table
from .warming import Warming

log = logging.getLogger("sommet.hub")
SWEEP = 2.0
HINT_SECONDS = 1.0
UNLOAD = 60.0
STALE = 10_000
FLAG_GRACE = 5_000
OPEN_FOR = 86_400_000
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
        await self.bus.open(self._hear)
        self.spawn(self.warming.run(self.slow))
        self._sweeper = asyncio.create_task(self._sweep())
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
        """Tell every client that the server goes, and that it may come back at once."""
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
        """Do this in a thread: it takes milliseconds, and others are not to wait for it."""
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
        """After a restart computer players go on, and matches that had just ended are settled."""
        running = sa.select(TABLES.c.id).where(TABLES.c.status == "running").order_by(TABLES.c.changed.desc())
        bots = running.where(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.bot.is_not(None)))).limit(500)
        for name in await self.store.read(lambda db: list(db.execute(bots).scalars())):
            await self.room(name)

    # users

    async def user(self, cookie: str | None, bearer: str | None) -> User | None:
        """Who that is; None for nobody, and for a forged or old cookie or token."""
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
            table = tables.find(db, name)
            lines = sa.select(CHAT).where(CHAT.c.table_id == name).order_by(CHAT.c.id.desc()).limit(RECENT_CHAT)
            asked = sa.select(CONSENTS).where(CONSENTS.c.table_id == name)
            return table, tables.entries(db, name), list(db.execute(lines)), list(db.execute(asked))

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
        self.advance(room)
        self.tell_presence(room)
        return room

    def _progress(self, table: Table) -> Progress:
        settings = table.settings
        chooser = None
        if settings.rounds > 1 and table.ready:
            chooser = Chance(fair.seed(table.id, table.secret, table.entropy, 0)).below(settings.players)
        return Progress(settings, chooser, self.outages)

    async def get_ready(self, room: Room, seats: list[int], entropy: str | None) -> None:
        """A player has come, with all the seats he holds, and added his bytes, or none (at the first of them)."""
        mine = (SEATS.c.table_id == room.id, SEATS.c.seat.in_(seats), SEATS.c.ready.is_(False))

        def write(db: sa.Connection) -> None:
            table = tables.find(db, room.id, lock=True)
            if table.status == "open":
                db.execute(SEATS.update().where(*mine, SEATS.c.seat == min(seats)).values(entropy=entropy))
                db.execute(SEATS.update().where(*mine).values(ready=True))
                if tables.find(db, room.id).ready:
                    running = TABLES.update().where(TABLES.c.id == room.id, TABLES.c.status == "open")
                    db.execute(running.values(status="running", changed=self.now()))

        await self.store.write(write)
        await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """The table was changed: read it again, tell everybody, go on."""
        was = room.table.status
        async with room.reading:
            room.table = await self.store.read(lambda db: tables.find(db, room.id))
        self._started(room, was)
        room.rehome()
        room.tell_table()
        self.tell({"kind": "table", "table": room.id})
        if was == "open":
            self.lobby.changed()
        self.advance(room)

    # going on

    def advance(self, room: Room) -> None:
        """Do what is the server's to do next at this table, if anything."""
        if self.stopping or room.advancing or not self._due(room):
            return
        room.advancing = True
        self.spawn(self._advance(room))

    def _due(self, room: Room) -> bool:
        progress, status = room.progress, room.table.status
        if status != "running":
            return False
        if progress.wants_deal or progress.over:
            return True
        return progress.to_move in progress.bots or progress.choosing in progress.bots

    async def _advance(self, room: Room) -> None:
        try:
            while not self.stopping and self._due(room):
                progress = room.progress
                if progress.wants_deal:
                    await room.commit(lambda: (room.deal(None, None), None) if room.progress.wants_deal else None)
                elif progress.over:
                    await self._finish(room)
                elif progress.choosing is not None:
                    await self._bot_chooses(room, progress.choosing)
                else:
                    await self._bot_moves(room)
        finally:
            room.advancing = False

    async def _bot_chooses(self, room: Room, seat: int) -> None:
        first = Chance().below(room.table.settings.players)
        await room.commit(lambda: (room.deal(first, seat), None) if room.progress.choosing == seat else None)

    async def _bot_moves(self, room: Room) -> None:
        """The computer player is given the seat's view and nothing else; it thinks in a thread."""
        progress = room.progress
        seat = progress.to_move
        assert seat is not None
        view, seq, ply, level = progress.view(seat), progress.seq, progress.ply, progress.bots[seat]
        with THINKING.track_inprogress():
            chosen = await asyncio.get_running_loop().run_in_executor(self.threads, _think, view, level)

        def build() -> Made:
            if room.progress.seq != seq:
                return None
            at = self.now()
            after = room.progress.try_move(seat, Move(chosen, ply), at)
            return (Entry(room.id, seq, "move", seat, chosen, at), after) if after is not None else None

        try:
            await room.commit(build)
        except Refusal as refusal:
            if refusal.code != "time_out":
                raise
            await room.commit(lambda: (Entry(room.id, room.progress.seq, "end", seat, "time", self.now()), None))

    async def advise(self, view: View) -> Advice:
        """The strongest computer player's advice to the viewer, from his view and nothing else."""
        with THINKING.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self.threads, _advise, view)

    async def _finish(self, room: Room) -> None:
        """The match is over: store how, and the ratings, once."""
        progress, result = room.progress, room.result()
        first = await self.store.write(lambda db: ratings.settle(db, room.table, progress, result, self.now()))
        if first:
            FINISHED.labels(room.table.settings.game).inc()
        room.table.status, room.table.result = "over", result
        room.tell_table()
        self.tell({"kind": "table", "table": room.id})
        if room.table.settings.public:
            self.lobby.changed()
        self._unload(room)

    # the others

    def tell(self, hint: dict[str, Any]) -> None:
        """Tell the other processes."""
        if not self.stopping and not self.bus.alone:
            self.spawn(self.bus.tell(hint | {"from": self.process}))

    def tell_presence(self, room: Room) -> None:
        """Tell the others who is here."""
        seats, watching = room.here()
        self.tell({"kind": "presence", "table": room.id, "seats": seats, "watching": watching})

    def _hear(self, hint: dict[str, Any]) -> None:
        """Another process says something; it is only ever a reason to look."""
        if hint.get("from") == self.process or self.stopping:
            return
        kind = hint.get("kind")
        if kind == "again":
            for room in list(self.rooms.values()):
                room.unsure = True
                self.spawn(room.catch_up())
            self.lobby.changed(tell=False)
        elif kind == "log":
            for name in hint.get("tables", ()):
                room_ = self.rooms.get(name)
                if room_ is not None:
                    self.spawn(room_.catch_up())
        elif kind == "lobby":
            self.lobby.changed(tell=False)
        elif (found := self.rooms.get(str(hint.get("table")))) is not None:
            self._hear_of(found, hint)

    def _hear_of(self, room: Room, hint: dict[str, Any]) -> None:
        kind = hint["kind"]
        if kind == "table":
            self.spawn(self._reread(room))
        elif kind == "presence":
            room.heard_presence(hint["from"], hint["seats"], hint["watching"])
        elif kind == "chat":
            room.tell_chat(Chat(hint["name"], hint["seat"], hint["text"], hint["at"]))
        elif kind == "offer":
            room.tell_offer(hint["what"], hint["seats"])
        elif kind == "rematch":
            room.table.rematch = hint["new"]
            room.to_all(encode(Rematch(hint["new"])))

    async def _reread(self, room: Room) -> None:
        was = room.table.status
        await room.catch_up()
        self._started(room, was)

    def _started(self, room: Room, was: str) -> None:
        """Now that all are ready it is known who chooses the starter; they are told."""
        if was == "open" and room.table.status == "running" and room.progress.seq == 0:
            room.progress = self._progress(room.table)
            if room.progress.choosing is not None:
                room.broadcast([])

    # the sweep

    async def _sweep(self) -> None:
        """Every two seconds: say that we live, end what ran out of time, go on where another process stopped."""
        count = 0
        while True:
            await asyncio.sleep(SWEEP)
            count += 1
            try:
                for began, ended in await self.store.write(lambda db: beat(db, self.now())):
                    self.outages.add(began, ended)
                for room in list(self.rooms.values()):
                    self._look_after(room)
                if count % 5 == 0 and not self.store.sqlite:
                    await self._poll()
                if count % 300 == 1:
                    await self.store.write(lambda db: tables_closed(db, self.now()))
            except StoreError as error:
                log.warning("the store is away: %s", error)
            except Exception:
                log.exception("the sweep failed")

    def _look_after(self, room: Room) -> None:
        progress, now = room.progress, self.now()
        if room.unsure:
            self.spawn(self._recover(room))
        elif progress.playing and progress.settings.clock.kind != "days" and progress.clocks.fallen(now - FLAG_GRACE):
            self.spawn(self._flag(room))
        elif not progress.entries or now - progress.entries[-1].at > STALE:
            self.advance(room)
        if not self.bus.alone and room.connections:
            self.tell_presence(room)
        self._unload(room)

    async def _recover(self, room: Room) -> None:
        """The store is back, perhaps: see what it has, and go on with what is the server's to do."""
        await room.catch_up()
        self.advance(room)

    async def _flag(self, room: Room) -> None:
        try:
            await room.commit(lambda: flag(room))
        except Refusal:
            return

    def _unload(self, room: Room) -> None:
        """A room that nobody looks at is let go; the store has it."""
        idle = time.monotonic() - room.used
        if room.connections or (room.advancing and room.table.status != "over") or room.storing:
            return
        if room.table.status == "over" or idle > UNLOAD:
            self.rooms.pop(room.id, None)
            ROOMS.set(len(self.rooms))

    async def _poll(self) -> None:
        """A hint may have been lost: ask how long the logs are."""
        names = [room.id for room in self.rooms.values() if room.connections]
        for start in range(0, len(names), 500):
            part = names[start : start + 500]
            query = sa.select(LOG.c.table_id, sa.func.max(LOG.c.seq)).where(LOG.c.table_id.in_(part))
            found = partial(_rows, query.group_by(LOG.c.table_id))
            for name, last in await self.store.read(found):
                room = self.rooms.get(name)
                if room is not None and last >= room.progress.seq and not room.storing:
                    self.spawn(room.catch_up())


def _rows(query: sa.Select[Any], db: sa.Connection) -> list[Any]:
    return list(db.execute(query))


def tables_closed(db: sa.Connection, now: int) -> None:
    """Tables that nobody filled in a day are closed."""
    old = TABLES.update().where(TABLES.c.status == "open", TABLES.c.created < now - OPEN_FOR)
    db.execute(old.values(status="closed", changed=now))


def _advise(view: View) -> Advice:
    return opponent(view.game.name, LEVELS[-1]).think(view, Budget(seconds=HINT_SECONDS))


def _think(view: View, level: str) -> str:
    return opponent(view.game.name, level).think(view).best
