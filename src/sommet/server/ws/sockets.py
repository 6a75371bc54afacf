"""The WebSocket endpoints: a table's room, and the lobby."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Any

from ...core.record import SPECTATOR
from ..hub import Hub
from ..metrics import SOCKETS
from ..people import blocks
from ..people.accounts import COOKIE
from ..store.database import StoreError
from ..tables.connection import Connection
from ..tables.room import Room
from ..tables.service import Tables
from ..wire.asgi import App, Receive, Scope, Send, address_of
from ..wire.messages import Done, Join, Ping, Rematch
from ..wire.refusals import Refusal
from .frames import EXTENSION, Frames
from .hearing import POLICY, Hearing, decode, refusal_of, refuse

GOING_AWAY, BUSY = 1012, 1013
SHARED = "sommet.messages"  # where to find what all connections of an address may say together, in `extensions`
JOIN = 10.0  # seconds for the first message
TABLE = re.compile(r"/api/v1/tables/([A-Za-z0-9_-]{1,40})/ws")
LOBBY = "/api/v1/lobby/ws"


async def _text(receive: Any) -> str | None:
    """The next message; None when the client has gone."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text")
    return text if text is not None else ""


def _credentials(scope: Scope) -> tuple[str | None, str | None]:
    """The cookie and the token that came with the request."""
    cookie = bearer = None
    for name, value in scope["headers"]:
        text = value.decode("latin-1")
        if name == b"cookie":
            with suppress(CookieError):
                found = SimpleCookie(text).get(COOKIE)
                cookie = found.value if found is not None else cookie
        elif name == b"authorization" and text[:7].lower() == "bearer ":
            bearer = text[7:].strip()
    return cookie, bearer


def _connection(hub: Hub, scope: Scope, send: Send) -> Connection:
    frames: Frames | None = scope["extensions"].get(EXTENSION)
    direct = (frames.write, frames.drop) if frames is not None else ()
    connection = Connection(send, None, hub.config.message_rate, *direct)
    connection.shared = scope["extensions"].get(SHARED)
    return connection


