"""`sommet admin`, beside a running server: what it changes the server knows within seconds. On both databases."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sommet.cli import main
from sommet.client.api import Api, ApiError

from .inside import Inside
from .running import guest, new_table
from .talking import talking

PASSWORD = "correct horse"


class Desk:
    """A server, and an operator at its database."""

    def __init__(self, server: Inside, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.server, self.database, self._capsys = server, database, capsys

    def says(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        """What the command prints, and what it complains about."""
        assert main(["admin", *arguments, "--database", self.database, "--lang", "en"]) == code
        told = self._capsys.readouterr()
        return told.out, told.err

    def tells(self, *arguments: str) -> Any:
        """What it answers to programs."""
        return json.loads(self.says(*arguments, "--json")[0])

    def account(self, name: str) -> Api:
        """Somebody new with an account."""
        api = Api(self.server.base)
        api.call("POST", "/accounts", {"name": name, "password": PASSWORD})
        return api


@pytest.fixture(params=["sqlite", "postgres"])
def desk(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    new_postgres: Callable[[], str],
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Desk]:
    """Of a server that runs in this process."""
    database = f"sqlite:///{tmp_path / 'inside.db'}" if request.param == "sqlite" else new_postgres()
    with Inside(tmp_path, database=database) as server:
        yield Desk(server, database, capsys)


def _refused(call: Callable[[], Any]) -> tuple[int, str]:
    with pytest.raises(ApiError) as caught:
        call()
    return caught.value.status, caught.value.code


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_users_are_listed_found_and_shown(desk: Desk) -> None:
    """By pages, by text, by kind; as columns and as JSON; never a hash or a token."""
    ana = desk.account("Ana Maria")
    token = ana.call("POST", "/me/tokens", {"label": "bot"})["token"]
    for number in range(3):
        guest(desk.server.base, f"100% guest_{number}")
    everybody = desk.tells("users", "list")
    assert (everybody["count"], len(everybody["found"])) == (4, 4)
    assert [one["name"] for one in desk.tells("users", "list", "--search", "maria")["found"]] == ["Ana Maria"]
    assert desk.tells("users", "list", "--search", "%")["count"] == 3
    assert desk.tells("users", "list", "--search", "guest_1")["count"] == 1
    assert desk.tells("users", "list", "--search", "g_est")["count"] == 0
    assert desk.tells("users", "list", "--kind", "accounts")["count"] == 1
    pages = [desk.tells("users", "list", "--size", "3", "--page", page)["found"] for page in ("1", "2", "3")]
    assert [len(page) for page in pages] == [3, 1, 0]
    assert len({one["id"] for page in pages for one in page}) == 4
    text, _ = desk.says("users", "list", "--size", "3")
    assert text.splitlines()[-1] == "Page 1 of 2, 4 in total."
    for found in (desk.says("users", "show", "ana maria")[0], desk.says("users", "show", "Ana Maria", "--json")[0]):
        assert "Ana Maria" in found
        assert "argon2" not in found
        assert token not in found
    assert desk.tells("users", "show", "Ana Maria")["tokens"] == 1


def test_a_banned_user_is_out(desk: Desk) -> None:
    """Cookies, tokens and passwords no longer work, and what they had open waits for nobody; until they are let in."""
    bob, cas = desk.account("Bob"), desk.account("Cas")
    token = bob.call("POST", "/me/tokens", {"label": "bot"})["token"]
    program = Api(desk.server.base, token)
    assert program.call("GET", "/me")["name"] == "Bob"
    own = bob.call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    other = cas.call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    bob.call("POST", f"/tables/{other}/seats", {})
    with talking(bob, other) as by_cookie, talking(program, other) as by_token:
        desk.says("users", "ban", "Bob", "--yes")
        for talk in (by_cookie, by_token):
            assert talk.hear("refused")["code"] == "signed_out"
            with pytest.raises(ConnectionClosed):
                talk.socket.recv(timeout=60)
    assert _refused(lambda: bob.call("GET", "/me")) == (401, "sign_in")
    assert _refused(lambda: program.call("GET", "/me")) == (401, "sign_in")
    again = {"name": "Bob", "password": PASSWORD}
    assert _refused(lambda: Api(desk.server.base).call("POST", "/session", again)) == (403, "banned")
    wrong = {"name": "Bob", "password": "wrong horse"}
    assert _refused(lambda: Api(desk.server.base).call("POST", "/session", wrong)) == (401, "wrong_password")
    _until(lambda: cas.call("GET", f"/tables/{own}")["status"] == "closed")
    _until(lambda: cas.call("GET", f"/tables/{other}")["seats"][1]["kind"] == "empty")
    assert [one["name"] for one in desk.tells("users", "list", "--kind", "banned")["found"]] == ["Bob"]
    desk.says("users", "unban", "Bob")
    assert program.call("GET", "/me")["name"] == "Bob"
    assert _refused(lambda: bob.call("GET", "/me")) == (401, "sign_in"), "sessions of before stay void"
    Api(desk.server.base).call("POST", "/session", again)


def test_a_new_name_reaches_those_who_play(desk: Desk) -> None:
    """At the table and in the account."""
    dan, eva = desk.account("Dan"), guest(desk.server.base, "Eva")
    table = new_table([dan, eva], {"game": "babylone"})
    with talking(eva, table) as talk:
        desk.says("users", "rename", "Dan", "Daniel")
        while talk.hear("table")["table"]["seats"][0]["name"] != "Daniel":
            pass
    assert dan.call("GET", "/me")["name"] == "Daniel"
    desk.account("Fay")
    assert "taken" in desk.says("users", "rename", "Daniel", "fay", code=1)[1]


def test_a_deleted_user_is_forgotten(desk: Desk) -> None:
    """Everywhere; others go on."""
    gus, hal = desk.account("Gus"), guest(desk.server.base, "Hal")
    table = new_table([hal, gus], {"game": "babylone"})
    with talking(hal, table) as here, talking(gus, table):
        here.hear("update")
        desk.says("users", "delete", "Gus", "--yes")
        while here.hear("table")["table"]["seats"][1]["name"] == "Gus":
            pass
    assert _refused(lambda: gus.call("GET", "/me")) == (401, "sign_in")
    assert "no user Gus" in desk.says("users", "show", "Gus", code=1)[1]


def test_a_link_for_a_new_password_works_once(desk: Desk) -> None:
    """Whoever has it chooses a new one; sessions of before end."""
    ida = desk.account("Ida")
    link = desk.tells("users", "reset-link", "Ida", "--base-url", "https://play.example.org/")["link"]
    assert link.startswith("https://play.example.org/")
    asked = {"link": link.partition("#")[2], "password": "battery staple"}
    Api(desk.server.base).call("POST", "/recovery/link", asked)
    assert _refused(lambda: ida.call("GET", "/me")) == (401, "sign_in")
    assert _refused(lambda: Api(desk.server.base).call("POST", "/recovery/link", asked))[0] == 401
    Api(desk.server.base).call("POST", "/session", {"name": "Ida", "password": "battery staple"})
    guest(desk.server.base, "Jan")
    assert "guest" in desk.says("users", "reset-link", "Jan", code=1)[1]


def test_a_running_table_is_closed(desk: Desk) -> None:
    """Its players are told, nothing more is played there, and what is hidden stays so."""
    players = [guest(desk.server.base, name) for name in ("Kim", "Lea")]
    made = players[0].call("POST", "/tables", {"settings": {"game": "kabaleo", "players": 2}})
    table = str(made["id"])
    players[1].call("POST", f"/tables/{table}/seats", {"invite": made["invite"]})
    with talking(players[0], table) as one, talking(players[1], table) as two:
        for talk in (one, two):
            while talk.view is None:
                talk.hear("update")
        shown = desk.says("tables", "show", table, "--json")[0] + desk.says("tables", "show", table)[0]
        listed = desk.tells("tables", "list", "--status", "running", "--user", "Kim")
        assert [found["id"] for found in listed["found"]] == [table]
        assert made["invite"] not in shown + json.dumps(listed)
        assert desk.server.hub.tables.rooms[table].table.secret not in shown + json.dumps(listed)
        desk.says("tables", "close", table, "--yes")
        mover = one if one.view and one.view["legal"] else two
        while mover.hear("table")["table"]["status"] != "closed":
            pass
        assert mover.hear("refused")["code"] == "called_off"
        with pytest.raises(ConnectionClosed):
            mover.socket.recv(timeout=60)
        with talking(players[0], table) as late:
            assert late.welcome.get("code") == "table_closed" or late.answer("resign")["code"] == "table_closed"
    assert desk.tells("tables", "show", table)["status"] == "closed"
    assert "already over or closed" in desk.says("tables", "close", table, "--yes", code=1)[1]
    assert "no table" in desk.says("tables", "close", "nothing", "--yes", code=1)[1]


def test_what_was_said_is_removed(desk: Desk) -> None:
    """Line by line, or all that one said; whoever is there no longer has it either."""
    players = [guest(desk.server.base, name) for name in ("Mia", "Ned")]
    table = new_table(players, {"game": "babylone"})
    with talking(players[0], table) as one, talking(players[1], table) as two:
        one.answer("say", text="a bad word")
        one.answer("say", text="a good word")
        two.answer("say", text="a reply\x1b[2J".replace("\x1b", "é"))
        lines = desk.tells("chat", "list", "--table", table)["found"]
        assert [line["text"] for line in lines[1:]] == ["a good word", "a bad word"]
        assert "a good word" in desk.says("chat", "list", "--user", "Mia")[0]
        desk.says("chat", "remove", str(lines[-1]["id"]), "--yes")
        while [said["text"] for said in two.hear("welcome")["chat"]][:1] != ["a good word"]:
            pass
        assert desk.tells("chat", "remove", "--user", "Mia", "--yes") == {"removed": 1}
        while len(two.hear("welcome")["chat"]) != 1:
            pass
    assert "nothing was deleted" in desk.says("chat", "remove", "1", "999999", "--yes", code=1)[1]
    assert "either" in desk.says("chat", "remove", "--yes", code=1)[1]


def test_nothing_is_done_without_a_yes(desk: Desk) -> None:
    """Where nobody can be asked."""
    desk.account("Oda")
    table = guest(desk.server.base, "Pia").call("POST", "/tables", {"settings": {"game": "babylone"}})["id"]
    for command in (
        ["users", "ban", "Oda"],
        ["users", "delete", "Oda"],
        ["tables", "close", table],
        ["guests", "purge", "--days", "1"],
        ["retention", "run"],
        ["chat", "remove", "--user", "Oda"],
    ):
        assert "--yes" in desk.says(*command, code=1)[1]
    assert desk.tells("users", "show", "Oda")["banned"] is False
    assert desk.tells("tables", "show", table)["status"] == "open"


def test_several_guests_of_one_name(desk: Desk) -> None:
    """Nobody is taken for another."""
    first, _ = guest(desk.server.base, "Rik"), guest(desk.server.base, "Rik")
    assert "Several guests" in desk.says("users", "ban", "Rik", "--yes", code=1)[1]
    desk.says("users", "ban", first.call("GET", "/me")["id"], "--yes")
    assert desk.tells("users", "list", "--kind", "banned")["count"] == 1


def test_numbers_beyond_all_bounds_find_nothing(desk: Desk) -> None:
    """They are no reason for a trace."""
    guest(desk.server.base, "Sam")
    huge = "9" * 39
    assert desk.tells("users", "list", "--page", huge, "--size", huge)["found"] == []
    assert "There is no line" in desk.says("chat", "remove", huge, "--yes", code=1)[1]
    assert desk.tells("guests", "purge", "--days", huge, "--yes") == {"guests": 0}
    assert desk.tells("users", "list", "--search", "\\_%'\";--")["found"] == []


def test_a_database_that_is_not_there_or_not_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence; nothing is made."""
    missing = f"sqlite:///{tmp_path}/none.db"
    assert main(["admin", "users", "list", "--database", missing, "--lang", "en"]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["admin", "users", "list", "--database", "mysql://x/y", "--lang", "en"]) == 2
    assert "SQLite or PostgreSQL" in capsys.readouterr().err
    (tmp_path / "letter.db").write_text("this is a letter, not a database\n" * 100)
    assert main(["admin", "users", "list", "--database", f"sqlite:///{tmp_path}/letter.db", "--lang", "nl"]) == 1
    assert capsys.readouterr().err == "Er is niets gedaan: het bestand is geen database.\n"
