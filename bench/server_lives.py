"""What a game costs from its table to its end: made, sat down at, joined by two, played at random, over.

On SQLite, on PostgreSQL, and with two servers on one database: the players of a game at the same, or at both.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .server import Bench, run
from .server_players import Tally

GAME = "on_top"
TOGETHER = 30
Line = tuple[str, float, str]


class Http:
    """One connection that is kept: requests one after another."""

    def __init__(self, base: str, cookie: str | None = None) -> None:
        self._host, _, port = base.removeprefix("http://").partition(":")
        self._port = int(port)
        self.cookie = cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer's JSON. A connection that was closed while nobody used it is made anew."""
        data = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: sommet_session={self.cookie}\r\n" if self.cookie else ""
        asked = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"{cookie}Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        for fresh in (False, True):
            if self._streams is None or fresh:
                self._streams = await asyncio.open_connection(self._host, self._port)
            reader, writer = self._streams
            writer.write(asked)
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
                break
            except (asyncio.IncompleteReadError, ConnectionError):
                if fresh:
                    raise
        fields = dict(line.split(": ", 1) for line in head[1:] if ": " in line)
        answer = await reader.readexactly(int(fields.get("content-length", "0")))
        assert head[0].split()[1] in ("200", "201", "204"), (head[0], answer)
        return json.loads(answer) if answer else None

    def close(self) -> None:
        """No more."""
        if self._streams is not None:
            self._streams[1].close()


async def lives(bench: Bench, seconds: float, split: bool = False) -> tuple[int, int, float, float]:
    """Games and moves in that time, and the servers' processor seconds and the wall's; `split`: at two servers."""
    tally = Tally()
    servers = len(bench.bases)
    played = 0
    finish = time.perf_counter() + seconds

    async def chain(number: int) -> None:
        nonlocal played
        at = [number % servers, (number + split) % servers]
        apis = await asyncio.to_thread(bench.players)
        doors = [Http(bench.bases[server], api.cookie) for server, api in zip(at, apis, strict=True)]
        while time.perf_counter() < finish:
            made = await doors[0].call("POST", "/tables", {"settings": {"game": GAME}})
            await doors[1].call("POST", f"/tables/{made['id']}/seats", {"invite": made["invite"]})
            players = [
                await bench.join(made["id"], door.cookie, tally, server=server)
                for door, server in zip(doors, at, strict=True)
            ]
            await asyncio.wait_for(asyncio.gather(*(player.over for player in players)), 60)
            for player in players:
                player.transport.close()
            played += 1
        for door in doors:
            door.close()

    used, began = bench.processor(), time.perf_counter()
    await asyncio.gather(*(chain(number) for number in range(TOGETHER)))
    took, used = time.perf_counter() - began, bench.processor() - used
    assert not tally.refused, tally.refused
    return played, len(tally.times), used, took


def _measured(name: str, bench: Bench, seconds: float, split: bool = False) -> Iterator[Line]:
    run(lives(bench, 2.0, split))  # everything loaded, every statement seen once
    found = [run(lives(bench, seconds / 3, split)) for _ in range(3)]
    yield f"{name}.life", statistics.median(used / games for games, _, used, _ in found) * 1e3, "ms of processor/game"
    yield f"{name}.move", statistics.median(used / moves for _, moves, used, _ in found) * 1e3, "ms of processor/move"
    yield f"{name}.games", statistics.median(games / took for games, _, _, took in found), "whole games/s"


def lines(seconds: float = 12.0) -> Iterator[Line]:
    """Name, value and unit, each as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            yield from _measured("server.sqlite", bench, seconds)
        finally:
            bench.stop()
        try:
            from tests.server.postgres import Postgres
        except ImportError:
            return
        postgres = Postgres()
        try:
            for name, processes, split in (("one", 1, False), ("two.together", 2, False), ("two.split", 2, True)):
                bench = Bench(Path(folder), postgres.new_database(name), processes)
                try:
                    yield from _measured(f"server.postgresql.{name}", bench, seconds, split)
                finally:
                    bench.stop()
        finally:
            postgres.close()
