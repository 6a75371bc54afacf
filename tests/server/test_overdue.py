"""Clocks fall by themselves: nobody has to be there, claim, or have been there since the server started."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sommet.core.registry import new
from sommet.server.store.log import Entry
from sommet.server.store.schema import LOG, OUTAGES, TABLES
from sommet.server.tables import overdue, rooms
from sommet.server.tables.progress import Dealt, Progress
from sommet.server.wire.messages import Move, encode
from sommet.server.wire.refusals import Refusal
from sommet.server.wire.settings import Clock, Settings

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, talking

DAY = 86_400_000
DAYS = {"kind": "days", "days": 2}


def _database(folder: Path) -> sa.Engine:
    return sa.create_engine(f"sqlite:///{folder / 'inside.db'}")


def _status(folder: Path, table: str) -> str:
    with _database(folder).connect() as db:
        return str(db.execute(sa.select(TABLES.c.status).where(TABLES.c.id == table)).scalar_one())


def _until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _dealt(*talks: Talk) -> None:
    for talk in talks:
        while talk.view is None:
            talk.hear("update")


def _played(server: Inside, settings: dict[str, Any]) -> str:
    """A game that has been begun, and left."""
    apis = [guest(server.base, name) for name in ("Ana", "Bo")]
    table = new_table(apis, {"game": "kabaleo", **settings})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        _dealt(here, there)
        mover = here if here.view and here.view["legal"] else there
        mover.move()
    return table


def _older(folder: Path, table: str, by: int) -> None:
    """All of this happened earlier."""
    with _database(folder).begin() as db:
        db.execute(LOG.update().where(LOG.c.table_id == table).values(at=LOG.c.at - by))


def test_a_day_clock_falls_where_nobody_is(tmp_path: Path) -> None:
    """After a restart too; a game that still has time goes on."""
    with Inside(tmp_path) as server:
        late, early = _played(server, {"clock": DAYS}), _played(server, {"clock": DAYS})
    _older(tmp_path, late, 2 * DAY + 3_600_000)
    _older(tmp_path, early, 2 * DAY - 3_600_000)
    with Inside(tmp_path):
        _until(lambda: _status(tmp_path, late) == "over")
    with _database(tmp_path).connect() as db:
        last = db.execute(sa.select(LOG).where(LOG.c.table_id == late).order_by(LOG.c.seq.desc())).first()
    assert last is not None
    assert (last.kind, last.text) == ("end", "time")
    assert _status(tmp_path, early) == "running"


def test_days_without_a_server_are_nobodys(tmp_path: Path) -> None:
    """The time is over by the calendar, but not by the clock."""
    with Inside(tmp_path) as server:
        table, late = _played(server, {"clock": DAYS}), _played(server, {"clock": DAYS})
        now = server.hub.now()
    _older(tmp_path, table, 3 * DAY)
    _older(tmp_path, late, 4 * DAY)
    with _database(tmp_path).begin() as db:
        db.execute(OUTAGES.insert().values(began=now - 2 * DAY, ended=now - DAY // 2))
    with Inside(tmp_path):
        _until(lambda: _status(tmp_path, late) == "over")  # both were looked at
    assert _status(tmp_path, table) == "running"


def test_a_day_clock_falls_for_whoever_does_not_choose(tmp_path: Path) -> None:
    """Nor does a match wait for ever for somebody to say who starts; then the starter's own clock runs."""
    with Inside(tmp_path) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bo")]
        table = new_table(apis, {"game": "kabaleo", "rounds": 2, "clock": DAYS})
        with talking(apis[0], table), talking(apis[1], table):
            _until(lambda: server.hub.tables.rooms[table].table.status == "running")
    with _database(tmp_path).begin() as db:
        db.execute(TABLES.update().where(TABLES.c.id == table).values(changed=TABLES.c.changed - 3 * DAY))
    with Inside(tmp_path):

        def dealt() -> bool:
            with _database(tmp_path).connect() as db:
                return db.execute(sa.select(LOG.c.kind).where(LOG.c.table_id == table)).scalar() == "deal"

        _until(dealt)
    assert _status(tmp_path, table) == "running"


def test_whoever_does_not_choose_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loser of a round could keep a match from ending otherwise."""
    monkeypatch.setattr(overdue, "CHOOSING", 500)
    with Inside(tmp_path) as server:
        apis = [guest(server.base, name) for name in ("Ana", "Bo")]
        table = new_table(apis, {"game": "kabaleo", "rounds": 2, "clock": {"kind": "total", "seconds": 60}})
        with talking(apis[0], table) as here, talking(apis[1], table):
            _dealt(here)
            here.answer("resign")
            assert here.hear("update", seq=3)["events"][0]["kind"] == "deal"


def test_a_clock_falls_though_both_have_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room is not even in memory any more; and it does so after a restart."""
    monkeypatch.setattr(rooms, "UNLOAD", 0.0)
    with Inside(tmp_path) as server:
        table = _played(server, {"clock": {"kind": "move", "seconds": 5}})
        _until(lambda: table not in server.hub.tables.rooms)
        assert _status(tmp_path, table) == "running"
        _until(lambda: _status(tmp_path, table) == "over")
        again = _played(server, {"clock": {"kind": "move", "seconds": 5}})
    assert _status(tmp_path, again) == "running"
    with Inside(tmp_path):
        _until(lambda: _status(tmp_path, again) == "over")


def test_a_computer_player_never_loses_on_time() -> None:
    """It thinks when the server lets it; a person in the same place is late."""
    settings = Settings(game="kabaleo", bots=[None, "easy"], clock=Clock(kind="total", seconds=1))
    progress = Progress(settings, None)
    setup = dict(new("kabaleo", 2, 1, 0).record.setup)
    progress.add(Entry("t", 0, "deal", None, encode(Dealt(setup)).decode(), 0))
    assert progress.position is not None
    with pytest.raises(Refusal, match="time_out"):
        progress.try_move(0, Move(progress.position.legal[0], 0), 60_000)
    progress.add(Entry("t", 1, "move", 0, progress.position.legal[0], 500))
    assert progress.try_move(1, Move(progress.position.legal[0], 1), 60_000) is not None
    progress.add(Entry("t", 2, "move", 1, progress.position.legal[0], 60_000))
    assert progress.clocks.remaining(60_000) == [500, 0]
