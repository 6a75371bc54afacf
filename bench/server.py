"""How fast the server is: durable moves, from a driver in another process on another core.

Every move is on disk (SQLite, full sync) before it is acknowledged; both players of a match are connected, and each
gets their new view. Everybody has joined before the clock starts: what is measured is moves.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

from sommet.client.api import Api

from .processes import end, memory, pin_driver, pinned, processor
from .server_players import Player, Tally

WIDE = {"LC_ALL": "C", "SOMMET_GUEST_TABLES": "1000000"}
LIMITS = ["--http-rate", "1000000", "--message-rate", "1000000", "--connections", "1000000", "--log", "error"]
GAMES = ("babylone", "kabaleo", "on_top")
MOVES = {"babylone": 65, "kabaleo": 160, "on_top": 210}  # in a match, at least about this many
ROUNDS = 5
AT_A_TABLE = 40  # tables that a pair of players may have
FASTEST = {1: 2_500, 50: 9_000}  # moves a second that there are matches for
WARM = 180.0  # seconds at most, in which the kernels are compiled or loaded
Line = tuple[str, float, str]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """On the fastest loop that there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


class Bench:
    """A server, or several on one database, on the first core; we are on the last."""

    def __init__(self, folder: Path, database: str = "", processes: int = 1, profile: str = "") -> None:
        pin_driver()
        self.database = database or f"sqlite:///{folder / 'bench.db'}"
        started = [self._start(profile if number == 0 else "") for number in range(processes)]
        self.processes = [process for process, _ in started]
        self.bases = [base for _, base in started]
        self.base = self.bases[0]
        end_ = time.monotonic() + WARM
        for base in self.bases:
            while Api(base).call("GET", "/status")["compiling"] and time.monotonic() < end_:
                time.sleep(0.5)

    def _start(self, profile: str) -> tuple[subprocess.Popen[str], str]:
        watched = ["-m", "cProfile", "-o", profile] if profile else []
        command = [sys.executable, *watched, "-m", "sommet"]
        command += ["serve", "--port", "0", "--database", self.database, *LIMITS]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, preexec_fn=pinned(0), env={**os.environ, **WIDE}
        )
        assert process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
        assert found
        return process, found[0]

    def memory(self) -> float:
        """Megabytes of the servers; 0 where the system does not tell."""
        return sum(memory(process.pid) for process in self.processes)

    def processor(self) -> float:
        """Seconds of processor time that the servers have used; 0 where the system does not tell."""
        return sum(processor(process.pid) for process in self.processes)

    def players(self) -> list[Api]:
        """Two new guests: nobody sits at too many tables."""
        apis = [Api(self.base), Api(self.base)]
        for number, api in enumerate(apis):
            api.call("POST", "/session/guest", {"name": f"Bench {number}"})
        return apis

    def table(self, apis: list[Api], settings: dict[str, Any]) -> str:
        """A table with two seated."""
        made = apis[0].call("POST", "/tables", {"settings": settings})
        apis[1].call("POST", f"/tables/{made['id']}/seats", {"invite": made["invite"]})
        return str(made["id"])

    async def join(self, table: str, cookie: str | None, tally: Tally, playing: bool = True, server: int = 0) -> Player:
        """A player's socket at one of the servers."""
        _, player = await asyncio.get_running_loop().create_connection(
            lambda: Player(f"/api/v1/tables/{table}/ws", cookie, tally, random.Random(table)),
            "127.0.0.1",
            int(self.bases[server].rpartition(":")[2]),
        )
        player.playing = playing
        return player

    async def matches(self, settings: dict[str, Any], count: int, tally: Tally) -> list[list[Player]]:
        """This many, both players of each at the table, nobody playing yet."""
        made: list[list[Player]] = []
        while len(made) < count:
            apis = await asyncio.to_thread(self.players)
            for _ in range(min(AT_A_TABLE, count - len(made))):
                table = await asyncio.to_thread(self.table, apis, settings)
                made.append([await self.join(table, api.cookie, tally, playing=False) for api in apis])
            await asyncio.gather(*(player.joined for pair in made[-AT_A_TABLE:] for player in pair))
        return made

    def stop(self) -> None:
        """End the servers."""
        for process in self.processes:
            end(process)
        pin_driver(False)


async def moves(bench: Bench, game: str, together: int, seconds: float) -> list[Line]:
    """This many matches at a time, each played as fast as it goes, one after another."""
    tally = Tally()
    spare = int(FASTEST.get(together, 9_000) * seconds / MOVES[game])
    waiting = await bench.matches({"game": game, "rounds": ROUNDS}, together + spare, tally)
    await asyncio.sleep(0.5)
    tally.received = tally.sent = 0
    end = time.perf_counter() + seconds

    async def chain() -> None:
        while time.perf_counter() < end and waiting:
            pair = waiting.pop()
            for player in pair:
                player.playing = True
                player.act()
            await asyncio.wait([pair[0].over], timeout=max(0.0, end - time.perf_counter()))
            for player in pair:
                player.playing = False
                player.transport.close()

    used, own, began = bench.processor(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(chain() for _ in range(together)))
    took = time.perf_counter() - began
    used, own = bench.processor() - used, time.process_time() - own
    for pair in waiting:
        for player in pair:
            player.transport.close()
    times = sorted(tally.times)
    count = len(times)
    assert not tally.refused, tally.refused
    name = f"server.{game}.{together}"
    return [
        (f"{name}.moves", count / took, "durable moves/s"),
        (f"{name}.p50", times[count // 2] * 1e3, "ms"),
        (f"{name}.p99", times[count * 99 // 100] * 1e3, "ms"),
        (f"{name}.wire", (tally.received + tally.sent) / count, "bytes/move"),
        (f"{name}.server", used / count * 1e6, "µs of processor/move"),
        (f"{name}.driver", own / count * 1e6, "µs of processor/move"),
        (f"{name}.share", 100 * used / took, "% of its core"),
        (f"{name}.memory", bench.memory(), "MB"),
    ]


async def crowd(bench: Bench, sockets: int = 5000, games: int = 500) -> list[Line]:
    """Idle sockets, and running games with both players connected."""
    tally = Tally()
    pairs = await bench.matches({"game": "kabaleo"}, games, tally)
    busy = bench.memory()
    watched = [pair[0].path.split("/")[4] for pair in pairs[:50]]
    watchers: list[Player] = []
    while 2 * len(pairs) + len(watchers) < sockets:
        some = [
            await bench.join(watched[number % len(watched)], None, tally, playing=False)
            for number in range(min(100, sockets - 2 * len(pairs) - len(watchers)))
        ]
        await asyncio.gather(*(player.joined for player in some))
        watchers += some
    found = bench.memory()
    for player in [player for pair in pairs for player in pair] + watchers:
        player.transport.close()
    return [
        (f"server.{games}_games", busy, "MB"),
        (f"server.{sockets}_sockets", found, "MB"),
    ]


def lines(seconds: float = 10.0, games: tuple[str, ...] = GAMES, *, crowded: bool = True) -> Iterator[Line]:
    """Name, value and unit, each as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            for game in games:
                for together in (1, 50):
                    yield from run(moves(bench, game, together, seconds))
            if crowded:
                yield from run(crowd(bench))
        finally:
            bench.stop()
