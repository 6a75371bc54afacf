"""Floods: one client that sends as fast as it can, or does not read, stops nobody but itself."""

import itertools
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api
from sommet.server.http import guard, timed
from sommet.server.http.timed import Timed
from sommet.server.people.limits import Bucket
from sommet.server.tables import connection
from sommet.server.wire.asgi import address_of
from sommet.server.ws import sockets
from sommet.server.ws.frames import Frames

from .inside import Inside
from .running import guest, new_table
from .strangers import frame, place, socket_of
from .talking import Talk, talking

PING, PONG, CONT, TEXT, BINARY = 0x89, 0x8A, 0x00, 0x81, 0x82
FLOODS = {
    "pings": ([], frame(PING)),
    "pongs": ([], frame(PONG, b"x" * 125)),
    "long pings": ([], frame(PING, b"x" * 125)),
    "empty continuations": ([frame(0x01)], frame(CONT)),
    "empty texts": ([], frame(TEXT)),
    "empty binaries": ([], frame(BINARY)),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server with the limits it has by default."""
    with Inside(tmp_path_factory.mktemp("server"), message_rate=20.0) as inside:
        yield inside


@pytest.fixture
def game(server: Inside) -> Iterator[tuple[list[Api], str, Talk]]:
    """A table and somebody at it, who is answered whatever the others do."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": "babylone"})
    with talking(apis[0], table) as here:
        yield apis, table, here
        assert here.answer("ping")["type"] == "done"


def _flood(raw: socket.socket, data: bytes) -> threading.Thread:
    """Send this over and over, as fast as it goes, until the other side has had enough."""

    def send() -> None:
        try:
            while True:
                raw.sendall(data * 1000)
        except OSError:
            return

    raw.settimeout(60)
    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("kind", FLOODS)
def test_frames_of_every_kind_cost(game: tuple[list[Api], str, Talk], kind: str) -> None:
    """Whoever goes on flooding is closed, and others are answered meanwhile."""
    apis, table, here = game
    first, flood = FLOODS[kind]
    with socket_of(apis[1], table) as raw:
        raw.sendall(frame(TEXT, b'{"type":"join"}') + b"".join(first))
        thread = _flood(raw, flood)
        deadline = time.monotonic() + 60
        while thread.is_alive():
            assert here.answer("ping")["type"] == "done"
            assert time.monotonic() < deadline, "the flood is not stopped"
            thread.join(0.1)


def _open(server: Inside) -> list[Any]:
    """The server's ends of all connections."""
    return list(server.server.server_state.connections)


def _of(server: Inside, raw: socket.socket) -> Frames:
    """The server's end of a connection."""
    mine = raw.getsockname()
    found = [one for one in _open(server) if isinstance(one, Frames) and one.client == mine]
    assert len(found) == 1
    return found[0]


def test_pings_of_one_who_does_not_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Only the last is remembered: what waits to be sent has a bound, without any limit on frames."""
    with Inside(tmp_path_factory.mktemp("pings")) as server:
        ana = guest(server.base)
        table = new_table([ana], {"game": "babylone", "players": 2})
        with socket_of(ana, table) as raw:
            raw.settimeout(60)
            end = _of(server, raw)
            sent = 0
            for number in itertools.count():
                raw.sendall(frame(PING, f"{number:0125d}".encode()) * 100)
                sent += 100 * 131
                if sent > 12_000_000:
                    break
            assert end.transport.get_write_buffer_size() < 300_000
            heard = b""
            while f"{number:0125d}".encode() not in heard:  # one who reads again is answered, the last ping at least
                heard = heard[-1000:] + raw.recv(1 << 20)


def test_an_address_has_one_budget() -> None:
    """Connections share; a debt is waited for by all of them, and it is paid in time."""
    shared = Bucket(10, 30)
    now = time.monotonic()
    assert shared.spend(30, now) == 0
    assert shared.spend(5, now) == pytest.approx(0.5, abs=0.01)
    assert shared.spend(5, now) == pytest.approx(1.0, abs=0.01)
    assert shared.spend(1, now + 2) == 0
    assert shared.spend(30, now + 1000) == 0


def test_connections_of_an_address_speak_together(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three that each keep to their own limit are told to slow down, and nobody is closed for it."""
    monkeypatch.setattr(guard, "TOGETHER", 0.01)
    with Inside(tmp_path_factory.mktemp("together"), message_rate=1000.0, heartbeat=60) as server:
        ana = guest(server.base)
        table = new_table([ana], {"game": "babylone", "players": 2})
        with talking(ana, table) as one, talking(ana, table) as two, talking(ana, table) as three:
            answers = [talk.answer("ping") for _ in range(25) for talk in (one, two, three)]
            assert {answer.get("code") for answer in answers} == {None, "slow_down"}


def test_an_ipv6_household_is_one_address() -> None:
    """By /64: who has one has all of its addresses. IPv4 in another dress is IPv4."""
    for one, other in (("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"), ("::ffff:192.0.2.7", "192.0.2.7")):
        assert address_of({"client": (one, 1)}) == address_of({"client": (other, 2)})
    assert address_of({"client": ("2001:db8:1:2::1", 1)}) != address_of({"client": ("2001:db8:1:3::1", 1)})
    assert address_of({"client": ("fe80::1%eth0", 1)}) == "fe80::/64"
    assert address_of({"client": ("nonsense", 1)}) == "nonsense"
    assert address_of({}) == "local"


