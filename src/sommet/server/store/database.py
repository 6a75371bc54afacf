"""The store: one place that reads and writes. All that is written is on disk before `write` returns.

SQLite has one writer: one thread with one connection, so nothing ever waits for a lock; and one reader beside it.
PostgreSQL has a pool.
Functions of the store are plain functions on a SQLAlchemy connection, the same for both.
"""

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..metrics import STORE_FAILURES, STORE_UP
from ..wire.reasons import Reason
from .files import keep_private, make_private, opened
from .resting import ping_rested
from .schema import LOG, METADATA, REVISION, SETTINGS
from .sqlite import OneThread

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

T = TypeVar("T")
log = logging.getLogger("sommet.store")
SAY_AGAIN = 10.0  # seconds: the same failure is not logged more often
MIGRATIONS = Path(__file__).resolve().parent / "migrations"
CHANNEL = "sommet"
Row = tuple[Any, ...]  # of the log: its columns in their order


class StoreError(Reason):
    """The store cannot be used now: what is asked was not done, or is not known to have been done."""


class SchemaError(StoreError):
    """The stored data are of another version."""


def new_id(size: int = 12) -> str:
    """A name that cannot be guessed; never with a dash in front, which a command line would take for an option."""
    while (name := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return name


class Store:
    """The database behind a URL."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        self._engine: AsyncEngine | None = None
        self._snapshots: AsyncEngine | None = None  # the same, for reading
        self._questions: AsyncEngine | None = None  # the same, for one statement
        self._writer: OneThread | None = None
        self._reader: OneThread | None = None
        self._lock: IO[str] | None = None
        self._version: tuple[object, int] | None = None
        self._opened = False
        self._said: dict[str, float] = {}  # when each failure was logged
        if self.sqlite:
            self._writer, self._reader = OneThread(url, "BEGIN IMMEDIATE"), OneThread(url, "BEGIN")
        else:
            options: dict[str, Any] = {"pool_size": 8, "max_overflow": 4, "pool_use_lifo": True, "pool_timeout": 5}
            wait = {"timeout": 5, "command_timeout": 10}
            self._engine = create_async_engine(url, connect_args=wait, hide_parameters=True, **options)
            ping_rested(self._engine.sync_engine)
            self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._questions = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def open(self, upgrade: bool = True) -> None:
        """Create what is not there yet, bring an old schema up to date; SchemaError when that is not possible."""
        if self.sqlite:
            self._lock = self._lock or lock(f"{self.url.database}.lock")
            _on_files(make_private, str(self.url.database))
        await self.write(lambda connection: prepare(connection, upgrade))
        if self.sqlite:
            _on_files(keep_private, str(self.url.database))
        self._opened = True

    async def close(self) -> None:
        """Let go of every connection."""
        if self._engine is not None:
            await self._engine.dispose()
        for thread in (self._writer, self._reader):
            if thread is not None:
                await thread.close()
        if self._lock is not None:
            self._lock.close()

    async def read(self, function: Callable[[sa.Connection], T]) -> T:
        """The function's answer from what is committed at one moment, however many questions it asks."""
        return await self._read(self._snapshots, function)

    async def ask(self, function: Callable[[sa.Connection], T]) -> T:
        """The same for a function with one question, without a transaction around it."""
        return await self._read(self._questions, function)

    async def _read(self, engine: AsyncEngine | None, function: Callable[[sa.Connection], T]) -> T:
        try:
            if self._reader is not None:
                return await self._reader.run(function)
            assert engine is not None
            async with engine.connect() as connection:
                return await connection.run_sync(function)
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise self._failure(error) from error

    async def write(self, function: Callable[[sa.Connection], T]) -> T:
        """The function's answer, committed to disk; nothing is changed when it raises."""
        try:
            if self._writer is not None:
                answer = await self._writer.run(function)
            else:
                assert self._engine is not None
                async with self._engine.begin() as connection:
                    answer = await connection.run_sync(function)
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise self._failure(error) from error
        STORE_UP.set(1)
        return answer

    async def touched(self) -> bool:
        """Whether another program has changed a SQLite file since this was last asked; at first, and else, False."""
        if not self.sqlite:
            return False
        before, self._version = self._version, await self.write(_version)
        return before is not None and before != self._version

    def _failure(self, error: BaseException) -> Exception:
        """Faults of the database become StoreErrors; faults of the program stay what they are."""
        if isinstance(error, sa.exc.IntegrityError):
            return error
        if isinstance(error, DBAPIError | InterfaceError | PoolTimeout | OSError | TimeoutError):
            failure = reason(error)
            STORE_UP.set(0)
            STORE_FAILURES.labels(failure.key.rpartition(".")[2]).inc()
            now = time.monotonic()
            if self._opened and now - self._said.get(failure.key, float("-inf")) > SAY_AGAIN:
                self._said[failure.key] = now
                log.error("the store failed: %s", failure, extra={"detail": detail(error)})
            return failure
        return error if isinstance(error, Exception) else StoreError("server.store.failed", kind=type(error).__name__)

    def append(
        self, connection: sa.Connection, rows: Sequence[Row], follow: Sequence[int | None]
    ) -> set[tuple[str, int]] | None:
        """Add log entries; the (table, seq) of those whose place was free, or None: of all. Few statements for all.

        `follow` gives the time of the entry before each. A PostgreSQL that has lost what it had (it failed over, or was
        restored) takes none that do not follow on what it has; a SQLite file has nobody to lose it to.
        """
        if not self.sqlite:
            columns = [*map(list, zip(*rows, strict=True)), list(follow)]
            added = connection.exec_driver_sql(_POSTGRESQL_APPEND, tuple(columns))
            return {(found.table_id, found.seq) for found in added}
        done = 0
        for start in range(0, len(rows), _AT_ONCE):
            part = rows[start : start + _AT_ONCE]
            done += connection.exec_driver_sql(_sqlite_append(len(part)), tuple(chain.from_iterable(part))).rowcount
        return None if done == len(rows) else _appended(connection, rows)

    def notify(self, connection: sa.Connection, texts: Sequence[str]) -> None:
        """Tell the other processes, once this is committed (PostgreSQL only)."""
        if texts and not self.sqlite:
            connection.exec_driver_sql(_NOTIFY, (CHANNEL, list(texts)))


def _version(connection: sa.Connection) -> tuple[object, int]:
    """A number that changes when others commit; it belongs to this connection."""
    own = connection.connection.driver_connection
    return own, int(connection.exec_driver_sql("pragma data_version").scalar_one())


_COLUMNS = tuple(column.name for column in LOG.columns)
_AT_ONCE = 64
_POSTGRESQL_APPEND = """
INSERT INTO log (table_id, seq, kind, seat, text, at)
SELECT new.table_id, new.seq, new.kind, new.seat, new.text, new.at
FROM unnest($1::varchar[], $2::int[], $3::varchar[], $4::int[], $5::text[], $6::bigint[], $7::bigint[])
  AS new (table_id, seq, kind, seat, text, at, follows)
WHERE new.seq = 0 OR EXISTS (
  SELECT 1 FROM log WHERE log.table_id = new.table_id AND log.seq = new.seq - 1 AND log.at = new.follows
)
ON CONFLICT DO NOTHING RETURNING table_id, seq
"""
_NOTIFY = "SELECT pg_notify($1::text, told) FROM unnest($2::text[]) AS told"


@cache
def _sqlite_append(rows: int) -> str:
    """One statement for this many rows: a thread that executes one lets the others go on only once."""
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT OR IGNORE INTO log ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * rows)}"


