"""A server's finished games as rows of a data set: without people's names, unless they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from ...research.dataset import game_row
from ..store.schema import TABLES
from ..tables import stored
from ..tables.progress import Progress
from ..tables.table import Table

AT_ONCE = 100
SOMEBODY = "person"


def finished(db: sa.Connection, names: bool) -> Iterator[dict[str, Any]]:
    """Every round of every match that is over, the oldest first; how it ended as the table has it."""
    found = db.execute(sa.select(TABLES.c.id).where(TABLES.c.status == "over").order_by(TABLES.c.created, TABLES.c.id))
    every, number = list(found.scalars()), 0
    for start in range(0, len(every), AT_ONCE):
        part = every[start : start + AT_ONCE]
        tables = {table.id: table for table in stored.several(db, sa.select(TABLES).where(TABLES.c.id.in_(part)))}
        for name in part:
            table = tables[name]
            progress = Progress(table.settings, None)
            for entry in stored.entries(db, name):
                progress.add(entry)
            by = _by(table, progress, names)
            for each in progress.rounds:
                yield game_row(number, each.record, each.result, by)
                number += 1


def _by(table: Table, progress: Progress, names: bool) -> list[str]:
    """Who played: bots by their names, people by theirs where that is wanted."""
    return [
        f"bot:{progress.bots[place]}" if place in progress.bots else seat.name if names else SOMEBODY
        for place, seat in enumerate(table.seats)
    ]
