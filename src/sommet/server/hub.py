"""The hub: everything one server process holds, put together here and nowhere else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..core.record import Record
from .admin import retention
from .config import Config
from .people import accounts, wishes
from .people.accounts import Passwords, Signer, User
from .people.limits import Buckets, Payers, SignIns
from .people.mail import Mailer
from .people.online import Online
from .people.push import Message, new_key
from .people.pusher import Pusher
from .people.sessions import Sessions
from .store.bus import AGAIN, make_bus
from .store.database import Store, StoreError, new_id, setting
from .store.health import Health
from .store.journal import Journal
from .store.pulse import Pulse
from .tables import fair
from .tables.challenges import Challenges
from .tables.connection import Connection
from .tables.neighbours import Neighbours
from .tables.noticing import Noticing
from .tables.overdue import Overdue
from .tables.pairing import Pairing
from .tables.service import Tables
from .tables.sweep import Sweep
from .wire.fair import Facts, FirstFacts
from .wire.messages import Bye, encode
from .work.analyses import Analyses
from .work.painter import Painter
from .work.scheduler import Scheduler
from .work.warming import Warming

log = logging.getLogger("sommet.hub")
ANSWERS = 5.0  # seconds for what is under way when the server stops
SEEN = 3_600_000  # milliseconds
OUTSIDE = 2.0  # seconds


class Hub:
    """One process' share of the server."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.process = new_id(6)
        self.store = Store(config.url())
        self.bus = make_bus(config.bus, self.store, self.process)
        self.pulse = Pulse(self.store, self.process)
        self.journal = Journal(self.store, self.bus, self.pulse, self.process)
        self.passwords = Passwords()
        self.signer = Signer("")
        self.scheduler = Scheduler(config.threads)
        self.password_threads = ThreadPoolExecutor(2, "password")  # nothing else is done there
        self.payers = Payers()
        self.others = Neighbours(self)
        self.tables = Tables(self, self.others)
        self.health = Health(self.store, self.bus, self.journal)
        self.sessions = Sessions(self.store, lambda user: self.others.tell("user", user=user))
        self.others.on("user", lambda _, hint: self.spawn(self.sessions.look([str(hint.get("user"))])))
        self.online = Online(self.store, self.now, self.sessions.users)
        self.challenges = Challenges(self.tables, self.sessions, self.others)
        self.overdue = Overdue(self, self.tables)
        self.pairing = Pairing(self.tables)
        self.sweep = Sweep(self, self.tables, self.overdue, self.pairing)
        self.mail, self.push = Mailer(config), Pusher(config, self._device_gone)
        self.noticing = Noticing(self, self.tables)
        self.analyses = Analyses(self)
        self.warming = Warming()
        self.painter = Painter(config.http_rate)
        self.sign_in_limits = Buckets(config.http_rate / 100, max(10, config.http_rate / 10))
        self.sign_ins = SignIns(config.http_rate / 100)
        self.circle_limits = Buckets(1 / 5, 20)  # friends and blocks
        self.report_limits = Buckets(1 / 600, 3)
        self.mail_limits = Buckets(1 / 3600, 3)  # confirmations: nobody's letter box is filled from here
        self.connections: set[Connection] = set()
        self.stopping = False
        self._seen: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    # time, chance

    def now(self) -> int:
        """Milliseconds since 1970; never backwards, and no leaps (see Pulse)."""
        return self.pulse.now()

    def new_keys(self) -> tuple[str, str]:
        """A new table's invitation and secret."""
        return new_id(9), secrets.token_hex(32)

    def deal(self, name: str, players: int, options: dict[str, Any], facts: Facts | FirstFacts) -> Record:
        """Deal a round."""
        return fair.deal(name, players, options, facts)

    # life

    async def open(self) -> None:
        """Open the store, hear the others, warm up the games. StoreError when the store cannot be used."""
        await self.store.open()
        key = await self.store.write(lambda db: setting(db, "cookie_key", lambda: secrets.token_hex(32)))
        self.signer = Signer(key)
        died = await self.pulse.open()
        self.journal.open()
        await self.bus.open(self.others.hear)
        self.spawn(self.warming.run())
        self._sweeper = asyncio.create_task(self.sweep.run())
        self.spawn(self.sessions.run())
        self.spawn(self.online.run())
        self.pulse.found_dead = self.overdue.resume_soon
        self.spawn(self.overdue.resume(died))
        self.analyses.open()
        if self.config.base_url:
            self.push.key = await self.store.write(lambda db: setting(db, "push_key", new_key))
            self.noticing.open()
        self.spawn(retention.daily(self.store, self.config, self.now))
        if self.store.sqlite:
            await self.store.touched()  # from now on
            self.spawn(self._look_outside())

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        self.stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.wait([self._sweeper])
        self.analyses.close()
        await self.painter.close()
        await self.noticing.close()
        await self.mail.close()
        await self.push.close()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await self.journal.close()
        await self.pulse.close()
        await self.bus.close()
        await self.store.close()
        self.scheduler.close()
        self.password_threads.shutdown(wait=False, cancel_futures=True)

    async def _look_outside(self) -> None:
        """An operator's command may have changed the file: then everything here is looked at again."""
        while True:
            await asyncio.sleep(OUTSIDE)
            with contextlib.suppress(StoreError):
                if await self.store.touched():
                    self.others.hear("", [AGAIN])
                    self.spawn(self.sessions.look_at_all())

    async def farewell(self) -> None:
        """Answer what was asked, nothing new; then tell every client that they may reconnect at once, elsewhere."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWERS):
                while any(connection.busy and not connection.closed for connection in self.connections):
                    await asyncio.sleep(0.01)
        data = encode(Bye(500))
        for connection in list(self.connections):
            connection.push(data)
            connection.close(1012)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            if isinstance(error, StoreError):
                log.debug("background work waits for the store: %s", error)
            else:
                log.error("background work failed", exc_info=error)

    async def _device_gone(self, message: Message) -> None:
        await self.store.write(lambda db: wishes.remove_device(db, message.device.id))

    # users

    async def user(self, cookie: str | None, bearer: str | None) -> User | None:
        """The user; None without a cookie or token, or with a forged or expired one, or when they are banned."""
        user = await self._identified(cookie, bearer)
        if user is None:
            return None
        if self.now() - user.seen > SEEN and user.id not in self._seen:
            self._seen.add(user.id)
            self.spawn(self._see(user.id))
        self.online.note(user)
        return user

    async def _see(self, user: str) -> None:
        """They have come: stored at most once an hour."""
        try:
            await self.store.write(lambda db: accounts.seen(db, user, self.now()))
        finally:
            self._seen.discard(user)

    async def _identified(self, cookie: str | None, bearer: str | None) -> User | None:
        if bearer is not None:
            return await self.store.ask(lambda db: accounts.by_token(db, bearer))
        if not cookie:
            return None
        try:
            found = self.signer.read(cookie, self.now())
        except ValueError:
            return None
        if found is None:
            return None
        return await self.store.ask(lambda db: accounts.by_cookie(db, *found))
