"""Analyses by the computer: queued in the store, with progress, cancellable. Each line is kept as soon as it is told.

A process takes one analysis at a time, the oldest first, and says every few seconds that it is still at it. What a
process left behind when it ended is taken up by the next, from the last line that was kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from threading import Event
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from ...analysis import Analysis, Line
from ...bots import bot
from ...core.position import Position
from ...core.registry import load
from ...search.advice import Budget
from ..metrics import ANALYSES
from ..store.database import StoreError, new_id
from ..store.schema import ANALYSES as ROWS
from ..store.schema import ANALYSIS_LINES as LINES
from ..wire.refusals import Refusal

if TYPE_CHECKING:
    from ..hub import Hub

log = logging.getLogger("sommet.analysis")
MOST_WAITING = 64
MOST_EACH = 4
BEAT = 2.0  # seconds
LOOK = 5.0  # seconds: what others queued, or left behind
LEFT_BEHIND = 30_000  # milliseconds without a beat
KEPT = 30 * 86_400_000
UNFINISHED = ("waiting", "running")


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for, as it is stored."""

    record: dict[str, Any]
    whole: bool
    level: str
    seconds: float
    winners: list[int] | None = None  # where the rules alone do not say how the game ended

    def analysis(self, lines: list[Line]) -> Analysis:
        """The analysis, with what was told before."""
        position = load(self.record)
        judge, budget = bot(position.game.name, self.level), Budget(seconds=self.seconds)
        return Analysis(position, judge, budget, whole=self.whole, winners=self.winners, lines=lines)


class Task:
    """An analysis that this process is at."""

    def __init__(self, name: str, wanted: Wanted, lines: list[Line]) -> None:
        self.id, self.analysis = name, wanted.analysis(lines)
        self.stop = Event()
        self._part = 0.0

    def told(self, part: float) -> None:
        """How far the next line is."""
        self._part = part

    def go_on(self) -> Line | None:
        """The next line, in a thread; None when it was stopped."""
        line = self.analysis.next_line(self.stop, self.told)
        self._part = 0.0
        return line

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        return round(min(1.0, (len(self.analysis.lines) + self._part) / self.analysis.count), 3)


