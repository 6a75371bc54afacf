"""All of a server's data as one file of JSON lines, for SQLite and PostgreSQL alike; read back into an empty database.

The first line says what the file is, each following one is a row, the last says how many rows there were, so that a
file that was cut off is noticed. The file holds every secret of the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from ..store.schema import METADATA, OUTAGES, PROCESSES, REVISION, SETTINGS, TABLES, USERS
from .opening import Impossible, served

FORMAT = "sommet-export"
VERSION = 1
AT_ONCE = 500
LONGEST = 64 * 1024 * 1024
_encoder = msgspec.json.Encoder()


class Head(msgspec.Struct, tag_field="kind", tag=FORMAT):
    """The first line."""

    version: int
    schema: str
    program: str
    at: int


class Row(msgspec.Struct, tag_field="kind", tag="row"):
    """A row of a table."""

    table: str
    values: dict[str, Any]


class End(msgspec.Struct, tag_field="kind", tag="end"):
    """The last line."""

    rows: dict[str, int]


_decoder = msgspec.json.Decoder(Head | Row | End)


def lines(db: sa.Connection, program: str, at: int) -> Iterator[bytes]:
    """The lines of the file, from one moment of the database; `db` must not have been used yet."""
    if db.dialect.name == "postgresql":
        db = db.execution_options(isolation_level="REPEATABLE READ")
    yield _encoder.encode(Head(VERSION, REVISION, program, at)) + b"\n"
    counts = {}
    for table in METADATA.sorted_tables:
        keys = [str(column.name) for column in table.columns]
        counts[str(table.name)] = 0
        rows = db.execution_options(yield_per=AT_ONCE).execute(sa.select(table).order_by(*table.primary_key.columns))
        for row in rows:
            counts[table.name] += 1
            yield _encoder.encode(Row(str(table.name), dict(zip(keys, row, strict=True)))) + b"\n"
    yield _encoder.encode(End(counts)) + b"\n"


def write(db: sa.Connection, file: IO[bytes], program: str, at: int) -> int:
    """Write all data; the number of lines."""
    count = 0
    for line in lines(db, program, at):
        file.write(line)
        count += 1
    return count


def read(db: sa.Connection, given: Iterable[bytes], at: int) -> dict[str, int]:
    """Store what a file holds, all of it or, with Impossible, nothing; how many rows of each table."""
    _must_be_empty(db, at)
    rows = enumerate(given, 1)
    _check_head(next(rows, (1, b""))[1])
    counts = {table.name: 0 for table in METADATA.sorted_tables}
    waiting: list[dict[str, Any]] = []
    here: sa.Table | None = None
    ended: dict[str, int] | None = None
    for number, line in rows:
        found = _line(line, number)
        if ended is not None or isinstance(found, Head):
            raise Impossible("admin.error.bad_line", line=number)
        if isinstance(found, End):
            ended = found.rows
            continue
        table = METADATA.tables.get(found.table)
        if table is None or not _fits(table, found.values):
            raise Impossible("admin.error.bad_line", line=number)
        if table is not here or len(waiting) >= AT_ONCE:
            _store(db, here, waiting, number)
            here, waiting = table, []
        waiting.append(found.values)
        counts[table.name] += 1
    _store(db, here, waiting, sum(counts.values()) + 1)
    if ended != counts:
        raise Impossible("admin.error.cut_off")
    _count_on(db)
    return counts


def _must_be_empty(db: sa.Connection, at: int) -> None:
    if served(db, at):
        raise Impossible("admin.error.served")
    for table in (USERS, TABLES):
        if db.execute(sa.select(table).limit(1)).first() is not None:
            raise Impossible("admin.error.not_empty")
    for table in (SETTINGS, OUTAGES, PROCESSES):  # a server that was started once has left some
        db.execute(table.delete())


def _check_head(line: bytes) -> None:
    found = _line(line, 1)
    if not isinstance(found, Head) or found.version != VERSION:
        raise Impossible("admin.error.no_export")
    if found.schema != REVISION:
        raise Impossible("admin.error.other_schema", schema=found.schema, known=REVISION, program=found.program)


def _line(line: bytes, number: int) -> Head | Row | End:
    try:
        if len(line) > LONGEST:
            raise ValueError
        found: Head | Row | End = _decoder.decode(line)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        key = "admin.error.no_export" if number == 1 else "admin.error.bad_line"
        raise Impossible(key, line=number) from None
    return found


def _fits(table: sa.Table, values: dict[str, Any]) -> bool:
    """Whether these are all of its columns, each with a value of its type: SQLite would take anything."""
    if values.keys() != {column.name for column in table.columns}:
        return False
    for column in table.columns:
        value, kinds = values[column.name], {column.type.python_type}
        if float in kinds:
            kinds.add(int)
        if value is None and column.nullable:
            continue
        if type(value) not in kinds or (isinstance(value, str) and "\0" in value):
            return False
    return True


def _store(db: sa.Connection, table: sa.Table | None, rows: list[dict[str, Any]], number: int) -> None:
    if table is None or not rows:
        return
    try:
        db.execute(table.insert(), rows)
    except DBAPIError as error:
        if isinstance(error, sa.exc.IntegrityError | sa.exc.DataError):
            raise Impossible("admin.error.bad_rows", table=table.name, line=number) from None
        raise


def _count_on(db: sa.Connection) -> None:
    """PostgreSQL's own numbers go on after the largest that came in; SQLite does so by itself."""
    if db.dialect.name != "postgresql":
        return
    for table in METADATA.sorted_tables:
        column = table.autoincrement_column
        if column is not None and isinstance(column.type, sa.Integer) and column.autoincrement is True:
            last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
            named = sa.func.pg_get_serial_sequence(table.name, column.name)
            db.execute(sa.select(sa.func.setval(named, last, False)))
