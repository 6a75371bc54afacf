"""Friends, challenges and blocks: who may be told what, who may sit down where, and what becomes of it."""

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.sync.client import ClientConnection, connect

from sommet.client.api import Api, ApiError
from sommet.server.store.schema import ONLINE, TABLES

from .inside import Inside
from .peeking import within
from .running import guest, new_table
from .talking import Talk, dealt, talking

_NUMBERS = itertools.count()
GAME = {"game": "babylone", "clock": {"kind": "total", "seconds": 600}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Inside]:
    """One server on each database."""
    given = {} if request.param == "sqlite" else {"database": postgres.new_database("sommet_friends")}
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


def account(server: Inside) -> tuple[Api, str]:
    """Somebody new, and their identity."""
    api = Api(server.base)
    made = api.call("POST", "/accounts", {"name": f"Friendly {next(_NUMBERS)}", "password": "correct horse"})
    return api, made["id"]


def refused(api: Api, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """What is not done, and why."""
    with pytest.raises(ApiError) as caught:
        api.call(method, path, body)
    return caught.value.status, caught.value.code


def here(server: Inside) -> None:
    """What the server does by itself every half minute."""
    server.run(server.hub.online.tell())


def test_only_friends_both_ways_know_who_is_online(server: Inside) -> None:
    """A call alone tells nothing; and whoever was here long ago is not online."""
    (ana, a), (bob, b) = account(server), account(server)
    here(server)
    ana.call("PUT", f"/me/friends/{b}")
    (friend,) = ana.call("GET", "/me/friends")["friends"]
    assert (friend["id"], friend["mutual"], friend["online"]) == (b, False, None)
    asking = bob.call("GET", "/me/friends")
    assert (asking["friends"], [one["id"] for one in asking["asking"]]) == ([], [a])
    bob.call("PUT", f"/me/friends/{a}")
    assert bob.call("GET", "/me/friends")["asking"] == []
    here(server)
    assert ana.call("GET", "/me/friends")["friends"][0]["online"] is True
    within(server, lambda db: db.execute(ONLINE.update().where(ONLINE.c.user_id == b).values(at=ONLINE.c.at - 90_000)))
    assert ana.call("GET", "/me/friends")["friends"][0]["online"] is False
    bob.call("DELETE", f"/me/friends/{a}")
    assert ana.call("GET", "/me/friends") == bob.call("GET", "/me/friends") == {"friends": [], "asking": []}


def test_friends_are_people_with_accounts(server: Inside) -> None:
    """Not oneself, not a guest, not nobody, however they are named; and not without end."""
    (ana, a), eve = account(server), guest(server.base, "Eve")
    e = eve.call("GET", "/me")["id"]
    assert refused(ana, "PUT", f"/me/friends/{a}") == (400, "yourself")
    for name in (e, "nobody", "%2E%2E", "x" * 40, "%F0%9F%92%A9"):
        assert refused(ana, "PUT", f"/me/friends/{name}") == (404, "no_profile")
    assert refused(ana, "PUT", "/me/friends/" + "x" * 41)[0] == 400
    assert refused(ana, "PUT", "/me/friends/%00")[0] == 400
    assert refused(eve, "PUT", f"/me/friends/{a}") == (403, "accounts_only")
    codes = []
    for _ in range(30):
        codes.append(refused(ana, "PUT", "/me/friends/nobody"))
    assert codes[-1] == (429, "slow_down")


@contextmanager
def _lobby(api: Api) -> Iterator[ClientConnection]:
    address = api.base.replace("http", "ws") + "/api/v1/lobby/ws"
    with connect(address, additional_headers=api.headers(), compression=None) as socket:
        assert json.loads(socket.recv(timeout=60))["type"] == "lobby"
        yield socket


def _challenged(socket: ClientConnection) -> None:
    while json.loads(socket.recv(timeout=60))["type"] != "challenged":
        pass


def test_a_challenge_is_told_and_accepted(server: Inside) -> None:
    """The seat is kept for them: nobody else sits there, not even by the invitation; then the game begins."""
    (ana, a), (bob, b), (eve, _) = account(server), account(server), account(server)
    with _lobby(bob) as socket:
        made = ana.call("POST", "/challenges", {"user": b, "settings": GAME | {"public": True}})
        _challenged(socket)
    assert made["settings"]["public"] is False
    name = bob.call("GET", "/me")["name"]
    assert (made["seats"][1]["kind"], made["seats"][1]["name"]) == ("empty", name)
    for api, mine in ((ana, True), (bob, False)):
        (found,) = api.call("GET", "/me/challenges")
        assert (found["table"]["id"], found["by"]["id"], found["to"]["id"], found["mine"]) == (made["id"], a, b, mine)
        assert found["expires"] - found["table"]["created"] == 86_400_000
    assert "invite" not in bob.call("GET", "/me/challenges")[0]["table"]
    seats = f"/tables/{made['id']}/seats"
    assert refused(eve, "POST", seats, {"invite": made["invite"]}) == (409, "seat_taken")
    assert refused(eve, "POST", seats, {"seat": 1}) == (403, "not_invited")
    assert refused(eve, "DELETE", f"/challenges/{made['id']}") == (404, "not_found")
    assert refused(ana, "POST", "/challenges", {"user": b, "settings": GAME}) == (409, "challenged_already")
    assert bob.call("POST", seats, {})["seat"] == 1
    assert ana.call("GET", "/me/challenges") == bob.call("GET", "/me/challenges") == []
    with talking(ana, made["id"]) as one, talking(bob, made["id"]) as two:
        while one.view is None or two.view is None:
            (one if one.view is None else two).hear("update")


def test_a_challenge_is_declined_withdrawn_or_ends(server: Inside) -> None:
    """Whoever challenged is told that it was declined; each way nothing waits any longer, and nobody can sit down."""
    (ana, _), (bob, b) = account(server), account(server)
    made = ana.call("POST", "/challenges", {"user": b, "settings": GAME})["id"]
    with talking(ana, made) as talk:
        bob.call("DELETE", f"/challenges/{made}")
        assert talk.hear("refused", id=None)["code"] == "declined"
    assert refused(bob, "POST", f"/tables/{made}/seats", {}) == (409, "not_open")
    made = ana.call("POST", "/challenges", {"user": b, "settings": GAME})["id"]
    with _lobby(bob) as socket:
        ana.call("DELETE", f"/tables/{made}")
        _challenged(socket)
    assert refused(bob, "DELETE", f"/challenges/{made}") == (409, "not_open")
    made = ana.call("POST", "/challenges", {"user": b, "settings": GAME})["id"]
    day = sa.update(TABLES).where(TABLES.c.id == made).values(created=TABLES.c.created - 86_400_000)
    within(server, lambda db: db.execute(day))
    assert ana.call("GET", "/me/challenges") == bob.call("GET", "/me/challenges") == []
    assert refused(bob, "POST", f"/tables/{made}/seats", {}) == (409, "not_open")


def test_a_challenge_is_for_one_person_who_is_there(server: Inside) -> None:
    """Not for oneself, a guest, nobody or a computer player; and a flood of them stops."""
    (ana, a), (bob, b), eve = account(server), account(server), guest(server.base, "Eve")
    e = eve.call("GET", "/me")["id"]
    for user, settings, status, code in (
        (a, GAME, 400, "yourself"),
        (e, GAME, 404, "no_profile"),
        ("nobody", GAME, 404, "no_profile"),
        (b, GAME | {"device": True}, 400, "one_device"),
        (b, GAME | {"bots": [None, "easy"]}, 400, "people_only"),
    ):
        assert refused(ana, "POST", "/challenges", {"user": user, "settings": settings}) == (status, code)
    for user in ("", "x" * 41, "\0", 7, None):
        assert refused(ana, "POST", "/challenges", {"user": user, "settings": GAME})[0] == 400
    assert refused(eve, "POST", "/challenges", {"user": a, "settings": GAME}) == (403, "accounts_only")
    assert ana.call("GET", "/me/tables") == []
    codes = {refused(bob, "POST", "/challenges", {"user": "nobody", "settings": GAME}) for _ in range(8)}
    assert codes == {(404, "no_profile"), (429, "slow_down")}


def test_who_is_challenged_may_leave_for_good(server: Inside) -> None:
    """Their name goes with them, and the seat is no longer kept; what they stored of others goes, too."""
    (ana, _), (bob, b), (eve, e) = account(server), account(server), account(server)
    made = ana.call("POST", "/challenges", {"user": b, "settings": GAME})["id"]
    bob.call("PUT", f"/me/friends/{e}")
    assert bob.call("GET", "/me/export")["circle"]["friends"] == [e]
    with talking(ana, made) as talk:
        bob.call("PATCH", "/me", {"name": f"Robert {e[:8]}"})
        _called(talk, f"Robert {e[:8]}")
        bob.call("DELETE", "/me")
        _called(talk, "")
    assert ana.call("GET", "/me/challenges") == []
    assert eve.call("GET", "/me/friends")["asking"] == []


def _called(talk: Talk, name: str) -> None:
    while talk.hear("table")["table"]["seats"][1]["name"] != name:
        pass


def test_whoever_is_blocked_cannot_come_near(server: Inside) -> None:
    """No challenge, no seat, no friend, no quick match with them; and they are not told. When unblocked, all of it."""
    (ana, a), (bob, b) = account(server), account(server)
    bob.call("PUT", f"/me/friends/{a}")
    ana.call("PUT", f"/me/friends/{b}")
    waiting = bob.call("POST", "/challenges", {"user": a, "settings": GAME})["id"]
    ana.call("PUT", f"/me/blocks/{b}")
    assert [one["id"] for one in ana.call("GET", "/me/blocks")] == [b]
    assert ana.call("GET", "/me/friends") == {"friends": [], "asking": []}
    assert ana.call("GET", "/me/challenges") == []
    assert bob.call("GET", "/me/friends")["friends"][0]["online"] is None
    bob.call("DELETE", f"/tables/{waiting}")
    for api, other in ((bob, a), (ana, b)):
        assert refused(api, "POST", "/challenges", {"user": other, "settings": GAME}) == (403, "no_challenge")
    assert refused(ana, "PUT", f"/me/friends/{b}") == (409, "blocked")
    table = ana.call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    assert refused(bob, "POST", f"/tables/{table}/seats", {}) == (403, "not_welcome")
    wish = {"game": "kabaleo", "clock": {"kind": "move", "seconds": 7 + next(_NUMBERS)}}
    first, second = (api.call("POST", "/quick", wish)["id"] for api in (bob, ana))
    assert first != second
    ana.call("DELETE", f"/me/blocks/{b}")
    assert bob.call("POST", f"/tables/{table}/seats", {})["seat"] == 1


def test_a_block_in_the_middle_of_a_game_silences(server: Inside) -> None:
    """What they said and say is no longer told to whoever blocked them; others hear it, and the game goes on."""
    (ana, _), (bob, b), eve = account(server), account(server), guest(server.base, "Eve")
    table = new_table([ana, bob], {"game": "babylone", "watchers_chat": True})
    with talking(ana, table) as one, talking(bob, table) as two, talking(eve, table) as watching:
        two.answer("say", text="rude words")
        assert one.hear("chat")["text"] == "rude words"
        ana.call("PUT", f"/me/blocks/{b}")
        two.answer("say", text="ruder words")
        one.answer("say", text="bye")
        texts = [watching.hear("chat")["text"] for _ in range(3)]
        assert texts == ["rude words", "ruder words", "bye"]
        assert one.answer("ping")["type"] == "done"
        assert not [message for message in one.heard if message.get("text") == "ruder words"]
    with talking(ana, table) as again:
        assert [line["text"] for line in again.welcome["chat"]] == ["bye"]


@pytest.mark.parametrize("order", ["asked before", "asked after", "agreed to"])
def test_a_block_ends_rematches(server: Inside, order: str) -> None:
    """Whoever asked first, and whichever of them says the last word: neither meets the other once more."""
    (ana, _), (bob, b) = account(server), account(server)
    table = new_table([ana, bob], {"game": "babylone"})
    with talking(ana, table) as one, talking(bob, table) as two:
        dealt(one)
        dealt(two)
        one.answer("resign")
        two.hear("update")
        if order == "asked before":
            assert one.answer("ask", what="rematch")["type"] == "done"
        if order == "agreed to":
            assert two.answer("ask", what="rematch")["type"] == "done"
        ana.call("PUT", f"/me/blocks/{b}")
        answer = (one if order == "agreed to" else two).answer("ask", what="rematch")
        assert (answer["type"], answer.get("code")) == ("refused", "no_rematch")
        assert not [message for message in one.heard if message["type"] == "offer" and order == "asked after"]
        assert ana.call("GET", f"/tables/{table}")["rematch"] is None
        ana.call("DELETE", f"/me/blocks/{b}")
        for talk in (one, two):
            talk.answer("ask", what="rematch")
        assert ana.call("GET", f"/tables/{table}")["rematch"] is not None


def test_nobody_is_challenged_again_and_again(server: Inside) -> None:
    """By the same person, who takes it back or is told no each time; by others, as before."""
    (ana, _), (bob, b), (eve, _) = account(server), account(server), account(server)
    for number in range(3):
        made = ana.call("POST", "/challenges", {"user": b, "settings": GAME})["id"]
        bob.call("DELETE", f"/challenges/{made}") if number else ana.call("DELETE", f"/tables/{made}")
    assert refused(ana, "POST", "/challenges", {"user": b, "settings": GAME}) == (429, "slow_down")
    assert bob.call("GET", "/me/challenges") == []
    eve.call("POST", "/challenges", {"user": b, "settings": GAME})
    ana.call("POST", "/challenges", {"user": eve.call("GET", "/me")["id"], "settings": GAME})


def test_a_block_is_of_somebody_else_who_is_there(server: Inside) -> None:
    """A guest may block, and be blocked; ids that nobody has are refused."""
    (ana, a), eve = account(server), guest(server.base, "Eve")
    e = eve.call("GET", "/me")["id"]
    ana.call("PUT", f"/me/blocks/{e}")
    eve.call("PUT", f"/me/blocks/{a}")
    eve.call("PUT", f"/me/blocks/{a}")
    assert [one["name"] for one in ana.call("GET", "/me/blocks")] == ["Eve"]
    assert ana.call("GET", "/me/export")["circle"]["blocked"] == [e]
    assert refused(ana, "PUT", f"/me/blocks/{a}") == (400, "yourself")
    assert refused(ana, "PUT", "/me/blocks/nobody") == (404, "not_found")
    assert refused(ana, "PUT", "/me/blocks/%00")[0] == 400
