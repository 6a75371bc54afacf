"""Real servers that stand still, die or lose their database: a move in time is in time, a claim wins nothing by it."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api

from .postgres import Postgres
from .running import Running, guest, new_table, sqlite
from .stored import Stored
from .talking import Talk, talking

MOVE = {"kind": "move", "seconds": 6}
TOTAL = {"kind": "total", "seconds": 600}
BOUND = 1_500  # milliseconds: the most that a clock may have lost


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A process of its own."""
    running = Running(sqlite(tmp_path), log=tmp_path / "log")
    running.start()
    try:
        yield running
    finally:
        assert running.process is not None
        if running.process.poll() is None:
            os.kill(running.process.pid, signal.SIGCONT)
        running.stop()


def _pair(server: Running, clock: dict[str, Any]) -> tuple[list[Api], str]:
    apis = [guest(server.base, name) for name in ("Ana", "Bo")]
    return apis, new_table(apis, {"game": "kabaleo", "clock": clock})


def _dealt(*talks: Talk) -> tuple[Talk, Talk]:
    """The mover and the other, once it is dealt."""
    for talk in talks:
        while talk.view is None:
            talk.hear("update")
    mover = next(talk for talk in talks if talk.view and talk.view["legal"])
    return mover, next(talk for talk in talks if talk is not mover)


def _ask_all(first: Talk, second: Talk) -> dict[str, Any]:
    """A claim by the other, then the mover's move, both on their way before the server can hear any."""
    assert first.view is not None
    second.send("claim", id="claim")
    time.sleep(0.2)
    first.send("move", id="move", move=first.view["legal"][0], ply=first.view["ply"])
    return first.view


def _answered(talk: Talk, name: str) -> dict[str, Any]:
    while True:
        for message in talk.heard:
            if message.get("id") == name:
                return message
        talk.hear("refused" if name == "claim" else "update", id=name)


def test_a_process_that_stood_still_takes_nobodys_time(server: Running) -> None:
    """Stopped for longer than a move may take; both players' messages wait when it goes on."""
    apis, table = _pair(server, MOVE)
    assert server.process is not None
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover, other = _dealt(here, there)
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(8)
        _ask_all(mover, other)
        os.kill(server.process.pid, signal.SIGCONT)
        assert _answered(other, "claim")["code"] == "no_time_out"
        assert _answered(mover, "move")["events"][0]["kind"] == "move"
    (entry,) = (row for row in Stored(server.database).logs[table] if row.kind == "move")
    began, ended = max(Stored(server.database).outages, key=lambda pair: pair[1] - pair[0])
    assert ended - began >= 7_500
    assert entry.at >= ended - 1


@pytest.mark.parametrize("clean", [True, False])
def test_a_short_restart_takes_nobodys_time(server: Running, clean: bool) -> None:
    """Stopped or killed, and back a second later."""
    apis, table = _pair(server, TOTAL)
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        _dealt(here, there)
        before = apis[0].call("GET", f"/tables/{table}/view")["clock"]
        if clean:
            assert server.stop() == 0
        else:
            server.kill()
        time.sleep(1)
        server.start()
    after = apis[0].call("GET", f"/tables/{table}/view")["clock"]
    seat = after["running"]
    ended = max(ended for _, ended in Stored(server.database).outages)
    played = max(0, after["at"] - ended)  # since there is a server again
    assert before["left"][seat] - after["left"][seat] <= BOUND + played
    assert after["left"][1 - seat] == before["left"][1 - seat]


def test_a_neighbour_that_dies_takes_nobodys_time(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """Who was connected to it comes back to the other process, and still has the time they had."""
    database = new_postgres()
    dies, stays = Running(database, log=tmp_path / "log"), Running(database, log=tmp_path / "log")
    dies.start()
    stays.start()
    try:
        apis, table = _pair(stays, MOVE)
        with talking(apis[0], table) as here, talking(apis[1], table) as there:
            mover, other = _dealt(here, there)
            owner = apis[0] if mover is here else apis[1]
            away = Api(dies.base)
            away.cookie = owner.cookie
            with talking(away, table):
                pass
            dies.kill()
            before = time.monotonic()
            while time.monotonic() < before + 7:  # longer than a move may take
                assert other.answer("claim")["code"] == "no_time_out"
            assert mover.move()["events"][0]["kind"] == "move"
    finally:
        dies.stop()
        stays.stop()


def test_a_database_that_is_away_takes_nobodys_time(
    tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]
) -> None:
    """For longer than a move may take: the claim wins nothing, the move is accepted when it is back."""
    server = Running(new_postgres(), log=tmp_path / "log")
    server.start()
    try:
        apis, table = _pair(server, MOVE)
        with talking(apis[0], table) as here, talking(apis[1], table) as there:
            mover, other = _dealt(here, there)
            postgres.kill()
            assert mover.move()["code"] == "unavailable"
            time.sleep(8)
            postgres.start()
            deadline = time.monotonic() + 60
            while True:
                claim = other.answer("claim")
                assert claim["type"] == "refused"
                assert claim["code"] in ("no_time_out", "unavailable")
                answer = mover.move()
                if answer.get("code") != "unavailable":
                    break
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert answer["events"][0]["kind"] == "move"
    finally:
        server.stop()
        if postgres.process is not None and postgres.process.poll() is not None:
            postgres.start()
