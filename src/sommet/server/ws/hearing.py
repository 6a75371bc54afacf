"""What a client says after it has joined: message after message, in order, each answered before the next is heard.

A move in a room in which nothing else is being stored is judged and handed to the journal at once, when its bytes come
in; anything else gets a task of its own.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ...core.errors import SommetError
from ..metrics import MOVE_SECONDS, REFUSED
from ..store.database import StoreError
from ..tables.commands import COMMANDS, move_now
from ..tables.connection import Connection
from ..tables.room import Room
from ..tables.service import Tables
from ..wire.messages import FromClient, Join, Move, Refused, decoder
from ..wire.refusals import Refusal, RuleRefusal
from ..wire.texts import check_text

log = logging.getLogger("sommet.sockets")
POLICY = 1008
MOST_WRONG = 20
MOST_WAITING = 32
JOINING = 5.0  # messages that joining again costs besides: it is answered with everything
Flow = Callable[[bool], None]  # go on reading, or not
Again = Callable[[Tables, Room, Connection, Join], Awaitable[None]]


def decode(data: bytes) -> FromClient:
    """A message; Refusal when it is none."""
    check_text(data)
    try:
        return decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        why = str(error).partition(" - ")[0] if isinstance(error, msgspec.ValidationError) else "JSON"
        raise Refusal("bad_message", 400, why=why[:80].replace("{", "").replace("}", "")) from error


def refusal_of(error: Exception) -> Refusal:
    """What to answer when something was not done, whatever the reason: nobody is left without an answer."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, StoreError):
        return Refusal("unavailable", 503, why=error)
    if isinstance(error, SommetError):
        return RuleRefusal(error)
    log.error("a message could not be dealt with", exc_info=error)
    return Refusal("internal", 500)


def refuse(connection: Connection, refusal: Refusal, name: str | None, address: str) -> None:
    """Say no."""
    REFUSED.labels(refusal.code).inc()
    log.info("message refused", extra={"code": refusal.code, "address": address})
    connection.say(Refused(name, refusal.code, refusal.say(connection.language), refusal.clause))


class Hearing:
    """One client in one room."""

    def __init__(
        self, tables: Tables, room: Room, connection: Connection, address: str, again: Again, flow: Flow | None
    ) -> None:
        self._tables, self._room, self._connection, self._address = tables, room, connection, address
        self._again, self._flow = again, flow
        self._wrong = 0
        self._taken = 0.0  # when the message that is being answered was taken up
        self._waiting: deque[bytes] = deque()

    def hear(self, data: bytes) -> None:
        """The next message, when it has come in."""
        if not self._connection.busy:
            self._take(data)
        elif len(self._waiting) < MOST_WAITING or self._flow is None:
            self._waiting.append(data)
        else:
            self._waiting.append(data)
            self._flow(False)

    def _take(self, data: bytes) -> None:
        connection, room = self._connection, self._room
        if connection.closed:
            return
        name: str | None = None
        try:
            self._taken = time.perf_counter()
            may = connection.bucket.take()
            message: Any = decode(data)
            name = getattr(message, "id", None)
            if not may:
                self._wrong += 1
                raise Refusal("slow_down", 429)
            if connection.shared is not None and not connection.shared.take():
                raise Refusal("slow_down", 429)
            if type(message) is Join and not connection.bucket.take(JOINING):
                raise Refusal("slow_down", 429)
            if self._tables.process.stopping:
                raise StoreError("server.store.stopping")
            if type(message) is Move and room.free:
                self._connection.busy = True
                if not move_now(room, connection, message, lambda how: self._stored(message, how)):
                    self._connection.busy = False
                return
        except Exception as error:
            if self._refused(error, name):
                return
        self._connection.busy = True
        self._tables.process.spawn(self._slowly(message))

    def _refused(self, error: Exception, name: str | None) -> bool:
        """Say no, but look again at a clock that has fallen. (Kept in `_take`, the error would keep its frame.)"""
        refusal = refusal_of(error)
        if refusal.code == "time_out":
            return False
        self._connection.busy = False
        self._refuse(refusal, name)
        return True

    def _stored(self, message: Move, how: bool | StoreError) -> None:
        """The journal's word on a move."""
        if how is False:  # another process was faster: look again
            self._tables.process.spawn(self._slowly(message))
            return
        if isinstance(how, StoreError):
            self._refuse(refusal_of(how), message.id)
        else:
            MOVE_SECONDS.observe(time.perf_counter() - self._taken)
        self._next()

    async def _slowly(self, message: Any) -> None:
        name: str | None = None
        try:
            if self._connection.closed:
                return
            if isinstance(message, Join):
                await self._again(self._tables, self._room, self._connection, message)
            else:
                name = message.id
                await COMMANDS[type(message)](self._tables, self._room, self._connection, message)
                if type(message) is Move:
                    MOVE_SECONDS.observe(time.perf_counter() - self._taken)
        except Exception as error:
            self._refuse(refusal_of(error), name)
        finally:
            self._next()

    def _next(self) -> None:
        """Ready for what came in meanwhile."""
        self._connection.busy = False
        while self._waiting and not self._connection.busy:
            self._take(self._waiting.popleft())
        if self._flow is not None and len(self._waiting) < MOST_WAITING:
            self._flow(True)

    def _refuse(self, refusal: Refusal, name: str | None) -> None:
        if refusal.code in ("bad_message", "no_text"):
            self._wrong += 1
        refuse(self._connection, refusal, name, self._address)
        if self._wrong >= MOST_WRONG:
            self._connection.close(POLICY)
