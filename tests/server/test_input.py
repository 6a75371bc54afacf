"""Whatever comes in over HTTP and sockets is answered: with what was asked for, or with an error that says why not.

Every documented operation is sent what no program of ours sends: depth without end, bytes that are no text, numbers
out of any range, NUL, which PostgreSQL does not store. None of it may be answered by 5xx, on either database.
"""

import http.client
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from sommet.server.tables.commands import COMMANDS
from sommet.server.wire.messages import Mute
from sommet.server.ws import hearing

from .inside import Inside
from .running import guest, new_table
from .strangers import place
from .talking import talking
from .test_api import OPENAPI

HUGE = "9" * 400
BODIES: dict[str, bytes] = {
    "deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 40_000,
    "deep and closed": b"[" * 900 + b"]" * 900,
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "NUL": b'{"name": "a\\u0000b", "label": "a\\u0000b", "password": "a\\u0000bcdefgh"}',
    "raw NUL": b'{"label": "a\0b"}',
    "half a pair": b'{"name": "\\ud800", "label": "\\udfff"}',
    "not JSON": b"name=x&label=y",
    "empty": b"",
    "null": b"null",
    "number": b"1e999",
    "huge": HUGE.encode(),
    "infinite": b'{"name": NaN, "seat": Infinity}',
    "twice": b'{"name": "a", "name": 1, "label": "a", "label": null}',
}
TEXTS = ["%00", "a%00b", "%FF%FE", "%ED%A0%80", "..%2F..%2Fetc", HUGE, "-1", "x" * 5000, "%F0%9F%92%A9", "%25", "1e400"]
ODD: list[Any] = [
    10**400,
    -(10**400),
    1 << 63,
    -1,
    1e308,
    0.5,
    True,
    None,
    "",
    "x" * 5000,
    "a\0b",
    [],
    [[]],
    {},
    {"": {}},
]
TYPES = ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", ""]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Inside]:
    """One server on each database."""
    given = {} if request.param == "sqlite" else {"database": postgres.new_database("sommet_input")}
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


class Asking:
    """One kept connection, so that a thousand questions take seconds."""

    def __init__(self, server: Inside) -> None:
        self.api = guest(server.base, "Fuzz")
        self.connection = http.client.HTTPConnection(*place(server.base), timeout=120)

    def __call__(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> int:
        """The status; that the answer has the documented form is seen to here."""
        headers = self.api.headers() | ({"Content-Type": kind} if body is not None else {})
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 500, (method, path, body and body[:200], text[:300])
        if answer.status >= 400 and method != "HEAD" and text:
            error = json.loads(text)["error"]
            assert set(error) == {"code", "message", "clause"}, (method, path)
            assert error["message"]
        return answer.status


@pytest.fixture(scope="module")
def ask(server: Inside) -> Iterator[Callable[..., int]]:
    """Somebody signed in who asks."""
    asking = Asking(server)
    yield asking
    asking.connection.close()


def _operations(body: bool) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in OPENAPI["paths"].items():
        for method, operation in operations.items():
            if ("requestBody" in operation) == body and not (method == "delete" and path.endswith("/me")):
                yield method.upper(), path, operation


def _filled(path: str, value: str = "x") -> str:
    return re.sub(r"\{[^}]*\}", lambda _: value, path)


def _example(schema: dict[str, Any], depth: int = 0) -> Any:
    """Something of this schema, more or less."""
    while "$ref" in schema:
        schema = OPENAPI["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if depth > 6:
        return None
    if schema.get("examples"):
        return schema["examples"][0]
    for key in ("oneOf", "anyOf", "allOf"):
        if schema.get(key):
            return _example(schema[key][0], depth + 1)
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "properties" in schema:
        return {name: _example(part, depth + 1) for name, part in schema["properties"].items()}
    return {"string": "x", "integer": 0, "number": 0.0, "boolean": False, "array": [], "object": {}}.get(
        str(schema.get("type"))
    )


def _spoiled(value: Any) -> Iterator[Any]:
    """This, with one part after another replaced by something odd."""
    yield from ODD
    if isinstance(value, dict):
        for name, part in value.items():
            for odd in _spoiled(part):
                yield value | {name: odd}


@pytest.mark.parametrize(("method", "path", "operation"), list(_operations(True)), ids=lambda value: str(value)[:40])
def test_bodies(ask: Callable[..., int], method: str, path: str, operation: dict[str, Any]) -> None:
    """Broken ones, of every content type, and sound ones with something odd in every place."""
    where = _filled(path)
    for body in BODIES.values():
        assert ask(method, where, body) >= 400
    for kind in TYPES:
        ask(method, where, b'{"name": "x"}', kind)
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    example = _example(schema)
    for body in list(_spoiled(example))[:400]:
        ask(method, where, json.dumps(body).encode())


@pytest.mark.parametrize("body", [True, False])
def test_paths_and_queries(ask: Callable[..., int], body: bool) -> None:
    """Every parameter of every operation."""
    for method, path, operation in _operations(body):
        names = [given["name"] for given in operation.get("parameters", []) if given["in"] == "query"]
        for text in TEXTS:
            sent = b"{}" if body else None
            if "{" in path:
                ask(method, _filled(path, text), sent)
            for name in [*names, "nothing"]:
                ask(method, f"{_filled(path)}?{name}={text}", sent)


def test_paths_that_are_none(ask: Callable[..., int]) -> None:
    """Outside the interface as well."""
    for path in (
        "/%00",
        "/a%00b",
        "/t/%00",
        "/assets/%00",
        "/assets/..%2f..%2f",
        "/%FF",
        "//",
        "/" + "x" * 9000,
        "/?%00",
    ):
        ask("GET", path)


@pytest.mark.parametrize("text", ["a\\u0000b", "\\ud800", "x" * 5000, HUGE, "\\uffff"], ids=range(5))
def test_what_is_said_over_a_socket(server: Inside, text: str) -> None:
    """Each is answered, and the socket lives on."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": "babylone", "public": True})
    wrong = ("bad_message", "no_text")
    with talking(apis[0], table) as here, talking(apis[1], table):
        for kind in ("say", "move", "ask", "decline", "foresee", "hint", "mute", "choose", "replace", "join"):
            fields = f'"text":"{text}","move":"{text}","ply":{HUGE},"what":"{text}","seat":{HUGE},"first":{HUGE}'
            here.socket.send(f'{{"type":"{kind}","id":["1"],{fields},"on":1}}')
            assert here.hear("refused")["code"] in wrong
        here.socket.send(f'{{"type":"say","id":"s","text":"{text}"}}')
        while (heard := here.hear_any())["type"] not in ("refused", "done"):
            pass
        assert heard.get("code") in (None, "slow_down", *wrong)
        here.socket.send(f'{{"type":"move","id":"s","move":"{text}","ply":0}}')
        assert here.hear("refused")["code"] != "internal"
        assert here.answer("ping")["type"] == "done"


def test_a_fault_of_ours_is_answered(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong inside, the client is told, and the room goes on."""

    async def broken(*_: Any) -> None:
        raise ZeroDivisionError

    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": "babylone", "public": True})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        monkeypatch.setitem(cast(dict[Any, Any], COMMANDS), Mute, broken)
        assert here.answer("mute", on=True)["code"] == "internal"
        monkeypatch.setattr(hearing, "move_now", broken_now)
        there.hear("update")
        assert here.answer("move", move="x", ply=0)["code"] == "internal"
        monkeypatch.undo()
        assert here.answer("mute", on=True)["type"] == there.answer("ping")["type"] == "done"


def broken_now(*_: Any) -> bool:
    """For a move."""
    raise ZeroDivisionError
