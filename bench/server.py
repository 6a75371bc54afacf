"""How fast the server is: durable moves, from a driver in another process on another core.

Every move is on disk (SQLite, full sync) before it is acknowledged; both players of a match are connected and get
their views. The driver speaks WebSocket by itself, on bytes, so that it is not what is measured.
"""

import argparse
import asyncio
import base64
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from sommet.server.client import Api

LIMITS = ["--http-rate", "1000000", "--message-rate", "1000000", "--connections", "1000000", "--log", "error"]


class Seen(msgspec.Struct):
    """What a player needs of a view."""

    to_move: int | None
    legal: list[str]
    ply: int


class MatchSeen(msgspec.Struct):
    """What a player needs of the match."""

    choosing: int | None
    winners: list[int] | None


class Message(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: str | None = None
    code: str | None = None
    view: Seen | None = None
    match: MatchSeen | None = None
    viewer: int | str | None = None


decode = msgspec.json.Decoder(Message).decode


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.received = 0
        self.sent = 0
        self.refused = 0


class Player(asyncio.Protocol):
    """One socket: plays at random, at once."""

    def __init__(self, path: str, cookie: str | None, tally: Tally, chance: random.Random) -> None:
        self.path, self.cookie, self.tally, self.chance = path, cookie, tally, chance
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.playing = True
        self._buffer = b""
        self._open = False
        self._seat: int | str | None = None
        self._sent = 0.0
        self.last: Message | None = None

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: sommet_session={self.cookie}\r\n" if self.cookie else ""
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        """The end."""
        for future in (self.over, self.joined):
            if not future.done():
                future.set_result(None)

    def send(self, text: bytes) -> None:
        """One frame, masked with nought."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        data = head + b"\0\0\0\0" + text
        self.tally.sent += len(data)
        self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        """Whole frames are taken from what came."""
        self.tally.received += len(data)
        buffer = self._buffer + data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head, head
            self._open = True
            self.send(b'{"type":"join","entropy":"00ff"}')
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                break
            kind, payload, buffer = buffer[0] & 15, buffer[start : start + size], buffer[start + size :]
            if kind == 1:
                self._message(payload)
            elif kind == 9:
                self.transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)
        self._buffer = buffer

    def _message(self, payload: bytes) -> None:
        message = decode(payload)
        if message.type == "refused":
            self.tally.refused += message.code != "not_choosing"  # asked twice, by welcome and update
            return
        if message.type == "welcome":
            self._seat = message.viewer
            if not self.joined.done():
                self.joined.set_result(None)
        elif message.type != "update":
            return
        if message.id is not None and self._sent:
            self.tally.times.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        self.last = message
        if self.playing:
            self.act()

    def act(self) -> None:
        """Do what the last message asks for."""
        message = self.last
        if message is None or message.match is None:
            return
        if message.match.winners is not None:
            if not self.over.done():
                self.over.set_result(None)
            return
        if message.match.choosing is not None and message.match.choosing == self._seat:
            self.send(b'{"type":"choose","first":%d}' % self.chance.randrange(2))
            return
        view = message.view
        if view is not None and view.to_move == self._seat and view.legal:
            move = self.chance.choice(view.legal)
            self._sent = time.perf_counter()
            self.send(b'{"type":"move","move":"%s","ply":%d,"id":"m"}' % (move.encode(), view.ply))


class Bench:
    """A server on the first core; we are on the second."""

    def __init__(self, folder: Path) -> None:
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[-1]})
        command = [sys.executable, "-c", "import sys; from sommet.cli import main; sys.exit(main())", "serve", "--port"]
        command += ["0", "--database", f"sqlite:///{folder / 'bench.db'}", *LIMITS]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {cores[0]}),
            env={**os.environ, "LC_ALL": "C"},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        assert found
        self.base, self.port = found[0], int(found[1])
        self.apis = [Api(self.base), Api(self.base)]
        for number, api in enumerate(self.apis):
            api.call("POST", "/session/guest", {"name": f"Bench {number}"})
        time.sleep(8)  # the kernels are loaded meanwhile

    def memory(self) -> float:
        """Megabytes of the server."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        assert found
        return int(found[1]) / 1024

    def processor(self) -> float:
        """Seconds of processor time that the server has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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

    async def join(self, table: str, api: Api | None, tally: Tally, playing: bool = True) -> Player:
        """A player's socket."""
        cookie = api.cookie if api else None
        _, player = await asyncio.get_running_loop().create_connection(
            lambda: Player(f"/api/v1/tables/{table}/ws", cookie, tally, random.Random(table)), "127.0.0.1", self.port
        )
        player.playing = playing
        return player

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


async def measure(bench: Bench, game: str, matches: int, seconds: float) -> dict[str, float]:
    """So many matches at a time, each played as fast as it goes, one after another."""
    settings = {"game": game, "rounds": 5}
    per_match = {"babylone": 65, "kabaleo": 160, "on_top": 210}[game]
    spare = int(8000 * seconds / per_match) if matches > 1 else int(1500 * seconds / per_match)
    waiting = []
    for _ in range(max(1, (matches + spare) // 40 + 1)):
        apis = bench.players()
        waiting += [(bench.table(apis, settings), apis) for _ in range(40)]
    tally = Tally()
    tables = [waiting.pop() for _ in range(matches)]
    seated = [[await bench.join(table, api, tally, playing=False) for api in apis] for table, apis in tables]
    await asyncio.gather(*(player.joined for players in seated for player in players))
    await asyncio.sleep(0.5)
    tally.received = tally.sent = 0
    end = time.perf_counter() + seconds

    async def chain(players: list[Player]) -> None:
        while True:
            for player in players:
                player.playing = True
                player.act()
            await asyncio.wait([players[0].over], timeout=max(0.1, end - time.perf_counter()))
            for player in players:
                player.playing = False
                player.transport.close()
            if time.perf_counter() >= end:
                return
            table, apis = waiting.pop()
            players = [await bench.join(table, api, tally) for api in apis]

    used, began = bench.processor(), time.perf_counter()
    await asyncio.gather(*(chain(players) for players in seated))
    took = time.perf_counter() - began
    used = bench.processor() - used
    times = sorted(tally.times)
    count = len(times)
    assert not tally.refused, tally.refused
    return {
        "moves/s": count / took,
        "p50 ms": times[count // 2] * 1e3,
        "p99 ms": times[count * 99 // 100] * 1e3,
        "bytes/move": (tally.received + tally.sent) / count,
        "server core %": 100 * used / took,
        "memory MB": bench.memory(),
    }


async def crowd(bench: Bench, sockets: int, games: int) -> dict[str, float]:
    """Idle sockets, and running games with both players connected."""
    tally, began = Tally(), time.perf_counter()
    players: list[Player] = []
    for _ in range(games // 40 + 1):
        apis = bench.players()
        for _ in range(min(40, games - len(players) // 2)):
            table = bench.table(apis, {"game": "kabaleo"})
            for api in apis:
                players.append(await bench.join(table, api, tally, playing=False))
    await asyncio.gather(*(player.joined for player in players))
    busy = bench.memory()
    watched = [player.path.split("/")[4] for player in players[:100:2]]
    watchers: list[Player] = []
    while len(players) + len(watchers) < sockets:
        some = [
            await bench.join(watched[number % len(watched)], None, tally, playing=False)
            for number in range(min(100, sockets - len(players) - len(watchers)))
        ]
        await asyncio.gather(*(player.joined for player in some))
        watchers += some
    found = {
        "sockets": float(len(players) + len(watchers)),
        "games": float(games),
        "memory MB with the games": busy,
        "memory MB with all": bench.memory(),
        "seconds to connect": time.perf_counter() - began,
    }
    for player in players + watchers:
        player.transport.close()
    return found


def row(name: str, found: dict[str, float]) -> str:
    """One line of the table."""
    return f"| {name} | " + " | ".join(f"{key} {value:,.1f}" for key, value in found.items()) + " |"


def main() -> None:
    """All of it, or what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--game", action="append", choices=("babylone", "kabaleo", "on_top"))
    parser.add_argument("--no-crowd", action="store_true")
    parser.add_argument("--only-crowd", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            for game in () if args.only_crowd else args.game or ("babylone", "kabaleo", "on_top"):
                for matches in (1, 50):
                    found = uvloop.run(measure(bench, game, matches, args.seconds))
                    print(row(f"{game}, {matches} matches", found), flush=True)
            if not args.no_crowd:
                print(row("crowd", uvloop.run(crowd(bench, 5000, 500))), flush=True)
        finally:
            bench.stop()


if __name__ == "__main__":
    main()
