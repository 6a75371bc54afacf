"""What is forgotten after a while: as the settings say, in small batches, and nothing of a running game ever."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from sommet.server.admin import retention
from sommet.server.config import Config
from sommet.server.people import accounts, recovery
from sommet.server.store.database import Store
from sommet.server.store.schema import CHAT, LOG, RECOVERY, SEATS, TABLES, USERS
from sommet.server.tables import stored
from sommet.server.tables.table import Seat
from sommet.server.wire.settings import Settings

from .inside import Inside
from .running import guest

DAY = 86_400_000
NOW = 1_000 * DAY


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, new_postgres: Callable[[], str]) -> str:
    """Of either kind."""
    return f"sqlite:///{tmp_path / 'x.db'}" if request.param == "sqlite" else new_postgres()


def _with(database: str, work: Callable[[Store], Any]) -> Any:
    async def run() -> Any:
        store = Store(Config(database=database).url())
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def _fill(db: sa.Connection) -> None:
    """A guest, an account and a table of every state, each 10, 100 and 500 days old."""
    for days in (10, 100, 500):
        at = NOW - days * DAY
        for kind in ("guest", "account", "banned"):
            handle = f"{kind}{days}" if kind == "account" else None
            row = {"id": f"{kind}{days}", "name": kind, "handle": handle, "created": at, "seen": at}
            db.execute(USERS.insert().values(**row, banned=kind == "banned"))
        for status in ("open", "running", "over", "closed"):
            name = f"{status}{days}"
            seats = [Seat(f"{status}-player{days}", None, "Ana", True), Seat(f"guest{days}", None, "Bob", True)]
            if status in ("open", "running"):
                seats[1] = Seat()
            db.execute(USERS.insert().values(id=seats[0].user, name="Ana", created=at, seen=at))
            stored.create(db, name, str(seats[0].user), Settings(game="babylone", players=2), seats, ("i", "s"), at)
            db.execute(TABLES.update().where(TABLES.c.id == name).values(status=status))
            db.execute(CHAT.insert().values(table_id=name, user_id=seats[0].user, name="Ana", text="hello", at=at))
            db.execute(LOG.insert().values(table_id=name, seq=0, kind="deal", text="{}", at=at))


def _left(db: sa.Connection) -> dict[str, set[str]]:
    return {
        "users": set(db.execute(sa.select(USERS.c.id)).scalars()),
        "tables": set(db.execute(sa.select(TABLES.c.id)).scalars()),
        "chat": set(db.execute(sa.select(CHAT.c.table_id)).scalars()),
        "log": set(db.execute(sa.select(LOG.c.table_id)).scalars()),
        "names": set(db.execute(sa.select(SEATS.c.table_id).where(SEATS.c.name == "Bob")).scalars()),
    }


def _kept(database: str, **settings: int) -> tuple[retention.Forgotten, dict[str, set[str]], dict[str, set[str]]]:
    config = msgspec.structs.replace(Config(), **settings)

    async def work(store: Store) -> Any:
        await store.write(_fill)
        before = await store.read(_left)
        return await retention.run(store, config, NOW), before, await store.read(_left)

    found: tuple[retention.Forgotten, dict[str, set[str]], dict[str, set[str]]] = _with(database, work)
    return found


def test_by_default_guests_old_chats_and_closed_tables_go(database: str) -> None:
    """Finished games stay; so do accounts, whoever plays, and bans."""
    gone, before, after = _kept(database)
    assert before["tables"] - after["tables"] == {"closed100", "closed500"}
    said = {"over500", "over100"}  # one was old, the other a forgotten guest's
    assert before["chat"] - after["chat"] == said | {"closed100", "closed500"}
    guests = {f"{kind}{days}" for kind in ("guest", "over-player", "closed-player") for days in (100, 500)}
    assert before["users"] - after["users"] == guests
    assert gone == retention.Forgotten(guests=len(guests), chat=1, games=0, closed=2)
    assert {name for name in before["names"] - after["names"] if not name.startswith("closed")} == {
        "over100",
        "over500",
    }, "a guest who is forgotten has no name at the tables that stay"


def test_finished_games_go_where_that_is_wanted(database: str) -> None:
    """With all that belongs to them."""
    gone, before, after = _kept(database, keep_games=200, keep_guests=0, keep_chats=0, keep_closed=0)
    assert gone == retention.Forgotten(games=1)
    for what in ("tables", "chat", "log"):
        assert before[what] - after[what] == {"over500"}
    assert before["users"] == after["users"]


def test_nothing_of_a_running_game_goes(database: str) -> None:
    """Whatever the settings: neither its log nor its chat, nor its players."""
    _, before, after = _kept(database, keep_games=1, keep_guests=1, keep_chats=1, keep_closed=1)
    for what in ("tables", "chat", "log"):
        assert after[what] == {name for name in before[what] if name.startswith(("open", "running"))}
    assert {f"{status}-player{days}" for status in ("open", "running") for days in (10, 100, 500)} <= after["users"]
    assert not [name for name in after["users"] if name.startswith("guest")]


def test_zero_is_for_ever(database: str) -> None:
    """Nothing goes."""
    gone, before, after = _kept(database, keep_games=0, keep_guests=0, keep_chats=0, keep_closed=0)
    assert (gone, before) == (retention.Forgotten(), after)


def test_many_go_in_small_batches(tmp_path: Path) -> None:
    """No transaction takes more than a few of them; all go."""
    sizes = []

    async def work(store: Store) -> int:
        rows = [{"id": f"g{number}", "name": "Ana", "created": 0, "seen": 0, "epoch": 0} for number in range(130)]
        await store.write(lambda db: db.execute(USERS.insert(), rows))
        write = store.write

        async def counted(function: Any) -> Any:
            sizes.append(await write(function))
            return sizes[-1]

        store.write = counted  # type: ignore[method-assign]
        return await retention.purge_guests(store, 1, NOW)

    assert _with(f"sqlite:///{tmp_path}/x.db", work) == 130
    assert sizes == [50, 50, 30, 0]


def test_one_process_does_it_once_a_day(database: str) -> None:
    """Whoever asks first."""

    async def work(store: Store) -> list[bool]:
        times = (NOW, NOW, NOW + DAY - 1, NOW + DAY, NOW + DAY)
        return [await store.write(partial(retention.claim, now=at)) for at in times]

    assert _with(database, work) == [True, False, False, True, False]


def test_links_that_nobody_used_go(tmp_path: Path) -> None:
    """With the rest."""

    async def work(store: Store) -> int:
        def old(db: sa.Connection) -> None:
            user = accounts.new_account(db, "Ana", "hash", None, 0)
            recovery.new_link(db, user.id, 0)
            recovery.new_link(db, user.id, NOW)

        await store.write(old)
        await retention.run(store, Config(), NOW)
        return len(await store.read(lambda db: db.execute(sa.select(RECOVERY)).all()))

    assert _with(f"sqlite:///{tmp_path}/x.db", work) == 1


def test_coming_back_counts(tmp_path: Path) -> None:
    """At most once an hour it is stored when somebody was last seen."""
    times = [NOW]
    with Inside(tmp_path, lambda hub: setattr(hub, "now", lambda: times[0])) as server:
        ana = guest(server.base)

        def seen() -> int:
            with contextlib.closing(sqlite3.connect(tmp_path / "inside.db")) as db:
                return int(db.execute("select seen from users").fetchone()[0])

        assert seen() == NOW
        for later, stored_ in ((NOW + 1800_000, NOW), (NOW + 4000_000, NOW + 4000_000)):
            times[0] = later
            ana.call("GET", "/me")
            for _ in range(100):
                ana.call("GET", "/me")
                if seen() == stored_:
                    break
            assert seen() == stored_
