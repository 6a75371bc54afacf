"""When could nobody play? Pairs of times that belong to nobody's clock, in memory and in the store.

Every process signs a row of its own every second. Whoever finds a row that is signed no longer records the time since
then as an outage, for all tables: to give a second too much harms nobody, to take one does.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from .schema import OUTAGES, PROCESSES, TABLES

DEAD = 3_000  # milliseconds without a signature, after which a process is taken for dead
GRACE = 2_000  # for the players to come back, when there is a server again
SLACK = 1_500  # a process may have written entries for so long after it signed last
REMEMBERED = 60 * 86_400_000
SHORT, SHORT_REMEMBERED = 5_000, 2 * 86_400_000  # seconds matter to games of hours, not to those of days
MOST_CHANGES = 200
READ_AGAIN = 600_000  # how far back others may still have recorded something


class Outages:
    """Pairs of times, ascending, neither overlapping nor touching. `version` grows with every change."""

    def __init__(self, pairs: Iterable[tuple[int, int]] = ()) -> None:
        self._began: list[int] = []
        self._ended: list[int] = []
        self._before: list[int] = []  # how long all those before this one were
        self._changes: list[int] = []  # from when on each of the last changes matters
        self.version = 0
        for began, ended in sorted(pairs):
            self.add(began, ended)

    def add(self, began: int, ended: int) -> None:
        """One more; it may be known already, wholly or in part."""
        if ended <= began:
            return
        first = bisect_left(self._ended, began)
        last = bisect_right(self._began, ended)
        news = began
        if first < last:
            if self._began[first] <= began:
                if ended <= self._ended[first]:
                    return
                news = self._ended[first]
            began, ended = min(began, self._began[first]), max(ended, self._ended[last - 1])
        self._began[first:last], self._ended[first:last] = [began], [ended]
        del self._before[first:]
        for place in range(first, len(self._began)):
            earlier = self._before[place - 1] + self._ended[place - 1] - self._began[place - 1] if place else 0
            self._before.append(earlier)
        self._changed(news)

    def _changed(self, since: int) -> None:
        self.version += 1
        self._changes.append(since)
        if len(self._changes) > MOST_CHANGES:
            del self._changes[: MOST_CHANGES // 2]

    def changed(self, version: int, before: int) -> bool:
        """Whether anything before that time is other than it was in that version."""
        count = self.version - version
        return count > len(self._changes) or any(
            since < before for since in self._changes[len(self._changes) - count :]
        )

    def forget(self, kept: Iterable[tuple[int, int]]) -> None:
        """Only these are left: what nobody asks about any more has been deleted."""
        fresh = Outages(kept)
        self._began, self._ended, self._before = fresh._began, fresh._ended, fresh._before

    def _until(self, at: int) -> int:
        """How much of all the time before this was outage."""
        place = bisect_right(self._began, at) - 1
        if place < 0:
            return 0
        return self._before[place] + min(at, self._ended[place]) - self._began[place]

    def within(self, start: int, end: int) -> int:
        """How much of that time was outage."""
        return self._until(end) - self._until(start) if start < end else 0

    def pairs(self) -> list[tuple[int, int]]:
        """All of them."""
        return list(zip(self._began, self._ended, strict=True))


@dataclass
class Signed:
    """What a process learns when it signs."""

    now: int
    outages: list[tuple[int, int]]
    others: dict[str, int]  # when each other process that may be alive has signed last
    dead: list[int] = field(default_factory=list)  # when each that is found dead has


def begin(db: sa.Connection, process: str, now: int, alone: bool) -> Signed:
    """A process starts; `alone`: no other can have the store open. Its time begins after all that is stored."""
    rows = list(db.execute(sa.select(PROCESSES)))
    newest = max((row.alive for row in rows), default=0) + (SLACK if alone and rows else 0)
    now = max(now, newest, (db.execute(sa.select(sa.func.max(OUTAGES.c.ended))).scalar() or 0) - GRACE)
    if alone:
        db.execute(PROCESSES.update().values(ended=True))
    forget(db, now)
    return sign(db, process, now, {}, 0)


def sign(db: sa.Connection, process: str, now: int, outages: Mapping[int, int], since: int) -> Signed:
    """This process is alive, and these outages are known to it; what the others recorded since then."""
    rows = [row for row in db.execute(sa.select(PROCESSES)) if row.id != process]
    dead = [row for row in rows if row.ended or row.alive < now - DEAD]
    if dead:
        if _running(db):
            outages = {**outages, **{row.alive: now + GRACE for row in dead}}
        db.execute(PROCESSES.delete().where(PROCESSES.c.id.in_([row.id for row in dead])))
    record(db, outages)
    mine = _insert(db, PROCESSES).values(id=process, alive=now, ended=False)
    db.execute(mine.on_conflict_do_update(index_elements=["id"], set_={"alive": now, "ended": False}))
    known = sa.select(OUTAGES).where(OUTAGES.c.ended >= since - READ_AGAIN)
    return Signed(
        now,
        [(row.began, row.ended) for row in db.execute(known)],
        {row.id: row.alive for row in rows if row not in dead},
        [row.alive for row in dead],
    )


def forget(db: sa.Connection, now: int) -> list[tuple[int, int]]:
    """Delete what no clock needs any more; the outages that are left."""
    short = OUTAGES.c.ended - OUTAGES.c.began < SHORT
    db.execute(OUTAGES.delete().where(OUTAGES.c.ended < now - REMEMBERED))
    db.execute(OUTAGES.delete().where(OUTAGES.c.ended < now - SHORT_REMEMBERED, short))
    return [(row.began, row.ended) for row in db.execute(sa.select(OUTAGES))]


def end(db: sa.Connection, process: str, now: int, outages: Mapping[int, int]) -> None:
    """A process stops: whoever signs next knows since when exactly."""
    record(db, outages)
    db.execute(PROCESSES.update().where(PROCESSES.c.id == process).values(alive=now, ended=True))


def record(db: sa.Connection, outages: Mapping[int, int]) -> None:
    """Store outages, when each began and ended; one that is there already can only become longer."""
    for began, ended in sorted(outages.items()):
        row = _insert(db, OUTAGES).values(began=began, ended=ended)
        longer = row.excluded.ended > OUTAGES.c.ended
        db.execute(row.on_conflict_do_update(index_elements=["began"], set_={"ended": ended}, where=longer))


def _running(db: sa.Connection) -> bool:
    """Whether any clock may run at all."""
    return db.execute(sa.select(TABLES.c.id).where(TABLES.c.status == "running").limit(1)).first() is not None


def _insert(db: sa.Connection, table: sa.Table) -> Any:
    return (postgresql_insert if db.dialect.name == "postgresql" else sqlite_insert)(table)
