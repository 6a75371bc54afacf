"""`sommet admin export`, `import` and `backup`: all data, from either database into either; all of them or nothing."""

import asyncio
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sommet.cli import main
from sommet.client.api import Api
from sommet.server.config import Config
from sommet.server.store.database import Store
from sommet.server.store.schema import METADATA

from .inside import Inside
from .running import guest, new_table
from .talking import talking


def _value(column: sa.Column[Any], number: int) -> Any:
    """Something that tells this column from another, with what a careless program would spoil."""
    kind = column.type.python_type
    if kind is str:
        length = getattr(column.type, "length", None) or 200
        return f"{number} {column.name} “é\u2028🂡\n\\\"' %s {{x}}"[:length]
    if kind is bool:
        return bool(number % 2)
    if kind is float:
        return number / 3
    return number + (1 << 52 if isinstance(column.type, sa.BigInteger) else (1 << 31) - 9)


def _fill(db: sa.Connection) -> None:
    """Three rows of every table that the schema has, now and later."""
    for table in METADATA.sorted_tables:
        for number in range(3):
            row = {}
            for column in table.columns:
                key = next(iter(column.foreign_keys), None)
                row[column.name] = _value(key.column if key else column, number)
                if column.nullable and number == 2:
                    row[column.name] = None
            if table.name == "processes":
                row["alive"] = number
            db.execute(table.insert().values(**row))


async def _made(database: str, fill: bool) -> None:
    store = Store(Config(database=database).url())
    await store.open()
    if fill:
        await store.write(_fill)
    await store.close()


def _admin(database: str, *arguments: str) -> int:
    return main(["admin", *arguments, "--database", database, "--lang", "en"])


def _rows(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\n")[1:]


def test_every_row_of_every_table_comes_through_both_ways(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """SQLite to PostgreSQL to SQLite: the three files say the same, byte by byte."""
    places = [f"sqlite:///{tmp_path}/a.db", new_postgres(), f"sqlite:///{tmp_path}/b.db"]
    asyncio.run(_made(places[0], fill=True))
    files = [tmp_path / f"{number}.jsonl" for number in range(3)]
    assert _admin(places[0], "export", str(files[0])) == 0
    for number in (1, 2):
        assert _admin(places[number], "import", str(files[number - 1])) == 0
        assert _admin(places[number], "export", str(files[number])) == 0
    assert _rows(files[0]) == _rows(files[1]) == _rows(files[2])
    assert json.loads(_rows(files[0])[-2])["rows"] == {table.name: 3 for table in METADATA.sorted_tables}
    if sys.platform != "win32":
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_server_goes_on_elsewhere(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """Exported while it runs; whoever was signed in still is, a game goes on, and new lines get new numbers."""
    with Inside(tmp_path) as first:
        apis = [guest(first.base, name) for name in ("Ana", "Bob")]
        table = new_table(apis, {"game": "babylone"})
        with talking(apis[0], table) as one, talking(apis[1], table) as two:
            for talk in (one, two):
                while talk.view is None:
                    talk.hear("update")
            one.answer("say", text="hello")
            (one if one.view and one.view["legal"] else two).move()
            assert _admin(f"sqlite:///{tmp_path}/inside.db", "export", str(tmp_path / "all")) == 0
    database = new_postgres()
    assert _admin(database, "import", str(tmp_path / "all")) == 0
    with Inside(tmp_path, database=database) as second:
        moved = [Api(second.base) for _ in apis]
        for old, new in zip(apis, moved, strict=True):
            new.cookie = old.cookie
        with talking(moved[0], table) as one, talking(moved[1], table) as two:
            assert [line["text"] for line in one.welcome["chat"]] == ["hello"]
            assert one.answer("say", text="again")["type"] == "done"
            assert (one if one.view and one.view["legal"] else two).move()["type"] == "update"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: lines[:-1], "cut off"),
        (lambda lines: lines[:4] + lines[5:], "cut off"),
        (lambda lines: [*lines[:3], b'{"kind": "row"', *lines[3:]], "Line 4 is damaged"),
        (lambda lines: [*lines[:3], b"[" * 100_000, *lines[3:]], "Line 4 is damaged"),
        (lambda lines: [*lines[:3], b"\xff\xfe", *lines[3:]], "Line 4 is damaged"),
        (lambda lines: lines[1:], "was not written by"),
        (lambda lines: [], "was not written by"),
        (lambda lines: [lines[0].replace(b'"schema":"', b'"schema":"9'), *lines[1:]], "upgrade the server"),
        (lambda lines: [lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]], "was not written by"),
        (lambda lines: [line.replace(b'"table":"users"', b'"table":"sqlite_master"') for line in lines], "is damaged"),
        (lambda lines: [line.replace(b'"epoch":', b'"epoch; drop table users":') for line in lines], "is damaged"),
        (lambda lines: [line.replace(b'"banned":true', b'"banned":"yes"') for line in lines], "is damaged"),
        (lambda lines: [line for line in lines if b'"table":"users"' not in line], "don’t fit"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], "don’t fit"),
        (lambda lines: [*lines, lines[2]], "is damaged"),
    ],
)
def test_a_spoilt_file_stores_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[list[bytes]], list[bytes]], said: str
) -> None:
    """Cut off, damaged, foreign: one sentence, and the database stays empty."""
    asyncio.run(_made(f"sqlite:///{tmp_path}/a.db", fill=True))
    assert _admin(f"sqlite:///{tmp_path}/a.db", "export", str(tmp_path / "good")) == 0
    lines = (tmp_path / "good").read_bytes().split(b"\n")[:-1]
    (tmp_path / "bad").write_bytes(b"".join(line + b"\n" for line in spoil(lines)))
    capsys.readouterr()
    empty = f"sqlite:///{tmp_path}/empty.db"
    assert _admin(empty, "import", str(tmp_path / "bad")) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert _admin(empty, "import", str(tmp_path / "good")) == 0, "it was still empty"


