"""The documented doors: OpenAPI, the messages' schema, programs that play."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from sommet.cli import main
from sommet.client.api import Api
from sommet.server.app import litestar
from sommet.server.config import Config
from sommet.server.hub import Hub
from sommet.server.wire.messages import schema as messages_schema

from ..support.examples import examples
from .running import Running, guest, running, sqlite

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all of these, in a process of its own: Hypothesis goes through the modules that this one has."""
    with running(sqlite(tmp_path_factory.mktemp("server"))) as process:
        yield process


def _openapi() -> dict[str, Any]:
    """The OpenAPI document, without a server."""
    app = litestar(Hub(Config(database="sqlite:////dev/null/never-opened")))
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    return document


OPENAPI = _openapi()
SCHEMA = schemathesis.openapi.from_dict(OPENAPI, config=SchemathesisConfig())


@SCHEMA.parametrize()
@settings(
    examples(12),
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_breaks_the_server(case: Any, server: Running, someone: Api) -> None:
    """Whatever the document allows, and what it does not: never a 5xx, always the documented form of errors."""
    response = case.call(base_url=server.base, headers=someone.headers(), timeout=60)  # a puzzle may be thought over
    assert response.status_code < 500, response.text
    if response.status_code >= 400 and response.content:
        assert set(response.json()["error"]) == {"code", "message", "clause"}


@pytest.fixture
def someone(server: Running) -> Api:
    """Somebody signed in, so that requests get past the door."""
    return guest(server.base, "Fuzz")


def test_every_operation_is_documented() -> None:
    """A summary, errors, and a description each."""
    count = 0
    for path, operations in OPENAPI["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            assert operation.get("description"), path
            count += 1
    assert count > 25


def test_the_messages_schema_in_the_docs_is_current() -> None:
    """docs/ws-schema.json is made from the types."""
    text = json.dumps(messages_schema(), indent=1, ensure_ascii=False) + "\n"
    assert (DOCS / "ws-schema.json").read_text(encoding="utf-8") == text


def test_an_engine_plays_by_token(server: Running) -> None:
    """`sommet bot` with our own engine, against a computer player of the server's."""
    ana = guest(server.base, "Ana")
    token = ana.call("POST", "/me/tokens", {"label": "engine"})["token"]
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "beginner"], "rounds": 2}})
    command = [sys.executable, "-c", "import sys; from sommet.cli import main; sys.exit(main())", "bot"]
    command += ["--server", server.base, "--table", made["id"], "--simulations", "20", "--once"]
    environment = {**os.environ, "SOMMET_TOKEN": token, "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr
    assert ana.call("GET", f"/tables/{made['id']}")["status"] == "over"
    told = done.stdout.splitlines()
    assert told[0] == f"Playing on {server.base} as Ana. Press Ctrl-C to stop."
    assert told[1] == f"At table {made['id']}: {server.base}/t/{made['id']}"
    assert told[2:] in ([f"Table {made['id']}: won."], [f"Table {made['id']}: lost."])
    assert main(["bot", "--server", server.base]) == 2
