"""Backup and restore, by the very commands that docs/hosting.md gives."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from sommet.client.api import Api

from .deals import not_unfair
from .postgres import Postgres
from .running import Player, Running, guest, new_table
from .stored import Stored

DOCS = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
GAMES = 4


def documented(start: str) -> str:
    """The block of commands in the section on backups that begins so."""
    section = DOCS.read_text(encoding="utf-8").partition("## Backup, restore, upgrade")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    found: list[str] = [block for block in blocks if block.startswith(start)]
    assert len(found) == 1, start
    return found[0]


def _do(commands: str, folder: Path, **environment: str) -> None:
    python = f"{Path(sys.executable).parent}{os.pathsep}"
    path = environment.pop("PATH", "") + python + os.environ["PATH"]
    done = subprocess.run(
        ["bash", "-euc", commands],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment, "PATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr


async def _play(players: list[Player], moves: int, meanwhile: Callable[[], None] = lambda: None) -> list[int]:
    """This many moves each; then, while all go on, something else. How many moves each had been told of by then."""
    tasks = [asyncio.create_task(player.play(2 * moves)) for player in players]
    while any(len(player.acknowledged) < moves and not player.over for player in players):
        await asyncio.sleep(0.02)
    told = [len(player.acknowledged) for player in players]
    await asyncio.to_thread(meanwhile)
    await asyncio.wait_for(asyncio.gather(*tasks), 300)
    return told


def _seated(server: Running) -> tuple[Api, list[Player], str]:
    """An account, players at several tables, and a table that still waits."""
    owner = Api(server.base)
    owner.call("POST", "/accounts", {"name": "Ana", "password": "correct horse"})
    players = []
    for number in range(GAMES):
        pair = [owner, guest(server.base, f"Guest {number}")]
        table = new_table(pair, {"game": "kabaleo", "rounds": 2})
        players += [Player(api, table, 2 * number + seat, pause=0.05) for seat, api in enumerate(pair)]
    opened = owner.call("POST", "/tables", {"settings": {"game": "on_top"}})
    return owner, players, str(opened["id"])


def _restored(server: Running, owner: Api, players: list[Player], told: list[int], opened: str) -> None:
    """What had been acknowledged before the backup is there; everybody is still signed in; the games go on."""
    stored = Stored(server.database)
    for player, count in zip(players, told, strict=True):
        assert count > 0
        moves = stored.moves(player.room.table, int(str(player.seat)))
        assert all(moves[move] >= 1 for move in player.acknowledged[:count])
    assert owner.call("GET", "/me")["name"] == "Ana"
    elsewhere = Api(server.base)
    elsewhere.call("POST", "/session", {"name": "Ana", "password": "correct horse"})
    assert elsewhere.call("GET", f"/tables/{opened}")["status"] == "open"
    again = [Player(player.room.api, player.room.table, number) for number, player in enumerate(players)]

    async def to_the_end() -> None:
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in again)), 300)

    asyncio.run(to_the_end())
    finished = Stored(server.database)
    for player in again:
        assert player.over
        assert finished.progress(player.room.table).over
        found = owner.call("GET", f"/tables/{player.room.table}/rounds/1")
        assert not_unfair(owner, found)


def test_sqlite(tmp_path: Path) -> None:
    """Backed up while games are played; restored over a damaged file."""
    server = Running(f"sqlite:///{tmp_path / 'sommet.db'}", log=tmp_path / "log")
    server.start()
    try:
        owner, players, opened = _seated(server)
        told = asyncio.run(_play(players, 6, lambda: _do(documented("sommet admin backup"), tmp_path)))
        server.kill()
        (tmp_path / "sommet.db").write_bytes(b"this disk has seen better days")
        _do(documented("rm"), tmp_path)
        server.start()
        _restored(server, owner, players, told, opened)
    finally:
        server.stop()


def test_the_sqlite_program_does_the_same(tmp_path: Path) -> None:
    """Where it is installed."""
    if shutil.which("sqlite3") is None:
        return
    server = Running(f"sqlite:///{tmp_path / 'sommet.db'}", log=tmp_path / "log")
    server.start()
    try:
        ana = guest(server.base)
        command = re.search(r"`(sqlite3 [^`]*)`", DOCS.read_text(encoding="utf-8"))
        assert command is not None
        _do(command[1], tmp_path)
        server.kill()
        _do(documented("rm"), tmp_path)
        server.start()
        assert ana.call("GET", "/me")["name"] == "Ana"
    finally:
        server.stop()


def test_postgres(tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]) -> None:
    """Dumped while games are played; restored over what came later, and into an empty database elsewhere."""
    database = new_postgres()
    programs = f"{postgres.binaries}{os.pathsep}"
    server = Running(database, log=tmp_path / "log")
    server.start()
    try:
        owner, players, opened = _seated(server)
        dump = documented("pg_dump")
        told = asyncio.run(_play(players, 6, lambda: _do(dump, tmp_path, SOMMET_DATABASE=database, PATH=programs)))
        server.kill()
        _do(documented("pg_restore"), tmp_path, SOMMET_DATABASE=database, PATH=programs)
        server.start()
        _restored(server, owner, players, told, opened)
        server.kill()
        server.database = new_postgres()
        _do(documented("pg_restore"), tmp_path, SOMMET_DATABASE=server.database, PATH=programs)
        server.start()
        assert owner.call("GET", "/me")["name"] == "Ana"
    finally:
        server.stop()
