"""Before the deal: devices seal their parts, open them when all have sealed, and prove afterwards what became of it."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from sommet.client.api import Api, ApiError, RoomClient
from sommet.server.config import Config
from sommet.server.store.database import Store, migrations
from sommet.server.store.schema import SEATS, TABLES
from sommet.server.tables import fair, stored
from sommet.server.tables.proof import judge
from sommet.server.wire.fair import Kept, Verdict

from .inside import Inside
from .running import guest, new_table, running
from .talking import Talk, talking

A, B, C = "aa" * 32, "bb" * 32, "cc" * 32


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def pair(server: Inside, **settings: Any) -> tuple[list[Api], str]:
    """Two guests at a table."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    return apis, new_table(apis, {"game": "kabaleo"} | settings)


def facts(api: Api, table: str, number: int = 1) -> dict[str, Any]:
    """What is revealed at the end."""
    found: dict[str, Any] = api.call("GET", f"/tables/{table}/rounds/{number}")
    return found


def proved(api: Api, table: str, mine: Kept | None, number: int = 1) -> Verdict:
    """What a device finds out."""
    found = facts(api, table, number)
    return judge({"record": found["record"], "fair": found["fair"]}, mine)


def test_bytes_are_opened_when_all_have_sealed_and_seen_by_nobody_before_the_end(server: Inside) -> None:
    """Whoever comes last has seen nobody's bytes; wrong ones, early ones and others' change nothing."""
    apis, table = pair(server)
    seals = [fair.seal(table, A), fair.seal(table, B)]
    with talking(guest(server.base, "Eve"), table) as eve, talking(apis[0], table, seal=seals[0]) as ana:
        assert ana.welcome["table"]["seals"] is None
        assert ana.answer("open", bytes=A)["code"] == "not_opening"
        with talking(apis[1], table, seal=seals[1]) as bob:
            assert bob.welcome["table"]["seals"] == seals
            assert bob.welcome["table"]["status"] == "open"
            assert ana.hear("table")["table"]["seals"] == seals
            assert apis[0].call("GET", f"/tables/{table}")["seals"] == seals
            assert eve.answer("open", bytes=A)["code"] == "not_seated"
            for wrong in (B, C):
                assert ana.answer("open", bytes=wrong)["code"] == "not_sealed"
            ana.send("open", bytes="aa")
            assert ana.hear("refused")["code"] == "bad_message"
            assert ana.answer("open", bytes=A)["type"] == "done"
            assert ana.answer("open", bytes=A)["type"] == "done"
            assert ana.answer("open", bytes=C)["code"] == "not_sealed"
            assert apis[1].call("GET", f"/tables/{table}")["status"] == "open"
            assert bob.answer("open", bytes=B)["type"] == "done"
            for talk in (ana, bob, eve):
                talk.hear("update", seq=1)
            assert bob.answer("open", bytes=B)["type"] == "done"
            assert bob.answer("open", bytes=C)["code"] == "not_opening"
            assert ana.answer("resign")["type"] == "update"
            bob.hear("update", seq=2)
            eve.hear("update", seq=2)
            said = "\n".join(json.dumps(talk.heard) for talk in (ana, bob, eve))
            assert A not in said
            assert B not in said
    found = facts(apis[0], table)["fair"]
    assert (found["seals"], found["opened"], found["scheme"]) == (seals, [A, B], "sommet-fair/2")
    assert found["commitment"] == ana.welcome["table"]["commitment"]


def test_a_seal_may_be_replaced_until_all_have_sealed(server: Inside) -> None:
    """By another device, or one that lost its bytes; then no more."""
    apis, table = pair(server)
    seals = [fair.seal(table, part) for part in (A, B, C)]
    with talking(apis[0], table) as ana:  # a program that adds nothing
        with talking(apis[0], table, seal=seals[2]), talking(apis[0], table, seal=seals[0]):
            pass
        with talking(apis[1], table, seal=seals[1]) as bob:
            assert bob.welcome["table"]["seals"] == seals[:2]
            with talking(apis[0], table, seal=seals[2]) as other:
                assert other.welcome["table"]["seals"] == seals[:2]
                assert other.answer("open", bytes=C)["code"] == "not_sealed"
            with talking(apis[0], table) as other:  # nor is it withdrawn
                assert other.welcome["table"]["seals"] == seals[:2]
            assert bob.answer("open", bytes=B)["type"] == "done"
            assert ana.answer("open", bytes=A)["type"] == "done"
            bob.hear("update", seq=1)


