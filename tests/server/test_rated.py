"""Rated games are honest: a clock, nobody replaced, no help from this server, and an end that counts once."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from sommet.client.api import Api, ApiError
from sommet.core.registry import new
from sommet.server.store.schema import TABLES
from sommet.server.tables import commands

from .inside import Inside
from .running import new_table
from .talking import Talk, talking

_NUMBERS = itertools.count()
CLOCK = {"kind": "total", "seconds": 600}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _account(server: Inside) -> Api:
    api = Api(server.base)
    api.call("POST", "/accounts", {"name": f"Fair {next(_NUMBERS)}", "password": "correct horse"})
    return api


def _refused(api: Api, path: str, body: dict[str, Any]) -> tuple[int, str, str]:
    with pytest.raises(ApiError) as caught:
        api.call("POST", path, body)
    return caught.value.status, caught.value.code, str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rated": True},
        {"rated": True, "clock": {"kind": "none"}},
        {"rated": True, "clock": CLOCK, "replace": "beginner"},
        {"clock": {"kind": "days", "days": 3}, "replace": "beginner"},
    ],
)
def test_what_would_spoil_a_rated_game_is_refused(server: Inside, wrong: dict[str, Any]) -> None:
    """Whoever could wait for ever would never lose; whoever could swap their opponent would always win."""
    status, _, message = _refused(_account(server), "/tables", {"settings": {"game": "kabaleo", **wrong}})
    assert status == 400
    assert message


def test_a_rated_quick_match_has_a_clock(server: Inside) -> None:
    """Its own where none is given; none at all is refused."""
    api = _account(server)
    assert api.call("POST", "/quick", {"game": "kabaleo", "rated": True})["settings"]["clock"]["kind"] == "total"
    assert _refused(api, "/quick", {"game": "kabaleo", "rated": True, "clock": {"kind": "none"}})[0] == 400


@pytest.mark.parametrize("spoilt", [{"rated": True}, {"clock": {"kind": "days", "days": 2}}])
def test_nobody_is_replaced_where_that_would_be_unfair(
    server: Inside, monkeypatch: pytest.MonkeyPatch, spoilt: dict[str, Any]
) -> None:
    """Not even at a table that an earlier version has made."""
    apis = [_account(server), _account(server)]
    table = new_table(apis, {"game": "kabaleo", "clock": CLOCK, **spoilt})
    old = {"game": "kabaleo", "players": 2, "clock": CLOCK, **spoilt, "replace": "beginner"}
    with sa.create_engine(server.hub.store.url.set(drivername="sqlite")).begin() as db:
        kept = msgspec.json.encode(old).decode()
        db.execute(TABLES.update().where(TABLES.c.id == table).values(settings=kept))
    server.hub.tables.rooms.pop(table)
    with talking(apis[0], table) as here:
        with talking(apis[1], table):
            while here.view is None:
                here.hear("update")
        here.hear("presence", seats=[True, False])
        monkeypatch.setattr(commands, "AWAY", 0.0)
        assert here.answer("replace", seat=1)["code"] == "no_replacing"


def _begin(apis: list[Api], table: str, *talks: Talk) -> Talk:
    for talk in talks:
        while talk.view is None:
            talk.hear("update")
    return next(talk for talk in talks if talk.view and talk.view["legal"])


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_no_help_with_a_running_rated_game_of_ones_own(server: Inside, game: str) -> None:
    """By what I know of it, by a record that goes on from there, by a link. Others are not hindered."""
    apis, stranger = [_account(server), _account(server)], _account(server)
    table = new_table(apis, {"game": game, "rated": True, "clock": CLOCK})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        mover = _begin(apis, table, here, there)
        for _ in range(3):
            mover.move()
            for talk in (here, there):
                while talk.view is None or talk.view["ply"] != (mover.view or {})["ply"]:
                    talk.hear("update")
            mover = here if (here.view or {})["legal"] else there
        for seat, api in enumerate(apis):
            known = api.call("GET", f"/tables/{table}/view")["view"]["knowledge"]
            shown = api.call("POST", "/positions", {"record": known})  # legal moves are no secret and no help
            asked: list[dict[str, Any]] = [{"record": known}, {"link": shown["link"]}]
            if shown["legal"]:
                asked.append({"record": known, "moves": shown["legal"][:1]})
            asked.append({"record": known | {"moves": known["moves"][:2]}})
            for body in asked:
                for more in ("foresee", "effects", "steps"):
                    assert _refused(api, "/positions", body | {more: True})[:2] == (403, "rated_running")
                if "moves" not in body:
                    assert _refused(api, "/analyses", body)[:2] == (403, "rated_running")
            assert stranger.call("POST", "/positions", {"record": known, "effects": True})["effects"]
            other = new(game, 2, 1000 + seat).record.as_dict()
            assert api.call("POST", "/positions", {"record": other, "foresee": True})["foreseen"]
        truth = server.hub.tables.rooms[table].progress.position
        assert truth is not None
        brought = {"settings": {"game": game, "bots": [None, "easy"]}, "record": truth.record.as_dict()}
        assert _refused(apis[0], "/tables", brought)[:2] == (403, "rated_running")
        here.answer("resign")
    assert apis[0].call("POST", "/positions", {"record": known, "effects": True})["effects"]


def test_no_hint_where_the_others_have_left_a_rated_game(server: Inside) -> None:
    """Computer players go on in their seats; the rating is still at stake."""
    apis = [_account(server) for _ in range(3)]
    table = new_table(apis, {"game": "kabaleo", "rated": True, "clock": CLOCK})
    with talking(apis[0], table) as stays, talking(apis[1], table) as second, talking(apis[2], table) as third:
        _begin(apis, table, stays, second, third)
        assert second.answer("resign")["events"][0]["kind"] == "replace"
        assert third.answer("resign")["events"][0]["kind"] == "replace"
        while (stays.view or {})["to_move"] != stays.welcome["viewer"]:
            stays.hear("update")
        assert stays.answer("hint")["code"] == "no_hints"
