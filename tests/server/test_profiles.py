"""Profiles, histories and lists: all that a stranger may know of a player, and nothing else."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from sommet.client.api import Api, ApiError
from sommet.server.config import Config
from sommet.server.people import tallies
from sommet.server.people.accounts import handle
from sommet.server.store.database import Store, migrations
from sommet.server.store.schema import RATING_COURSE, SEATS, TABLES, TALLIES, USERS
from sommet.server.tables import history

from .inside import Inside
from .running import guest, new_table
from .talking import dealt, talking

_NUMBERS = itertools.count()
CLOCK = {"kind": "total", "seconds": 3600}
PUBLIC = {"game": "babylone", "public": True}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Any) -> Iterator[Inside]:
    """One server on each database."""
    given = {} if request.param == "sqlite" else {"database": postgres.new_database("sommet_profiles")}
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


def _account(server: Inside, name: str = "Known") -> tuple[Api, str]:
    api, shown = Api(server.base), f"{name} {next(_NUMBERS)}"
    api.call("POST", "/accounts", {"name": shown, "password": "correct horse"})
    return api, shown


def _profile(api: Api, name: str) -> dict[str, Any]:
    found: dict[str, Any] = api.call("GET", f"/users?name={quote(name)}")
    return found


def _played(api: Api, user: str, **wanted: str) -> dict[str, Any]:
    asked = "&".join(f"{key}={quote(value)}" for key, value in wanted.items())
    found: dict[str, Any] = api.call("GET", f"/{user}/games?{asked}")
    return found


def _match(apis: list[Api], settings: dict[str, Any], loser: int = 1) -> str:
    """A match that one of them gives up at once."""
    table = new_table(apis, settings)
    with talking(apis[loser], table) as here, talking(apis[1 - loser], table) as there:
        dealt(here), dealt(there)
        here.answer("resign")
    while not any(one["id"] == table for one in _played(apis[0], "me")["games"]):
        time.sleep(0.02)  # until it is settled
    return table


def _refused(api: Api, path: str) -> tuple[int, str]:
    with pytest.raises(ApiError) as caught:
        api.call("GET", path)
    return caught.value.status, caught.value.code


def test_a_profile_tells_how_somebody_stands_and_got_there(server: Inside) -> None:
    """Ratings with their course, matches counted by game, wins in a row; and so does what they may download."""
    (ana, name), (bob, other) = _account(server), _account(server)
    rated = PUBLIC | {"rated": True, "clock": CLOCK}
    for loser in (1, 1, 0, 1):
        _match([ana, bob], rated, loser)
    stranger = Api(server.base)
    found, beaten = _profile(stranger, name.upper()), _profile(stranger, other)
    assert found["name"] == name
    assert found["since"] % 86_400_000 == 0
    assert found["tallies"] == [{"game": "babylone", "played": 4, "won": 3, "shared": 0, "streak": 1, "longest": 2}]
    assert [(one["played"], one["won"], one["streak"], one["longest"]) for one in beaten["tallies"]] == [(4, 1, 0, 1)]
    course = found["course"]["babylone"]
    assert [point["number"] for point in course] == [1, 2, 3, 4]
    assert course[-1]["rating"] == found["ratings"][0]["rating"]
    changes = [game["change"]["after"] for game in _played(stranger, f"users/{found['id']}")["games"]]
    assert changes == [point["rating"] for point in reversed(course)]
    kept = ana.call("GET", "/me/export")
    assert [point["rating"] for point in kept["course"]] == [point["rating"] for point in course]
    assert kept["tallies"] == found["tallies"]
    places = [line["user"] for line in stranger.call("GET", "/ratings/babylone")]
    assert places.index(found["id"]) < places.index(beaten["id"])


def test_a_stranger_learns_only_of_what_all_could_watch(server: Inside) -> None:
    """Nothing of private tables, of those that nobody may watch, or of what is still being played."""
    (ana, name), (bob, _) = _account(server), _account(server)
    shown = _match([ana, bob], PUBLIC)
    hidden = [_match([ana, bob], PUBLIC | more) for more in ({"public": False}, {"watch": False})]
    alone = ana.call("POST", "/tables", {"settings": PUBLIC | {"bots": [None, "beginner"]}})["id"]
    waiting = ana.call("POST", "/tables", {"settings": PUBLIC})["id"]
    stranger = Api(server.base)
    found = _profile(stranger, name)
    games = _played(stranger, f"users/{found['id']}")
    assert [game["id"] for game in games["games"]] == [shown]
    assert [(one["played"], one["won"]) for one in found["tallies"]] == [(1, 1)]
    told = json.dumps([found, games])
    assert not any(secret in told for secret in (*hidden, alone, waiting))
    assert {game["id"] for game in _played(ana, "me")["games"]} == {shown, *hidden}


def test_guests_and_who_has_gone_have_no_name(server: Inside) -> None:
    """To those who played with a guest they do; nobody finds a profile, nor searches for one by the name."""
    (ana, name), (bob, other) = _account(server), _account(server)
    eve = guest(server.base, "Eve Hidden")
    unseen, seen = _match([ana, eve], PUBLIC), _match([ana, bob], PUBLIC)
    me, stranger = f"users/{_profile(ana, name)['id']}", Api(server.base)
    assert "Eve" not in json.dumps(_played(stranger, me))
    assert eve.call("GET", "/me")["id"] not in json.dumps(_played(stranger, me))
    assert _played(stranger, me, **{"with": "eve hid"})["games"] == []
    assert [game["id"] for game in _played(ana, "me", **{"with": "eve hid"})["games"]] == [unseen]
    assert [game["id"] for game in _played(stranger, me, **{"with": other.upper()})["games"]] == [seen]
    for path in ("/users?name=Eve%20Hidden", "/users?name=", f"/users/{eve.call('GET', '/me')['id']}/games"):
        assert _refused(stranger, path)[0] in (400, 404)
    gone = _profile(stranger, other)["id"]
    bob.call("DELETE", "/me")
    assert _refused(stranger, f"/users?name={quote(other)}") == (404, "no_profile")
    assert _refused(stranger, f"/users/{gone}/games") == (404, "no_profile")
    for told in (_played(stranger, me), _played(ana, "me"), stranger.call("GET", "/ratings/babylone")):
        assert other not in json.dumps(told)


def test_whoever_was_banned_is_not_shown(server: Inside) -> None:
    """Neither by name nor among the best, nor in the lists of those who played with them."""
    (ana, name), (bob, other) = _account(server), _account(server)
    played = _match([ana, bob], PUBLIC | {"rated": True, "clock": CLOCK})
    stranger = Api(server.base)
    user = _profile(stranger, name)["id"]
    banned = USERS.update().where(USERS.c.id == user).values(banned=True)
    server.run(server.hub.store.write(lambda db: db.execute(banned).rowcount))
    assert _refused(stranger, f"/users?name={quote(name)}") == (404, "no_profile")
    assert user not in [line["user"] for line in stranger.call("GET", "/ratings/babylone")]
    assert stranger.call("GET", f"/users/{user}/ratings") == []
    theirs = f"users/{_profile(stranger, other)['id']}"
    for told in (_played(stranger, theirs), _played(bob, "me")):
        assert [game["id"] for game in told["games"]] == [played]
        assert name not in json.dumps(told)
        assert user not in json.dumps(told)
    assert _played(stranger, theirs, **{"with": name})["games"] == []


def _put(server: Inside, user: str, count: int, at: int, **more: Any) -> None:
    """So many matches that are over, as they are stored."""

    def write(db: sa.Connection) -> None:
        for number in range(count):
            table = {"id": f"{user[:8]}{at}_{number}", "owner": user, "game": "babylone", "players": 2, "public": True}
            told = {"settings": '{"game":"babylone"}', "status": "over", "invite": "", "secret": "", "changed": at}
            db.execute(TABLES.insert().values(**table, **told, created=at))
            ended = {"table_id": table["id"], "ended": at + number // 2, "shown": True}  # two end at the same moment
            mine = {"user_id": user, "seat": 0, "outcome": "won", "name": "Me"} | more
            db.execute(SEATS.insert().values(**ended, **mine))
            theirs = {"user_id": "x", "seat": 1, "outcome": "lost", "name": f"Émile {number}"}
            db.execute(SEATS.insert().values(**ended, **theirs))

    server.run(server.hub.store.write(write))


def test_every_page_follows_on_the_one_before(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, each once, the newest first, though others end between two pages; also where a page looks through
    fewer than fit."""
    ana, name = _account(server)
    user = _profile(ana, name)["id"]
    _put(server, user, 120, 1_000_000)
    for looked in (history.LOOKED_THROUGH, 7):
        monkeypatch.setattr(history, "LOOKED_THROUGH", looked)
        seen: list[tuple[int, str]] = []
        page: dict[str, Any] = {"next": None}
        for number in itertools.count():
            more = {} if page["next"] is None else {"before": page["next"]}
            page = _played(ana, "me" if number % 2 else f"users/{user}", **more)
            assert len(page["games"]) <= history.PAGE
            seen += [(game["ended"], game["id"]) for game in page["games"]]
            if page["next"] is None:
                break
            _put(server, user, 1, 2_000_000 + 1000 * looked + number)  # newer than all: no page shifts
        old = [one for one in seen if one[0] < 2_000_000]
        assert len(old) == len(set(old)) == 120
        assert seen == sorted(seen, reverse=True)


