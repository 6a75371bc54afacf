"""What travels is typed from end to end: real messages and answers are what the documents made from the types say."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, validator_for
from litestar.handlers import HTTPRouteHandler
from msgspec import Meta, inspect
from websockets.sync.client import connect

from sommet.client.api import Api
from sommet.server.app import litestar
from sommet.server.config import Config
from sommet.server.hub import Hub
from sommet.server.tables.fair import seal
from sommet.server.wire import typescript
from sommet.server.wire.messages import FromServer, schema
from sommet.server.wire.tables import TableInfo

from .inside import Inside
from .running import guest, new_table
from .talking import talking

GAMES = ("babylone", "kabaleo", "on_top")


def loose(kind: Any, where: str) -> Iterator[str]:
    """Objects of which nothing is known, not even by name: `dict[str, Any]`, and what may be anything."""
    if isinstance(kind, inspect.Metadata):
        if "title" not in (kind.extra_json_schema or {}):
            yield from loose(kind.type, where)
    elif isinstance(kind, inspect.AnyType | inspect.RawType):
        yield where
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from loose(each, where)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield from loose(kind.item_type, where)
    elif isinstance(kind, inspect.DictType):
        yield from loose(kind.value_type, where)


def test_nothing_travels_untyped() -> None:
    """Whatever a game says in its own terms has a name that says so."""
    found = [
        place
        for struct in typescript.structs()
        for each in inspect.type_info(struct).fields  # type: ignore[attr-defined]
        for place in loose(each.type, f"{struct.__name__}.{each.name}")
    ]
    assert found == []
    assert list(loose(inspect.type_info(dict[str, Any]), "here")) == ["here"]


def handlers() -> dict[str, HTTPRouteHandler]:
    """Every operation over HTTP, by method and path."""
    app = litestar(Hub(Config(database="sqlite:////dev/null/never-opened")))
    found: dict[str, HTTPRouteHandler] = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if isinstance(handler, HTTPRouteHandler) and handler.include_in_schema is not False:
                found |= {f"{method} {route.path}": handler for method in handler.http_methods}
    return found


HANDLERS = handlers()


def bare(annotation: Any) -> bool:
    """Whether that is, or holds, an object without a form or a name."""
    if get_origin(annotation) is Annotated:
        named = any(isinstance(each, Meta) and each.title for each in annotation.__metadata__)
        return not named and bare(get_args(annotation)[0])
    return annotation in (Any, dict) or any(bare(each) for each in get_args(annotation) if not isinstance(each, str))


@pytest.mark.parametrize("name", sorted(HANDLERS))
def test_every_answer_has_a_type(name: str) -> None:
    """The OpenAPI document is made from what handlers return, so that is exact."""
    annotation = HANDLERS[name].parsed_fn_signature.return_type.raw
    assert not bare(annotation), annotation


def test_bare_objects_are_found() -> None:
    """The test above can fail."""
    assert all(map(bare, (dict[str, Any], list[dict[str, Any]], dict[str, Any] | None, dict, Any)))
    assert not any(map(bare, (int | None, list[TableInfo], Annotated[dict[str, Any], Meta(title="State")])))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


BYTES = "ab" * 32
MESSAGES = Draft202012Validator(schema() | {"$ref": "#/$defs/FromServer"})
TOLD = {"welcome", "update", "table", "presence", "chat", "offer", "done", "foreseen", "refused", "rematch", "lobby"}


def check(message: dict[str, Any]) -> None:
    """Valid by the schema of the documents, and nothing in it that the types do not know."""
    MESSAGES.validate(message)
    known = msgspec.json.decode(msgspec.json.encode(message), type=FromServer)
    again = json.loads(msgspec.json.encode(known))
    if message["type"] == "hint":  # there a game may add what it likes
        assert again.pop("moves") == [
            {key: move[key] for key in ("move", "value", "visits")} for move in message["moves"]
        ]
        message = {key: value for key, value in message.items() if key != "moves"}
    assert again == message


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_at_a_table_is_what_the_types_say(server: Inside, name: str) -> None:
    """Every kind of message, from a played game: to the players, to whoever watches, in the lobby."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    clock = {"kind": "total", "seconds": 600, "increment": 1}
    lobby = connect(server.base.replace("http", "ws") + "/api/v1/lobby/ws", compression=None)
    with lobby:
        table = new_table(apis, {"game": name, "clock": clock, "public": True, "watchers_chat": True})
        heard = [json.loads(lobby.recv(timeout=60))]
        with (
            talking(apis[0], table, seal=seal(table, BYTES), knowledge=True, effects=True) as here,
            talking(guest(server.base), table, effects=True) as watching,
            talking(apis[1], table, knowledge=True) as there,
        ):
            here.answer("open", bytes=BYTES)
            for talk in (here, there):
                while talk.view is None:
                    talk.hear("update")
            mover, other = (here, there) if (here.view or {})["legal"] else (there, here)
            mover.answer("foresee")
            mover.answer("move", move="nonsense", ply=0)
            mover.move()
            mover.answer("say", text="Hello")
            mover.send("ask", what="take_back")
            other.hear("offer")
            other.answer("ask", what="take_back")
            mover.answer("ping")
            mover.move()
            other.answer("resign")
            watching.hear("table")
            other.answer("ask", what="rematch")
            mover.answer("ask", what="rematch")
            watching.hear("rematch")
            heard += here.heard + there.heard + watching.heard
        while not heard[-1].get("running"):
            heard.append(json.loads(lobby.recv(timeout=60)))
            if heard[-1]["type"] == "lobby" and all(line["id"] != table for line in heard[-1]["open"]):
                break
    kinds = {message["type"] for message in heard}
    told = {
        "welcome",
        "update",
        "table",
        "presence",
        "chat",
        "offer",
        "done",
        "foreseen",
        "refused",
        "rematch",
        "lobby",
    }
    assert kinds >= told
    for message in heard:
        check(message)


