"""Uvicorn's WebSocket protocol with a fast path for the frames of games.

Nearly every frame is one whole short text. Those are read and written here; everything else (handshake, fragments,
broken frames, pings, closing) goes the library's way, one whole frame at a time. A room may also ask to be called at
once with what a client says, and write at once, instead of having each message pass through a queue and a task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from websockets.frames import Opcode
from websockets.protocol import State

from .pace import MOST_FRAMES, Paced

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover
    from websockets.utils import apply_mask

TEXT, MASKED = 0x81, 0x80
KINDS = frozenset(Opcode)
NOT_TEXT = 1007
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


class Frames(Paced):
    """For uvicorn's `ws` setting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
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

    def read(self, data: bytes | bytearray) -> tuple[int, int]:
        """Short texts here, any other frame whole to the library; what it will not have, as far as it has come."""
        start, end, count, conn = 0, len(data), 0, self.conn
        while end - start >= 2 and count < MOST_FRAMES and not self.read_paused and self._leaving is None:
            kind, size, body = data[start], data[start + 1] - MASKED, start + 6
            sound = size >= 0 and kind & 15 in KINDS
            if sound and size >= 126:
                body += 2 if size == 126 else 8
                if end < body - 4:
                    break
                size = int.from_bytes(data[start + 2 : body - 4], "big")
            stop, whole = body + size, conn.current_size is None
            if not sound or size > self.config.ws_max_size - (conn.current_size or 0):
                self._parse(data[start:])
                return end, count + 1
            if stop > end:
                break
            count += 1
            if kind == TEXT and whole and conn.state is State.OPEN:
                payload = apply_mask(data[body:stop], data[body - 4 : body])
                if _is_text(payload):
                    self._text(payload)
                else:
                    self._parse(data[start:stop])
            else:
                self._parse(data[start:stop])
            start = stop
        return start, count

    def _text(self, payload: bytes) -> None:
        if self._hear is None:
            self.curr_msg_data_type, self.frames = "text", [payload]
            self.send_receive_event_to_app()
        elif not self.close_sent:
            self._hear(payload)

    def _parse(self, data: bytes | bytearray) -> None:
        """One frame, for the library."""
        self.conn.receive_data(data)
        self.handle_events()
        if self.conn.parser_exc is not None and self._leaving is None:
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            if not self.close_sent:
                self.conn.send_close(NOT_TEXT)
                self.handle_parser_exception()
        elif self._hear is None:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            data, self.frames = b"".join(self.frames), []
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
        if out and not self.disconnected and self._leaving is None:
            try:
                self.transport.write(b"".join(out))
            except RuntimeError:  # it is being closed: the others' texts must go out all the same
                self.leave()

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


def _is_text(payload: bytes) -> bool:
    """Whether these bytes are UTF-8."""
    if payload.isascii():
        return True
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
