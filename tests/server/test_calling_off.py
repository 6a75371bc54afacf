"""Before it is a game: somebody is sent away from a waiting table, and a game is called off before the second move."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api, ApiError

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, dealt, talking

_NUMBERS = itertools.count()
RATED = {"game": "babylone", "rated": True, "clock": {"kind": "total", "seconds": 3600}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Inside]:
    """One server on each database."""
    given = {} if request.param == "sqlite" else {"database": postgres.new_database("sommet_calling_off")}
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


def _account(server: Inside) -> Api:
    api = Api(server.base)
    api.call("POST", "/accounts", {"name": f"Calm {next(_NUMBERS)}", "password": "correct horse"})
    return api


def _refused(api: Api, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(ApiError) as caught:
        api.call(method, path, body)
    return caught.value.status, caught.value.code


def test_who_is_sent_away_is_told_and_does_not_come_back(server: Inside) -> None:
    """Their seat is free for others at once; they may still watch, as anybody may."""
    ana, bob, eve = (guest(server.base, name) for name in ("Ana", "Bob", "Eve"))
    table = new_table([ana, bob], {"game": "babylone", "public": True})
    seats = f"/tables/{table}/seats"
    with talking(bob, table) as there:
        assert there.welcome["viewer"] == 1
        ana.call("DELETE", f"{seats}/1")
        assert there.hear("welcome")["viewer"] == "spectator"
    assert ana.call("GET", f"/tables/{table}")["seats"][1]["kind"] == "empty"
    assert _refused(bob, "POST", seats, {}) == (403, "sent_away")
    assert bob.call("GET", "/me/export")["sent_away"] == [table]
    assert eve.call("POST", seats, {})["seat"] == 1
    with talking(ana, table) as here, talking(eve, table) as there:
        assert dealt(here)["ply"] == dealt(there)["ply"] == 0
        assert _refused(ana, "DELETE", f"{seats}/1") == (409, "not_open")


def test_only_the_owner_sends_others_away(server: Inside) -> None:
    """Not a guest, not oneself, not a computer player, and nobody from a seat that is free or is not there."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "players": 4, "bots": [None, None, "easy"]}})
    seats = f"/tables/{made['id']}/seats"
    bob.call("POST", seats, {"invite": made["invite"]})
    assert _refused(bob, "DELETE", f"{seats}/0") == (403, "not_yours")
    for seat in (0, 2, 3, 7):
        assert _refused(ana, "DELETE", f"{seats}/{seat}") == (404, "not_found")
    assert _refused(ana, "DELETE", f"{seats}/8")[0] == 400
    assert ana.call("GET", f"/tables/{made['id']}")["seats"][1]["name"] == "Bob"


def _told_off(*talks: Talk) -> None:
    for talk in talks:
        assert talk.hear("table")["table"]["status"] == "closed"
        assert talk.hear("refused", id=None)["code"] == "called_off"


def _mover(*talks: Talk) -> Talk:
    return next(talk for talk in talks if dealt(talk)["legal"])


@pytest.mark.parametrize("moves", [0, 1])
def test_a_game_is_called_off_before_the_second_move(server: Inside, moves: int) -> None:
    """Both are told; it has no result, changes no rating, counts nowhere, and reveals nothing that was hidden."""
    ana, bob = apis = [_account(server), _account(server)]
    table = new_table(apis, RATED | {"public": True})
    with talking(ana, table) as here, talking(bob, table) as there:
        dealt(here), dealt(there)
        for _ in range(moves):
            _mover(here, there).move()
        bob.call("POST", f"/tables/{table}/abort")
        _told_off(here, there)
    shown = ana.call("GET", f"/tables/{table}")
    assert (shown["status"], shown["result"]) == ("closed", None)
    for api in apis:
        assert api.call("GET", f"/users/{api.call('GET', '/me')['id']}/ratings") == []
        assert api.call("GET", "/me/games") == {"games": [], "next": None}
        assert api.call("GET", "/me/tables?status=running") == []
    assert _refused(ana, "GET", f"/tables/{table}/rounds/1") == (409, "not_over")
    assert _refused(bob, "POST", f"/tables/{table}/abort")[1] in ("over", "slow_down")


def test_a_game_that_is_one_is_not_called_off(server: Inside) -> None:
    """Not after two moves, not by somebody else, not before it starts; and nobody does so again and again."""
    ana, bob, eve = _account(server), _account(server), guest(server.base, "Eve")
    table = new_table([ana, bob], RATED)
    path = f"/tables/{table}/abort"
    assert _refused(ana, "POST", path) == (409, "not_started")
    with talking(ana, table) as here, talking(bob, table) as there:
        dealt(here), dealt(there)
        assert _refused(eve, "POST", path) == (403, "not_seated")
        for _ in range(2):
            mover = _mover(here, there)
            other = there if mover is here else here
            mover.move()
            other.hear("update")
        assert _refused(ana, "POST", path) == (409, "too_late")
        assert here.answer("ping")["type"] == "done"
    tries = []
    for _ in range(4):
        again = new_table([bob, ana], RATED)
        with talking(ana, again) as here, talking(bob, again) as there:
            dealt(here), dealt(there)
            try:
                bob.call("POST", f"/tables/{again}/abort")
                tries.append("done")
            except ApiError as error:
                tries.append(error.code)
    assert tries == ["done", "done", "done", "slow_down"]