def test_sitting_down_and_sealing_is_one_request(server: Inside) -> None:
    """And whoever seals nothing is waited for no longer than they take to come."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    made = apis[0].call("POST", "/tables", {"settings": {"game": "kabaleo"}})
    table, seals = made["id"], [fair.seal(made["id"], A), fair.seal(made["id"], B)]
    with talking(apis[0], table, seal=seals[0]) as ana:
        sat = apis[1].call("POST", f"/tables/{table}/seats", {"invite": made["invite"], "seal": seals[1]})
        assert sat["seals"] == seals
        while ana.hear("table")["table"]["seals"] != seals:
            pass
    for wrong in ("x", "AA" * 32, "aa", A + "\n"):
        with pytest.raises(ApiError) as refused:
            apis[1].call("POST", f"/tables/{table}/seats", {"invite": made["invite"], "seal": wrong})
        assert refused.value.status == 400


def test_a_program_without_bytes_is_dealt_at_once(server: Inside) -> None:
    """Alone or beside one that has some."""
    apis, table = pair(server)
    with talking(apis[0], table), talking(apis[1], table) as bob:
        bob.hear("update", seq=1)
        bob.answer("resign")
    assert facts(apis[0], table)["fair"]["seals"] == [None, None]
    apis, table = pair(server)
    with talking(apis[0], table), talking(apis[1], table, seal=fair.seal(table, B)) as bob:
        assert bob.answer("open", bytes=B)["type"] == "done"
        bob.hear("update", seq=1)
        bob.answer("resign")
    assert facts(apis[0], table)["fair"]["opened"] == [None, B]


def test_who_does_not_open_is_dealt_without_and_everybody_sees_it(tmp_path: Path) -> None:
    """After a while; to the others it is fair, and the proof names them."""
    with Inside(tmp_path, opening=0.5) as server:
        apis, table = pair(server)
        seals: list[str | None] = [fair.seal(table, A), fair.seal(table, B)]
        with (
            talking(apis[0], table, seal=seals[0], knowledge=True) as ana,
            talking(apis[1], table, seal=seals[1]) as bob,
        ):
            commitment = ana.welcome["table"]["commitment"]
            assert ana.answer("open", bytes=A)["type"] == "done"
            shown = ana.hear("update", seq=1)["view"]["knowledge"]["setup"]
            assert bob.answer("open", bytes=B)["code"] == "not_opening"
            ana.answer("resign")
        assert facts(apis[0], table)["fair"]["opened"] == [A, None]
        mine = Kept(
            table=table, bytes=A, seat=0, commitment=commitment, seals=seals, opened="taken", shown={"1": shown}
        )
        found = proved(apis[0], table, mine)
        assert (found.outcome, found.absent) == ("fair", [1])
        late = msgspec.structs.replace(mine, bytes=B, seat=1, opened="sent", shown={})
        assert proved(apis[1], table, late).outcome == "cannot_be_checked"


def heard(talk: Talk, status: str, seals: list[str | None] | None) -> dict[str, Any]:
    """The table, as soon as it is so."""
    while True:
        table: dict[str, Any] = talk.hear("table")["table"]
        if (table["status"], table["seals"]) == (status, seals):
            return table


def test_who_gets_up_voids_what_was_opened(server: Inside) -> None:
    """Whoever opened seals anew; who had only sealed need not; a new player brings a seal of their own."""
    apis, table = pair(server)
    invite = apis[0].call("GET", f"/tables/{table}")["invite"]
    seals: list[str | None] = [fair.seal(table, A), fair.seal(table, B)]
    with talking(apis[0], table, seal=seals[0]) as ana, talking(apis[1], table, seal=seals[1]):
        assert ana.answer("open", bytes=A)["type"] == "done"
        apis[1].call("DELETE", f"/tables/{table}/seats/me")
        assert [seat["ready"] for seat in heard(ana, "open", None)["seats"]] == [False, False]
        assert ana.answer("open", bytes=A)["code"] == "not_opening"
        eve = guest(server.base, "Eve")
        eve.call("POST", f"/tables/{table}/seats", {"invite": invite, "seal": fair.seal(table, B)})
        ana.send("join", seal=fair.seal(table, C))
        seals = [fair.seal(table, C), fair.seal(table, B)]
        assert ana.hear("welcome")["table"]["seals"] == seals
        with talking(eve, table) as third:
            assert third.answer("open", bytes=B)["type"] == "done"
            eve.call("DELETE", f"/tables/{table}/seats/me")
            found = heard(ana, "open", None)
            assert [seat["ready"] for seat in found["seats"]] == [True, False]  # nobody has Ana's new bytes yet


async def play_out(rooms: list[RoomClient]) -> None:
    """Until all have seen how the round begins, as far as they keep it; then seat 0 resigns, and all hear of it."""

    def seen(room: RoomClient) -> bool:
        return not room.knowledge or (room.part.kept is not None and room.part.kept.shown != {})

    async def one(room: RoomClient) -> None:
        async for message in room:
            if message.get("view") and message["view"]["result"] is None and message["view"]["viewer"] == 0:
                while not all(map(seen, rooms)):
                    await asyncio.sleep(0.01)
                await room.send({"type": "resign"})
            if message["type"] in ("welcome", "update") and message["match"]["winners"] is not None:
                await room.close()
                return

    await asyncio.wait_for(asyncio.gather(*(one(room) for room in rooms)), 120)


@pytest.mark.parametrize("name", ["kabaleo", "babylone", "on_top"])
def test_clients_keep_their_part_and_prove_the_deal(server: Inside, tmp_path: Path, name: str) -> None:
    """Each with its own; with another's, or none, it cannot be checked or is not fair."""
    apis, table = pair(server, game=name)
    rooms = [RoomClient(api, table, knowledge=True, keep=tmp_path / str(seat)) for seat, api in enumerate(apis)]
    asyncio.run(play_out(rooms))
    kept = [msgspec.json.decode((tmp_path / str(seat) / f"{table}.json").read_bytes(), type=Kept) for seat in (0, 1)]
    for part, api in zip(kept, apis, strict=True):
        assert part.opened == "taken"
        assert proved(api, table, part).outcome == "fair"
        told = facts(api, table)
        body = {"record": told["record"], "fair": told["fair"], "mine": msgspec.to_builtins(part)}
        assert api.call("POST", "/verify", body)["outcome"] == "fair"
    assert proved(apis[0], table, msgspec.structs.replace(kept[0], seat=1)).outcome == "not_fair"
    assert proved(apis[0], table, None).outcome == "cannot_be_checked"


