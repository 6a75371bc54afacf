"""Bad stores: a clear message, nothing half-written."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sommet.server.config import Config
from sommet.server.store.database import SchemaError, Store, StoreError, migrations, new_id, prepare, revision
from sommet.server.store.schema import ANALYSES, METADATA, REVISION, USERS

from .inside import Inside
from .running import guest, new_table, running, sqlite
from .talking import Talk, talking


def _serve(database: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from sommet.cli import main; sys.exit(main())", "serve"]
    return subprocess.run(
        [*command, "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LC_ALL": "C", **environment},
    )


def _said(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode in (1, 2), done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_a_name_is_no_option_of_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """`sommet bot --table -x` would be misread: no name begins with a dash."""
    drawn = iter(["-x", "-", "y-z"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id() == "y-z"


def test_stores_that_cannot_be_used(tmp_path: Path) -> None:
    """One sentence, no traceback."""
    assert "cannot be opened" in _said(_serve(f"sqlite:///{tmp_path}/nowhere/x.db"))
    (tmp_path / "text.db").write_text("this is a letter, not a database\n" * 100)
    assert "not a database" in _said(_serve(f"sqlite:///{tmp_path}/text.db"))
    assert "does not answer" in _said(_serve("postgresql://sommet@127.0.0.1:1/none"))
    assert "SQLite or PostgreSQL" in _said(_serve("mysql://x/y"))
    assert "cannot be used" in _said(_serve(f"sqlite:///{tmp_path}/x.db", SOMMET_THREADS="many"))


def test_another_programs_database_and_a_newer_schema(tmp_path: Path) -> None:
    """They are left alone."""
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("create table tables (id integer)")
    connection.close()
    assert "another program" in _said(_serve(f"sqlite:///{other}"))
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("create table alembic_version (version_num varchar(32) not null)")
        connection.execute("insert into alembic_version values ('9999')")
    connection.close()
    assert "upgrade Sommet" in _said(_serve(f"sqlite:///{newer}"))
    with sqlite3.connect(newer) as connection:
        names = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
    connection.close()
    assert names == ["alembic_version"]


def test_a_failed_upgrade_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the schema, or none of it."""
    from alembic import op

    real, calls = op.create_table, []

    def fail_later(*args: object, **options: object) -> object:
        calls.append(args)
        if len(calls) == 5:
            raise sa.exc.OperationalError("create", {}, Exception("disk is full"))
        return real(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(op, "create_table", fail_later)
    store = Store(Config(database=f"sqlite:///{tmp_path}/x.db").url())

    async def run() -> None:
        with pytest.raises(StoreError, match="full"):
            await store.open()
        names = await store.read(lambda db: sa.inspect(db).get_table_names())
        assert names == []
        await store.close()

    asyncio.run(run())


@contextmanager
def _running_game(folder: Path) -> Iterator[tuple[Inside, Talk]]:
    """A server on this folder, and the one to move."""
    with Inside(folder) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bob")]
        table = new_table(apis, {"game": "babylone"})
        with talking(apis[0], table) as here, talking(apis[1], table) as there:
            for talk in (here, there):
                while talk.view is None:
                    talk.hear("update")
            yield server, here if here.view and here.view["legal"] else there


def test_a_database_that_becomes_read_only(tmp_path: Path) -> None:
    """Each move is refused clearly, and goes through when the store is back."""
    with _running_game(tmp_path) as (server, mover):
        writer = server.hub.store._writer
        assert writer is not None

        def forbid() -> None:
            assert writer._connection is not None
            raw: Any = writer._connection.connection.driver_connection
            raw.execute("pragma query_only=1")

        writer._thread.submit(forbid).result()
        refused = mover.move()
        assert refused["code"] == "unavailable"
        assert "read-only" in refused["message"]
        assert mover.move()["seq"] == 2  # a failed connection is thrown away


def test_a_full_disk(tmp_path: Path) -> None:
    """A real one, very small, where it can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        with _running_game(disk) as (_, mover):
            filler = disk / "filler"
            with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * 4096)
            refused = mover.move()
            assert refused["code"] == "unavailable"
            assert "full" in refused["message"]
            filler.unlink()
            assert mover.move()["seq"] == 2
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_the_migrations_make_the_schema(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """What Alembic makes is what the program expects, on both databases; and an upgrade is refused where unwanted."""

    async def run(database: str) -> None:
        store = Store(Config(database=database).url())
        try:
            with pytest.raises(SchemaError):
                await store.write(lambda db: prepare(db, upgrade=False))
            await store.open()
            await store.open()
            differences = await store.read(_compare)
            assert differences == []
            assert await store.read(revision) == REVISION
        finally:
            await store.close()

    asyncio.run(run(f"sqlite:///{tmp_path}/x.db"))
    asyncio.run(run(new_postgres()))


def test_an_older_schema_is_brought_up_to_date(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """What was stored stays."""
    from alembic import command

    def old(db: sa.Connection) -> None:
        config = migrations()
        config.attributes["connection"] = db
        command.upgrade(config, "0001")
        db.execute(USERS.insert().values(id="u", name="Ana", epoch=0, created=1))

    async def run(database: str) -> None:
        store = Store(Config(database=database).url())
        try:
            await store.write(old)
            with pytest.raises(SchemaError, match="0001"):
                await store.write(lambda db: prepare(db, upgrade=False))
            await store.open()
            assert await store.read(lambda db: db.execute(sa.select(USERS.c.name)).scalar()) == "Ana"
            assert await store.read(lambda db: db.execute(sa.select(ANALYSES)).all()) == []
        finally:
            await store.close()

    asyncio.run(run(f"sqlite:///{tmp_path}/x.db"))
    asyncio.run(run(new_postgres()))


def _compare(db: sa.Connection) -> list[object]:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    return list(compare_metadata(MigrationContext.configure(db), METADATA))


def test_one_sqlite_file_has_one_server(tmp_path: Path) -> None:
    """A second one is told so, and the first does not notice."""
    with running(sqlite(tmp_path)) as first:
        assert "another server" in _said(_serve(first.database))
        assert guest(first.base).call("GET", "/me")
    assert "needs a file" in _said(_serve("sqlite://"))