class Analyses:
    """The queue. Whoever asks may look at their own and cancel them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._wake = asyncio.Event()
        self._task: Task | None = None
        self._closing = False

    def open(self) -> None:
        """Go on with what waits."""
        self._hub.spawn(self._work())

    def close(self) -> None:
        """Stop; the store knows where."""
        self._closing = True
        if self._task is not None:
            self._task.stop.set()

    async def add(
        self, owner: str, position: Position, whole: bool, level: str, seconds: float, winners: Collection[int] | None
    ) -> dict[str, Any]:
        """Queue one more; how it stands."""
        said = None if winners is None else list(winners)
        wanted = Wanted(position.record.as_dict(), whole, level, seconds, said)
        name, now = new_id(), self._hub.now()
        row = {"id": name, "owner": owner, "request": msgspec.json.encode(wanted).decode(), "status": "waiting"}

        def write(db: sa.Connection) -> None:
            db.execute(ROWS.delete().where(ROWS.c.changed < now - KEPT))
            count = sa.func.count()
            waiting = sa.select(count, count.filter(ROWS.c.owner == owner)).where(ROWS.c.status.in_(UNFINISHED))
            everybodys, own = db.execute(waiting).one()
            if everybodys >= MOST_WAITING or own >= MOST_EACH:
                raise Refusal("queue_full", 429)
            db.execute(ROWS.insert().values(**row, progress=0.0, created=now, changed=now))

        await self._hub.store.write(write)
        self._wake.set()
        return {"id": name, "status": "waiting", "progress": 0.0, "results": [], "turning_points": []}

    async def state(self, owner: str, name: str, since: int = 0) -> dict[str, Any]:
        """How one's own analysis stands, and its lines from that number on."""

        def read(db: sa.Connection) -> tuple[Any, list[str]]:
            row = db.execute(sa.select(ROWS).where(ROWS.c.id == name, ROWS.c.owner == owner)).one_or_none()
            texts = sa.select(LINES.c.text).where(LINES.c.analysis_id == name).order_by(LINES.c.number)
            return row, [] if row is None else list(db.execute(texts.offset(since)).scalars())

        row, texts = await self._hub.store.read(read)
        if row is None:
            raise Refusal("no_analysis", 404)
        task = self._task
        live = task is not None and task.id == name and row.status == "running"
        return {
            "id": name,
            "status": row.status,
            "progress": task.progress if task is not None and live else row.progress,
            "results": [msgspec.json.decode(text) for text in texts],
            "turning_points": msgspec.json.decode(row.turning_points) if row.turning_points else [],
        }

    async def cancel(self, owner: str, name: str) -> None:
        """Stop it, soon."""
        mine = (ROWS.c.id == name, ROWS.c.owner == owner)

        def write(db: sa.Connection) -> None:
            if db.execute(sa.select(ROWS.c.id).where(*mine)).one_or_none() is None:
                raise Refusal("no_analysis", 404)
            unfinished = ROWS.update().where(*mine, ROWS.c.status.in_(UNFINISHED))
            db.execute(unfinished.values(status="cancelled", changed=self._hub.now()))

        await self._hub.store.write(write)
        if self._task is not None and self._task.id == name:
            self._task.stop.set()

    # the work

    async def _work(self) -> None:
        """One after another, for as long as the server runs."""
        while not self._closing:
            self._wake.clear()
            try:
                taken = await self._hub.store.write(self._take)
                if taken is not None:
                    await self._do(*taken)
                    continue
            except StoreError as error:
                log.debug("analyses wait for the store: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK)

    def _take(self, db: sa.Connection) -> tuple[str, str, list[str]] | None:
        """The oldest that nobody is at is mine now."""
        now = self._hub.now()
        left = ROWS.c.status == "running"
        if not self._hub.store.sqlite:  # a SQLite file has one server: nobody else can be at it
            left &= ROWS.c.changed < now - LEFT_BEHIND
        oldest = sa.select(ROWS).where((ROWS.c.status == "waiting") | left).order_by(ROWS.c.created).limit(1)
        row = db.execute(oldest.with_for_update(skip_locked=True)).one_or_none()
        if row is None:
            return None
        mine = {"status": "running", "worker": self._hub.process, "changed": now}
        db.execute(ROWS.update().where(ROWS.c.id == row.id).values(**mine))
        texts = sa.select(LINES.c.text).where(LINES.c.analysis_id == row.id).order_by(LINES.c.number)
        return row.id, row.request, list(db.execute(texts).scalars())

    async def _do(self, name: str, request: str, texts: list[str]) -> None:
        lines = [msgspec.json.decode(text, type=Line) for text in texts]
        try:
            task = self._task = Task(name, msgspec.json.decode(request, type=Wanted), lines)
            beating = asyncio.create_task(self._beat(task))
            try:
                with ANALYSES.track_inprogress():
                    await self._tell(task)
            finally:
                beating.cancel()
        except StoreError:
            raise  # taken up again when the store is back
        except Exception:
            log.exception("analysis failed")
            await self._keep(name, {"status": "failed"})
        finally:
            self._task = None
            if self._closing:  # another process may take it up at once
                with contextlib.suppress(StoreError):
                    await self._keep(name, {"status": "waiting"})

    async def _tell(self, task: Task) -> None:
        analysis, loop = task.analysis, asyncio.get_running_loop()
        while not analysis.done:
            line = await loop.run_in_executor(self._hub.slow, task.go_on)
            if line is None or not await self._keep(
                task.id, {"progress": task.progress}, len(analysis.lines) - 1, line
            ):
                return
        points = msgspec.json.encode(analysis.turning_points()).decode()
        await self._keep(task.id, {"status": "done", "progress": 1.0, "turning_points": points})

    async def _beat(self, task: Task) -> None:
        """Renew our claim to it; stop when it was cancelled, perhaps at another process."""
        while not task.stop.is_set():
            await asyncio.sleep(BEAT)
            with contextlib.suppress(StoreError):
                if not await self._keep(task.id, {"progress": task.progress}):
                    task.stop.set()

    async def _keep(self, name: str, values: dict[str, Any], number: int = 0, line: Line | None = None) -> bool:
        """Store a line and how it stands; False when it is not ours any more."""
        ours = (ROWS.c.id == name, ROWS.c.status == "running", ROWS.c.worker == self._hub.process)

        def write(db: sa.Connection) -> bool:
            found = db.execute(ROWS.update().where(*ours).values(**values, changed=self._hub.now()))
            if line is not None and found.rowcount:
                text = msgspec.json.encode(line).decode()
                db.execute(LINES.insert().values(analysis_id=name, number=number, text=text))
            return bool(found.rowcount)

        return await self._hub.store.write(write)
