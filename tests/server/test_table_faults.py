"""Whatever goes wrong at one table: everybody gets an answer, the log has an end, and no other table is hurt."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.server.store.log import Entry
from sommet.server.tables import commands
from sommet.server.tables.progress import Progress

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, dealt, talking


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    """One process."""
    with Inside(tmp_path) as running:
        yield running


def my_turn(talk: Talk) -> None:
    """Until there is something to play."""
    while not dealt(talk)["legal"]:
        talk.hear("update")


def answered(talk: Talk) -> dict[str, Any]:
    """The answer to what was asked by the name of q."""
    while True:
        message: dict[str, Any] = json.loads(talk.socket.recv(timeout=60))
        if message.get("id") == "q":
            return message


def in_file(folder: Path, *commands: str) -> list[Any]:
    """Behind the server's back; the last command's answer."""
    with closing(sqlite3.connect(folder / "inside.db", timeout=10)) as connection, connection:
        for command in commands:
            found = connection.execute(command).fetchall()
        return found


@pytest.mark.parametrize("players", [2, 3])
def test_six_sockets_that_resign_at_once_write_one_entry(server: Inside, tmp_path: Path, players: int) -> None:
    """And each gets an answer."""
    apis = [guest(server.base, f"Player {number}") for number in range(players)]
    table = new_table(apis, {"game": "kabaleo"})
    with ExitStack() as sockets:
        talks = [sockets.enter_context(talking(api, table)) for api in apis[1:]]
        mine = [sockets.enter_context(talking(apis[0], table)) for _ in range(6)]
        for talk in mine:
            dealt(talk)
        for talk in mine:
            talk.send("resign", id="q")
        for talk in mine:
            answered(talk)
        dealt(talks[0])
    kinds = [kind for (kind,) in in_file(tmp_path, f"select kind from log where table_id = '{table}' and seat = 0")]
    assert kinds.count("end") + kinds.count("replace") == 1


def test_take_backs_have_an_end(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a log could grow for ever, and everybody who loads it replays it."""
    monkeypatch.setattr(commands, "MOST_BACK", 2)
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "beginner"]}})
    with talking(ana, made["id"]) as here:
        for _ in range(2):
            my_turn(here)
            here.move()
            my_turn(here)
            assert here.answer("ask", what="take_back")["events"][0]["kind"] == "back"
        my_turn(here)
        here.move()
        my_turn(here)
        assert here.answer("ask", what="take_back")["code"] == "too_many_take_backs"
        assert here.move()["type"] == "update"


@pytest.mark.parametrize("mistakes", [1, 2])
def test_an_entry_that_cannot_be_applied_leaves_nobody_without_an_answer(
    server: Inside, monkeypatch: pytest.MonkeyPatch, mistakes: int
) -> None:
    """It is stored: the room is made anew from the store, and the game goes on, the computer player's too."""
    add, failures = Progress.add, [mistakes]

    def failing(self: Progress, entry: Entry, after: Any = None) -> None:
        if entry.kind == "move" and failures[0]:
            failures[0] -= 1
            raise RuntimeError("a mistake")
        add(self, entry, after)

    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "beginner"]}})
    with talking(ana, made["id"]) as here:
        my_turn(here)
        ply = dealt(here)["ply"]
        monkeypatch.setattr(Progress, "add", failing)
        assert here.view
        here.send("move", move=here.view["legal"][0], ply=ply, id="q")
        answer = here.hear("done") if mistakes == 1 else here.hear("refused")
        assert answer.get("code") == (None if mistakes == 1 else "old_rules")  # it could not be made anew either
    with talking(ana, made["id"]) as here:
        while dealt(here)["ply"] < ply + 2 and dealt(here)["result"] is None:
            here.hear("update")
        my_turn(here)
        assert here.move()["type"] == "update"


def test_a_table_that_cannot_be_read_hurts_no_other(tmp_path: Path) -> None:
    """It says so, by HTTP and at its socket; computer players elsewhere go on after a restart."""
    bots = {"settings": {"game": "babylone", "bots": ["beginner", "beginner"]}, "seat": None}
    with Inside(tmp_path) as server:
        ana = guest(server.base)
        broken = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "beginner"]}})["id"]
        with talking(ana, broken) as here:
            my_turn(here)
            here.move()
        left = ana.call("POST", "/tables", bots)["id"]
        wait_until(lambda: in_file(tmp_path, f"select status from tables where id = '{left}'") == [("over",)])
    in_file(
        tmp_path,
        f"update log set text = 'nonsense' where table_id = '{broken}' and kind = 'move'",
        f"delete from log where table_id = '{left}' and seq > 3",
        f"update tables set status = 'running', result = null where id = '{left}'",
    )
    with Inside(tmp_path) as server:
        again = Api(server.base)
        again.cookie = ana.cookie
        wait_until(lambda: again.call("GET", f"/tables/{left}")["status"] == "over")
        for path in ("", "/view", "/rounds/1"):
            with pytest.raises(ApiError) as refused:
                again.call("GET", f"/tables/{broken}{path}")
            assert refused.value.code == "old_rules"
        assert broken in [table["id"] for table in again.call("GET", "/me/tables")]
        with talking(again, broken) as here:
            assert here.welcome["code"] == "old_rules"


