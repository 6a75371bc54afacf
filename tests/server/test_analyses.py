"""Analyses: queued, cancellable, kept; resumed after a restart; one's own only."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.registry import new
from sommet.server.work import analyses as analysis
from sommet.server.work import kept

from .inside import Inside
from .running import Running, guest, new_table, sqlite
from .talking import talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _played(name: str, players: int = 2, moves: int = 1000) -> Position:
    position = new(name, players, 3)
    while not position.over and len(position.moves) < moves:
        position = position.play(position.legal[len(position.moves) * 5 % len(position.legal)])
    return position


def _ask(api: Api, **wanted: Any) -> str:
    return str(api.call("POST", "/analyses", {"seconds": 0.05, "level": "medium", **wanted})["id"])


def _wait(api: Api, name: str, lines: int | None = None) -> dict[str, Any]:
    """Until it is over, or has this many lines."""
    deadline = time.monotonic() + 120
    while True:
        try:
            state: dict[str, Any] = api.call("GET", f"/analyses/{name}")
        except OSError:  # the server is being started
            state = {"status": "waiting", "results": []}
        over = state["status"] in ("done", "cancelled", "failed")
        if over or (lines is not None and len(state["results"]) >= lines):
            return state
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_whole_game(server: Inside) -> None:
    """Every ply, everybody's share, what everybody could believe, the turning points."""
    ana = guest(server.base)
    position = _played("kabaleo", 3)
    name = _ask(ana, record=position.record.as_dict())
    state = _wait(ana, name)
    assert (state["status"], state["progress"]) == ("done", 1.0)
    lines = state["results"]
    assert [line["ply"] for line in lines] == list(range(len(position.moves) + 1))
    for line in lines:
        assert sum(line["values"]) == pytest.approx(1, abs=0.001)
        assert set(line["beliefs"]) == {"0", "1", "2", "outside"}
    for line, move in zip(lines, position.moves, strict=False):
        assert line["played"] == move
        assert line["moves"][0]["move"] == line["best"]
        assert {"move", "value", "visits", "reveals"} <= set(line["moves"][0])
    assert position.result is not None
    winners = position.result.winners or ()
    assert [seat for seat, value in enumerate(lines[-1]["values"]) if value] == list(winners)
    for point in state["turning_points"]:
        line = lines[point["ply"]]
        assert (point["seat"], point["move"], point["better"]) == (line["to_move"], line["played"], line["best"])
        assert point["loss"] == line["loss"] > 0
    assert ana.call("GET", f"/analyses/{name}?since=5")["results"] == lines[5:]


def test_a_table_that_was_given_up(server: Inside) -> None:
    """The rules do not know who won it; the table does."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    table = new_table([ana, bob], {"game": "babylone"})
    with talking(ana, table) as here, talking(bob, table) as there:
        for talk in (here, there):
            while talk.view is None:
                talk.hear("update")
        mover = here if here.view and here.view["legal"] else there
        with pytest.raises(ApiError, match="not_over"):
            _ask(ana, table=table)
        mover.move()
        here.answer("resign")
    state = _wait(ana, _ask(ana, table=table))
    assert state["results"][-1]["values"] == [0.0, 1.0]
    assert state["results"][-1]["best"]


def test_ones_own_only_and_cancelled(server: Inside) -> None:
    """Nobody else sees it or stops it; what was done stays."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    name = _ask(ana, record=_played("kabaleo").record.as_dict(), seconds=0.5)
    _wait(ana, name, lines=1)
    for method in ("GET", "DELETE"):
        with pytest.raises(ApiError, match="no_analysis"):
            bob.call(method, f"/analyses/{name}")
        with pytest.raises(ApiError, match="sign_in"):
            Api(server.base).call(method, f"/analyses/{name}")
    waiting = _ask(ana, record=_played("kabaleo").record.as_dict(), seconds=10)
    ana.call("DELETE", f"/analyses/{waiting}")
    ana.call("DELETE", f"/analyses/{name}")
    states = [_wait(ana, each) for each in (name, waiting)]
    assert [state["status"] for state in states] == ["cancelled", "cancelled"]
    assert 0 < states[0]["progress"] < 1
    assert states[0]["results"]
    assert states[1]["results"] == []
    assert _wait(ana, _ask(ana, record=new("babylone").record.as_dict()))["status"] == "done"  # the next one's turn


