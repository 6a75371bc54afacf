"""What a player notices while somebody attacks the server: their ping, and how long an easy computer player takes.

`python -m bench.server_attacks [SECONDS [ATTACK …]]`: a server with its usual limits, each attack for some seconds.
Addresses are told as a proxy would tell them. Everything is bounded; the driver takes processor time from the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sommet.client.api import Api, ApiError
from sommet.core.registry import new

SECONDS = 10.0
PING = 0.05
WARM = 300.0
MASTERS = {"game": "kabaleo", "bots": ["master", "master"], "rounds": 5}


class From(Api):
    """Somebody at an address of their own."""

    def __init__(self, base: str, address: str) -> None:
        super().__init__(base)
        self.address = address

    def headers(self) -> dict[str, str]:
        """Who I am, and where from."""
        return super().headers() | {"X-Forwarded-For": self.address}

    def guest(self, name: str = "Eve") -> From:
        """Be a guest."""
        self.call("POST", "/session/guest", {"name": name})
        return self


class Attack:
    """The server, the attackers' answers by code, and an end."""

    def __init__(self, base: str) -> None:
        self.base, self.over = base, asyncio.Event()
        self.answers: Counter[str] = Counter()

    async def call(self, api: Api, method: str, path: str, body: Any = None) -> Any:
        """One request; None when it was refused."""
        try:
            answer = await asyncio.to_thread(api.call, method, path, body, 60.0)
        except ApiError as error:
            self.answers[error.code] += 1
            return None
        except OSError:
            self.answers["no answer"] += 1
            return None
        self.answers["done"] += 1
        return answer

    def eves(self, count: int, apart: bool = False) -> list[From]:
        """Attackers at one address, or each at their own."""
        return [From(self.base, f"203.0.113.{number + 1 if apart else 1}") for number in range(count)]


async def nothing(attack: Attack) -> None:
    """Nobody attacks."""
    await attack.over.wait()


async def masters_alone(attack: Attack) -> None:
    """One guest makes 60 tables at which two masters play each other."""
    (eve,) = attack.eves(1)
    await asyncio.to_thread(eve.guest)
    for _ in range(60):
        await attack.call(eve, "POST", "/tables", {"settings": MASTERS, "seat": None})
    await attack.over.wait()


async def against_masters(attack: Attack) -> None:
    """One guest plays against 40 masters and answers each of them at once."""
    (eve,) = attack.eves(1)
    await asyncio.to_thread(eve.guest)

    async def play() -> None:
        made = await attack.call(eve, "POST", "/tables", {"settings": {**MASTERS, "bots": [None, "master"]}})
        if made is not None:
            async with joined(eve, made["id"]) as socket:
                await moves(socket, lambda: None)

    games = [asyncio.ensure_future(play()) for _ in range(40)]
    await attack.over.wait()
    for game in games:
        game.cancel()
    await asyncio.wait(games)


async def analysts(attack: Attack, apart: bool = False) -> None:
    """17 guests ask for four analyses each, ten seconds a position."""
    position = new("kabaleo", 2, 3)
    while not position.over:
        position = position.play(position.legal[len(position.moves) * 5 % len(position.legal)])
    body = {"record": position.record.as_dict(), "seconds": 10, "level": "master"}
    for eve in attack.eves(17, apart):
        if await attack.call(eve, "POST", "/session/guest", {"name": "Eve"}) is not None:
            for _ in range(4):
                await attack.call(eve, "POST", "/analyses", body)
    await attack.over.wait()


async def analysts_apart(attack: Attack) -> None:
    """The same from 17 addresses."""
    await analysts(attack, apart=True)


async def previews(attack: Attack) -> None:
    """Eight strangers ask what each of 992 and of 4,032 moves would do, and for puzzles, all the time."""
    bodies = [
        {"record": new("babylone", 2, 1, tokens=[each] * 4).record.as_dict(), "foresee": True, "steps": True}
        for each in (16, 8)
    ]

    async def ask(eve: From, body: dict[str, Any]) -> None:
        number = 0
        while not attack.over.is_set():
            number += 1
            await attack.call(eve, "POST", "/positions", body)
            await attack.call(eve, "GET", f"/games/babylone/puzzles/3?seed={hash(eve) % 1000 * 1000 + number}")

    eves = attack.eves(8, apart=True)
    await asyncio.gather(*(ask(eve, bodies[number % 2]) for number, eve in enumerate(eves)))


async def public_tables(attack: Attack) -> None:
    """One guest makes 120 public tables; the lobby is looked at all the time."""
    (eve,) = attack.eves(1)
    await asyncio.to_thread(eve.guest)
    for _ in range(120):
        await attack.call(eve, "POST", "/tables", {"settings": {"game": "babylone", "public": True}, "seat": None})
        await asyncio.sleep(0.02)
    lobby = await attack.call(eve, "GET", "/lobby")
    attack.answers["lines in the lobby"] = len((lobby or {"open": []})["open"])
    while not attack.over.is_set():
        await attack.call(eve, "GET", "/lobby")
        await asyncio.sleep(0.05)


async def passwords(attack: Attack) -> None:
    """Ten addresses try passwords."""

    async def guess(eve: From) -> None:
        while not attack.over.is_set():
            await attack.call(eve, "POST", "/session", {"name": eve.address, "password": "wrong horse"})

    await asyncio.gather(*(guess(eve) for eve in attack.eves(10, apart=True)))


