"""Strangers: each is refused and logged, and the others' games do not notice."""

import json
import os
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect

from sommet.client.api import Api, ApiError

from .inside import Inside
from .running import guest, new_table
from .strangers import socket_of
from .talking import Talk, talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server"), message_rate=20.0) as inside:
        yield inside


@pytest.fixture
def game(server: Inside) -> Iterator[tuple[list[Api], str, Talk, Talk]]:
    """A running game; it goes on whatever the stranger does."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": "kabaleo", "watch": False})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        for talk in (here, there):
            while talk.view is None:
                talk.hear("update")
        yield apis, table, here, there
        mover, other = (here, there) if here.view and here.view["legal"] else (there, here)
        assert mover.move()["type"] == "update"
        assert other.hear("update")["view"]["legal"]


def _code(api: Api, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(ApiError) as refused:
        api.call(method, path, body)
    return refused.value.status, refused.value.code


def test_anothers_seat_and_table(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """Not to sit on, not to close, not to look at."""
    apis, table, _, _ = game
    eve = guest(server.base, "Eve")
    assert _code(eve, "POST", f"/tables/{table}/seats", {"seat": 0}) == (409, "not_open")
    assert _code(eve, "DELETE", f"/tables/{table}") == (403, "not_yours")
    assert _code(eve, "GET", f"/tables/{table}/view") == (403, "no_watching")
    assert _code(eve, "GET", f"/tables/{table}/rounds/1") == (403, "no_watching")
    assert _code(apis[0], "GET", f"/tables/{table}/rounds/1") == (409, "not_over")
    assert _code(apis[0], "DELETE", f"/tables/{table}") == (409, "not_open")
    with talking(eve, table) as stranger:
        assert stranger.welcome["code"] == "no_watching"
    private = apis[0].call("POST", "/tables", {"settings": {"game": "babylone"}})
    assert "invite" not in eve.call("GET", f"/tables/{private['id']}")
    assert _code(eve, "POST", f"/tables/{private['id']}/seats", {}) == (403, "not_invited")
    assert _code(eve, "POST", f"/tables/{private['id']}/seats", {"invite": "guess"}) == (403, "not_invited")
    assert _code(eve, "DELETE", f"/tables/{private['id']}") == (403, "not_yours")
    assert private["id"] not in json.dumps(eve.call("GET", "/lobby"))


def test_guessed_names_and_forged_cookies(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """Nothing there, nobody."""
    apis, table, _, _ = game
    nobody = Api(server.base)
    assert _code(nobody, "GET", "/tables/AAAAAAAAAAAAAAAA") == (404, "no_table")
    good = apis[0].cookie or ""
    forged = [good[:-3] + "AAA", good.replace("1.", "2.", 1), "x", "1.2.3", "....", good + "x", "1.a.b.c.d", "é"]
    for cookie in forged:
        nobody.cookie = cookie.encode().decode("latin-1")
        assert _code(nobody, "GET", "/me") == (401, "sign_in")
        with talking(nobody, table) as stranger:
            assert stranger.welcome["code"] == "no_watching"
    for token in ("sommet_guess", "", "x" * 5000):
        assert _code(Api(server.base, token), "GET", "/me") == (401, "sign_in")


def test_other_sites(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """A page elsewhere cannot act for somebody who is signed in here."""
    apis, table, _, _ = game
    headers = apis[0].headers() | {"Content-Type": "application/json"}
    for extra in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        request = Request(server.base + "/api/v1/tables", b"{}", headers | extra, method="POST")
        with pytest.raises(HTTPError) as refused:
            urlopen(request, timeout=30)
        with refused.value:
            assert refused.value.code == 403
        with (
            pytest.raises(InvalidStatus),
            connect(apis[0].socket_address(table), additional_headers=apis[0].headers() | extra),
        ):
            pass
    form = Request(server.base + "/api/v1/session/guest", b"name=x", method="POST")
    with pytest.raises(HTTPError) as refused:
        urlopen(form, timeout=30)
    with refused.value:
        assert refused.value.code == 400
    same = headers | {"Origin": server.base, "Sec-Fetch-Site": "same-origin"}
    with connect(apis[0].socket_address(table), additional_headers=same):
        pass


def test_too_large(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """10 MB over a socket, 10 MB over HTTP."""
    apis, table, _, _ = game
    with (  # noqa: PT012
        pytest.raises(WebSocketException),
        connect(apis[0].socket_address(table), additional_headers=apis[0].headers()) as stranger,
    ):
        stranger.send("x" * 10_000_000)
        while True:
            stranger.recv(timeout=30)
    request = Request(server.base + "/api/v1/positions", b"[" * 10_000_000, method="POST")
    request.add_header("Content-Type", "application/json")
    with pytest.raises((HTTPError, OSError)) as refused:
        urlopen(request, timeout=30)
    if isinstance(refused.value, HTTPError):
        with refused.value:
            assert refused.value.code == 413


def test_floods_and_nonsense(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """A connection that will not stop is closed."""
    apis, table, _, _ = game
    nonsense = ["", "{", "[]", "null", '{"type":"move"}', '{"type":"nothing"}', '{"type":"join","seq":-1}', "\x00"]
    nonsense += ['{"type":"move","move":1,"ply":0}', "[" * 1000, '{"type":"move","move":"x","ply":1e400}']
    with connect(apis[0].socket_address(table), additional_headers=apis[0].headers()) as stranger:
        stranger.send('{"type":"join"}')
        for text in nonsense:
            stranger.send(text)
            message = json.loads(stranger.recv(timeout=30))
            while message["type"] != "refused":
                message = json.loads(stranger.recv(timeout=30))
            assert message["code"] == ("no_text" if text == "\x00" else "bad_message"), text
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            for _ in range(2000):
                stranger.send('{"type":"ping"}')
            while True:
                stranger.recv(timeout=30)
    with connect(apis[0].socket_address(table), additional_headers=apis[0].headers()) as early:
        early.send('{"type":"ping"}')
        assert json.loads(early.recv(timeout=30))["code"] == "join_first"


def test_malformed_frames(server: Inside, game: tuple[list[Api], str, Talk, Talk]) -> None:
    """Bytes that are no WebSocket at all."""
    _, table, _, _ = game
    host, port = server.base.removeprefix("http://").split(":")
    for rubbish in (os.urandom(400), b"\xff" * 200, b"\x81\x85\0\0\0\0\xff\xfe\xfd\xfc\xfb", b"\x81\x7f" + b"\xff" * 8):
        with socket.create_connection((host, int(port)), 10) as raw:
            raw.sendall(
                f"GET /api/v1/tables/{table}/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert b" 101 " in raw.recv(4096)
            raw.sendall(rubbish)
            raw.settimeout(10)
            while raw.recv(4096):
                pass
    with socket.create_connection((host, int(port)), 10) as raw:
        raw.sendall(b"\x16\x03\x01\x02\x00\x01\x00" + os.urandom(100) + b"\r\n\r\n")
        raw.settimeout(10)
        raw.recv(4096)


def test_limits_by_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Requests, sockets, sign-ins."""
    with Inside(tmp_path_factory.mktemp("limits"), http_rate=3.0, connections=3) as server:
        ana = guest(server.base)
        made = ana.call("POST", "/tables", {"settings": {"game": "babylone"}})
        sockets = []
        try:
            for _ in range(3):
                sockets.append(socket_of(ana, made["id"]))
            with pytest.raises(InvalidStatus), connect(ana.socket_address(made["id"])):
                pass
        finally:
            for one in sockets:
                one.close()
        codes = []
        for _ in range(60):
            try:
                ana.call("GET", "/games")
                codes.append(200)
            except ApiError as error:
                codes.append(error.status)
        assert codes[0] == 200
        assert 429 in codes
        time.sleep(1)
        assert ana.call("GET", "/games")


