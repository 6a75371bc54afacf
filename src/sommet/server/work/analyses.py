"""Analyses by the computer: queued in the store, with progress, cancellable. Each line is kept as soon as it is told.

A process takes several at a time, two of one person at most, and thinks about one position of each in turn, as the
scheduler says; when there are more than it can take, each is put back after a position. Every few seconds it tells
that it is still at them. What was put back, or left behind by a process that ended, goes on from the last line kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from threading import Event
from typing import Any

import msgspec
import sqlalchemy as sa

from ...analysis import Analysis, Line, TurningPoint
from ...core.position import Position
from ..metrics import ANALYSES
from ..store.database import StoreError, new_id
from ..wire.bodies import AnalysisState
from . import kept
from .kept import Wanted
from .queues import Urgency
from .scheduler import Cost, Gone
from .worker import Worker

log = logging.getLogger("sommet.analysis")
AT_ONCE = 32  # in one process
OF_ONE = 2  # of one payer
BEAT = 2.0  # seconds
LOOK = 5.0  # seconds: what others queued, or left behind
LEFT_BEHIND = 30_000  # milliseconds without a beat


class Task:
    """An analysis that this process is at."""

    def __init__(self, name: str, payer: str, wanted: Wanted, lines: list[Line]) -> None:
        self.id, self.payer, self.seconds = name, payer, wanted.seconds
        self.stop = Event()
        self._begin: Callable[[], Analysis] = partial(wanted.analysis, lines)
        self._analysis: Analysis | None = None
        self._part = 0.0

    def told(self, part: float) -> None:
        """How far the next line is."""
        self._part = part

    def go_on(self) -> Line | None:
        """The next line, in a thread; None when it was stopped, or all are there."""
        if self._analysis is None:
            self._analysis = self._begin()
        line = None if self._analysis.done else self._analysis.next_line(self.stop, self.told)
        self._part = 0.0
        return line

    @property
    def analysis(self) -> Analysis:
        """Once it has begun."""
        assert self._analysis is not None
        return self._analysis

    @property
    def progress(self) -> float | None:
        """From 0 to 1; None while it is not known."""
        if self._analysis is None:
            return None
        return round(min(1.0, (len(self._analysis.lines) + self._part) / self._analysis.count), 3)


class Analyses:
    """The queue. Whoever asks may look at their own and cancel them."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._wake = asyncio.Event()
        self.tasks: dict[str, Task] = {}
        self._taken: dict[str, str] = {}  # payers, by analysis
        self._closing = False

    def open(self) -> None:
        """Go on with what waits."""
        self._worker.spawn(self._work())
        self._worker.spawn(self._beat())

    def close(self) -> None:
        """Stop; the store knows where."""
        self._closing = True
        for task in self.tasks.values():
            task.stop.set()

    async def add(
        self,
        owner: str,
        position: Position,
        whole: bool,
        level: str,
        seconds: float,
        winners: Collection[int] | None,
        unplayed: int = 0,
    ) -> AnalysisState:
        """Queue one more; how it stands."""
        said = None if winners is None else list(winners)
        wanted = Wanted(position.record.as_dict(), whole, level, seconds, said, unplayed)
        name, now, together = new_id(), self._worker.now(), self._worker.payers.together(owner)
        await self._worker.store.write(lambda db: kept.add(db, name, owner, together, wanted, now))
        self._wake.set()
        return AnalysisState(name, "waiting", 0.0, [])

    async def state(self, owner: str, name: str, since: int = 0) -> AnalysisState:
        """How one's own analysis stands, and its lines from that number on."""
        row, texts = await self._worker.store.read(lambda db: kept.read(db, owner, name, since))
        task = self.tasks.get(name)
        live = task.progress if task is not None and row.status == "running" else None
        return AnalysisState(
            name,
            row.status,
            row.progress if live is None else live,
            [msgspec.json.decode(text, type=Line) for text in texts],
            msgspec.json.decode(row.turning_points or "[]", type=list[TurningPoint]),
        )

    async def cancel(self, owner: str, name: str) -> None:
        """Stop it, soon."""
        await self._worker.store.write(lambda db: kept.cancel(db, owner, name, self._worker.now()))
        if name in self.tasks:
            self.tasks[name].stop.set()

    # the work

    async def _work(self) -> None:
        """Take what waits, for as long as the server runs."""
        while not self._closing:
            self._wake.clear()
            try:
                while len(self._taken) < AT_ONCE and await self._take():
                    pass
            except StoreError as error:
                log.debug("analyses wait for the store: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK)

    async def _take(self) -> bool:
        """The next is ours now: of whoever has fewest here. False when there is none for us."""
        worker = self._worker
        left_behind = None if worker.store.sqlite else worker.now() - LEFT_BEHIND  # a SQLite file has one server
        waiting = await worker.store.read(lambda db: kept.free(db, list(self._taken), left_behind))
        here = Counter(self._taken.values())
        places = [(here[worker.payers.of(owner)], number) for number, (_, owner) in enumerate(waiting)]
        count, first = min(places, default=(OF_ONE, 0))
        if count >= OF_ONE:
            return False
        name, owner = waiting[first]
        self._taken[name] = worker.payers.of(owner)

        def take(db: sa.Connection) -> tuple[Wanted, list[Line]] | None:
            return kept.take(db, name, worker.process, left_behind, worker.now())

        try:
            found = await worker.store.write(take)
        except BaseException:
            del self._taken[name]
            raise
        if found is None:
            del self._taken[name]
            return True
        worker.spawn(self._do(name, *found))
        return True

    async def _do(self, name: str, wanted: Wanted, lines: list[Line]) -> None:
        payer = self._taken[name]
        task = self.tasks[name] = Task(name, payer, wanted, lines)
        try:
            with ANALYSES.track_inprogress():
                await self._tell(task)
        except StoreError:
            raise  # taken up again when the store is back
        except Exception:
            log.exception("analysis failed")
            await self._keep(name, {"status": "failed"})
        finally:
            self.tasks.pop(name, None)
            self._taken.pop(name, None)
            self._wake.set()
            if self._closing:  # another process may take it up at once
                with contextlib.suppress(StoreError):
                    await self._keep(name, {"status": "waiting"})

    async def _tell(self, task: Task) -> None:
        cost = Cost("analysis", 1.0, task.seconds)
        while (line := await self._line(task, cost)) is not None:
            place = len(task.analysis.lines) - 1
            if not await self._keep(task.id, {"progress": task.progress}, (place, line)):
                return
            if task.analysis.done:
                break
            if len(self._taken) >= AT_ONCE:  # others may wait
                await self._keep(task.id, {"status": "waiting"})
                return
        if not task.stop.is_set():
            points = msgspec.json.encode(task.analysis.turning_points()).decode()
            await self._keep(task.id, {"status": "done", "progress": 1.0, "turning_points": points})

    async def _line(self, task: Task, cost: Cost) -> Line | None:
        """The next, when it is its payer's turn; None when it was stopped."""
        try:
            return await self._worker.scheduler.run(
                task.payer,
                cost,
                task.go_on,
                urgency=Urgency.ANALYSIS,
                owed=True,
                stop=task.stop,
                wanted=lambda: not task.stop.is_set(),
            )
        except Gone:
            return None

    async def _beat(self) -> None:
        """Renew our claim to what we are at; stop what was cancelled, perhaps at another process."""
        while not self._closing:
            await asyncio.sleep(BEAT)
            tasks = list(self.tasks.values())
            if tasks:
                with contextlib.suppress(StoreError):
                    await self._worker.store.write(partial(self._claim, tasks))

    def _claim(self, tasks: list[Task], db: sa.Connection) -> None:
        now, process = self._worker.now(), self._worker.process
        for task in tasks:
            progress = {} if task.progress is None else {"progress": task.progress}
            if not kept.keep(db, task.id, process, {**progress, "changed": now}):
                task.stop.set()

    async def _keep(self, name: str, values: dict[str, Any], line: tuple[int, Line] | None = None) -> bool:
        """Store a line and how it stands; False when it is not ours any more."""
        changed = {**values, "changed": self._worker.now()}
        return await self._worker.store.write(lambda db: kept.keep(db, name, self._worker.process, changed, line))
