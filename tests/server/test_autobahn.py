"""Autobahn's cases over a real socket: what a WebSocket server has to do with what it is sent."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from sommet.server.ws.frames import Frames

from .autobahn import CASES, Back, Case
from .strangers import frame, shake

KINDS = {0x81: "text", 0x82: "binary", 0x8A: "pong"}
CLOSE = 0x88


async def _echo(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    while (event := await receive())["type"] == "websocket.receive":
        what = "text" if event.get("text") is not None else "bytes"
        await send({"type": "websocket.send", what: event[what]})


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[str, int]]:
    """Where somebody says everything back."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        _echo, ws=Frames, ws_max_size=1 << 20, ws_per_message_deflate=False, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield listening.getsockname()
    server.should_exit = True
    thread.join(30)


def _frames(data: bytes) -> Iterator[Back]:
    """The server's frames, which are whole and not masked."""
    start = 0
    while start < len(data):
        kind, size, body = data[start], data[start + 1], start + 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, body = int.from_bytes(data[body : body + wide], "big"), body + wide
        payload = data[body : body + size]
        assert len(payload) == size
        yield ("close", int.from_bytes(payload[:2], "big")) if kind == CLOSE else (KINDS[kind], payload)
        start = body + size


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(place: tuple[str, int], case: Case) -> None:
    """What comes back is what should."""
    ends = bool(case.back) and case.back[-1][0] == "close"
    sent = case.sent if ends else case.sent + frame(CLOSE, b"\x03\xe8")
    heard = b""
    with socket.create_connection(place, 20) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        raw.sendall(shake(f"http://{place[0]}:{place[1]}", "t"))
        while b"\r\n\r\n" not in heard:
            heard += raw.recv(4096)
        assert b" 101 " in heard
        heard = heard.partition(b"\r\n\r\n")[2]
        step = case.size or len(sent)
        with suppress(ConnectionError):  # it may be closed before all is sent, where that is to be
            for start in range(0, len(sent), step):
                raw.sendall(sent[start : start + step])
        with suppress(ConnectionError):
            while more := raw.recv(1 << 16):
                heard += more
    assert tuple(_frames(heard)) == (case.back if ends else (*case.back, ("close", 1000)))
