"""One open socket: what goes out, in order, without ever making anybody else wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.exceptions import WebSocketException

from ..core.record import SPECTATOR, Viewer
from .accounts import User
from .limits import Bucket
from .messages import encode

Send = Callable[[Any], Awaitable[None]]
MOST_WAITING = 200


class Connection:
    """A client that has joined a room, or watches the lobby."""

    def __init__(self, send: Send, user: User | None, rate: float) -> None:
        self.user = user
        self.viewer: Viewer = SPECTATOR
        self.language = "en"
        self.knowledge = False
        self.muted = False
        self.closed = False
        self.bucket = Bucket(rate)
        self._send = send
        self._waiting: deque[Any] = deque()
        self._task: asyncio.Task[None] | None = None

    def push(self, data: bytes) -> None:
        """Send this after what already waits. A client that does not read is let go: it can come back."""
        if self.closed:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.close(1013)
            return
        self._queue({"type": "websocket.send", "text": data.decode()})

    def say(self, message: Any) -> None:
        """The same with a message not yet encoded."""
        self.push(encode(message))

    def close(self, code: int) -> None:
        """Nothing more after this."""
        if not self.closed:
            self.closed = True
            self._queue({"type": "websocket.close", "code": code, "reason": ""})

    async def flush(self) -> None:
        """Until what waits has been sent."""
        while self._task is not None:
            await asyncio.wait([self._task], timeout=5)

    def _queue(self, event: dict[str, Any]) -> None:
        self._waiting.append(event)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        except (OSError, RuntimeError, WebSocketException):
            self.closed = True
            self._waiting.clear()
        finally:
            self._task = None
