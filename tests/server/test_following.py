"""Processes that miss hints, and a store that loses what it had: rooms end up as the store is, and play goes on."""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from sommet.client.api import Api
from sommet.server.store.bus import MOST, pack
from sommet.server.store.log import Entry
from sommet.server.tables import sweep
from sommet.server.tables.neighbours import Neighbours
from sommet.server.tables.room import Room

from .inside import Inside
from .postgres import Postgres
from .running import guest, new_table
from .stored import Stored
from .talking import Talk, at, dealt, talking

KINDS = ("log", "change", "presence", "who", "lobby")


@pytest.fixture
def database(new_postgres: Callable[[], str]) -> str:
    """An empty one."""
    return new_postgres()


@pytest.fixture
def two(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Inside]]:
    """Two servers that look after their rooms five times a second, and poll every second."""
    monkeypatch.setattr(sweep, "SWEEP", 0.2)
    with Inside(tmp_path, database=database) as one, Inside(tmp_path, database=database) as other:
        yield [one, other]


def deaf(server: Inside) -> None:
    """From now on it hears no hint."""
    for kind in KINDS:
        server.hub.others.on(kind, lambda _, __: None)


def order(here: Talk, there: Talk) -> tuple[Talk, Talk]:
    """Whose turn it is, and the other."""
    dealt(there)
    return (here, there) if dealt(here)["to_move"] == 0 else (there, here)


def execute(database: str, *commands: str) -> None:
    """Behind the servers' back."""

    async def run() -> None:
        connection = await asyncpg.connect(database, timeout=5)
        for command in commands:
            await connection.execute(command)
        await connection.close()

    asyncio.run(run())


