"""A player that asks an engine: the server's views go in as knowledge records, its best moves come out."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from .api import Api, ApiError, RoomClient

OURS = [sys.executable, "-c", "import sys; from sommet.engine import main; sys.exit(main())"]
LOOK = 2.0
LONGEST_LINE = 1 << 22


class Engine:
    """A program that speaks the line protocol; asked one thing at a time."""

    def __init__(self, command: str | None) -> None:
        self._command = shlex.split(command) if command else OURS
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def best(self, knowledge: dict[str, Any], legal: list[str], budget: dict[str, Any]) -> str:
        """The move it would play; OSError when it is no engine."""
        async with self._turn:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LONGEST_LINE,
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            request = {"id": 1, "record": knowledge, "legal": legal, "analyse": budget}
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
            try:
                reply = json.loads(line)
                return str(reply["best"])
            except (ValueError, KeyError, TypeError) as error:
                raise OSError(f"the engine answered {line[:80]!r}") from error

    async def close(self) -> None:
        """End it."""
        if self._process is not None and self._process.returncode is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), 5)
            if self._process.returncode is None:
                self._process.kill()
                await self._process.wait()


def quietly(key: str, **values: str) -> None:
    """Say nothing of what happens."""


class BotClient:
    """One token's player, at any number of tables at once. What happens is told by a key of the catalogue."""

    def __init__(
        self,
        server: str,
        token: str,
        engine: str | None,
        budget: dict[str, Any],
        told: Callable[..., None] = quietly,
        keep: Path | None = None,
    ) -> None:
        self.api, self.keep = Api(server, token), keep
        self.engine, self.budget, self.told = Engine(engine), budget, told

    async def play(self, tables: list[str], game: str | None = None, once: bool = False) -> None:
        """At these tables, at all where I sit, and, if a game is named, at open ones of it."""
        playing: dict[str, asyncio.Task[None]] = {}
        me = await asyncio.to_thread(self.api.call, "GET", "/me")
        self.told("bot.playing", server=self.api.base, name=me["name"])
        try:
            for name in tables:
                table, _, invite = name.partition(":")
                await self._sit(table, invite or None)
                playing[table] = asyncio.create_task(self._table(table))
            if game is not None:
                made = await asyncio.to_thread(self.api.call, "POST", "/quick", {"game": game})
                playing[made["id"]] = asyncio.create_task(self._table(made["id"]))
            while True:
                for table in await self._mine():
                    if table not in playing:
                        playing[table] = asyncio.create_task(self._table(table))
                for task in playing.values():
                    if task.done():
                        task.result()
                if once and playing and all(task.done() for task in playing.values()):
                    return
                await asyncio.sleep(LOOK if not once else 0.2)
        finally:
            for task in playing.values():
                task.cancel()
            await self.engine.close()

    async def _sit(self, table: str, invite: str | None) -> None:
        try:
            await asyncio.to_thread(self.api.call, "POST", f"/tables/{table}/seats", {"invite": invite})
        except ApiError as error:
            if error.code not in ("seated", "not_open"):
                raise

    async def _mine(self) -> list[str]:
        found: list[str] = []
        for status in ("open", "running"):
            with suppress(OSError):
                some = await asyncio.to_thread(self.api.call, "GET", f"/me/tables?status={status}")
                found += [table["id"] for table in some]
        return found

    async def _table(self, table: str) -> None:
        """Until the match is over."""
        room = RoomClient(self.api, table, knowledge=True, keep=self.keep)
        seat: int | str | None = None
        async for message in room:
            kind = message["type"]
            if kind == "welcome":
                if seat is None:
                    self.told("bot.table", table=table, address=f"{self.api.base}/t/{table}")
                seat = message["viewer"]
            if kind == "refused" and message["code"] in ("unavailable", "slow_down"):
                await asyncio.sleep(1)
                await room.close_now()  # come back and look
            if kind == "table" and message["table"]["status"] == "closed":
                self.told("bot.closed", table=table)
                break
            if kind not in ("welcome", "update"):
                continue
            if (winners := message["match"]["winners"]) is not None:
                self.told("bot.won" if seat in winners else "bot.lost", table=table)
                break
            with suppress(WebSocketException):
                await self._answer(room, seat, message)
        await room.close()

    async def _answer(self, room: RoomClient, seat: int | str | None, message: dict[str, Any]) -> None:
        view = message["view"]
        if message["match"]["choosing"] == seat and seat is not None:
            await room.send({"type": "choose", "first": seat})
        elif view is not None and view["to_move"] == seat and view["legal"]:
            best = await self.engine.best(view["knowledge"], view["legal"], self.budget)
            await room.send({"type": "move", "move": best, "ply": view["ply"]})
