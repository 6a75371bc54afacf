"""The database holds password hashes, the cookies' key and the deals' secrets: nobody but its owner may read it."""

import asyncio
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from sommet.server.config import Config
from sommet.server.store.database import Store

from .running import Running, guest, sqlite

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.glob("sommet.db*")}


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    """With all its companions, whatever the umask."""
    server = Running(sqlite(tmp_path), log=tmp_path / "log")
    before = os.umask(0)
    try:
        server.start()
        guest(server.base)
        modes = _modes(tmp_path)
    finally:
        server.stop()
        os.umask(before)
    assert modes.keys() >= {"sommet.db", "sommet.db-wal", "sommet.db-shm", "sommet.db.lock"}
    assert set(modes.values()) == {0o600}


def test_an_open_one_is_closed_and_that_is_logged(tmp_path: Path) -> None:
    """In one JSON line a file, and only once."""

    async def made() -> None:
        store = Store(Config(database=sqlite(tmp_path)).url())
        await store.open()
        await store.close()

    asyncio.run(made())
    for name in _modes(tmp_path):
        (tmp_path / name).chmod(0o644)
    server = Running(sqlite(tmp_path), log=tmp_path / "log")
    server.start()
    server.stop()
    server.start()
    server.stop()
    assert set(_modes(tmp_path).values()) == {0o600}
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    tightened = [line for line in lines if "file" in line]
    assert {(line["level"], line["mode"]) for line in tightened} == {("warning", "0644")}
    names = [Path(line["file"]).name for line in tightened]
    assert len(names) == len(set(names))
    assert set(names) >= {"sommet.db", "sommet.db.lock"}
