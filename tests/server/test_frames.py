"""Frames read by hand are the library's: any bytes in any pieces give the same messages, answers and closing code.

`Frames` and `Timed` reach into names of uvicorn and websockets that nobody promised to keep. Their versions are bounded
in pyproject.toml; whoever moves the bounds is told here which names have gone.
"""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from uvicorn.middleware import proxy_headers
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from sommet.server.ws.frames import EXTENSION, Frames

from ..support.examples import examples
from .strangers import shake

LARGEST = 300
Heard = list[tuple[str, Any]]


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.paused, self.closing = bytearray(), False, False

    def write(self, data: Any) -> None:
        """Keep it."""
        if not self.closing:
            self.written += data

    def close(self) -> None:
        """No more."""
        self.closing = True

    def abort(self) -> None:
        """Likewise."""
        self.closing = True

    def is_closing(self) -> bool:
        """Whether it is closed."""
        return self.closing

    def pause_reading(self) -> None:
        """Not now."""
        self.paused = True

    def resume_reading(self) -> None:
        """Now."""
        self.paused = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Addresses."""
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default


async def _hear(kind: type[WebSocketsSansIOProtocol], pieces: list[bytes], listening: bool) -> tuple[Heard, bytes]:
    """What the application hears of these bytes, and what is sent."""
    heard: Heard = []

    async def app(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if listening:
            scope["extensions"][EXTENSION].listen(lambda data: heard.append(("message", data)))
        while (event := await receive())["type"] == "websocket.receive":
            heard.append(("message", event["text"].encode() if event.get("text") is not None else b""))
        heard.append(("end", event["code"]))

    config = uvicorn.Config(app, ws_max_size=LARGEST, ws_ping_interval=None, ws_per_message_deflate=False)
    config.load()
    config.loaded_app = app
    protocol, transport = kind(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)
    protocol.data_received(shake("http://x:1", "t"))
    while not protocol.handshake_complete:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    shaken = len(transport.written)
    for piece in pieces:
        while transport.paused and not transport.closing and kind is Frames:
            await asyncio.sleep(0)
        if not transport.closing:
            protocol.data_received(piece)
    while not transport.closing and (protocol.queue.qsize() or getattr(protocol, "_turn", None)):
        await asyncio.sleep(0)
    protocol.connection_lost(None)
    await asyncio.gather(*protocol.tasks)
    return heard, bytes(transport.written[shaken:])


def _made(first: int, payload: bytes, mask: bytes | None = b"abcd", width: int = 0) -> bytes:
    """A frame, with a length as wide as wanted or as is needed."""
    size, masked = len(payload), 0x80 if mask is not None else 0
    if width == 0 and size < 126:
        head = bytes((first, masked | size))
    elif width < 2:
        head = bytes((first, masked | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, masked | 127)) + size.to_bytes(8, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


FIRST = [0x81, 0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x02, 0x89, 0x8A, 0x88, 0x09, 0xC1, 0x83, 0x8B]
LONG = [b"", b"x" * 125, b"x" * 126, b"x" * LARGEST, b"x" * (LARGEST + 1), b"\xe2\x82", b"\xac"]
CLOSING = [b"\x03\xe8", b"\x03\xe8bye", b"\x03\xed", b"\x03", b"\x03\xe8\xff", b"\x0f\xa1", b"\x03\xf7", b"\0\0"]
PAYLOAD = st.one_of(st.text(max_size=20).map(str.encode), st.binary(max_size=8), st.sampled_from(LONG + CLOSING))
MASK = st.one_of(*[st.binary(min_size=4, max_size=4), st.just(b"\0\0\0\0")] * 6, st.none())
FRAME = st.builds(_made, st.sampled_from(FIRST), PAYLOAD, MASK, st.sampled_from([0, 0, 0, 1, 2]))
SOUND = st.builds(_made, st.sampled_from([0x81, 0x82, 0x89, 0x8A]), st.text(max_size=9).map(str.encode))
STREAM = st.builds(
    lambda sound, frames: b"".join(sound + frames),
    st.lists(SOUND, max_size=40),
    st.lists(st.one_of(FRAME, FRAME, FRAME, st.binary(max_size=6)), max_size=20),
)


@settings(examples(150), deadline=None)
@given(STREAM, st.lists(st.integers(0, 600), max_size=12), st.booleans())
@example(_made(0x81, b"a") * 100, [], True)
@example(_made(0x89, b"a") * 100, [1, 2, 3], False)
@example(_made(0x01, b"\xe2") + _made(0x89, b"?") + _made(0x80, b"\x82\xac"), [3], True)
@example(b"\x83\xff\0\0", [], False)
@example(_made(0x81, b"\xff") + _made(0x88, b""), [], True)
def test_any_bytes_in_any_pieces(stream: bytes, cuts: list[int], listening: bool) -> None:
    """The same as the library hears byte by byte: message by message, pongs and closing frame included."""
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[start:end] for start, end in pairwise(places)]
    plain = asyncio.run(_hear(WebSocketsSansIOProtocol, [bytes((byte,)) for byte in stream], False))
    assert asyncio.run(_hear(Frames, pieces, listening)) == plain


@pytest.mark.parametrize("size", [1, 7, 100])
def test_many_frames_take_many_turns(size: int) -> None:
    """A read of thousands of frames is not dealt with in one go, and none is lost or doubled."""
    stream = b"".join(_made(0x81, str(number).encode()) for number in range(2000))
    pieces = [stream[start : start + size * 997] for start in range(0, len(stream), size * 997)]
    heard, _ = asyncio.run(_hear(Frames, pieces, True))
    assert [text for kind, text in heard if kind == "message"] == [str(number).encode() for number in range(2000)]


NAMES: dict[Any, str] = {
    WebSocketsSansIOProtocol: """data_received handle_events handle_connect handle_cont handle_close handle_ping
        handle_parser_exception send_receive_event_to_app keepalive_timeout connection_lost resume_writing shutdown
        run_asgi send receive""",
    HttpToolsProtocol: """connection_made connection_lost data_received on_message_begin on_headers_complete
        on_message_complete handle_websocket_upgrade pause_writing resume_writing on_response_complete
        timeout_keep_alive_handler""",
    ServerProtocol: "receive_data data_to_send send_close",
    httptools_impl: "STATUS_LINE",
    proxy_headers: "_TrustedHosts",
}
OF_A_SOCKET = """config loop queue conn transport handshake_initiated handshake_complete close_sent disconnected
    close_timer close_timeout read_paused writable frames curr_msg_data_type connections"""
OF_A_PARSER = "current_size extensions state parser_exc close_sent"
OF_HTTP = "config loop cycle pipeline client connections transport"
OF_A_CYCLE = "disconnected response_complete response_started message_event"


def test_the_names_we_reach_into() -> None:
    """Are there. If not, uvicorn or websockets has changed inside: read frames.py, pace.py and timed.py beside it."""
    config = uvicorn.Config(lambda: None, ws_ping_interval=None)
    config.load()
    loop = asyncio.new_event_loop()
    socket, http = Frames(config, ServerState(), {}, loop), HttpToolsProtocol(config, ServerState(), {}, loop)
    loop.close()
    places = [*NAMES.items(), (socket, OF_A_SOCKET), (socket.conn, OF_A_PARSER), (http, OF_HTTP)]
    missing = [
        f"{getattr(place, '__name__', type(place).__name__)}.{name}"
        for place, names in places
        for name in names.split()
        if not hasattr(place, name)
    ]
    kept = RequestResponseCycle.__init__.__code__.co_names
    missing += [f"RequestResponseCycle.{name}" for name in OF_A_CYCLE.split() if name not in kept]
    assert not missing, f"uvicorn {uvicorn.__version__} and websockets no longer have {', '.join(missing)}"