def test_a_hint_is_what_the_types_say(server: Inside) -> None:
    """And says why."""
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "easy"]}})
    with talking(ana, made["id"]) as here:
        while here.view is None or not here.view["legal"]:
            here.hear("update")
        hint = here.answer("hint")
        check(hint)
        assert hint["why"]
        assert not MESSAGES.is_valid({key: value for key, value in hint.items() if key != "why"})


OPENAPI: dict[str, Any] = msgspec.json.decode(
    msgspec.json.encode(litestar(Hub(Config(database="sqlite:////dev/null/never-opened"))).openapi_schema.to_schema())
)


def answered(api: Api, method: str, path: str, template: str, body: Any = None) -> Any:
    """Ask; the answer, which is as the OpenAPI document says."""
    answer = api.call(method, path, body)
    operation = OPENAPI["paths"][f"/api/v1{template}"][method.lower()]
    code = next(code for code in operation["responses"] if code.startswith("2"))
    form = operation["responses"][code]["content"]["application/json"]["schema"]
    validator_for({**form, "components": OPENAPI["components"]}).validate(answer)
    return answer


def test_answers_are_what_the_openapi_document_says(server: Inside) -> None:
    """Of a table from its first day to its last, of studies, of people."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    settings = {"game": "on_top", "clock": {"kind": "move", "seconds": 600}, "public": True}
    made = answered(ana, "POST", "/tables", "/tables", {"settings": settings})
    table = made["id"]
    answered(bob, "POST", f"/tables/{table}/seats", "/tables/{table_id}/seats", {})
    answered(ana, "GET", "/lobby", "/lobby")
    with talking(ana, table) as here, talking(bob, table):
        while here.view is None:
            here.hear("update")
        answered(ana, "GET", f"/tables/{table}/view", "/tables/{table_id}/view")
        assert answered(ana, "GET", "/me/tables", "/me/tables")[0]["progress"]["ply"] == 0
        answered(ana, "GET", "/lobby", "/lobby")
        here.answer("say", text="Hello")
        here.answer("resign")
    assert answered(ana, "GET", f"/tables/{table}", "/tables/{table_id}")["result"]["winners"] == [1]
    game = answered(ana, "GET", f"/tables/{table}/rounds/1", "/tables/{table_id}/rounds/{number}")
    replay = f"/tables/{table}/rounds/1/replay"
    answered(ana, "GET", f"{replay}?viewer=0", "/tables/{table_id}/rounds/{number}/replay")
    asked = {"link": game["link"], "effects": True, "foresee": True, "steps": True}
    assert answered(ana, "POST", "/positions", "/positions", asked)["steps"]
    answered(ana, "POST", "/deals", "/deals", {"game": "kabaleo"})
    answered(ana, "POST", "/verify", "/verify", {"record": game["record"], "fair": game["fair"]})
    answered(ana, "GET", "/games", "/games")
    answered(ana, "GET", "/lessons/babylone", "/lessons/{name}")
    answered(ana, "GET", "/rules/babylone", "/rules/{name}")
    puzzle = answered(ana, "GET", "/games/babylone/puzzles/1?seed=1", "/games/{name}/puzzles/{level}")
    path = "/games/babylone/puzzles/1/1"
    answered(ana, "POST", path, "/games/{name}/puzzles/{level}/{seed}", {"give_up": True})
    brought = {"record": puzzle["record"], "level": "beginner", "seconds": 0.01, "whole": False}
    analysis = answered(ana, "POST", "/analyses", "/analyses", brought)
    while analysis["status"] in ("waiting", "running"):
        analysis = answered(ana, "GET", f"/analyses/{analysis['id']}", "/analyses/{analysis_id}")
    assert analysis["results"][0]["moves"]
    answered(ana, "POST", "/me/tokens", "/me/tokens", {"label": "mine"})
    answered(ana, "GET", "/me/tokens", "/me/tokens")
    assert answered(ana, "GET", "/me/export", "/me/export")["chat"][0]["text"] == "Hello"
    answered(ana, "POST", "/accounts", "/accounts", {"name": "Ana of the types", "password": "correct horse"})
    answered(ana, "GET", "/me/reach", "/me/reach")
    answered(ana, "GET", "/me/notices", "/me/notices")
    me = answered(ana, "GET", "/me", "/me")["id"]
    answered(ana, "GET", f"/users/{me}/ratings", "/users/{user_id}/ratings")
    answered(ana, "GET", "/ratings/babylone", "/ratings/{game_name}")
