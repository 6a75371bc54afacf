"""A cookie or token that is void ends what it opened, at once and at every process."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sommet.client.api import Api, ApiError
from sommet.server.people import sessions
from sommet.server.store.schema import USERS

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, talking

SECRET = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _ends(talk: Talk, code: int = 4001) -> str:
    """Nothing but the reason comes now; it."""
    said = ""
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
        while True:
            heard = talk.hear("refused")
            said = heard["code"]
            assert heard["message"]
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    return said


def _token(api: Api) -> tuple[str, Api]:
    made = api.call("POST", "/me/tokens", {"label": "bot"})
    return made["id"], Api(api.base, made["token"])


def _by_cookie(api: Api) -> Api:
    """The same person, who keeps this cookie whatever becomes of it."""
    other = Api(api.base)
    other.cookie = api.cookie
    return other


WAYS: dict[str, Callable[[Api], Any]] = {
    "signed out": lambda api: api.call("DELETE", "/session"),
    "another password": lambda api: api.call("PUT", "/me/password", {"old": SECRET, "new": SECRET + "!"}),
    "deleted": lambda api: api.call("DELETE", "/me"),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_ends_every_session(server: Inside, way: str) -> None:
    """The socket ends with a reason; nothing that is said over it afterwards is done, others notice nothing."""
    ana, bob = Api(server.base), guest(server.base, "Bob")
    ana.call("POST", "/accounts", {"name": f"Ana {way}", "password": SECRET})
    table = new_table([ana, bob], {"game": "babylone"})
    old = _by_cookie(ana)
    with talking(bob, table) as other, talking(old, table) as mine:
        WAYS[way](ana)
        with suppress(ConnectionClosed):
            mine.send("say", text="still here", id="a")
        assert _ends(mine) == "signed_out"
        other.hear("presence", seats=[False, True])
        assert other.answer("ping")["type"] == "done"
        assert not any(heard["type"] == "chat" for heard in other.heard)
        with pytest.raises(ApiError) as refused:
            old.call("GET", "/me")
        assert refused.value.status == 401


def test_a_token_that_is_removed(server: Inside) -> None:
    """Ends its own sockets, not those of another token or of the cookie."""
    ana = guest(server.base)
    (name, program), (_, another) = _token(ana), _token(ana)
    table = new_table([ana], {"game": "babylone", "players": 2})
    with talking(program, table) as gone, talking(another, table) as stays, talking(ana, table) as here:
        ana.call("DELETE", f"/me/tokens/{name}")
        assert _ends(gone) == "signed_out"
        assert stays.answer("ping")["type"] == here.answer("ping")["type"] == "done"


def test_signing_out_leaves_tokens(server: Inside) -> None:
    """They are void when the password is changed, not before."""
    ana = Api(server.base)
    ana.call("POST", "/accounts", {"name": "Ann", "password": SECRET})
    _, program = _token(ana)
    table = new_table([ana], {"game": "babylone", "players": 2})
    with talking(program, table) as bot:
        ana.call("DELETE", "/session")
        assert bot.answer("ping")["type"] == "done"
        ana.call("POST", "/session", {"name": "Ann", "password": SECRET})
        ana.call("PUT", "/me/password", {"old": SECRET, "new": SECRET + "!"})
        assert _ends(bot) == "signed_out"


def test_what_another_program_changes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is banned behind the server's back is gone with the next comparison, and cannot come back."""
    monkeypatch.setattr(sessions, "EVERY", 0.1)
    with Inside(tmp_path) as server:
        ana = Api(server.base)
        who = ana.call("POST", "/accounts", {"name": "Ana", "password": SECRET})["id"]
        _, program = _token(ana)
        table = new_table([ana], {"game": "babylone", "players": 2})
        with talking(ana, table) as here, talking(program, table) as bot:
            store = server.hub.store
            ban = store.write(lambda db: db.execute(USERS.update().where(USERS.c.id == who).values(banned=True)))
            server.run(ban)
            assert _ends(here) == _ends(bot) == "signed_out"
        for api in (ana, program):
            with pytest.raises(ApiError) as refused:
                api.call("GET", "/me")
            assert refused.value.status == 401
        with pytest.raises(ApiError) as refused:
            Api(server.base).call("POST", "/session", {"name": "Ana", "password": SECRET})
        assert (refused.value.status, refused.value.code) == (403, "banned"), "who has the right password is told why"


@pytest.mark.parametrize("deaf", [False, True])
def test_sockets_at_another_process(
    tmp_path: Path, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    """They end by a hint; one that is lost is made up for by comparing."""
    monkeypatch.setattr(sessions, "EVERY", 0.5 if deaf else 3600)
    database = new_postgres()
    with Inside(tmp_path, database=database) as one, Inside(tmp_path, database=database) as two:
        if deaf:
            two.hub.others.on("user", lambda _, hint: None)
        ana = guest(one.base)
        table = new_table([ana], {"game": "babylone", "players": 2})
        there = _by_cookie(ana)
        there.base = two.base
        with talking(there, table) as far:
            ana.call("DELETE", "/session")
            assert _ends(far) == "signed_out"


def test_a_table_that_is_closed(server: Inside) -> None:
    """Says so to everybody who waits there, and lets nobody in any more."""
    ana, eve = guest(server.base), guest(server.base, "Eve")
    table = new_table([ana], {"game": "babylone", "players": 2})
    with talking(ana, table) as here, talking(eve, table) as watching:
        ana.call("DELETE", f"/tables/{table}")
        assert _ends(here, 1008) == _ends(watching, 1008) == "table_closed"
    with talking(ana, table) as late:
        assert late.welcome["code"] == "table_closed"


def test_who_opens_a_socket_while_it_is_revoked(server: Inside) -> None:
    """Has no luck: between the reading of a cookie and the opening of its socket nothing slips through."""
    ana = guest(server.base)
    old = _by_cookie(ana)
    table = new_table([ana], {"game": "babylone", "players": 2})
    hub, found = server.hub, server.hub.user

    async def slow(cookie: str | None, bearer: str | None) -> Any:
        user = await found(cookie, bearer)
        if cookie == old.cookie and user is not None:
            await hub.store.write(lambda db: db.execute(USERS.update().where(USERS.c.id == user.id).values(epoch=9)))
            await hub.sessions.changed(user.id)
        return user

    hub.user = slow  # type: ignore[method-assign]
    try:
        with talking(old, table) as late:
            assert late.welcome["code"] == "signed_out"
            assert _ends(late) == ""
    finally:
        hub.user = found  # type: ignore[method-assign]
