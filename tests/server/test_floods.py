"""Floods: one client that sends as fast as it can, or does not read, stops nobody but itself."""

import itertools
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from sommet.client.api import Api
from sommet.server.people.limits import Bucket
from sommet.server.wire.asgi import address_of
from sommet.server.ws.frames import Frames

from .inside import Inside
from .running import guest, new_table
from .strangers import frame, socket_of
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


def _of(server: Inside, raw: socket.socket) -> Frames:
    """The server's end of a connection."""
    mine = raw.getsockname()
    found = [one for one in server.server.server_state.connections if one.client == mine]
    assert len(found) == 1
    assert isinstance(found[0], Frames)
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


def test_an_ipv6_household_is_one_address() -> None:
    """By /64: who has one has all of its addresses. IPv4 in another dress is IPv4."""
    for one, other in (("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"), ("::ffff:192.0.2.7", "192.0.2.7")):
        assert address_of({"client": (one, 1)}) == address_of({"client": (other, 2)})
    assert address_of({"client": ("2001:db8:1:2::1", 1)}) != address_of({"client": ("2001:db8:1:3::1", 1)})
    assert address_of({"client": ("fe80::1%eth0", 1)}) == "fe80::/64"
    assert address_of({"client": ("nonsense", 1)}) == "nonsense"
    assert address_of({}) == "local"