def until(talk: Talk, kind: str, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next message of this kind of which that is true."""
    while not test(message := talk.hear(kind)):
        pass
    return message


def finish(talks: list[Talk], seed: int = 0) -> None:
    """Play at random to the end, each at their own server."""
    chance, playing = random.Random(seed), True
    while playing:
        for talk in talks:
            view = talk.view
            assert view is not None
            while view["to_move"] != view["viewer"] and view["result"] is None:
                view = talk.hear_any().get("view") or view  # an update, or a fresh welcome
            talk.view = view
            if view["result"] is not None:
                playing = False
            elif view["legal"]:
                talk.move(chance.randrange(len(view["legal"])))
    for talk in talks:
        while talk.view is None or talk.view["result"] is None:
            talk.hear("update")


def test_a_process_that_hears_nothing_finds_everything(two: list[Inside]) -> None:
    """Seats, the start, moves, chat, offers, the end and the rematch: each by its number."""
    deaf(two[1])
    ana, bob = guest(two[0].base, "Ana"), guest(two[0].base, "Bob")
    table = new_table([ana], {"game": "babylone", "players": 2, "watchers_chat": True, "public": True})
    with talking(Api(two[1].base), table) as far, talking(ana, table) as here:
        bob.call("POST", f"/tables/{table}/seats", {})
        until(far, "table", lambda told: told["table"]["seats"][1]["name"] == "Bob")
        with talking(bob, table) as there:
            until(far, "table", lambda told: told["table"]["status"] == "running")
            mover, other = order(here, there)
            mover.move()
            if far.view is None or far.view["ply"] < 1:
                far.hear("update", seq=2)
            here.answer("say", text="good luck")
            assert far.hear("chat")["text"] == "good luck"
            mover.answer("ask", what="take_back")
            with talking(at(bob, two[1]), table) as second:
                if not second.welcome["offers"]:
                    second.hear("offer", what="take_back", seats=[mover.welcome["viewer"]])
                mover.answer("decline", what="take_back")
                second.hear("offer", seats=[])
            mover.answer("resign")
            until(far, "table", lambda told: told["table"]["status"] == "over")
            mover.answer("ask", what="rematch")
            other.answer("ask", what="rematch")
            assert far.hear("rematch")["table"] == ana.call("GET", f"/tables/{table}")["rematch"]


def test_a_table_that_another_process_started_and_left_is_dealt(two: list[Inside]) -> None:
    """It may have died in between."""
    two[0].hub.tables.turns.advance = lambda room: None  # type: ignore[method-assign]
    ana, bob = guest(two[0].base, "Ana"), guest(two[0].base, "Bob")
    table = new_table([ana, bob], {"game": "babylone", "rounds": 2})
    with talking(Api(two[1].base), table) as far, talking(ana, table) as here, talking(bob, table):
        while far.welcome["match"]["choosing"] is None:  # who chooses the starter is known there too
            far.welcome = far.hear("update")
        if far.welcome["match"]["choosing"] == 0:
            assert here.answer("choose", first=0)["type"] == "update"
            far.hear("update", seq=1)
    single = new_table([ana, bob], {"game": "babylone"})
    with talking(Api(two[1].base), single), talking(ana, single) as here, talking(bob, single):
        dealt(here)


def test_a_hint_during_a_read_is_followed_by_another_read() -> None:
    """The read may have begun before what the hint tells of."""

    class House:
        """Reads slowly."""

        process: Any = None

        def __init__(self) -> None:
            self.reads = 0
            self.go_on = asyncio.Event()

        def came_or_went(self, room: Room) -> None:
            """Not here."""

        went_on = followed = came_or_went

        async def read(self, room: Room) -> None:
            """When it may."""
            self.reads += 1
            await self.go_on.wait()

    async def run() -> int:
        house = House()
        room = Room.__new__(Room)
        room._house, room.storing, room._reading, room._read_again = house, False, None, False
        room._doubts = room._cleared = 0
        room._anew = False
        first = asyncio.create_task(room.catch_up())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        others = [asyncio.create_task(room.catch_up()) for _ in range(5)]
        room.doubt()
        await asyncio.sleep(0)
        house.go_on.set()
        await asyncio.gather(first, *others)
        assert not room.unsure
        return house.reads

    assert asyncio.run(run()) == 2


@pytest.mark.parametrize("found_by", ["the poll", "a move"])
def test_committed_entries_that_are_gone(
    two: list[Inside], database: str, found_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a failover: everybody is told where the store is now, and the game goes on at both processes."""
    if found_by == "a move":
        monkeypatch.setattr(sweep, "SWEEP", 3600)
    ana, bob = guest(two[0].base, "Ana"), guest(two[1].base, "Bob")
    table = new_table([ana, bob], {"game": "babylone"})
    with talking(ana, table) as here, talking(bob, table) as there:
        mover, other = order(here, there)
        other.answer("say", text="kept")
        mover.hear("chat")
        mover.move()
        other.hear("update", seq=2)
        other.move()
        mover.hear("update", seq=3)
        mover.answer("say", text="lost")
        other.hear("chat", text="lost")
        lost = other.heard[-1]
        execute(
            database,
            f"delete from log where table_id = '{table}' and seq >= 2",
            f"delete from chat where table_id = '{table}' and text = 'lost'",
            f"update tables set changes = changes - 1 where id = '{table}'",
        )
        if found_by == "a move":
            assert mover.view
            answer = mover.answer("move", move=mover.view["legal"][0], ply=2)
            assert answer["code"] in ("stale", "not_your_turn")
        for talk in (mover, other) if found_by == "the poll" else (mover,):
            while talk.view is None or talk.view["ply"] != 1:
                talk.hear("welcome")
            assert [line["text"] for line in talk.heard[-1].get("chat", ())] in ([], ["kept"])
        assert lost["text"] == "lost"
        if found_by == "a move":
            other.answer("say", text="and you?")  # its change has a number that the room has had: it reads
            while other.view is None or other.view["ply"] != 1:
                other.hear("welcome")
        finish([other, mover])
    stored = Stored(database)
    assert stored.progress(table).over


def test_a_database_restored_from_before(two: list[Inside], database: str, postgres: Postgres) -> None:
    """The servers stay; the database is yesterday's. What was acknowledged since is gone, and everybody knows."""
    name = database.rpartition("/")[2]
    server = database.replace(name, "postgres")
    off = (
        f'alter database "{name}" allow_connections false',
        f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'",
    )
    ana, bob = guest(two[0].base, "Ana"), guest(two[1].base, "Bob")
    table = new_table([ana, bob], {"game": "kabaleo"})
    with talking(ana, table) as here, talking(bob, table) as there:
        mover, other = order(here, there)
        mover.move()
        other.hear("update", seq=2)
        execute(
            server,
            *off,
            f'create database "{name}_old" template "{name}"',
            f'alter database "{name}" allow_connections true',
        )
        for _ in range(200):
            assert other.view
            answer = other.move()
            if answer.get("code") != "unavailable":
                break
        mover.hear("update", seq=3)
        mover.move()
        other.hear("update", seq=4)
        execute(
            server,
            *off,
            f'alter database "{name}" rename to "{name}_lost"',
            f'alter database "{name}_old" rename to "{name}"',
        )
        for talk in (here, there):
            assert until(talk, "welcome", lambda told: told["seq"] == 2)["view"]["ply"] == 1
        finish([other, mover], 3)
    assert Stored(database).progress(table).over


def test_a_welcome_has_what_its_reader_was_told(two: list[Inside]) -> None:
    """A client that comes back to another process, which has not heard of its last move."""
    deaf(two[1])
    ana, bob = guest(two[0].base, "Ana"), guest(two[0].base, "Bob")
    table = new_table([ana, bob], {"game": "babylone"})
    with talking(Api(two[1].base), table), talking(ana, table) as here, talking(bob, table) as there:
        mover, _ = order(here, there)
        api = ana if mover is here else bob
        seq = mover.move()["seq"]
        with talking(at(api, two[1]), table, seq=seq) as again:
            assert again.welcome["seq"] == seq
            assert again.view
            assert again.view["ply"] == 1


def test_hints_are_packed_into_short_texts() -> None:
    """As many as fit; one that fits nowhere is left out."""
    hints: list[dict[str, Any]] = [{"kind": "x", "text": "é" * size} for size in (10, 3000, 3000, 8000, 5)]
    texts = pack("me", hints)
    assert len(texts) == 2
    assert all(len(text.encode()) <= MOST for text in texts)
    assert sum(text.count('"kind"') for text in texts) == 4


def test_an_entry_on_another_past_is_not_taken_from_a_hint(two: list[Inside], database: str) -> None:
    """The store has lost an entry and another process has gone on from there: this one was told only of the last."""
    ana, bob = guest(two[0].base, "Ana"), guest(two[1].base, "Bob")
    table = new_table([ana, bob], {"game": "babylone"})
    with talking(ana, table) as here, talking(bob, table) as there:
        mover, other = order(here, there)
        mover.move()
        other.hear("update", seq=2)
        room = two[0].hub.tables.rooms[table]
        past = room.progress.entries[-1]
        told = Entry(table, 2, "move", 1 - (past.seat or 0), "1>2", past.at + 5)
        assert not room.told(told, past.at - 1, room.table.changes)
        assert room.progress.seq == 2
        assert room.told(past, None, room.table.changes)  # heard twice
        execute(database, f"update log set at = at - 7 where table_id = '{table}' and seq = 1")
        changed = Entry(table, 1, past.kind, past.seat, past.text, past.at - 7)
        assert not room.told(changed, None, room.table.changes)
        assert room.unsure
        until(here, "welcome", lambda welcome: welcome["events"][1]["at"] == past.at - 7)
        finish([other, mover])
    assert Stored(database).progress(table).over


def test_what_is_told_within_a_moment_is_told_together() -> None:
    """A hundred rooms cost one transaction, not a hundred; the same thing is told once; alone, nothing is told."""
    told: list[list[str]] = []

    class Bus:
        """Remembers what it was told."""

        alone = False

        async def tell(self, texts: list[str]) -> None:
            """All at once."""
            told.append(texts)

    async def run(bus: Bus) -> None:
        tasks: list[asyncio.Task[None]] = []
        process: Any = SimpleNamespace(bus=bus, process="me", stopping=False)
        process.spawn = lambda work: tasks.append(asyncio.create_task(work))
        others = Neighbours(process)
        for number in range(100):
            others.tell("presence", table=f"table {number}", seats=[0], watching=0)
            others.tell("lobby")
        await asyncio.gather(*tasks)

    bus = Bus()
    asyncio.run(run(bus))
    assert len(told) == 1
    assert sum(text.count('"presence"') for text in told[0]) == 100
    assert sum(text.count('"lobby"') for text in told[0]) == 1
    bus.alone = True
    asyncio.run(run(bus))
    assert len(told) == 1