async def table_socket(hub: Hub, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A table's room."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = _connection(hub, scope, send)
    address, looked = address_of(scope), hub.sessions.looked
    try:
        await _known(hub, connection, scope, address)
    except StoreError as error:
        refuse(connection, Refusal("unavailable", 503, why=error), None, address)
        connection.close(BUSY)
    if hub.stopping:
        connection.close(GOING_AWAY)
    if connection.closed:
        await connection.flush()
        return
    hub.connections.add(connection)
    hub.sessions.add(connection)
    SOCKETS.inc()
    room: Room | None = None
    try:
        await _look_again(hub, connection, looked)
        room = await _join(hub, receive, connection, table_id, address)
        if room is not None:
            await _serve(hub, scope, receive, connection, room, address)
        await connection.flush()
    finally:
        hub.connections.discard(connection)
        hub.sessions.discard(connection)
        SOCKETS.dec()
        room = hub.tables.rooms.get(table_id) or room
        if room is not None:
            room.leave(connection)
        connection.closed = True


async def _known(hub: Hub, connection: Connection, scope: Scope, address: str) -> None:
    """Who opens this socket, and whom they have blocked."""
    user = await hub.user(*_credentials(scope))
    if user is not None:
        hub.payers.note(user, address)
        connection.blocked = (await hub.store.ask(lambda db: blocks.of(db, [user.id]))).get(user.id, frozenset())
        connection.user = user


async def _look_again(hub: Hub, connection: Connection, looked: int) -> None:
    """Whether it is still so, if anybody was looked at meanwhile."""
    if connection.user is not None and looked != hub.sessions.looked:
        await hub.sessions.look([connection.user.id])


def _suit(connection: Connection, message: Join) -> None:
    """What this client wants to be told, and how."""
    connection.language = message.language
    connection.knowledge, connection.effects = message.knowledge, message.effects


def _seat(room: Room, connection: Connection, message: Join) -> int | None:
    """The seat as which this client comes in, None for a spectator; Refusal when it names one that is not theirs."""
    seats = room.seats_of(connection.user)
    if message.seat is not None and message.seat not in seats:
        raise Refusal("not_your_seat", 403)
    return message.seat if message.seat is not None else next(iter(seats), None)


async def _join(hub: Hub, receive: Receive, connection: Connection, table_id: str, address: str) -> Room | None:
    """The first message; None when the client may not come in."""
    try:
        async with asyncio.timeout(JOIN):
            text = await _text(receive)
    except TimeoutError:
        refuse(connection, Refusal("join_first", 400), None, address)
        connection.close(POLICY)
        return None
    if text is None:
        return None
    try:
        message = decode(text.encode())
        if not isinstance(message, Join):
            raise Refusal("join_first", 400)
        _suit(connection, message)
        room = await hub.tables.room(table_id, message.seq)
        if room.table.status == "closed":
            if room.table.rematch is not None:  # whoever waited here was moved on
                connection.say(Rematch(room.table.rematch))
            raise Refusal("table_closed", 410)
        _seat(room, connection, message)
        await hub.tables.opening.seal(room, connection.user, message.seal)
        seat = _seat(room, connection, message)
        if seat is None and not room.may_watch(connection.user):
            raise Refusal("no_watching", 403)
    except Exception as error:
        refusal = refusal_of(error)
        refuse(connection, refusal, None, address)
        connection.close(BUSY if refusal.status == 503 else POLICY)
        return None
    if connection.closed:  # signed out meanwhile
        return None
    room = hub.tables.rooms.setdefault(table_id, room)
    connection.viewer = SPECTATOR if seat is None else seat
    room.enter(connection, message.seq)
    return room


async def _join_again(tables: Tables, room: Room, connection: Connection, message: Join) -> None:
    """Somebody who watched has sat down, a device changes hands, or a client wants everything anew."""
    _seat(room, connection, message)
    _suit(connection, message)
    await tables.room(room.id, message.seq)
    await tables.opening.seal(room, connection.user, message.seal)
    room.rehome()
    seat = _seat(room, connection, message)
    room.attendance.seat(connection, SPECTATOR if seat is None else seat)
    connection.say(room.welcome(connection, message.seq))


async def _serve(hub: Hub, scope: Scope, receive: Receive, connection: Connection, room: Room, address: str) -> None:
    """Until the client goes."""
    frames: Frames | None = scope["extensions"].get(EXTENSION)
    hearing = Hearing(hub.tables, room, connection, address, _join_again, frames.flow if frames is not None else None)
    if frames is not None:
        frames.listen(hearing.hear)
    while (text := await _text(receive)) is not None:
        hearing.hear(text.encode())


def _answer(connection: Connection, text: str) -> None:
    """In the lobby: I am here. (A client that hears nothing for a while cannot tell a quiet lobby from a lost one.)"""
    with suppress(Refusal):
        message = decode(text.encode())
        if isinstance(message, Ping):
            connection.say(Done(message.id, 0))


async def lobby_socket(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """The lobby: a `ping` is answered, whatever else the client says is ignored."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = _connection(hub, scope, send)
    looked = hub.sessions.looked
    hub.connections.add(connection)
    SOCKETS.inc()
    try:
        await _known(hub, connection, scope, address_of(scope))
        hub.sessions.add(connection)
        await _look_again(hub, connection, looked)
        await hub.tables.lobby.enter(connection)
        while not connection.closed and connection.bucket.take():
            text = await _text(receive)
            if text is None:
                return
            _answer(connection, text)
        connection.close(POLICY)
        await connection.flush()
    except StoreError:
        connection.close(BUSY)
        await connection.flush()
    finally:
        hub.tables.lobby.leave(connection)
        hub.connections.discard(connection)
        hub.sessions.discard(connection)
        SOCKETS.dec()
        connection.closed = True


def sockets(hub: Hub) -> App:
    """Routes paths to endpoints. Outside Litestar: every microsecond counts here, once for each message."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        found = TABLE.fullmatch(path)
        if found is not None:
            await table_socket(hub, found[1], scope, receive, send)
        elif path == LOBBY:
            await lobby_socket(hub, scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": POLICY, "reason": ""})

    return app
