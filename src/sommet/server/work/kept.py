"""Analyses in the store: what was asked for, what is being done and by which process, and the lines so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from ...analysis import Analysis, Line
from ...bots import bot
from ...core.registry import load
from ...search.advice import Budget
from ..store.schema import ANALYSES as ROWS
from ..store.schema import ANALYSIS_LINES as LINES
from ..wire.refusals import Refusal

MOST_WAITING = 400  # unfinished, of everybody
MOST_EACH = 4  # of a user
MOST_TOGETHER = 8  # of all guests at one address
MOST_SECONDS = 1800.0  # that the unfinished ones of a user, or of all guests at one address, may take
KEPT = 30 * 86_400_000
OLDEST = 86_400_000  # what is not done after a day is given up
UNFINISHED = ("waiting", "running")


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for, as it is stored."""

    record: dict[str, Any]
    whole: bool
    level: str
    seconds: float
    winners: list[int] | None = None  # where the rules alone do not say how the game ended
    unplayed: int = 0  # so many of the first moves nobody made

    @property
    def longest(self) -> float:
        """Seconds that it may take."""
        return self.seconds * (len(self.record["moves"]) + 1 if self.whole else 1)

    def analysis(self, lines: list[Line]) -> Analysis:
        """The analysis, with what was told before."""
        position = load(self.record)
        judge, budget = bot(position.game.name, self.level), Budget(seconds=self.seconds)
        whole, winners, unplayed = self.whole, self.winners, self.unplayed
        return Analysis(position, judge, budget, whole=whole, winners=winners, lines=lines, unplayed=unplayed)


def add(db: sa.Connection, name: str, owner: str, together: Collection[str], wanted: Wanted, now: int) -> None:
    """Queue one more; Refusal where its owner, or those who pay together with them, have too much there already."""
    db.execute(ROWS.delete().where(ROWS.c.changed < now - KEPT))
    old = ROWS.update().where(ROWS.c.status.in_(UNFINISHED), ROWS.c.created < now - OLDEST)
    db.execute(old.values(status="cancelled", changed=now))
    unfinished = sa.select(ROWS.c.owner, ROWS.c.request).where(ROWS.c.status.in_(UNFINISHED))
    theirs = db.execute(unfinished.where(ROWS.c.owner.in_(together))).all()
    everybodys = db.execute(sa.select(sa.func.count()).where(ROWS.c.status.in_(UNFINISHED))).scalar_one()
    seconds = sum(msgspec.json.decode(row.request, type=Wanted).longest for row in theirs)
    if (
        everybodys >= MOST_WAITING
        or len(theirs) >= MOST_TOGETHER
        or sum(row.owner == owner for row in theirs) >= MOST_EACH
        or seconds + wanted.longest > MOST_SECONDS
    ):
        raise Refusal("queue_full", 429)
    text = msgspec.json.encode(wanted).decode()
    row = {"id": name, "owner": owner, "request": text, "status": "waiting", "progress": 0.0}
    db.execute(ROWS.insert().values(**row, created=now, changed=now))


def read(db: sa.Connection, owner: str, name: str, since: int) -> tuple[Any, list[str]]:
    """One's own, and its lines from that number on; Refusal when there is none."""
    row = db.execute(sa.select(ROWS).where(ROWS.c.id == name, ROWS.c.owner == owner)).one_or_none()
    if row is None:
        raise Refusal("no_analysis", 404)
    return row, _lines(db, name, since)


def cancel(db: sa.Connection, owner: str, name: str, now: int) -> None:
    """It is not wanted any more; Refusal when there is none."""
    read(db, owner, name, 0)
    unfinished = ROWS.update().where(ROWS.c.id == name, ROWS.c.status.in_(UNFINISHED))
    db.execute(unfinished.values(status="cancelled", changed=now))


def free(db: sa.Connection, mine: Collection[str], left_behind: int | None) -> list[tuple[str, str]]:
    """Those that nobody is at, with their owners, the longest untouched first. `mine`: what this process is at.

    `left_behind`: when a process that is at one must have told so, else it has died; None: there is no other process.
    """
    left = ROWS.c.status == "running"
    if left_behind is not None:
        left &= ROWS.c.changed < left_behind
    query = sa.select(ROWS.c.id, ROWS.c.owner).where((ROWS.c.status == "waiting") | left, ROWS.c.id.not_in(mine))
    return [
        (row.id, row.owner) for row in db.execute(query.order_by(ROWS.c.changed, ROWS.c.created).limit(MOST_WAITING))
    ]


def take(
    db: sa.Connection, name: str, process: str, left_behind: int | None, now: int
) -> tuple[Wanted, list[Line]] | None:
    """This one is ours now; None when another process was faster."""
    left = ROWS.c.status == "running"
    if left_behind is not None:
        left &= ROWS.c.changed < left_behind
    mine = ROWS.update().where(ROWS.c.id == name, (ROWS.c.status == "waiting") | left)
    if not db.execute(mine.values(status="running", worker=process, changed=now)).rowcount:
        return None
    request = db.execute(sa.select(ROWS.c.request).where(ROWS.c.id == name)).scalar_one()
    lines = [msgspec.json.decode(text, type=Line) for text in _lines(db, name)]
    return msgspec.json.decode(request, type=Wanted), lines


def keep(
    db: sa.Connection, name: str, process: str, values: Mapping[str, Any], line: tuple[int, Line] | None = None
) -> bool:
    """Store how it stands, and a line by its number; False when it is not ours any more."""
    ours = (ROWS.c.id == name, ROWS.c.status == "running", ROWS.c.worker == process)
    found = db.execute(ROWS.update().where(*ours).values(**values))
    if line is not None and found.rowcount:
        text = msgspec.json.encode(line[1]).decode()
        db.execute(LINES.insert().values(analysis_id=name, number=line[0], text=text))
    return bool(found.rowcount)


def _lines(db: sa.Connection, name: str, since: int = 0) -> list[str]:
    texts = sa.select(LINES.c.text).where(LINES.c.analysis_id == name).order_by(LINES.c.number)
    return list(db.execute(texts.offset(since)).scalars())