def _appended(connection: sa.Connection, rows: Sequence[Row]) -> set[tuple[str, int]]:
    """Which of these entries are there just as they were given."""
    found = set()
    for row in rows:
        table, seq = row[:2]
        there = connection.execute(sa.select(LOG).where(LOG.c.table_id == table, LOG.c.seq == seq)).one()
        if tuple(there) == tuple(row):
            found.add((table, seq))
    return found


def lock(path: str) -> IO[str] | None:
    """Hold this file until the process ends, whatever ends it: a SQLite file has one server."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return None
    try:
        held = opened(path, "w")
    except OSError as error:
        raise StoreError("server.store.unopenable_why", why=error.strerror) from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.close()
        raise StoreError("server.store.another_server") from error
    return held


def _on_files(do: Callable[[str], None], path: str) -> None:
    try:
        do(path)
    except OSError as error:
        raise StoreError("server.store.unopenable_why", why=error.strerror) from error


_KNOWN = {
    "readonly": "server.store.read_only",
    "read-only": "server.store.read_only",
    "full": "server.store.full",
    "unable to open": "server.store.unopenable",
    "not a database": "server.store.not_a_database",
    "refused": "server.store.no_answer",
    "starting up": "server.store.starting",
    "shutting down": "server.store.shutting_down",
    "locked": "server.store.locked",
    "malformed": "server.store.damaged",
    "corrupt": "server.store.damaged",
    "disk i/o error": "server.store.disk",
    "could not write": "server.store.disk",
    "could not read": "server.store.disk",
    "too many clients": "server.store.crowded",
    "remaining connection slots": "server.store.crowded",
    "no space left": "server.store.full",
    "authentication failed": "server.store.not_let_in",
    "permission denied": "server.store.not_let_in",
    "no such table": "server.store.incomplete",
    "undefinedtable": "server.store.incomplete",
}


def reason(error: BaseException) -> StoreError:
    """Why the store failed, without what was to be stored."""
    original = getattr(error, "orig", None) or error
    if isinstance(original, ConnectionError | TimeoutError | PoolTimeout):
        return StoreError("server.store.no_answer")
    text = str(original).partition("\n")[0].lower()
    key = next((key for part, key in _KNOWN.items() if part in text), None)
    return StoreError("server.store.failed", kind=_name(original)) if key is None else StoreError(key)


def _name(error: BaseException) -> str:
    """What the database itself calls its error: SQLite's name, or PostgreSQL's five characters."""
    found = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return str(found or type(error).__name__)


def detail(error: BaseException) -> str:
    """For an operator: what the database said, but for what it may have repeated of what was to be stored."""
    original = getattr(error, "orig", None) or error
    name = _name(original)
    if name[:2] in ("22", "23") or not getattr(original, "sqlite_errorname", getattr(original, "sqlstate", None)):
        return name
    return f"{name}: {str(original).partition(chr(10))[0][:200]}"


def migrations() -> "AlembicConfig":
    """Alembic's settings."""
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def revision(connection: sa.Connection) -> str | None:
    """The migration of the stored data; None: there is none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def prepare(connection: sa.Connection, upgrade: bool = True) -> None:
    """Bring the schema to this program's version, in the caller's transaction."""
    if connection.dialect.name == "postgresql":  # two processes that start together take turns
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(7_266_638)))
    current = revision(connection)
    if current == REVISION:
        return
    from alembic import command  # it takes a while to load, and is seldom needed
    from alembic.script import ScriptDirectory

    config = migrations()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise SchemaError("server.store.newer", version=current, known=REVISION)
    if current is None and sa.inspect(connection).has_table("tables"):
        raise SchemaError("server.store.foreign")
    if not upgrade:
        raise SchemaError("server.store.older", version=current, known=REVISION)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def setting(connection: sa.Connection, key: str, make: Callable[[], str]) -> str:
    """A stored setting, made once for all processes."""
    query = sa.select(SETTINGS.c.value).where(SETTINGS.c.key == key)
    found = connection.execute(query).scalar()
    if found is None:
        value = make()
        if connection.dialect.name == "postgresql":
            insert: Any = postgresql_insert(SETTINGS).on_conflict_do_nothing()
        else:
            insert = SETTINGS.insert().prefix_with("OR IGNORE")
        connection.execute(insert.values(key=key, value=value))
        found = connection.execute(query).scalar_one()
    return str(found)


__all__ = ["METADATA", "Row", "SchemaError", "Store", "StoreError", "new_id", "reason", "setting"]