def test_a_dead_socket_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One that does not answer pings is gone within two heartbeats (20 s as set; here 2 s)."""
    with Inside(tmp_path_factory.mktemp("dead"), heartbeat=1.0) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bob")]
        table = new_table(apis, {"game": "babylone"})
        with talking(apis[0], table) as here:
            dead = socket_of(apis[1], table)
            try:
                text = b'{"type":"join"}'
                dead.sendall(bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text)
                here.hear("presence", seats=[True, True])
                began = time.monotonic()
                here.hear("presence", seats=[True, False])
                assert time.monotonic() - began < 15
            finally:
                dead.close()


def test_headers_and_no_secret_in_the_log(server: Inside, caplog: pytest.LogCaptureFixture) -> None:
    """A strict policy on everything, and nothing private in what is logged or measured."""
    for path in ("/", "/healthz", "/api/v1/games", "/nothing", "/api/v1/openapi.json"):
        try:
            with urlopen(server.base + path, timeout=30) as answer:
                headers = answer.headers
        except HTTPError as error:
            with error:
                headers = error.headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"].replace("'wasm-unsafe-eval'", "")  # the games' own modules
        assert "unsafe" not in policy
    with urlopen(server.base + "/metrics", timeout=30) as answer:
        text = answer.read().decode()
    assert "sommet_entries_total" in text
    ana = guest(server.base, "Zoé")
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo"}})
    for secret in (ana.cookie or "", made["invite"], made["id"], "Zoé"):
        assert secret not in text
        assert secret not in caplog.text
