"""SQLite by a thread with a connection of its own: no pool, no lock, and one hand-over for all that a function asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")
PRAGMAS = ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=5000")


def _connected(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, changes of the schema included
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"pragma {pragma}")
    cursor.close()


class OneThread:
    """Runs functions on a connection, one after another, each in a transaction that begins with this statement."""

    def __init__(self, url: URL, begin: str) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        sa.event.listen(self._engine, "connect", _connected)
        sa.event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        self._connection: sa.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")

    async def run(self, function: Callable[[sa.Connection], T]) -> T:
        """Its answer, once that is committed; nothing is changed when it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, function)

    def _run(self, function: Callable[[sa.Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            answer = function(self._connection)
            self._connection.commit()
        except BaseException as error:
            connection = self._connection
            if isinstance(error, SQLAlchemyError):
                self._connection = None
                connection.invalidate()  # whatever is wrong with it, the next one is new
                connection.close()
            else:
                connection.rollback()
            raise
        return answer

    async def close(self) -> None:
        """Let go of the connection and the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
