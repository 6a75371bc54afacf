"""Uvicorn's WebSocket protocol with bounds: how much of a socket is read in one turn and in a second, and how it ends.

Every frame costs, whatever it is, and so do its bytes: of what this connection may send, and of what all connections of
its address may send together. Who owes something is not read until it is paid; who goes on like that is closed. After a
turn's worth of frames it is somebody else's turn. Who does not read is not waited for: a socket that ends is gone in a
few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from ..people.limits import Bucket

POLICY = 1008
MOST_FRAMES = 32  # in one turn
MOST_FRAGMENTS = 64
UNIT = 2048  # bytes that cost as much as a frame
SHORTEST = 0.25  # seconds: who is made to wait, waits this long at least
GRACE = 2.0  # seconds in which a socket that ends may still read
PONG = b"\x8a"


class Paced(WebSocketsSansIOProtocol):
    """Reads no more than it may."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.close_timeout = 5.0
        self._held = bytearray()  # come in, and not yet read
        self._turn: asyncio.Handle | None = None  # when to go on reading
        self._stopped = False  # reading from the network
        self._budgets: tuple[Bucket, ...] = ()
        self._strikes = Bucket(0.1, 10)
        self._pong = b""  # for the last ping of a peer that does not read
        self._leaving: asyncio.TimerHandle | None = None
        self.gone: Callable[[], None] | None = None  # to be called when the connection is lost

    def limit(self, *budgets: Bucket) -> None:
        """What is read costs of these: first this connection's own, then what it shares."""
        self._budgets = budgets

    def read(self, data: bytes | bytearray) -> tuple[int, int]:
        """Read a turn's worth of whole frames; how many bytes that took, and how many frames it was."""
        raise NotImplementedError

    # what comes in

    def data_received(self, data: bytes) -> None:
        """Read it, if that may be now."""
        if self._leaving is not None:
            return
        if not self.handshake_initiated:
            super().data_received(data)  # the request
        elif self._turn is not None or self.read_paused or not self.handshake_complete:
            self._held += data
            self._gate()
        elif self._held:
            self._held += data
            self._read(self._held)
        else:
            self._read(data)

    def _read(self, data: bytes | bytearray) -> None:
        used, frames = self.read(data)
        if data is self._held:
            del self._held[:used]
        elif used < len(data):
            self._held += data[used:]
        now, cost, wait = time.monotonic(), (frames or 1) + used / UNIT, 0.0
        for budget in self._budgets:
            owed = budget.spend(cost, now)
            if owed and budget is self._budgets[0] and not self._strikes.take():
                self.drop(POLICY, "slow_down")
                return
            wait = max(wait, owed)
        if wait:
            self._turn = self.loop.call_later(max(wait, SHORTEST), self._go_on)
        elif frames >= MOST_FRAMES and self._held:
            self._turn = self.loop.call_soon(self._go_on)
        if self._turn is not None or self._stopped:
            self._gate()

    def _go_on(self) -> None:
        self._turn = None
        if self._held and not self.read_paused and self._leaving is None and not self.disconnected:
            self._read(self._held)
        else:
            self._gate()

    def flow(self, on: bool) -> None:
        """The application goes on reading, or stops for a while."""
        if self.read_paused == on:
            self.read_paused = not on
            self._open()

    def _open(self) -> None:
        """First what is here already."""
        if self._held and self._turn is None and not self.read_paused:
            self._turn = self.loop.call_soon(self._go_on)
        self._gate()

    def _gate(self) -> None:
        """Read from the network only while there is nothing else to do first."""
        if self._leaving is not None or self.transport.is_closing():
            return
        self._stopped = self.read_paused or self._turn is not None or not self.handshake_complete
        if self._stopped:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The application's next event."""
        message = await self.queue.get()
        if self.queue.empty():
            self.flow(True)
        return message

    def handle_cont(self, event: Any) -> None:
        """A fragment: empty ones and many short ones take no more room than their bytes."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.frames = [b"".join(self.frames)]
        super().handle_cont(event)

    # what goes out

    def handle_ping(self) -> None:
        """Answer, but to a peer that does not read only the last ping, when it reads again."""
        writes = self.conn.data_to_send()
        if not self.writable.is_set():
            pongs = [data for data in writes if data[:1] == PONG]
            self._pong = pongs[-1] if pongs else self._pong
            writes = [data for data in writes if data[:1] != PONG]
        if writes:
            self.transport.write(b"".join(writes))

    def resume_writing(self) -> None:
        """The peer reads again."""
        super().resume_writing()
        pong, self._pong = self._pong, b""
        if pong and not self.close_sent and not self.transport.is_closing():
            self.transport.write(pong)

    async def send(self, message: Any) -> None:
        """As the library does; who is asked to close has seconds for it."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._open()
        elif self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.leave)

    def flush(self) -> None:
        """What was said, and has not yet been written, goes out before anything that ends the connection."""

    # the end

    def drop(self, code: int, reason: str = "") -> None:
        """Say why and go, before anything that still waits to be read."""
        if self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN and not self.disconnected:
            self.flush()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.leave()

    def leave(self) -> None:
        """Close the connection: within the grace by itself, after that by force."""
        if self._leaving is None and not self.disconnected:
            self._leaving = self.loop.call_later(GRACE, self.transport.abort)
            self._held.clear()
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left behind."""
        super().connection_lost(exc)
        for waiting in (self._turn, self._leaving):
            if waiting is not None:
                waiting.cancel()
        self._held.clear()
        gone, self.gone = self.gone, None
        if gone is not None:
            gone()

    def handle_close(self, event: Any) -> None:
        """The peer closes."""
        self.flush()
        super().handle_close(event)
        self._left()

    def handle_parser_exception(self) -> None:
        """The peer does not speak WebSocket."""
        self.flush()
        super().handle_parser_exception()
        self.leave()

    def keepalive_timeout(self) -> None:
        """The peer does not answer."""
        self.flush()
        super().keepalive_timeout()
        self._left()

    def shutdown(self) -> None:
        """The server stops."""
        self.flush()
        super().shutdown()
        self._left()

    async def run_asgi(self) -> None:
        """Until the application has done."""
        await super().run_asgi()
        self._left()

    def _left(self) -> None:
        if self.transport.is_closing():
            self.leave()