def test_a_reload_between_sealing_and_opening_loses_nothing(server: Inside, tmp_path: Path) -> None:
    """A program that comes back has its bytes, and opens them."""
    apis, table = pair(server)

    async def run() -> RoomClient:
        gone = RoomClient(apis[0], table, knowledge=True, keep=tmp_path)
        await gone.open()
        await gone.close()
        with_bob = RoomClient(apis[1], table, knowledge=True)
        back = RoomClient(apis[0], table, knowledge=True, keep=tmp_path)
        assert back.part.seal() == gone.part.seal()
        await play_out([back, with_bob])
        return back

    back = asyncio.run(run())
    assert proved(apis[0], table, back.part.kept).outcome == "fair"


def test_clients_seal_anew_after_somebody_got_up(server: Inside) -> None:
    """By themselves, with other bytes; and the proof says how often."""
    ana, bob, eve = (guest(server.base, name) for name in ("Ana", "Bob", "Eve"))
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo"}})
    table, place = made["id"], f"/tables/{made['id']}/seats"
    bob.call("POST", place, {"invite": made["invite"], "seal": fair.seal(table, B)})  # and never opens
    room = RoomClient(ana, table, knowledge=True)

    async def trouble() -> None:
        while room.part.kept is None or room.part.kept.opened != "taken":
            await asyncio.sleep(0.01)
        await asyncio.to_thread(bob.call, "DELETE", f"{place}/me")
        await asyncio.to_thread(eve.call, "POST", place, {"invite": made["invite"]})
        await play_out([RoomClient(eve, table)])

    async def run() -> None:
        await asyncio.gather(play_out([room]), trouble())

    asyncio.run(run())
    found = proved(ana, table, room.part.kept)
    assert (found.outcome, found.again) == ("fair", 1)


