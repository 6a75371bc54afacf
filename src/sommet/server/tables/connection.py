"""One open socket: what goes out, in order, without ever making anybody else wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from ...core.record import SPECTATOR, Viewer
from ..people.accounts import User
from ..people.limits import Bucket
from ..wire.messages import encode

Send = Callable[[Any], Coroutine[Any, Any, None]]
Write = Callable[[bytes], bool]  # at once; False when that is not possible now
Drop = Callable[[int], None]  # close without waiting for anything, with this code
MOST_WAITING = 1024 * 1024  # characters
GRACE = 2.0  # seconds for one who does not read to read what it was sent before it was closed
BUSY = 1013


class Connection:
    """A client that has joined a room, or watches the lobby."""

    def __init__(
        self, send: Send, user: User | None, rate: float, write: Write | None = None, drop: Drop | None = None
    ) -> None:
        self.user = user
        self.viewer: Viewer = SPECTATOR
        self.language = "en"
        self.knowledge, self.effects = False, False  # what every view is to bring besides
        self.muted = False
        self.blocked: frozenset[str] = frozenset()  # whose chat it is not told
        self.closed = False
        self.busy = False  # something it said is yet to be answered
        self.bucket = Bucket(rate)
        self.shared: Bucket | None = None  # with the other connections of its address
        self._send, self._write, self._drop = send, write, drop
        self._waiting: deque[Any] = deque()
        self._size = 0  # of what waits, in characters
        self._task: asyncio.Task[None] | None = None

    def push(self, data: bytes) -> None:
        """Send this after what already waits. A client that does not read is let go: it can come back."""
        if self.closed or (self._task is None and self._write is not None and self._write(data)):
            return
        text = data.decode()
        self._size = len(text) + (0 if self._task is None else self._size)
        if self._task is not None and self._size > MOST_WAITING:
            self._waiting.clear()
            self.close(BUSY)
        else:
            self._queue({"type": "websocket.send", "text": text})

    def say(self, message: Any) -> None:
        """The same with a message not yet encoded."""
        self.push(encode(message))

    def close(self, code: int) -> None:
        """Nothing more after this. Who does not read is not waited for."""
        if not self.closed:
            self.closed = True
            self._queue({"type": "websocket.close", "code": code, "reason": ""})
            if self._task is not None and self._drop is not None:
                asyncio.get_running_loop().call_later(GRACE, self._drop, code)

    async def flush(self) -> None:
        """Until what waits has been sent."""
        while self._task is not None:
            await asyncio.wait([self._task], timeout=5)

    def _queue(self, event: dict[str, Any]) -> None:
        """Send at once what can be sent at once; the rest waits in a task of its own."""
        if self._task is not None:
            self._waiting.append(event)
            return
        sending = self._send(event)
        try:
            blocked = sending.send(None)
        except StopIteration:
            return  # on its way, as nearly always
        except (OSError, RuntimeError):
            self.closed = True
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(Started(sending, blocked)))

    async def _drain(self, begun: Started) -> None:
        try:
            await begun
            while self._waiting:
                event = self._waiting.popleft()
                self._size -= len(event.get("text", ""))
                await self._send(event)
        except (OSError, RuntimeError):
            self.closed = True
            self._waiting.clear()
        finally:
            self._task = None


class Started:
    """A coroutine that has run to its first wait: whoever awaits this goes on with it."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], blocked: Any) -> None:
        self._coroutine, self._blocked = coroutine, blocked

    def __await__(self) -> Generator[Any, Any, None]:
        waiting = self._blocked
        while True:
            try:
                answer = yield waiting
            except BaseException as error:
                step = self._coroutine.throw
                try:
                    waiting = step(error)
                except StopIteration:
                    return
            else:
                try:
                    waiting = self._coroutine.send(answer)
                except StopIteration:
                    return
