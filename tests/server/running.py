"""Real server processes for tests, and players for them. They end only what they started."""

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from sommet.client.api import Api, RoomClient

WIDE = {"LC_ALL": "C", "SOMMET_GUEST_TABLES": "100000"}
LIMITS = ["--http-rate", "100000", "--message-rate", "100000", "--connections", "100000", "--log", "warning"]


class Running:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, database: str, *more: str, log: Path | None = None) -> None:
        self.database, self.more, self.log = database, more, log
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self, wait: bool = True) -> None:
        """Start it; returns when it has printed its address."""
        command = [
            sys.executable,
            "-c",
            "import sys; from sommet.cli import main; sys.exit(main())",
            "serve",
            "--port",
            str(self.port),
            "--database",
            self.database,
        ]
        command += [*LIMITS, *self.more]
        with open(self.log or os.devnull, "a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **WIDE}
            )
        if wait:
            self.wait()

    def wait(self) -> None:
        """Until it has printed its address."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)", line)
        assert found, (line, self.process.poll())
        self.base, self.port = found[0], int(found[1])

    def kill(self) -> None:
        """As a power cut would: kill -9."""
        assert self.process is not None
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        return self._reap()

    def _reap(self) -> int:
        assert self.process is not None
        code = self.process.wait(timeout=60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()


@contextmanager
def running(database: str, *more: str, log: Path | None = None) -> Iterator[Running]:
    """A server that is stopped afterwards."""
    server = Running(database, *more, log=log)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def sqlite(folder: Path) -> str:
    """A new SQLite database."""
    return f"sqlite:///{folder / 'sommet.db'}"


def guest(base: str, name: str = "Ana") -> Api:
    """Somebody new."""
    api = Api(base)
    deadline = time.monotonic() + 180
    while True:
        try:
            api.call("POST", "/session/guest", {"name": name})
            return api
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def new_table(apis: list[Api], settings: dict[str, Any]) -> str:
    """A table at which these sit, in order; not started before they join."""
    made = apis[0].call("POST", "/tables", {"settings": {"players": len(apis)} | settings})
    for api in apis[1:]:
        api.call("POST", f"/tables/{made['id']}/seats", {"invite": made["invite"]})
    return str(made["id"])


class Player:
    """Plays legal moves at random until the game is over; remembers all that was acknowledged to it."""

    def __init__(self, api: Api, table: str, seed: int = 0, pause: float = 0.0) -> None:
        self.room = RoomClient(api, table)
        self.room.longest_pause = 0.3
        self.chance = random.Random(seed)
        self.pause = pause
        self.acknowledged: list[tuple[int, str]] = []
        self.refused: list[dict[str, Any]] = []
        self.seat: int | str | None = None
        self.over = False
        self.view: dict[str, Any] | None = None
        self.messages: list[dict[str, Any]] = []
        self._sent: dict[str, tuple[int, str]] = {}

    async def play(self, most: int = 10_000) -> None:
        """Until the end, or this many moves of mine."""
        async for message in self.room:
            self.messages.append(message)
            kind = message["type"]
            if kind == "welcome":
                self.seat = message["viewer"]
            if kind == "refused":
                self.refused.append(message)
                if message["code"] in ("unavailable", "slow_down"):
                    await asyncio.sleep(0.1)
                    await self._move()
                continue
            if kind == "done" and message["id"] in self._sent:
                self.acknowledged.append(self._sent.pop(message["id"]))
            if kind in ("welcome", "update"):
                if message.get("id") in self._sent:
                    self.acknowledged.append(self._sent.pop(message["id"]))
                self.view = message["view"]
                if message["match"]["winners"] is not None:
                    self.over = True
                    await self.room.close()
                    return
                if len(self.acknowledged) >= most:
                    await self.room.close()
                    return
                if message["match"]["choosing"] == self.seat:
                    await self._say({"type": "choose", "first": self.chance.choice((0, 1))})
                await self._move()

    async def _move(self) -> None:
        view = self.view
        if view is None or view["to_move"] != self.seat or not view["legal"]:
            return
        if self.pause:
            await asyncio.sleep(self.pause * self.chance.random())
        move, ply = self.chance.choice(view["legal"]), view["ply"]
        name = f"{ply}.{self.chance.randrange(1 << 40)}"
        self._sent[name] = (ply, move)
        await self._say({"type": "move", "move": move, "ply": ply, "id": name})

    async def _say(self, message: dict[str, Any]) -> None:
        with suppress(WebSocketException):  # lost; we shall be back, and see whether it came through
            await self.room.send(message)