def test_the_players_at_two_processes(new_postgres: Callable[[], str]) -> None:
    """Seals and openings meet in the store, whichever process they came to; so does getting up."""
    database = new_postgres()
    with running(database) as here, running(database) as there:
        apis = [guest(here.base, "Ana"), guest(there.base, "Bob")]
        table = new_table(apis, {"game": "kabaleo"})
        seals: list[str | None] = [fair.seal(table, A), fair.seal(table, B)]
        with talking(apis[0], table, seal=seals[0]) as ana, talking(apis[1], table, seal=seals[1]):
            heard(ana, "open", seals)
            assert ana.answer("open", bytes=A)["type"] == "done"
            apis[1].call("DELETE", f"/tables/{table}/seats/me")
            heard(ana, "open", None)
        invite = apis[0].call("GET", f"/tables/{table}")["invite"]
        apis[1].call("POST", f"/tables/{table}/seats", {"invite": invite})
        rooms = [RoomClient(api, table, knowledge=True) for api in apis]
        asyncio.run(play_out(rooms))
        for room, api in zip(rooms, apis, strict=True):
            found = proved(api, table, room.part.kept)
            assert found.outcome == "fair", found


def test_tables_from_before_there_were_seals(tmp_path: Path) -> None:
    """What runs is played on and checked by its own scheme; what is not dealt yet is sealed first."""
    from alembic import command

    secret = "5e" * 32
    settings = {"game": "kabaleo", "players": 2}

    def old(db: sa.Connection) -> None:
        config = migrations()
        config.attributes["connection"] = db
        command.upgrade(config, "0003")
        given = "(id, owner, game, players, settings, public, status, invite, secret, created, changed)"
        for name, status in (("running", "running"), ("waiting", "open")):
            row = f"('{name}', 'u', 'kabaleo', 2, '{json.dumps(settings)}', false, '{status}', 'i', '{secret}', 1, 1)"
            db.execute(sa.text(f"INSERT INTO tables {given} VALUES {row.replace(':', chr(92) + ':')}"))
            for seat in range(2):
                values = f"('{name}', {seat}, 'u{seat}', 'Ana', false, true, 'a{seat}')"
                db.execute(
                    sa.text(f"INSERT INTO seats (table_id, seat, user_id, name, guest, ready, entropy) VALUES {values}")
                )

    async def run() -> None:
        store = Store(Config(database=f"sqlite:///{tmp_path}/x.db").url())
        try:
            await store.write(old)
            await store.open()
            before = await store.read(lambda db: stored.find(db, "running"))
            assert (before.scheme, before.seals, before.entropy) == (1, None, ["a0", "a1"])
            assert before.public().commitment == fair.commitment("running", secret, 1)
            waiting = await store.read(lambda db: stored.find(db, "waiting"))
            assert (waiting.scheme, waiting.ready, waiting.entropy) == (2, False, [None, None])
        finally:
            await store.close()

    asyncio.run(run())
    with suppress(FileNotFoundError):
        (tmp_path / "x.db").unlink()
    assert TABLES.c.scheme.server_default is not None
    assert SEATS.c.sealed.nullable
