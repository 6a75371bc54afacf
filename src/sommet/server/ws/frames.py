"""Uvicorn's WebSocket protocol with a fast path for the frames of games.

Nearly every frame is one short text, whole, in one read. Those are read and written here; everything else (handshake,
fragments, long or broken frames, pings, closing) goes the library's way, and a connection that once needed it for
reading stays with it. A room may also ask to be called at once with what a client says, and write at once, instead of
having each message pass through a queue and a task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover
    from websockets.utils import apply_mask

TEXT, PONG, MASKED = 0x81, 0x8A, 0x80
EXTENSION = "sommet.frames"  # where the application finds the protocol, in its scope's `extensions`


class Outbox:
    """Protocols with something to send. It goes out in one go when the current callback ends: twice as fast."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[Frames] = []

    def add(self, frames: Frames) -> None:
        """One more."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(frames)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for frames in waiting:
            frames.flush()


_OUTBOXES: WeakKeyDictionary[Any, Outbox] = WeakKeyDictionary()  # one for each server


class Frames(WebSocketsSansIOProtocol):
    """For uvicorn's `ws` setting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._short = not self.config.ws_per_message_deflate
        self._hear: Callable[[bytes], None] | None = None
        self._outbox = _OUTBOXES.setdefault(self.config, Outbox(self.loop))
        self._out: list[bytes] = []

    def handle_connect(self, event: Any) -> None:
        """As the library does; the application is told where to find us."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the references between room and protocol, so that no cycle is left for the garbage collector."""
        super().connection_lost(exc)
        self._hear = None
        if self.handshake_initiated and hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """From now on `hear` is called with each text, at once; with b"" for what is none. First, with what waits."""
        self._hear = hear
        waiting = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for event in waiting:
            if event["type"] == "websocket.receive":
                hear((event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        self.flow(True)

    def flow(self, on: bool) -> None:
        """Go on reading, or stop for a while."""
        if self.read_paused == on and not self.transport.is_closing():
            self.read_paused = not on
            if on:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Whole short frames one after another; the library gets the rest."""
        if not (self._short and self.handshake_complete and self.conn.state is State.OPEN):
            super().data_received(data)
            return
        start, end = 0, len(data)
        while start < end:
            kind = data[start]
            size = data[start + 1] - MASKED if start + 1 < end else -1
            body = start + 6
            if size == 126 and start + 4 <= end:
                size, body = int.from_bytes(data[start + 2 : start + 4], "big"), start + 8
            if kind not in (TEXT, PONG) or not 0 <= size <= self.config.ws_max_size or body + size > end or size == 127:
                self._short = False
                super().data_received(data[start:])
                return
            payload = apply_mask(data[body : body + size], data[body - 4 : body])
            if kind == TEXT and not _is_text(payload):
                self._short = False
                super().data_received(data[start:])
                return
            start = body + size
            if kind == PONG:
                self.handle_pong(Frame(Opcode.PONG, payload))
            elif self._hear is not None:
                if not self.close_sent:
                    self._hear(payload)
            else:
                self.curr_msg_data_type = "text"
                self.frames = [payload]
                self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """A message that the library put together."""
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text" and not _is_text(data):
            self.curr_msg_data_type, self.frames, self._hear = "text", [data], None
            super().send_receive_event_to_app()  # which closes the connection
        elif not self.close_sent:
            self._hear(data if self.curr_msg_data_type == "text" else b"")

    def write(self, payload: bytes) -> bool:
        """A text goes out as one frame, very soon; False when that is not possible now."""
        if (
            self.close_sent
            or self.disconnected
            or not self.handshake_complete
            or not self.writable.is_set()
            or self.conn.state is not State.OPEN
            or self.conn.extensions
        ):
            return False
        size = len(payload)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self._out:
            self._outbox.add(self)
        self._out += (head, payload)
        return True

    def flush(self) -> None:
        """What was written goes out now."""
        out, self._out = self._out, []
        if out and not self.disconnected:
            self.transport.write(b"".join(out))

    async def send(self, message: Any) -> None:
        """A text goes the short way, if it can."""
        if message["type"] == "websocket.send" and message.get("text") is not None and self.handshake_complete:
            if not self.writable.is_set():
                await self.writable.wait()
                if self.disconnected or self.close_sent or self.transport.is_closing():
                    return
            if self.write(message["text"].encode()):
                return
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server stops: what was said goes out first."""
        self.flush()
        super().shutdown()


def _is_text(payload: bytes) -> bool:
    """Whether these bytes are UTF-8."""
    if payload.isascii():
        return True
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
