"""Uvicorn's HTTP protocol with bounds: for the size and time of a request, for reading an answer, for connections.

Half a request, sent slowly, is answered with 408 and closed; one whose headers have no end, with 431. Whoever does not
read their answer is let go, and so is whoever sends many requests without waiting for answers. Connections are counted,
in all and for each peer that is not a proxy of ours: one who opens many leaves room for the others.
"""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ..config import Config
from ..metrics import REFUSED
from ..people.limits import Counter
from ..wire.asgi import network
from ..ws.pace import GRACE, Paced

HEADERS = 10.0  # seconds for a request's headers
BODY = 20.0  # seconds for its body
READING = 20.0  # seconds in which some of an answer must have been read
MOST_HEADERS = 64 * 1024
MOST_REQUEST = 1024 * 1024
MOST_AT_ONCE = 4  # requests that wait for the answer to the one before
PEER = 2  # connections of all kinds a peer may have, for each socket an address may have


class Door:
    """How many connections there are."""

    def __init__(self, config: Config, most: int) -> None:
        self._most, self._open = most, 0
        self._peers, self._proxies = Counter(config.connections * PEER), _TrustedHosts(config.proxies)

    def enter(self, peer: str) -> bool:
        """One more, if there is room."""
        if self._open >= self._most or not (peer in self._proxies or self._peers.enter(network(peer))):
            return False
        self._open += 1
        return True

    def leave(self, peer: str) -> None:
        """One fewer."""
        self._open -= 1
        if peer not in self._proxies:
            self._peers.leave(network(peer))


DOORS: WeakKeyDictionary[uvicorn.Config, Door] = WeakKeyDictionary()  # one for each server


class Timed(HttpToolsProtocol):
    """For uvicorn's `http` setting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._door = DOORS.get(self.config)
        self._limit: asyncio.TimerHandle | None = None  # for what is being received
        self._reading: asyncio.TimerHandle | None = None  # for what is being sent
        self._leaving: asyncio.TimerHandle | None = None
        self._size, self._heading, self._peer = 0, True, ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if self._door is None or self._door.enter(peer):
            self._peer = peer if self._door is not None else ""
            self._within(HEADERS)
        else:
            self._door = None
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        super().connection_lost(exc)
        self._stop()
        self._go()

    def _go(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            door.leave(self._peer)

    # what comes in

    def data_received(self, data: bytes) -> None:
        """A request, or a part of one."""
        if self._leaving is not None:
            return
        self._size += len(data)
        if self._limit is None and (self.cycle is None or self.cycle.response_complete):
            self._within(HEADERS)
        super().data_received(data)
        if self._size > (MOST_HEADERS if self._heading else MOST_REQUEST):
            self._refuse(431 if self._heading else 413)
        elif self.transport.is_closing():
            self.leave()

    def on_message_begin(self) -> None:
        """The first line."""
        if len(self.pipeline) >= MOST_AT_ONCE or self._leaving is not None:
            raise ValueError("too many requests at once")  # ends the parser, and the connection with it
        super().on_message_begin()
        self._heading = True
        self._within(HEADERS)

    def on_headers_complete(self) -> None:
        """The headers are here."""
        super().on_headers_complete()
        self._heading = False
        self._within(BODY)

    def on_message_complete(self) -> None:
        """All of it."""
        super().on_message_complete()
        self._size = 0
        self._within(None)

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a WebSocket's."""
        self._stop()
        super().handle_websocket_upgrade()
        after = self.transport.get_protocol()
        if isinstance(after, Paced):
            after.gone = self._go

    # what goes out

    def pause_writing(self) -> None:
        """The client does not read, or slowly."""
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(READING, self._abort)

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def on_response_complete(self) -> None:
        """The answer is on its way."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.leave()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more came."""
        self.leave()

    # the end

    def _within(self, seconds: float | None) -> None:
        if self._limit is not None:
            self._limit.cancel()
        self._limit = None if seconds is None else self.loop.call_later(seconds, self._refuse, 408)

    def _refuse(self, status: int) -> None:
        """Say so and go, unless an answer is already on its way."""
        if self.transport.is_closing():
            return
        REFUSED.labels("slow_down" if status == 503 else "too_slow" if status == 408 else "too_large").inc()
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.leave()

    def leave(self) -> None:
        """Close: within the grace by itself, after that by force."""
        if self._leaving is None:
            self._stop()
            self._leaving = self.loop.call_later(GRACE, self.transport.abort)
            self._forget()
            self.transport.close()

    def _abort(self) -> None:
        self._forget()
        self.transport.abort()

    def _forget(self) -> None:
        """Nobody waits for the answers any more."""
        self.pipeline.clear()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _stop(self) -> None:
        self._within(None)
        for timer in (self._reading, self._leaving):
            if timer is not None:
                timer.cancel()
