"""What a test finds in a store that no server has open, or that several have."""

import asyncio
from collections import Counter
from typing import Any

import sqlalchemy as sa

from sommet.core.chance import Chance
from sommet.server.config import Config
from sommet.server.store.database import Store
from sommet.server.store.log import Entry
from sommet.server.store.outages import Outages
from sommet.server.store.schema import LOG, OUTAGES, PROCESSES
from sommet.server.tables import fair, stored
from sommet.server.tables import table as tables
from sommet.server.tables.progress import Progress


async def _signatures(database: str) -> list[int]:
    store = Store(Config(database=database).url())
    try:
        return await store.read(lambda db: [row.alive for row in db.execute(sa.select(PROCESSES))])
    finally:
        await store.close()


def signatures(database: str) -> list[int]:
    """When each process that has the store open signed last."""
    return asyncio.run(_signatures(database))


class Stored:
    """All logs of a database, replayed by the rules."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.tables: dict[str, tables.Table] = {}
        self.logs: dict[str, list[Any]] = {}
        self.outages: list[tuple[int, int]] = []
        asyncio.run(self._read())

    async def _read(self) -> None:
        store = Store(Config(database=self.database).url())
        try:
            await store.read(self._fill)
        finally:
            await store.close()

    def _fill(self, db: sa.Connection) -> None:
        self.outages = Outages((row.began, row.ended) for row in db.execute(sa.select(OUTAGES))).pairs()
        for row in db.execute(sa.select(LOG).order_by(LOG.c.table_id, LOG.c.seq)):
            self.logs.setdefault(row.table_id, []).append(row)
        for name in self.logs:
            self.tables[name] = stored.find(db, name)

    def progress(self, name: str) -> Progress:
        """Replay: every entry must be legal where it stands."""
        table = self.tables[name]
        assert [row.seq for row in self.logs[name]] == list(range(len(self.logs[name])))
        chooser = None
        if table.settings.rounds > 1:
            chooser = Chance(fair.seed(table.id, table.secret, table.entropy, 0, table.scheme)).below(
                table.settings.players
            )
        progress = Progress(table.settings, chooser, Outages(self.outages))
        for row in self.logs[name]:
            progress.add(Entry(row.table_id, row.seq, row.kind, row.seat, row.text, row.at))
        return progress

    def moves(self, name: str, seat: int) -> Counter[tuple[int, str]]:
        """How often each (ply, move) of a seat is stored."""
        found: Counter[tuple[int, str]] = Counter()
        ply = 0
        for row in self.logs.get(name, []):  # none: not dealt yet
            if row.kind == "deal":
                ply = 0
            elif row.kind == "move":
                if row.seat == seat:
                    found[ply, row.text] += 1
                ply += 1
        return found
