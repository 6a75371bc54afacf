"""Seats before views: who has lost a seat never sees what it sees, however late their process learns of it."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sommet.client.api import Api, ApiError
from sommet.core.record import SPECTATOR

from .inside import Inside
from .running import Running, guest
from .talking import Talk, at, dealt, talking

POLICY = 1008


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    """One process."""
    with Inside(tmp_path) as running:
        yield running


@pytest.fixture
def servers(tmp_path: Path, new_postgres: Callable[[], str]) -> Iterator[list[Running]]:
    """Two processes on one database."""
    database = new_postgres()
    running = [Running(database, log=tmp_path / f"log{number}") for number in (0, 1)]
    try:
        for server in running:
            server.start()
        yield running
    finally:
        for server in running:
            if server.process is not None:
                server.stop()


@contextmanager
def stalled(server: Running) -> Iterator[None]:
    """A process that does nothing for a while, and then all at once."""
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


def everything(talk: Talk) -> list[dict[str, Any]]:
    """All that is said until the socket is closed."""
    try:
        while True:
            talk.heard.append(json.loads(talk.socket.recv(timeout=60)))
    except ConnectionClosed:
        return talk.heard


def test_a_stalled_process_shows_nobody_the_view_of_a_seat_they_left(servers: list[Running]) -> None:
    """Ana gets up through one process while the other, where she is connected, hears nothing of it."""
    ana, bob, cy = (guest(servers[0].base, name) for name in ("Ana", "Bob", "Cy"))
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo", "players": 2}})
    table, invited = made["id"], {"invite": made["invite"]}
    bob.call("POST", f"/tables/{table}/seats", invited)
    with talking(at(ana, servers[1]), table, knowledge=True, effects=True) as left:
        assert left.welcome["viewer"] == 0
        with stalled(servers[1]):
            ana.call("DELETE", f"/tables/{table}/seats/me")
            cy.call("POST", f"/tables/{table}/seats", invited)
            with talking(cy, table) as now, talking(bob, table) as other:
                own = dealt(now)
                assert own["viewer"] == 0
                dealt(other)
                mover = now if own["to_move"] == 0 else other
                mover.move()
        left.hear("welcome")
        if left.view is None or left.view["ply"] < 1:
            left.hear("update", seq=2)
        left.answer("ping")
        views = [message["view"] for message in left.heard if message.get("view")]
        assert views
        for view in views:
            assert view["viewer"] == SPECTATOR
            assert view["state"]["objective"] is None
            assert own["state"]["objective"] not in view["knowledge"]["setup"].get("objectives", [])


def test_without_watching_early_spectators_go_when_it_starts(server: Inside) -> None:
    """Who came while the table was open, and who got up there, sees nothing of the game."""
    ana, bob, cy = (guest(server.base, name) for name in ("Ana", "Bob", "Cy"))
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo", "players": 2, "watch": False}})
    table, invited = made["id"], {"invite": made["invite"]}
    with talking(Api(server.base), table) as early, talking(ana, table) as left:
        assert early.welcome["viewer"] == SPECTATOR
        ana.call("DELETE", f"/tables/{table}/seats/me")
        assert left.hear("welcome")["viewer"] == SPECTATOR
        for api in (bob, cy):
            api.call("POST", f"/tables/{table}/seats", invited)
        with talking(bob, table) as here, talking(cy, table) as there:
            dealt(here)
            dealt(there)
            for gone in (early, left):
                heard = everything(gone)
                assert not any(message.get("view") or message["type"] == "update" for message in heard)
                assert heard[-1]["code"] == "no_watching"
                assert gone.socket.close_code == POLICY
            for api in (ana, Api(server.base)):
                with pytest.raises(ApiError) as refused:
                    api.call("GET", f"/tables/{table}/view")
                assert refused.value.code == "no_watching"


def test_without_watching_the_other_process_sends_them_away_too(servers: list[Running]) -> None:
    """The spectator came early, to a process at which nobody plays."""
    ana, bob = (guest(servers[0].base, name) for name in ("Ana", "Bob"))
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo", "players": 2, "watch": False}})
    bob.call("POST", f"/tables/{made['id']}/seats", {"invite": made["invite"]})
    with talking(Api(servers[1].base), made["id"]) as early:
        with stalled(servers[1]), talking(ana, made["id"]) as here, talking(bob, made["id"]) as there:
            mover = here if dealt(here)["to_move"] == 0 else there
            dealt(mover)
            mover.move()
        heard = everything(early)
        assert not any(message.get("view") or message["type"] == "update" for message in heard)
        assert early.socket.close_code == POLICY