def test_a_search_finds_what_fits(server: Inside) -> None:
    """By game, by outcome and by a part of a name, however it is written."""
    ana, name = _account(server)
    user = _profile(ana, name)["id"]
    _put(server, user, 12, 1_000)
    _put(server, user, 3, 5_000, outcome="lost")
    found = _played(ana, "me", **{"with": "éMILE 1"})["games"]
    assert sorted({seat["name"] for game in found for seat in game["seats"][1:]}) == ["Émile 1", "Émile 10", "Émile 11"]
    assert len(_played(ana, "me", outcome="lost")["games"]) == 3
    assert len(_played(ana, "me", outcome="won", **{"with": "11"})["games"]) == 1
    assert _played(ana, "me", game="kabaleo") == {"games": [], "next": None}
    assert _played(ana, "me", **{"with": "%"})["games"] == []


@pytest.mark.parametrize("cursor", ["x", "1", "1.", ".a", "1.a'b", "9" * 16 + ".a", "1.a" * 20, "²1.a", "-1.a"])
def test_a_cursor_that_is_none_is_refused(server: Inside, cursor: str) -> None:
    """It is not taken for another."""
    ana, _ = _account(server)
    assert _refused(ana, f"/me/games?before={quote(cursor)}") == (400, "bad_request")