def test_nobody_fills_the_queue(server: Inside) -> None:
    """Four at a time each; a deleted user's are forgotten."""
    ana = guest(server.base)
    record = _played("kabaleo").record.as_dict()
    names = [_ask(ana, record=record, seconds=10) for _ in range(kept.MOST_EACH)]
    with pytest.raises(ApiError, match="queue_full"):
        _ask(ana, record=record)
    assert ana.call("GET", "/me")  # a refusal inside a transaction leaves the store well
    ana.call("DELETE", "/me")
    bob = guest(server.base, "Bob")
    assert _wait(bob, _ask(bob, record=new("babylone").record.as_dict()))["status"] == "done"
    for name in names:
        with pytest.raises(ApiError, match="no_analysis"):
            bob.call("GET", f"/analyses/{name}")


def test_a_killed_server_goes_on(tmp_path: Path) -> None:
    """From the last line kept; one that was cancelled stays so; the results can be read for ever after."""
    server = Running(sqlite(tmp_path), log=tmp_path / "log")
    server.start()
    try:
        ana = guest(server.base)
        position = _played("kabaleo", 2, 8)
        first = _ask(ana, record=position.record.as_dict(), seconds=0.3)
        second = _ask(ana, record=new("babylone", 2, 1).record.as_dict())
        cancelled = _ask(ana, record=new("kabaleo", 2, 1).record.as_dict())
        ana.call("DELETE", f"/analyses/{cancelled}")
        before = _wait(ana, first, lines=2)
        server.kill()
        assert before["status"] == "running"
        server.start()
        after = _wait(ana, first)
        assert after["status"] == "done"
        assert after["results"][: len(before["results"])] == before["results"]
        assert [line["ply"] for line in after["results"]] == list(range(9))
        assert _wait(ana, second)["status"] == "done"
        assert _wait(ana, cancelled)["status"] == "cancelled"
        server.restart()
        assert _wait(ana, first) == after
    finally:
        server.stop()


def test_another_process_goes_on(
    tmp_path: Path, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL: what a dead process left behind, the others take up; what one is at, the others leave alone."""
    monkeypatch.setattr(analysis, "LEFT_BEHIND", 4_000)
    monkeypatch.setattr(analysis, "LOOK", 0.2)
    database = new_postgres()
    first = Running(database, log=tmp_path / "log")
    first.start()
    try:
        ana = guest(first.base)
        name = _ask(ana, record=_played("kabaleo", 2, 8).record.as_dict(), seconds=0.5)
        _wait(ana, name, lines=1)
        with Inside(tmp_path, database=database) as other:
            elsewhere = Api(other.base)
            elsewhere.cookie = ana.cookie
            before = _wait(elsewhere, name, lines=2)
            assert not other.hub.analyses.tasks
            first.kill()
            after = _wait(elsewhere, name)
        assert after["status"] == "done"
        assert after["results"][: len(before["results"])] == before["results"]
        assert [line["ply"] for line in after["results"]] == list(range(9))
    finally:
        first.stop()


def test_more_than_a_process_takes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is put back after a position, so that all go on, and all are done in the end, line by line."""
    monkeypatch.setattr(analysis, "AT_ONCE", 2)
    monkeypatch.setattr(analysis, "LOOK", 0.1)
    with Inside(tmp_path) as server:
        people = [guest(server.base, name) for name in ("Ana", "Bob", "Cem", "Dee")]
        record = _played("kabaleo", 2, 12).record.as_dict()
        names = [_ask(api, record=record, seconds=0.02) for api in people]
        _wait(people[3], names[3], lines=1)
        assert len(people[0].call("GET", f"/analyses/{names[0]}")["results"]) < 13
        for api, name in zip(people, names, strict=True):
            state = _wait(api, name)
            assert state["status"] == "done"
            assert [line["ply"] for line in state["results"]] == list(range(13))
