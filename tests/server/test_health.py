"""/healthz tells the truth: what cannot be written or read is not well; and operators are told why, players too."""

import contextlib
import json
import logging
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import sqlalchemy as sa

from sommet.server.store.database import StoreError, detail, reason
from sommet.server.store.schema import USERS

from .inside import Inside
from .running import guest


def _health(server: Inside) -> tuple[int, dict[str, Any]]:
    try:
        with urlopen(server.base + "/healthz", timeout=60) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def _becomes(server: Inside, status: int) -> dict[str, Any]:
    """What it says once it says this; it may say what it found a second ago."""
    deadline = time.monotonic() + 30
    while (found := _health(server))[0] != status:
        assert time.monotonic() < deadline, found
        time.sleep(0.2)
    return found[1]


def test_well(tmp_path: Path) -> None:
    """Part by part; and asking often costs nothing more."""
    with Inside(tmp_path) as server:
        status, found = _health(server)
        assert status == 200
        assert found["status"] == "ok"
        assert found["parts"] == {"store": "ok", "journal": "ok", "bus": "ok"}
        looked = server.hub.health._look
        count = 0

        async def counted() -> None:
            nonlocal count
            count += 1
            await looked()

        server.hub.health._look = counted  # type: ignore[method-assign]
        began = time.monotonic()
        for _ in range(50):
            assert _health(server)[0] == 200
        assert count <= time.monotonic() - began + 2


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[Path]:
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk(tmp_path: Path) -> None:
    """Is found although it can be read; and it is well again when there is room."""
    with _small_disk(tmp_path) as disk, Inside(disk) as server:
        assert _health(server)[0] == 200
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        found = _becomes(server, 503)
        assert found["status"] == "failing"
        assert found["parts"]["store"] == "the disk is full"
        assert found["parts"]["journal"] == "ok"
        assert found["error"]["code"] == "unavailable"
        filler.unlink()
        assert _becomes(server, 200)["parts"]["store"] == "ok"


def _checkpoint(db: sa.Connection) -> None:
    own = db.connection.driver_connection
    assert own is not None
    own.execute("pragma wal_checkpoint(truncate)")


def test_a_damaged_file(tmp_path: Path) -> None:
    """Is found when it is read from the disk again, and said to be damaged."""
    with Inside(tmp_path) as server:
        guest(server.base)
        file = tmp_path / "inside.db"
        store = server.hub.store
        server.run(store.write(_checkpoint))
        with file.open("r+b") as opened:
            opened.seek(4096)
            opened.write(b"\xff" * (file.stat().st_size - 4096))

        def forget(db: sa.Connection) -> None:
            raise sa.exc.OperationalError("a connection that is thrown away", {}, Exception("locked"))

        for run in (store.read, store.write):
            with pytest.raises(StoreError):
                server.run(run(forget))
        assert "damaged" in _becomes(server, 503)["parts"]["store"]


def test_what_operators_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What the database calls its error and says of it, never what was to be stored."""
    with Inside(tmp_path) as server:
        caplog.set_level(logging.ERROR, "sommet.store")
        logging.getLogger("sommet").propagate = True

        def wrong(db: sa.Connection) -> None:
            db.execute(USERS.insert().values(id="x", name="hidden", epoch=0, created=0, nothing="hidden"))

        def broken(db: sa.Connection) -> None:
            db.exec_driver_sql("insert into nowhere values (?)", ("hidden",))

        with pytest.raises(sa.exc.CompileError):
            server.run(server.hub.store.write(wrong))
        with pytest.raises(StoreError) as failed:
            server.run(server.hub.store.write(broken))
        assert "lacks tables" in str(failed.value)
        lines = [record for record in caplog.records if record.name == "sommet.store"]
        assert vars(lines[-1])["detail"] == "SQLITE_ERROR: no such table: nowhere"
        assert "hidden" not in caplog.text


def test_words_of_the_database_that_may_repeat_ours() -> None:
    """Are left out: PostgreSQL quotes the value that was wrong."""

    class Postgres(Exception):
        sqlstate = "22P05"

    quoted = sa.exc.DBAPIError("x", {}, Postgres('invalid byte sequence: "hidden"'))
    assert detail(quoted) == "22P05"
    assert "hidden" not in str(reason(quoted))
    assert "22P05" in str(reason(quoted))
    Postgres.sqlstate = "53100"
    assert detail(sa.exc.DBAPIError("x", {}, Postgres("could not extend file"))) == "53100: could not extend file"


def test_one_that_stops(tmp_path: Path) -> None:
    """Says so: balancers send nobody there any more."""
    with Inside(tmp_path) as server:
        server.hub.stopping = True
        status, found = _health(server)
        assert status == 503
        assert "stopping" in found["error"]["message"]