ATTACKS: list[Callable[[Attack], Awaitable[None]]] = [
    nothing,
    masters_alone,
    against_masters,
    analysts,
    analysts_apart,
    previews,
    public_tables,
    passwords,
]


@contextlib.asynccontextmanager
async def joined(api: Api, table: str) -> AsyncIterator[ClientConnection]:
    """In a room."""
    async with connect(api.socket_address(table), additional_headers=api.headers(), compression=None) as socket:
        await socket.send('{"type":"join"}')
        yield socket


async def moves(socket: ClientConnection, moved: Callable[[], None]) -> None:
    """Play the first legal move whenever it is one's turn, until the game is over; `moved` is told when one is."""
    async for text in socket:
        message = json.loads(text)
        view = message.get("view")
        if view is None:
            continue
        if view["to_move"] is None and message["match"]["winners"] is not None:
            return
        if message["match"]["choosing"] == 0:
            await socket.send('{"type":"choose","first":0}')
        if view["legal"]:
            moved()
            await socket.send(json.dumps({"type": "move", "move": view["legal"][0], "ply": view["ply"]}))


class Victim:
    """A normal player: one game against an easy computer player after another, and a socket that pings."""

    def __init__(self, base: str) -> None:
        self.api = From(base, "198.51.100.7").guest("Ana")
        self.pings: list[float] = []
        self.answers: list[float] = []

    async def ping(self) -> None:
        """Twenty times a second, in a room where nothing happens."""
        made = await asyncio.to_thread(self.api.call, "POST", "/tables", {"settings": {"game": "babylone"}})
        async with joined(self.api, made["id"]) as socket:
            await socket.recv()
            while True:
                began = time.perf_counter()
                await socket.send('{"type":"ping","id":"p"}')
                while json.loads(await socket.recv()).get("id") != "p":
                    pass
                self.pings.append(time.perf_counter() - began)
                await asyncio.sleep(PING)

    async def play(self) -> None:
        """How long the computer player takes, from our move on: with its own round trip, as a player sees it."""
        while True:
            settings = {"game": "kabaleo", "bots": [None, "easy"]}
            made = await asyncio.to_thread(self.api.call, "POST", "/tables", {"settings": settings})
            async with joined(self.api, made["id"]) as socket:
                await self._play(socket)

    async def _play(self, socket: ClientConnection) -> None:
        sent: float | None = None
        async for text in socket:
            message = json.loads(text)
            view = message.get("view")
            if view is None:
                continue
            over = message["match"]["winners"] is not None
            if (view["legal"] or over) and sent is not None:
                self.answers.append(time.perf_counter() - sent)
                sent = None
            if over:
                return
            if view["legal"]:
                await asyncio.sleep(PING)
                sent = time.perf_counter()
                await socket.send(json.dumps({"type": "move", "move": view["legal"][0], "ply": view["ply"]}))


def _part(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else float("nan")


async def attacked(base: str, way: Callable[[Attack], Awaitable[None]], seconds: float) -> dict[str, Any]:
    """Attack for that long, and say what the victim noticed; milliseconds."""
    victim, attack = await asyncio.to_thread(Victim, base), Attack(base)
    attacking = asyncio.ensure_future(way(attack))
    await asyncio.sleep(min(2.0, seconds / 2))
    living = [asyncio.ensure_future(victim.ping()), asyncio.ensure_future(victim.play())]
    began = time.perf_counter()
    await asyncio.wait(living, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in living:
        task.cancel()
    ends = await asyncio.gather(*living, return_exceptions=True)
    attack.over.set()
    with contextlib.suppress(TimeoutError, OSError, WebSocketException):
        await asyncio.wait_for(attacking, 20)
    failed = [repr(end) for end in ends if not isinstance(end, asyncio.CancelledError)]
    return {
        "attack": way.__name__,
        "ping p50": _part(victim.pings, 0.5),
        "ping p99": _part(victim.pings, 0.99),
        "bot p50": _part(victim.answers, 0.5),
        "bot p99": _part(victim.answers, 0.99),
        "bot max": _part(victim.answers, 1.0),
        "bot answers": len(victim.answers),
        "seconds": time.perf_counter() - began,
        "attackers": dict(attack.answers),
        "failed": failed,
    }


@contextlib.contextmanager
def serving(*more: str) -> Any:
    """A server with its usual limits, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "import sys; from sommet.cli import main; sys.exit(main())", "serve"]
        command += ["--port", "0", "--database", f"sqlite:///{Path(folder) / 'attacked.db'}", "--log", "error", *more]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"})
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(30)
            process.stdout.close()


def main() -> None:
    """Each attack on a server of its own; a line for each."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    wanted = sys.argv[2:]
    print(f"{'attack':16} {'ping p50':>9} {'p99':>7} {'bot p50':>9} {'p99':>8} {'max':>8}  attackers' answers")
    for way in ATTACKS:
        if wanted and way.__name__ not in wanted:
            continue
        with serving() as base:
            end = time.monotonic() + WARM
            while Api(base).call("GET", "/status")["compiling"] and time.monotonic() < end:
                time.sleep(0.5)
            told = asyncio.run(attacked(base, way, seconds))
        print(
            f"{told['attack']:16} {told['ping p50']:7.1f}ms {told['ping p99']:5.0f}ms {told['bot p50']:7.1f}ms "
            f"{told['bot p99']:6.0f}ms {told['bot max']:6.0f}ms  {told['attackers']} {' '.join(told['failed'])}",
            flush=True,
        )


if __name__ == "__main__":
    main()
