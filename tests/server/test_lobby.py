"""The lobby's socket: open tables and games to watch, live, and nothing that is not everybody's."""

import contextlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sommet.client.api import Api

from .inside import Inside
from .running import Running, guest, new_table, running, sqlite
from .talking import talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


class Looking:
    """Somebody who looks in, signed in or not."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.now = self.hear()

    def hear(self) -> dict[str, Any]:
        """The next list."""
        self.now = json.loads(self.socket.recv(timeout=30))
        return self.now

    def until(self, right: Callable[[set[str], set[str]], bool]) -> None:
        """Until the open and the running tables are so; lists that come between are passed over."""
        while not right(*({table["id"] for table in self.now[part]} for part in ("open", "running"))):
            self.hear()

    def line(self, table: str) -> dict[str, Any]:
        """How a table is shown."""
        lines: list[dict[str, Any]] = self.now["open"] + self.now["running"]
        return next(line for line in lines if line["id"] == table)


@contextmanager
def looking(base: str) -> Iterator[Looking]:
    """Without a name: the lobby is for everybody."""
    address = base.replace("http://", "ws://") + "/api/v1/lobby/ws"
    with connect(address, compression=None) as socket:
        yield Looking(socket)


def _open(api: Api, **settings: Any) -> dict[str, Any]:
    made: dict[str, Any] = api.call("POST", "/tables", {"settings": {"game": "babylone", "public": True, **settings}})
    return made


def _code(here: Looking) -> int | None:
    """Why the server closed the socket."""
    try:
        while True:
            here.hear()
    except ConnectionClosed as gone:
        return gone.rcvd.code if gone.rcvd is not None else None


def test_a_table_from_its_opening_to_its_end(server: Inside) -> None:
    """Open, taken, running, over; without asking again."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    with looking(server.base) as here:
        assert here.now["type"] == "lobby"
        table = _open(ana)["id"]
        here.until(lambda waiting, going: table in waiting)
        assert [seat["name"] for seat in here.line(table)["seats"]] == ["Ana", ""]
        bob.call("POST", f"/tables/{table}/seats", {})
        here.until(lambda waiting, going: table not in waiting and table not in going)  # full, not begun
        with talking(ana, table) as first, talking(bob, table):
            here.until(lambda waiting, going: table in going)
            first.hear("update")
            first.answer("resign")
            here.until(lambda waiting, going: table not in going)


def test_what_is_not_everybodys_is_not_told(server: Inside) -> None:
    """Tables by invitation, games that are not to be watched; and of the others no invitation, nothing of the deal."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    with looking(server.base) as here:
        private = _open(ana, public=False)
        closed = new_table([ana, bob], {"game": "babylone", "public": True, "watch": False})
        with talking(ana, closed), talking(bob, closed) as there:
            there.hear("update")
            last = _open(ana)
            here.until(lambda waiting, going: last["id"] in waiting)
            text = json.dumps(here.now)
            assert private["id"] not in text
            assert closed not in text
            for secret in (last["invite"], last["commitment"]):
                assert secret not in text
            assert set(here.line(last["id"])) == {"id", "settings", "status", "seats", "created", "brought"}


def test_a_quiet_lobby_answers_whoever_asks(server: Inside) -> None:
    """A ping, with its id; nothing else that is said there gets an answer, or does any harm."""
    with looking(server.base) as here:
        for said in (
            "",
            "x",
            "[]",
            '{"type":"move","move":"1>2","ply":0}',
            '{"type":"ping","id":5}',
            '{"type":"ping","id":"a"}',
        ):
            here.socket.send(said)
        while here.hear()["type"] == "lobby":
            pass
        assert here.now == {"type": "done", "id": "a", "seq": 0}


def test_a_table_that_is_left_or_closed_goes(server: Inside) -> None:
    """Nobody is sent to a table that is no more."""
    ana = guest(server.base, "Ana")
    with looking(server.base) as here:
        table = _open(ana)["id"]
        here.until(lambda waiting, going: table in waiting)
        ana.call("DELETE", f"/tables/{table}/seats/me")
        here.until(lambda waiting, going: table not in waiting or not any(s["name"] for s in here.line(table)["seats"]))


def test_who_talks_too_much_is_shown_out(tmp_path: Path) -> None:
    """Whatever is said is ignored; a flood ends it, and the others go on looking."""
    with Inside(tmp_path, message_rate=20.0) as server, looking(server.base) as calm:
        with looking(server.base) as loud:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    loud.socket.send("nonsense")
            assert _code(loud) == 1008
        table = _open(guest(server.base))["id"]
        calm.until(lambda waiting, going: table in waiting)


def test_a_stop_is_told(tmp_path: Path) -> None:
    """`bye`, then the code that says: come back."""
    with running(sqlite(tmp_path)) as server, looking(server.base) as here:
        assert server.stop() == 0
        assert here.hear()["type"] == "bye"
        assert _code(here) == 1012


def test_two_processes_have_one_lobby(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """What is opened at one is seen at the other."""
    database = new_postgres()
    servers = [Running(database, log=tmp_path / f"log{number}") for number in (0, 1)]
    try:
        for server in servers:
            server.start()
        with looking(servers[0].base) as here, looking(servers[1].base) as there:
            table = _open(guest(servers[0].base))["id"]
            for one in (here, there):
                one.until(lambda waiting, going: table in waiting)
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()
