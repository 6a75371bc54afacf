"""/metrics and the access log: what operators see, who may see it, and what is in neither."""

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from sommet.server.config import Config
from sommet.server.http.access import path, shortened
from sommet.server.http.scraping import may_read

from .inside import Inside
from .running import guest, new_table, running, sqlite
from .talking import talking


def _metrics(base: str, **headers: str) -> str:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(base + "/metrics", headers=named), timeout=30) as answer:
        return str(answer.read().decode())


def _value(text: str, name: str) -> float:
    found = re.findall(rf"(?m)^{re.escape(name)} (\S+)$", text)
    assert found, name
    return float(found[0])


def test_what_is_measured(tmp_path: Path) -> None:
    """Process, build, requests by route, moves, the store, sockets and rooms; never a name."""
    with Inside(tmp_path) as server:
        before = _metrics(server.base)
        apis = [guest(server.base, name) for name in ("Anastasia", "Balthasar")]
        table = new_table(apis, {"game": "babylone"})
        with talking(apis[0], table) as one, talking(apis[1], table) as two:
            for talk in (one, two):
                while talk.view is None:
                    talk.hear("update")
            (one if one.view and one.view["legal"] else two).move()
            text = _metrics(server.base)

        def grown(name: str) -> float:
            return _value(text, name) - (_value(before, name) if name in before else 0)

        assert grown("sommet_move_seconds_count") == 1
        assert grown('sommet_request_seconds_count{answer="2xx",route="/api/v1/tables/{table_id}/seats"}') == 1
        assert grown('sommet_requests_total{status="201"}') >= 3
        assert grown("sommet_commit_seconds_count") >= 1
        assert _value(text, "sommet_store_up") == 1
        assert _value(text, "sommet_sockets") - _value(before, "sommet_sockets") == 2
        assert re.search(r'sommet_build_info\{python="3\.\d+\.\d+",version="[^"]+"\} 1\.0', text)
        for name in ("Anastasia", "Balthasar", table, apis[0].call("GET", "/me")["id"]):
            assert name not in text
        if sys.platform == "linux":
            for name in ("resident_memory_bytes", "cpu_seconds_total", "open_fds", "start_time_seconds"):
                assert _value(text, f"process_{name}") > 0


def test_routes_are_few_whatever_strangers_ask(tmp_path: Path) -> None:
    """A label for each address of ours, and two for all others."""
    with Inside(tmp_path) as server:

        def routes() -> set[str]:
            return set(re.findall(r'sommet_request_seconds_count\{answer="\w+",route="([^"]*)"', _metrics(server.base)))

        before = routes()
        for number in range(20):
            for path_ in (f"/api/v1/nothing{number}", f"/tables{number}", f"/api/v1/tables/x{number}"):
                with pytest.raises(HTTPError):
                    urlopen(server.base + path_, timeout=30)
        ours = {"/metrics", "/api/v1/tables/{table_id}", "/api/v1/{path}"}  # the last is the description's own
        assert routes() - before <= {"page", "other"} | ours