def test_only_an_empty_database_takes_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And none that a server is at work on; a file that is there is not written over."""
    full = f"sqlite:///{tmp_path}/a.db"
    asyncio.run(_made(full, fill=True))
    assert _admin(full, "export", str(tmp_path / "all")) == 0
    assert _admin(full, "import", str(tmp_path / "all")) == 1
    assert "not empty" in capsys.readouterr().err
    assert _admin(full, "export", str(tmp_path / "all")) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert _admin(full, "import", str(tmp_path / "nothing")) == 1
    with Inside(tmp_path) as server:
        assert _admin(f"sqlite:///{tmp_path}/inside.db", "import", str(tmp_path / "all")) == 1
        assert "another server" in capsys.readouterr().err
        guest(server.base)


def test_postgres_under_a_server_takes_no_data(
    tmp_path: Path, new_postgres: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its heartbeat tells."""
    asyncio.run(_made(f"sqlite:///{tmp_path}/a.db", fill=True))
    assert _admin(f"sqlite:///{tmp_path}/a.db", "export", str(tmp_path / "all")) == 0
    database = new_postgres()
    with Inside(tmp_path, database=database):
        assert _admin(database, "import", str(tmp_path / "all")) == 1
    assert "stop it first" in capsys.readouterr().err


def test_a_backup_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database like the first, for its owner only; never over another file."""
    with Inside(tmp_path) as server:
        guest(server.base, "Ana")
        database = f"sqlite:///{tmp_path}/inside.db"
        before = os.umask(0)
        try:
            assert _admin(database, "backup", str(tmp_path / "copy.db")) == 0
        finally:
            os.umask(before)
        guest(server.base, "Bob")
        assert _admin(database, "backup", str(tmp_path / "copy.db")) == 1
    capsys.readouterr()
    assert sorted(path.name for path in tmp_path.glob("copy.db*")) == ["copy.db"]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert _admin(f"sqlite:///{tmp_path}/copy.db", "users", "list", "--json") == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["found"]] == ["Ana"]
    assert _admin("postgresql://x@127.0.0.1:1/y", "backup", str(tmp_path / "other.db")) == 1
    assert "pg_dump" in capsys.readouterr().err
