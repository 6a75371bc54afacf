"""A client in Python: what `sommet bot`, the tests and the benchmarks use. It comes back by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from ..core.extras import optional_imports

with optional_imports():
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import WebSocketException

    from ..server.people.accounts import COOKIE
    from .part import Part

decode = msgspec.json.Decoder().decode
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


class ApiError(Exception):
    """The server said no."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.error: dict[str, Any] = body.get("error", {})
        self.code = str(self.error.get("code", ""))
        super().__init__(f"{status} {self.code}: {self.error.get('message', '')}")


class Api:
    """The HTTP interface, with a cookie or a token."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base, self.token = base.rstrip("/"), token
        self.cookie: str | None = None

    def headers(self) -> dict[str, str]:
        """Who I am."""
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def call(self, method: str, path: str, body: Any = None, timeout: float = 30.0) -> Any:
        """One request; ApiError when it is refused, OSError when the server is away."""
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers() | ({"Content-Type": "application/json"} if data is not None else {})
        request = Request(self.base + "/api/v1" + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=timeout) as answer:
                for header in answer.headers.get_all("set-cookie", []):
                    name, _, value = header.partition(";")[0].partition("=")
                    if name == COOKIE:
                        self.cookie = value.strip('"')
                text = answer.read()
        except HTTPError as error:
            with error:
                try:
                    found = json.loads(error.read())
                except ValueError:
                    found = {}
            raise ApiError(error.code, found) from error
        return json.loads(text) if text else None

    def socket_address(self, table: str) -> str:
        """Where a table's room is."""
        parts = urlsplit(self.base)
        scheme = "wss" if parts.scheme == "https" else "ws"
        return f"{scheme}://{parts.netloc}{parts.path}/api/v1/tables/{table}/ws"


class RoomClient:
    """One's place in a room. Iterate over its messages; a lost connection is made anew, with what was missed.

    It adds bytes of its own to the deal, and keeps them, in a folder if one is named: `part.kept`.
    """

    def __init__(self, api: Api, table: str, knowledge: bool = False, keep: Path | None = None) -> None:
        self.api, self.table, self.knowledge = api, table, knowledge
        self.part = Part(table, keep)
        self.seats: list[int] = []
        self.seq = 0
        self.socket: ClientConnection | None = None
        self.reconnected = 0
        self.longest_pause = LONGEST_PAUSE
        self.closed = False  # by us

    async def open(self) -> dict[str, Any]:
        """Join; the welcome. OSError or WebSocketException when the server is away."""
        self.socket = await connect(
            self.api.socket_address(self.table),
            additional_headers=self.api.headers(),
            compression=None,
            max_size=1 << 22,
            open_timeout=10,
            close_timeout=2,
        )
        await self._join()
        return await self.receive()

    async def _join(self) -> None:
        await self.send({"type": "join", "seq": self.seq, "seal": self.part.seal(), "knowledge": self.knowledge})

    async def send(self, message: dict[str, Any]) -> None:
        """One message."""
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        assert self.socket is not None
        message: dict[str, Any] = decode(await self.socket.recv())
        if message["type"] in ("welcome", "update"):
            self.seq = message["seq"]
        await self._deal(message)
        return message

    async def _deal(self, message: dict[str, Any]) -> None:
        """Seal, open, keep what was shown: my part in the deal."""
        kind = message["type"]
        if kind == "welcome":
            self.seats = message["seats"]
        if kind == "done" and message["id"] == "open":
            self.part.taken()
        elif kind in ("welcome", "table"):
            said = self.part.hear(message["table"], self.seats, kind == "welcome")
            if said is not None and said["type"] == "join":
                await self._join()
            elif said is not None:
                await self.send(said)
        if message.get("view") is not None:
            self.part.saw(message["match"], message["view"])

    async def close(self) -> None:
        """Go."""
        self.closed = True
        if self.socket is not None:
            await self.socket.close()

    async def close_now(self) -> None:
        """Lose the connection; whoever iterates makes a new one."""
        if self.socket is not None:
            await self.socket.close()

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        pause = FIRST_PAUSE
        while True:
            try:
                message = await self.open()
                yield message
                if message["type"] == "refused":
                    if message["code"] != "unavailable":
                        return
                    raise OSError(message["code"])
                pause = FIRST_PAUSE
                while True:
                    yield await self.receive()
            except (OSError, WebSocketException, TimeoutError):
                if self.closed:
                    return
                self.reconnected += 1
                await asyncio.sleep(pause)
                pause = min(self.longest_pause, pause * 2)
