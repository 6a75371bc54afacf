"""What a server in a thread of the test has stored: looked at, or changed, behind its back."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL

from sommet.server.store.database import Store

from .inside import Inside

T = TypeVar("T")


def within(server: Inside, function: Callable[[sa.Connection], T]) -> T:
    """The function's answer, committed."""
    if not server.hub.store.sqlite:
        return asyncio.run(_written(server.hub.store.url, function))
    engine = sa.create_engine(f"sqlite:///{server.hub.store.url.database}")
    try:
        with engine.begin() as db:
            db.exec_driver_sql("pragma foreign_keys=on")
            return function(db)
    finally:
        engine.dispose()


async def _written(url: URL, function: Callable[[sa.Connection], T]) -> T:
    store = Store(url)
    try:
        return await store.write(function)
    finally:
        await store.close()


def rows(server: Inside, table: sa.Table) -> list[Any]:
    """All of a table."""
    return within(server, lambda db: list(db.execute(sa.select(table))))