@pytest.mark.parametrize(
    ("settings", "client", "headers", "may"),
    [
        ({}, "127.0.0.1", {}, True),
        ({}, "10.1.2.3", {}, True),
        ({}, "::ffff:10.1.2.3", {}, True),
        ({}, "::1", {}, True),
        ({}, "fd00::1%eth0", {}, True),
        ({}, None, {}, True),
        ({}, "203.0.113.5", {}, False),
        ({}, "2001:4860::1", {}, False),
        ({}, "127.0.0.1", {"x-forwarded-for": "203.0.113.5"}, False),
        ({}, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, False),
        ({}, "10.0.0.1", {"forwarded": "for=x"}, False),
        ({}, "10.0.0.1", {"via": "1.1 proxy"}, False),
        ({}, "203.0.113.5", {"authorization": "Bearer "}, False),
        ({"metrics": "off"}, "127.0.0.1", {}, False),
        ({"metrics": "on"}, "203.0.113.5", {}, True),
        ({"metrics_token": "abc"}, "203.0.113.5", {"authorization": "Bearer abc"}, True),
        ({"metrics_token": "abc"}, "203.0.113.5", {"authorization": "Bearer abd"}, False),
        ({"metrics_token": "abc"}, "203.0.113.5", {"authorization": "Bearer \xff"}, False),
        ({"metrics_token": "abc", "metrics": "on"}, "203.0.113.5", {}, False),
        ({"metrics_token": "abc", "metrics": "off"}, "127.0.0.1", {"authorization": "Bearer abc"}, False),
    ],
)
def test_who_may_read_them(settings: dict[str, Any], client: str | None, headers: dict[str, str], may: bool) -> None:
    """By default whoever is near and comes straight; a proxy's visitors are not, whatever the proxy says of them."""
    scope: dict[str, Any] = {"headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]}
    scope["client"] = None if client is None else (client, 1)
    assert may_read(scope, Config(**settings)) is may


def test_for_others_there_is_nothing(tmp_path: Path) -> None:
    """Just as for any address that is not there."""
    with Inside(tmp_path) as server:
        for headers in ({"X_Forwarded_For": "203.0.113.5"}, {"Via": "1.1 proxy"}):
            with pytest.raises(HTTPError) as caught:
                _metrics(server.base, **headers)
            assert caught.value.code == 404
            assert b"sommet_" not in caught.value.read()


def test_addresses_are_shortened() -> None:
    """To the network; what is no address is not shown."""
    assert shortened("203.0.113.77") == "203.0.113.0/24"
    assert shortened("::ffff:203.0.113.77") == "203.0.113.0/24"
    assert shortened("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert shortened("fe80::1%eth0") == "fe80::/64"
    assert shortened("local") == shortened("x" * 100) == "local"


def test_secrets_in_a_path_are_not_logged() -> None:
    """Of our addresses only the parts that are no secret, of others nothing."""

    def logged(asked: str, template: str | None = None, **params: str) -> str:
        return path({"type": "http", "path": asked, "path_template": template, "path_params": params})

    assert logged("/api/v1/tables/abc", "/api/v1/tables/{table_id}", table_id="abc") == "/api/v1/tables/abc"
    assert (
        logged("/api/v1/me/tokens/xyz", "/api/v1/me/tokens/{token_id}", token_id="xyz")
        == "/api/v1/me/tokens/{token_id}"
    )
    assert logged("/x/secret", "/x/{stop}", stop="secret") == "/x/{stop}"
    assert logged("/recover/secret") == logged("/api/v1/secret") == "(other)"
    assert logged("/assets/index-1.js") == "/assets/index-1.js"
    socket = {"type": "websocket", "path": "/api/v1/tables/abc/ws"}
    assert path(socket) == "/api/v1/tables/abc/ws"
    assert path({**socket, "path": "/api/v1/x/secret/ws"}) == "(other)"


def _lines(log: Path, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    deadline = time.monotonic() + 60
    while True:
        lines = [json.loads(line) for line in log.read_text().splitlines() if line]
        if enough(lines):
            return lines
        assert time.monotonic() < deadline, lines
        time.sleep(0.1)


def test_the_access_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A JSON line a request, with what operators need and nothing that opens a door."""
    monkeypatch.setenv("SOMMET_ACCESS_LOG", "true")
    log = tmp_path / "log"
    with running(sqlite(tmp_path), "--proxies", "127.0.0.1", log=log) as server:
        ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
        token = ana.call("POST", "/me/tokens", {"label": "bot"})
        made = ana.call("POST", "/tables", {"settings": {"game": "babylone"}})
        bob.call("POST", f"/tables/{made['id']}/seats", {"invite": made["invite"]})
        ana.call("DELETE", f"/me/tokens/{token['id']}")
        asked = Request(f"{server.base}/api/v1/me/tables?invite={made['invite']}", headers=ana.headers())
        asked.add_header("X-Forwarded-For", "203.0.113.77")
        urlopen(asked, timeout=30).close()
        with talking(ana, made["id"]):
            pass
        lines = _lines(log, lambda found: any(line["what"] == "socket closed" for line in found))
    found = [line for line in lines if line["from"] == "sommet.access"]
    last = next(line for line in found if line["path"] == "/api/v1/me/tables")
    assert (last["method"], last["status"], last["address"]) == ("GET", 200, "203.0.113.0/24")
    assert last["bytes"] > 2
    assert last["ms"] >= 0
    socket = next(line for line in found if line["what"] == "socket closed")
    assert (socket["path"], socket["status"], socket["address"]) == (
        f"/api/v1/tables/{made['id']}/ws",
        101,
        "127.0.0.0/24",
    )
    text = log.read_text()
    for secret in (ana.cookie, bob.cookie, token["token"], token["id"], made["invite"], "203.0.113.77"):
        assert str(secret) not in text


def test_no_access_log_unless_wanted(tmp_path: Path) -> None:
    """It is off by default."""
    with running(sqlite(tmp_path), "--log", "debug", log=tmp_path / "log") as server:
        guest(server.base)
    assert "sommet.access" not in (tmp_path / "log").read_text()
