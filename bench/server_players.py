"""Players for the server's benchmark: WebSocket on plain bytes, so that they are not what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from typing import Any

import msgspec

from sommet.server.tables.fair import new_bytes, seal


class Seen(msgspec.Struct):
    """What a player needs of a view."""

    to_move: int | None
    legal: list[str]
    ply: int


class MatchSeen(msgspec.Struct):
    """What a player needs of the match."""

    choosing: int | None
    winners: list[int] | None


class TableSeen(msgspec.Struct):
    """What a player needs of the table."""

    status: str
    seals: list[str | None] | None


class Message(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: str | None = None
    code: str | None = None
    view: Seen | None = None
    match: MatchSeen | None = None
    viewer: int | str | None = None
    table: TableSeen | str | None = None


decode = msgspec.json.Decoder(Message).decode


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.received = 0
        self.sent = 0
        self.refused = 0


class Socket(asyncio.Protocol):
    """A WebSocket on plain bytes. Whoever plays over it says what to do when it is open, and with each text."""

    def __init__(self, path: str, cookie: str | None, tally: Tally) -> None:
        self.path, self.cookie, self.tally = path, cookie, tally
        self._buffer = b""
        self._open = False

    def opened(self) -> None:
        """The socket is open."""

    def text(self, payload: bytes) -> None:
        """The other side says this."""

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: sommet_session={self.cookie}\r\n" if self.cookie else ""
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """One frame, masked with nought."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        data = head + b"\0\0\0\0" + text
        self.tally.sent += len(data)
        self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        """Whole frames are taken from what came."""
        self.tally.received += len(data)
        buffer = self._buffer + data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head, head
            self._open = True
            self.opened()
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                break
            kind, payload, buffer = buffer[0] & 15, buffer[start : start + size], buffer[start + size :]
            if kind == 1:
                self.text(payload)
            elif kind == 9:
                self.transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)
        self._buffer = buffer


class Player(Socket):
    """Plays at random, at once."""

    def __init__(self, path: str, cookie: str | None, tally: Tally, chance: random.Random) -> None:
        super().__init__(path, cookie, tally)
        self.chance = chance
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.playing = True
        self._bytes: str | None = new_bytes()  # for the deal, until they are opened
        self._seat: int | str | None = None
        self._sent = 0.0
        self.last: Message | None = None

    def opened(self) -> None:
        """Come in."""
        assert self._bytes is not None
        sealed = seal(self.path.split("/")[-2], self._bytes)
        self.send(b'{"type":"join","seal":"%s"}' % sealed.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """The end."""
        for future in (self.over, self.joined):
            if not future.done():
                future.set_result(None)

    def text(self, payload: bytes) -> None:
        """A message of the room."""
        message = decode(payload)
        if message.type == "refused":
            self.tally.refused += message.code != "not_choosing"  # asked twice, by welcome and update
            return
        if message.type == "welcome":
            self._seat = message.viewer
        if isinstance(message.table, TableSeen):
            self._open_part(message.table)
        if message.type == "welcome":
            if not self.joined.done():
                self.joined.set_result(None)
        elif message.type != "update":
            return
        if message.id is not None and self._sent:
            self.tally.times.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        self.last = message
        if self.playing:
            self.act()

    def _open_part(self, table: TableSeen) -> None:
        """When everybody has sealed, the bytes."""
        if (
            table.status == "open"
            and table.seals is not None
            and self._bytes is not None
            and isinstance(self._seat, int)
        ):
            self.send(b'{"type":"open","bytes":"%s"}' % self._bytes.encode())
            self._bytes = None

    def act(self) -> None:
        """Do what the last message asks for."""
        message = self.last
        if message is None or message.match is None:
            return
        if message.match.winners is not None:
            if not self.over.done():
                self.over.set_result(None)
            return
        if message.match.choosing is not None and message.match.choosing == self._seat:
            self.send(b'{"type":"choose","first":%d}' % self.chance.randrange(2))
            return
        view = message.view
        if view is not None and view.to_move == self._seat and view.legal:
            move = self.chance.choice(view.legal)
            self._sent = time.perf_counter()
            self.send(b'{"type":"move","move":"%s","ply":%d,"id":"m"}' % (move.encode(), view.ply))