def wait_until(done: Callable[[], bool]) -> None:
    """A minute at most."""
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_finished_game_that_ends_differently_under_new_rules_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table remembers the edition of the rules; one whose log still gives the same result may be opened."""
    bots = {"settings": {"game": "babylone", "bots": ["beginner", "beginner"]}, "seat": None}
    with Inside(tmp_path) as server:
        ana = guest(server.base)
        same, other = (ana.call("POST", "/tables", bots)["id"] for _ in range(2))
        wait_until(lambda: in_file(tmp_path, "select count(*) from tables where status = 'over'") == [(2,)])
        assert in_file(tmp_path, f"select rules from tables where id = '{same}'") == [("babylone/1",)]
        in_file(
            tmp_path,
            "update tables set rules = 'babylone/0'",
            f"update tables set result = replace(replace(replace(result, '[0]', '[x]'), '[1]', '[0]'), '[x]', '[1]')"
            f" where id = '{other}'",
        )
        server.hub.tables.rooms.clear()
        assert ana.call("GET", f"/tables/{same}")["status"] == "over"
        with pytest.raises(ApiError) as refused:
            ana.call("GET", f"/tables/{other}")
        assert refused.value.code == "old_rules"


def test_a_rematch_after_a_replacement_starts(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer player keeps the seat that it took: nobody waits for one who left."""
    monkeypatch.setattr(commands, "AWAY", 0.0)
    apis = [guest(server.base, "Ana"), guest(server.base, "Bob")]
    table = new_table(apis, {"game": "kabaleo", "replace": "easy"})
    with talking(apis[0], table) as here:
        with talking(apis[1], table):
            dealt(here)
        here.hear("presence", seats=[True, False])
        assert here.answer("replace", seat=1)["events"][0]["bot"] == "easy"
        here.answer("resign")
        here.answer("ask", what="rematch")
        again = next(message["table"] for message in here.heard if message["type"] == "rematch")
    with talking(apis[0], again) as here:
        my_turn(here)
        assert here.move()["type"] == "update"
        assert [seat["kind"] for seat in here.welcome["table"]["seats"]] == ["guest", "bot"]


def test_a_rematch_with_a_computer_from_the_start(server: Inside) -> None:
    """It has agreed already, keeps its seat and its level, and plays; as often as one likes."""
    ana = guest(server.base, "Ana")
    table = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": ["beginner", None]}, "seat": 1})["id"]
    for _ in range(2):
        with talking(ana, table) as here:
            my_turn(here)
            assert [(seat["kind"], seat["bot"]) for seat in here.welcome["table"]["seats"]] == [
                ("bot", "beginner"),
                ("guest", None),
            ]
            here.answer("resign")
            here.answer("ask", what="rematch")
            table = next(message["table"] for message in here.heard if message["type"] == "rematch")


def test_a_new_name_and_a_deleted_person_show_at_once(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """At their seat, in what they say from among the spectators, and in the chat, at every process."""
    database = new_postgres()
    with Inside(tmp_path, database=database) as one, Inside(tmp_path, database=database) as two:
        ana, bob, cy = (guest(one.base, name) for name in ("Ana", "Bob", "Cy"))
        settings = {"game": "babylone", "watchers_chat": True, "public": True}
        table = new_table([ana, bob], settings)
        far = Api(two.base)
        far.cookie = cy.cookie
        with talking(ana, table) as here, talking(bob, table), talking(far, table) as watching:
            dealt(here)
            here.answer("say", text="I am Ana")
            watching.hear("chat", text="I am Ana")
            ana.call("PATCH", "/me", {"name": "Anna"})
            while watching.hear("table")["table"]["seats"][0]["name"] != "Anna":
                pass
            cy.call("PATCH", "/me", {"name": "Cyan"})
            wait_until(lambda: watching.answer("say", text="hello")["type"] == "done" and _name(here) == "Cyan")
            ana.call("DELETE", "/me")
            while (welcome := watching.hear("welcome"))["table"]["seats"][0]["name"]:
                pass
            assert "I am Ana" not in [line["text"] for line in welcome["chat"]]


def _name(talk: Talk) -> str:
    return str(talk.hear("chat")["name"])