def test_counting_takes_turns(new_postgres: Callable[[], str]) -> None:
    """Matches of the same people that end at once, each at a process: all are counted."""

    async def race(database: str) -> None:
        stores = [Store(Config(database=database).url())]
        await stores[0].open()
        stores += [Store(stores[0].url) for _ in range(3)]
        rows = [{"id": name, "name": name, "handle": name, "epoch": 0, "created": 0} for name in "ab"]
        await stores[0].write(lambda db: db.execute(USERS.insert(), rows).rowcount)
        ended: list[Any] = [{"a": "won", "b": "lost"}, {"b": "won", "a": "lost", "gone": "won"}] * 2
        await asyncio.gather(
            *(
                store.write(partial(tallies.count, game="g", outcomes=each))
                for store, each in zip(stores, ended, strict=True)
            )
        )
        found = await stores[0].read(lambda db: {user: tallies.of(db, user)[0] for user in "ab"})
        assert [(found[user].played, found[user].won) for user in "ab"] == [(4, 2), (4, 2)]
        assert await stores[0].read(lambda db: tallies.of(db, "gone")) == []
        for store in stores:
            await store.close()

    asyncio.run(race(new_postgres()))


def test_what_was_played_before_is_counted_by_the_upgrade(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    """Of a database that has only the results: histories, counts and the course of ratings are filled in from them."""
    from alembic import command

    def old(db: sa.Connection) -> None:
        config = migrations()
        config.attributes["connection"] = db
        command.upgrade(config, "0004")
        for user in "ab":
            name = handle(user)
            db.execute(
                sa.text("INSERT INTO users (id, name, handle, epoch, created) VALUES (:id, :id, :h, 0, 1)"),
                {"id": user, "h": name},
            )
            db.execute(sa.text("INSERT INTO ratings VALUES (:id, 'g', 25, 8, 4)"), {"id": user})
        for number, (winner, more) in enumerate(
            [(0, {"rated": True}), (1, {"rated": True}), (1, {"public": True}), (0, {})]
        ):
            ratings = [{"before": 0, "after": number + seat / 2} for seat in range(2)] if more.get("rated") else []
            result = {
                "winners": [winner],
                "rounds": [{"winners": [winner], "reason": "x", "scores": None}],
                "places": [1, 2],
                "ratings": ratings,
            }
            values = {
                "id": f"t{number}",
                "s": json.dumps({"game": "g"} | more),
                "r": json.dumps(result),
                "at": 10 + number,
            }
            db.execute(
                sa.text(
                    "INSERT INTO tables (id, owner, game, players, settings, public, status, invite, secret, "
                    "result, created, changed) VALUES (:id, 'a', 'g', 2, :s, false, 'over', '', '', :r, 1, :at)"
                ),
                values,
            )
            for seat, user in enumerate("ab"):
                db.execute(
                    sa.text(
                        "INSERT INTO seats (table_id, seat, user_id, name, guest, ready) "
                        "VALUES (:id, :seat, :user, :user, false, true)"
                    ),
                    {"id": f"t{number}", "seat": seat, "user": user},
                )

    async def run(database: str) -> None:
        store = Store(Config(database=database).url())
        try:
            await store.write(old)
            await store.open()
            counted = await store.read(lambda db: db.execute(sa.select(TALLIES).order_by(TALLIES.c.user_id)).all())
            assert [tuple(row) for row in counted] == [("a", "g", 3, 1, 0, 0, 1), ("b", "g", 3, 2, 0, 2, 2)]
            course = await store.read(
                lambda db: db.execute(sa.select(RATING_COURSE).order_by(RATING_COURSE.c.at)).all()
            )
            assert [tuple(row) for row in course if row.user_id == "b"] == [
                ("b", "g", 3, 0.5, 10),
                ("b", "g", 4, 1.5, 11),
            ]
            mine = await store.read(lambda db: history.page(db, "a", history.Wanted(), stranger=False))
            assert [(game.id, game.outcome) for game in mine.games] == [
                ("t3", "won"),
                ("t2", "lost"),
                ("t1", "lost"),
                ("t0", "won"),
            ]
            told = await store.read(lambda db: history.page(db, "a", history.Wanted(), stranger=True))
            assert [game.id for game in told.games] == ["t2"]
        finally:
            await store.close()

    asyncio.run(run(f"sqlite:///{tmp_path}/x.db"))
    asyncio.run(run(new_postgres()))


HOSTILE = ("%00", "a%00b", "%FF%FE", "%ED%A0%80", "x" * 5000, "%0A", "%F0%9F%92%A9", "..%2F..%2Fetc", "' OR 1=1 --")


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_is_asked_of_profiles_is_refused_clearly(server: Inside, text: str) -> None:
    """By name, by identity, by game, by cursor: a clear refusal, or a list without anything; never a fault of ours."""
    ana = guest(server.base, "Ana")
    given = quote(text, safe="%")
    paths = [f"/users?name={given}", f"/users/{given}/games", f"/users/{given}/ratings", f"/ratings/{given}"]
    paths += [f"/me/games?{key}={given}" for key in ("game", "outcome", "with", "before")]
    paths += ["/users", "/users?name=", "/me/games?before=1.a.b", "/me/games?before=99999999999999999999.a"]
    answers = {path: _answered(ana, path) for path in paths}
    faults = {path: told for path, (status, told) in answers.items() if not (status == 200 or 400 <= status < 500)}
    assert faults == {}
    assert {str(told) for status, told in answers.values() if status == 200} <= {"[]", "{'games': [], 'next': None}"}
    assert not {"", "internal"} & {told for status, told in answers.values() if status != 200}


def _answered(api: Api, path: str) -> tuple[int, Any]:
    """The status, and what was found or why nothing was."""
    try:
        return 200, api.call("GET", path)
    except ApiError as error:
        return error.status, error.code
