"""Two server processes on one PostgreSQL, the two players of each game at different ones."""

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .running import Player, Running, guest, new_table
from .stored import Stored
from .talking import talking


@pytest.fixture
def redis() -> Iterator[str]:
    """A Redis or Valkey of our own, where one is installed."""
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    if program is None:
        pytest.skip("neither Valkey nor Redis is installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _game(servers: list[Running], number: int) -> list[Player]:
    """A table whose players sit at different servers."""
    apis = [guest(servers[0].base, f"Here {number}"), guest(servers[1].base, f"There {number}")]
    name = ("kabaleo", "on_top", "babylone")[number % 3]
    table = new_table([apis[0], apis[1]], {"game": name, "rounds": 1 if name == "on_top" else 2})
    return [Player(api, table, number * 2 + seat, pause=0.05) for seat, api in enumerate(apis)]


async def _play(players: list[Player], kill: Running, other: Running) -> None:
    """Play to the end; in the middle one server dies, and its players go on at the other."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    while sum(len(player.acknowledged) for player in players) < 6 * len(players):
        await asyncio.sleep(0.02)
    assert not all(player.over for player in players)
    await asyncio.to_thread(kill.kill)
    for player in players:
        if player.room.api.base == kill.base:
            player.room.api.base = other.base
    await asyncio.wait_for(asyncio.gather(*tasks), 600)  # on a first start both compile meanwhile


def _check(database: str, players: list[Player]) -> None:
    stored = Stored(database)
    for here, there in zip(players[0::2], players[1::2], strict=True):
        assert here.over
        assert there.over
        progress = stored.progress(here.room.table)
        assert progress.over
        for player in (here, there):
            updates = [message for message in player.messages if message["type"] == "update"]
            seen = {event["seq"]: event for message in updates for event in message["events"]}
            for seq, event in seen.items():  # one order of moves, the same for both
                row = stored.logs[player.room.table][seq]
                assert (event["kind"], event.get("seat")) == (row.kind, row.seat)
                if row.kind == "move":
                    assert event["move"] == row.text
        states = [player.view["state"] for player in (here, there) if player.view]
        for state in states:
            state.pop("objective", None)
        assert states[0] == states[1]


def _run(database: str, tmp_path: Path, *more: str) -> None:
    servers = [Running(database, *more, log=tmp_path / f"log{number}") for number in (0, 1)]
    for server in servers:
        server.start(wait=False)  # together: they take turns with the schema
    try:
        for server in servers:
            server.wait()
        players = [player for number in range(9) for player in _game(servers, number)]
        asyncio.run(_play(players, servers[1], servers[0]))
        _check(database, players)
    finally:
        for server in servers:
            server.stop()


def test_over_postgres_itself(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """LISTEN/NOTIFY is the hint."""
    _run(new_postgres(), tmp_path)


def test_over_redis(tmp_path: Path, new_postgres: Callable[[], str], redis: str) -> None:
    """Publish and subscribe are."""
    _run(new_postgres(), tmp_path, "--bus", redis)


def test_chat_presence_and_consent_cross(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """What is said at one server is heard at the other."""
    database = new_postgres()
    servers = [Running(database, log=tmp_path / f"log{number}") for number in (0, 1)]
    try:
        for server in servers:
            server.start()
        ana, bob = guest(servers[0].base, "Ana"), guest(servers[1].base, "Bob")
        table = new_table([ana, bob], {"game": "babylone", "players": 2})
        with talking(ana, table) as here, talking(bob, table) as there:
            there.hear("update")
            here.hear("update")
            if not any(message.get("seats") == [True, True] for message in here.heard):
                here.hear("presence", seats=[True, True])
            here.send("say", text="hello", id="1")
            assert there.hear("chat")["text"] == "hello"
            mover, other = (here, there) if here.view and here.view["to_move"] == 0 else (there, here)
            mover.move()
            other.hear("update")
            mover.send("ask", what="take_back", id="2")
            other.hear("offer", what="take_back")
            other.send("ask", what="take_back", id="3")
            assert mover.hear("update", seq=3)["events"][0]["kind"] == "back"
            other.send("resign", id="4")
            mover.hear("update", seq=4)
            mover.send("ask", what="rematch")
            other.hear("offer", what="rematch")
            other.send("ask", what="rematch")
            assert mover.hear("rematch") == other.hear("rematch")
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()
