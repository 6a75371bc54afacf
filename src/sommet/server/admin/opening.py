"""The store as an operator's command opens it: beside a running server, and never changing its schema."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa

from ..config import Config
from ..store.bus import pack
from ..store.database import CHANNEL, Store, prepare
from ..store.outages import DEAD
from ..store.schema import PROCESSES
from ..wire.reasons import Reason


class Impossible(Reason):
    """What was asked for cannot be done; nothing was changed."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def opened(config: Config) -> AsyncIterator[Store]:
    """The store of these settings; StoreError when it cannot be used, or is of another version."""
    url = config.url()
    store = Store(url)
    if store.sqlite and not Path(str(url.database)).exists():
        raise Impossible("admin.error.no_database", file=url.database)
    try:
        await store.read(lambda db: prepare(db, upgrade=False))
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def made(config: Config) -> AsyncIterator[Store]:
    """A store that may be new, with this program's schema; a SQLite file is held meanwhile as a server holds it."""
    store = Store(config.url())
    try:
        await store.open()
        yield store
    finally:
        await store.close()


def served(db: sa.Connection, at: int) -> bool:
    """Whether a server is at work on these data."""
    alive = db.execute(sa.select(sa.func.max(PROCESSES.c.alive)).where(PROCESSES.c.ended.is_(False))).scalar()
    return alive is not None and at - int(alive) < DEAD


def tell(db: sa.Connection, kind: str, **more: object) -> None:
    """Tell running servers, once this is committed; where that is not possible they find out by themselves."""
    if db.dialect.name == "postgresql":
        for text in pack("admin", [{"kind": kind, **more}]):
            db.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))
