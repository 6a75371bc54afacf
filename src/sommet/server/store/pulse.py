"""The pulse of a process: its time, and when it could not serve anybody.

Time is the wall clock's at the start and a steady clock's from then on, so that a wall clock that is set meanwhile
changes nothing. A gap is time in which the event loop did not run, or nothing could be stored. It is noticed before
anything is judged by a clock, it is in the same transaction as whatever is stored next, and it is nobody's time.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from . import outages as stored
from .database import Store, StoreError
from .outages import GRACE, Outages

log = logging.getLogger("sommet.pulse")
TICK = 0.25  # seconds
BEAT = 1.0  # seconds from signature to signature
STALL = 500  # milliseconds: a loop that did not run for so long has stood still
SLOW = 1_000  # milliseconds: whoever waits for the store so long could not play
JUMP = 1_000  # milliseconds by which a wall clock must differ to be talked about
STEP = 50  # milliseconds by which another process may be ahead
TIDY = 3600  # signatures from one look at what may be forgotten to the next
Clock = Callable[[], float]


def steady() -> float:
    """Seconds of a clock that nobody sets; where there is one, of one that goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Pulse:
    """One process' time."""

    def __init__(self, store: Store, process: str, steady: Clock = steady, wall: Clock = time.time) -> None:
        self._store, self._process, self._steady, self._wall = store, process, steady, wall
        self._start = wall() - steady()
        self.outages = Outages()
        self._unstored: dict[int, int] = {}  # when they began: when they ended
        self._seen = self.now()  # the loop ran then
        self._commits: dict[int, int] = {}  # that are under way: since when
        self._stored = self.now()  # the store was there then
        self._away: int | None = None  # since when nothing could be stored
        self._others: dict[str, int] = {}
        self._read = 0
        self._jump = 0
        self._signing: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.found_dead: Callable[[int], None] = lambda alive: None  # hears when a process died

    def now(self) -> int:
        """Milliseconds since 1970, as they were at the start, and steady from then on."""
        return int((self._start + self._steady()) * 1000)

    # life

    async def open(self) -> list[int]:
        """Begin: all the time since the last process' end is nobody's. When each process died that is found dead."""
        first = partial(stored.begin, process=self._process, now=self.now(), alone=self._store.sqlite)
        found = await self._store.write(first)
        if found.now > self.now():
            log.warning("the clock is %d ms behind what is stored", found.now - self.now())
            self._start += (found.now - self.now()) / 1000
        self._learn(found)
        self._seen = self._stored = self.now()
        self._tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._beat())]
        return found.dead

    async def close(self) -> None:
        """Tell the store until when this process was there."""
        for task in self._tasks:
            task.cancel()
        under_way = [*self._tasks, *([self._signing] if self._signing is not None else [])]
        if under_way:
            await asyncio.wait(under_way)
        self.look()
        try:
            last = partial(stored.end, process=self._process, now=self.now(), outages=self._unstored)
            await self._store.write(last)
        except StoreError as error:
            log.warning("the end could not be stored: %s", error)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.look()
            jump = int(self._wall() * 1000) - self.now()
            if abs(jump - self._jump) > JUMP:
                log.warning("the wall clock was set by %d ms; games do not follow it", jump - self._jump)
                self._jump = jump

    async def _beat(self) -> None:
        for count in itertools.count(1):
            await asyncio.sleep(BEAT)
            try:
                await self.sign()
                if count % TIDY == 0:
                    await self.tidy()
            except StoreError as error:
                log.warning("the store is away: %s", error)
            except Exception:
                log.exception("the heartbeat failed")

    async def tidy(self) -> None:
        """Forget what no clock needs any more."""
        left = await self._store.write(partial(stored.forget, now=self.now()))
        self.outages.forget([*left, *self._unstored.items()])

    # gaps

    def look(self) -> None:
        """Notice a gap that ends now, or goes on."""
        now = self.now()
        if now - self._seen > STALL:
            log.warning("the process stood still for %d ms", now - self._seen)
            self._gap(self._seen, now)
        self._seen = now
        if self._away is not None:
            self._gap(self._away, now)
        for since in self._commits.values():
            if now - since > SLOW:
                self._gap(since, now)

    def _gap(self, began: int, ended: int) -> None:
        self.outages.add(began, ended)
        self._unstored[began] = max(ended, self._unstored.get(began, 0))

    def unstored(self) -> dict[int, int]:
        """The outages up to now that the store does not have."""
        self.look()
        return dict(self._unstored)

    def was_stored(self, outages: dict[int, int]) -> None:
        """Now it has these."""
        for began, ended in outages.items():
            if self._unstored.get(began) == ended:
                del self._unstored[began]

    @contextmanager
    def commit(self) -> Iterator[dict[int, int]]:
        """Something is stored, or it turns out that nothing can be; the outages that go with it."""
        outages, since = self.unstored(), self.now()
        name = id(outages)
        self._commits[name] = since
        try:
            yield outages
        except BaseException:
            del self._commits[name]
            self._away = min(since, self._stored) if self._away is None else min(since, self._away)
            raise
        self.look()
        self._stored = self.now()
        del self._commits[name]
        if self._away is not None and self._away <= since:
            self._gap(self._away, self.now() + GRACE)
            self._away = None
        self.was_stored(outages)

    # the other processes

    async def sign(self) -> None:
        """This process is alive. Many may ask; one signs."""
        if self._signing is None:
            self._signing = asyncio.create_task(self._sign())
        await asyncio.shield(self._signing)

    async def _sign(self) -> None:
        try:
            with self.commit() as outages:
                now = self.now()
                found = await self._store.write(
                    partial(stored.sign, process=self._process, now=now, outages=outages, since=self._read)
                )
            self._read = now
            self._learn(found)
            for alive in found.dead:
                self.found_dead(alive)
        finally:
            self._signing = None

    def _learn(self, found: stored.Signed) -> None:
        for began, ended in found.outages:
            self.outages.add(began, ended)
        self._others = found.others
        ahead = max(self._others.values(), default=0) - self.now()
        if ahead > STEP:  # another machine's clock: all follow the one that is ahead, and the step is nobody's time
            log.warning("another process' clock is %d ms ahead", ahead)
            self._gap(self.now(), self.now() + ahead)
            self._start += ahead / 1000
            self._seen = self.now()

    async def sure(self, at: int) -> None:
        """Wait until all outages up to then are known: every process was alive then, or is known not to have been.

        To be asked before anything is decided against a player. StoreError when that cannot be known.
        """
        await self.sign()
        while any(alive < at for alive in self._others.values()):
            await asyncio.sleep(TICK)
            await self.sign()
