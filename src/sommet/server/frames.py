"""Uvicorn's WebSocket protocol with a short way for the frames that games are made of.

Nearly every frame is one short text, whole, in one read. Those are read and written here; everything else (handshake,
fragments, long or broken frames, pings, closing) goes the library's way, and a connection that once needed it for
reading stays with it.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover
    from websockets.utils import apply_mask

TEXT, PONG, MASKED = 0x81, 0x8A, 0x80


class Frames(WebSocketsSansIOProtocol):
    """For uvicorn's `ws` setting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._short = not self.config.ws_per_message_deflate

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
            start = body + size
            if kind == TEXT:
                self.curr_msg_data_type = "text"
                self.frames = [payload]
                self.send_receive_event_to_app()
            else:
                self.handle_pong(Frame(Opcode.PONG, payload))

    async def send(self, message: Any) -> None:
        """A text goes out as one frame."""
        if (
            message["type"] != "websocket.send"
            or message.get("text") is None
            or self.close_sent
            or not self.handshake_complete
            or self.disconnected
            or self.conn.extensions
            or self.conn.state is not State.OPEN
        ):
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
            if self.disconnected or self.close_sent or self.transport.is_closing():
                return
        payload = message["text"].encode()
        size = len(payload)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + payload)