def _gone(raw: socket.socket) -> None:
    """Read until the other side has closed; a test that waits in vain fails by the socket's own time limit."""
    try:
        while raw.recv(1 << 20):
            pass
    except ConnectionError:
        return


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /healthz HT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/v1/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        b"POST /api/v1/positions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\r",
        b"GET /nothing HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_half_a_request_is_not_waited_for(server: Inside, half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither headers nor a body that never end, nor the next request of a connection that stays open."""
    monkeypatch.setattr(timed, "HEADERS", 0.5)
    monkeypatch.setattr(timed, "BODY", 0.5)
    with socket.create_connection(place(server.base), 30) as raw:
        raw.sendall(half)
        _gone(raw)


def test_bytes_that_drip_do_not_help(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for all of the headers, not for the next byte."""
    monkeypatch.setattr(timed, "HEADERS", 1.0)
    with socket.create_connection(place(server.base), 30) as raw, pytest.raises(OSError):  # noqa: PT011, PT012
        for number in range(600):
            raw.sendall(b"GET / HTTP/1.1\r\nX: "[number : number + 1] or b"x")
            time.sleep(0.05)


def test_headers_without_end(server: Inside) -> None:
    """By size as well as by time; and the trailers and chunks after them."""
    endless = b"Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
    for head, more in (
        (b"GET / HTTP/1.1\r\nX: ", b"x" * 10_000),
        (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 2_000),
        (b"GET /", b"x" * 10_000),
        (b"POST /api/v1/positions HTTP/1.1\r\nHost: x\r\n" + endless, b"2710\r\n" + b"[" * 10_000 + b"\r\n"),
        (b"POST /api/v1/positions HTTP/1.1\r\nHost: x\r\n" + endless + b"0\r\n", b"X: y\r\n" * 2_000),
    ):
        with socket.create_connection(place(server.base), 30) as raw, pytest.raises(OSError):  # noqa: PT011, PT012
            raw.sendall(head)
            for _ in range(2_000):
                raw.sendall(more)


def test_an_answer_that_nobody_reads(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes, and so does what waits to be sent."""
    monkeypatch.setattr(timed, "READING", 0.5)
    monkeypatch.setattr(timed, "MOST_AT_ONCE", 10_000)
    with socket.create_connection(place(server.base), 30) as raw:
        raw.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        deadline = time.monotonic() + 30
        while any(isinstance(one, Timed) and one.client == raw.getsockname() for one in _open(server)):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_many_requests_without_waiting(server: Inside) -> None:
    """A few may be sent before the first is answered; whoever sends without end is cut off."""
    ask = b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(place(server.base), 30) as raw:
        raw.sendall(ask * 4)
        heard = b""
        while heard.count(b"HTTP/1.1 200 ") < 4:
            heard += raw.recv(1 << 16)
    with socket.create_connection(place(server.base), 30) as raw:
        try:
            raw.sendall(ask * 1000)
        except ConnectionError:
            return
        _gone(raw)


def test_who_shakes_hands_and_never_joins(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has seconds for it."""
    monkeypatch.setattr(sockets, "JOIN", 0.5)
    ana = guest(server.base)
    with socket_of(ana, new_table([ana], {"game": "babylone", "players": 2})) as raw:
        raw.settimeout(30)
        heard = b""
        while more := raw.recv(4096):
            heard += more
            if b"\x88" in heard:
                raw.sendall(frame(0x88, b"\x03\xf0"))
        assert b"join_first" in heard


def test_who_does_not_read_is_let_go(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for one reader has a bound, and the reader goes although its connection is blocked."""
    monkeypatch.setattr(connection, "MOST_WAITING", 100_000)
    with Inside(tmp_path_factory.mktemp("reader")) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bob")]
        table = new_table(apis, {"game": "babylone"})
        with talking(apis[0], table) as here, socket_of(apis[1], table) as raw:
            raw.settimeout(60)
            raw.sendall(frame(TEXT, b'{"type":"join"}'))
            here.hear("presence", seats=[True, True])
            ask = frame(TEXT, b'{"type":"join"}') * 200  # each is answered with everything
            end = _of(server, raw)
            with pytest.raises(OSError):  # noqa: PT011, PT012
                while True:
                    raw.sendall(ask)
                    assert end.transport.is_closing() or end.transport.get_write_buffer_size() < 400_000
            here.hear("presence", seats=[True, False])


def test_connections_have_a_bound(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In all, and for each peer that is not a proxy; when some go, others come in."""
    for given in ({"most_connections": 5}, {"connections": 2, "proxies": "192.0.2.1"}):
        with Inside(tmp_path_factory.mktemp("bound"), **given) as server:
            many = [socket.create_connection(place(server.base), 30) for _ in range(8)]
            refused = 0
            for raw in many:
                raw.settimeout(0.5)
                try:
                    refused += raw.recv(4096).startswith(b"HTTP/1.1 503 ")
                except TimeoutError:
                    continue
            assert refused == (3 if "most_connections" in given else 4)
            for raw in many:
                raw.close()
            deadline = time.monotonic() + 30
            while True:
                with socket.create_connection(place(server.base), 30) as raw:
                    raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    if raw.recv(4096).startswith(b"HTTP/1.1 200 "):
                        break
                assert time.monotonic() < deadline
