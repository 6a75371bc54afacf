"""Ratings: three players, four, teams; by the places in which the match ended, once."""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce

from sommet.client.api import Api
from sommet.core.registry import new
from sommet.server.config import Config
from sommet.server.hub import Hub
from sommet.server.people.ratings import rate
from sommet.server.store.database import Store, StoreError
from sommet.server.store.log import Entry
from sommet.server.store.schema import RATING_COURSE, RATINGS, USERS
from sommet.server.tables.progress import Dealt, Progress
from sommet.server.tables.settling import ranks
from sommet.server.wire.messages import encode
from sommet.server.wire.settings import Settings

from .inside import Inside
from .running import Player, new_table
from .talking import talking

_NUMBERS = itertools.count()
MODEL = PlackettLuce()
CLOCK = {"kind": "total", "seconds": 3600}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _accounts(server: Inside, count: int) -> list[Api]:
    apis = []
    for _ in range(count):
        api = Api(server.base)
        api.call("POST", "/accounts", {"name": f"Rated {next(_NUMBERS)}", "password": "correct horse"})
        apis.append(api)
    return apis


def _play(apis: list[Api], settings: dict[str, Any], games: int = 1) -> dict[str, Any]:
    """A rated match to its end, their n-th; its result."""
    table = new_table(apis, {"rated": True, "clock": CLOCK, **settings})
    players = [Player(api, table, 10 * games + seat) for seat, api in enumerate(apis)]

    async def play() -> None:
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 300)

    asyncio.run(play())
    return _result(apis[0], table, games)


def _result(api: Api, table: str, games: int = 1) -> dict[str, Any]:
    """How the match ended, once that is stored and rated."""
    while True:
        shown: dict[str, Any] = api.call("GET", f"/tables/{table}")
        rated = _rated(api, shown["settings"]["game"])
        settled = shown["status"] == "over" and "ratings" in shown["result"]
        if settled and rated is not None and rated["games"] == games:
            result: dict[str, Any] = shown["result"]
            return result


def _rated(api: Api, game: str) -> dict[str, Any] | None:
    """One's own rating in this game."""
    me = api.call("GET", "/me")["id"]
    return next((row for row in api.call("GET", f"/ratings/{game}") if row["user"] == me), None)


def _ratings(apis: list[Api], game: str) -> list[tuple[float, float, int]]:
    found = [_rated(api, game) for api in apis]
    return [(row["mu"], row["sigma"], row["games"]) for row in found if row is not None]


def _expected(sides: list[list[int]], places: list[int], before: dict[int, Any]) -> dict[int, Any]:
    """What openskill itself says, asked directly."""
    rated = MODEL.rate(
        [[before[seat] for seat in side] for side in sides], ranks=[float(places[side[0]]) for side in sides]
    )
    return {
        seat: after for side, team in zip(sides, rated, strict=True) for seat, after in zip(side, team, strict=True)
    }


@pytest.mark.parametrize(("game", "players"), [("kabaleo", 3), ("on_top", 3), ("kabaleo", 4), ("babylone", 4)])
def test_three_and_four_players(server: Inside, game: str, players: int) -> None:
    """Each against each, by places: those with equal points are equal; and twice in a row."""
    apis = _accounts(server, players)
    seats = [[seat] for seat in range(players)]
    expected = {seat: MODEL.rating() for seat in range(players)}
    for number in (1, 2):
        result = _play(apis, {"game": game}, number)
        last = result["rounds"][-1]
        keys = [(seat in last["winners"], last["scores"][seat]) for seat in range(players)]
        places = [1 + len({other for other in keys if other > key}) for key in keys]
        assert result["places"] == places
        expected = _expected(seats, places, expected)
        found = _ratings(apis, game)
        for seat in range(players):
            assert found[seat] == pytest.approx((expected[seat].mu, expected[seat].sigma, number))
            after = expected[seat].mu - 3 * expected[seat].sigma
            assert result["ratings"][seat]["after"] == pytest.approx(after, abs=0.01)
            assert (result["ratings"][seat]["before"] == 0) == (number == 1)


def test_teams(server: Inside) -> None:
    """T25: partners win and lose together."""
    apis = _accounts(server, 4)
    result = _play(apis, {"game": "on_top", "options": {"teams": True}})
    winners = result["winners"]
    assert sorted(winners) in ([0, 2], [1, 3])
    assert result["places"] == [1 if seat in winners else 2 for seat in range(4)]
    expected = _expected([[0, 2], [1, 3]], result["places"], {seat: MODEL.rating() for seat in range(4)})
    found = _ratings(apis, "on_top")
    for seat in range(4):
        assert found[seat] == pytest.approx((expected[seat].mu, expected[seat].sigma, 1))
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert {found[seat][0] > MODEL.rating().mu for seat in winners} == {True}


def test_one_of_three_who_resigns_is_last(server: Inside) -> None:
    """A computer player goes on in their seat."""
    apis = _accounts(server, 3)
    table = new_table(apis, {"game": "kabaleo", "rated": True, "clock": CLOCK})
    players = [Player(api, table, seat) for seat, api in enumerate(apis[:2])]

    def resign() -> None:
        with talking(apis[2], table) as leaver:
            while leaver.view is None:
                leaver.hear("update")
            assert leaver.answer("resign")["events"][0]["kind"] == "replace"

    async def play() -> None:
        tasks = [player.play() for player in players]
        await asyncio.wait_for(asyncio.gather(*tasks, asyncio.to_thread(resign)), 300)

    asyncio.run(play())
    _result(apis[0], table)
    found = [row[0] for row in _ratings(apis, "kabaleo")]
    assert min(found) == found[2] < found[0]
    assert found[2] < found[1]


def test_what_the_computer_wins_in_ones_seat_is_not_ones_own() -> None:
    """Who left is behind those who stayed, also where their seat won."""
    chance = random.Random(1)
    while True:
        progress = Progress(Settings(game="babylone", players=3), None)
        deal = encode(Dealt(dict(new("babylone", 3, chance.randrange(1000)).record.setup))).decode()
        progress.add(Entry("t", 0, "deal", None, deal, 0))
        progress.add(Entry("t", 1, "replace", 2, "easy", 0))
        while progress.position is not None and not progress.over:
            move = chance.choice(progress.position.legal)
            progress.add(Entry("t", progress.seq, "move", progress.to_move, move, 0))
        if progress.winners == [2]:
            break
    assert progress.places()[2] == 1
    placed = ranks(progress)
    assert placed[2] > max(placed[0], placed[1])


def test_who_stayed_longer_is_before_those_who_left_earlier() -> None:
    """Whatever the computer players made of their seats."""
    chance = random.Random(3)
    progress = Progress(Settings(game="babylone", players=4), None)
    deal = encode(Dealt(dict(new("babylone", 4, 5).record.setup))).decode()
    progress.add(Entry("t", 0, "deal", None, deal, 0))
    for seat in (2, 0):
        progress.add(Entry("t", progress.seq, "replace", seat, "easy", 0))
    while progress.position is not None and not progress.over:
        move = chance.choice(progress.position.legal)
        progress.add(Entry("t", progress.seq, "move", progress.to_move, move, 0))
    placed = ranks(progress)
    assert max(placed[1], placed[3]) < placed[0] < placed[2]


def test_who_deletes_their_account_gives_up_and_the_other_is_rated(server: Inside) -> None:
    """A deserved win counts; it is over at once, for whoever stays need not wait."""
    apis = _accounts(server, 2)
    table = new_table(apis, {"game": "babylone", "rated": True, "clock": CLOCK})
    with talking(apis[0], table) as here, talking(apis[1], table):
        while here.view is None:
            here.hear("update")
        apis[1].call("DELETE", "/me")
        while "ratings" not in (here.heard[-1].get("table", {}).get("result") or {}):  # told when it is settled
            here.hear("table")
    expected = _expected([[0], [1]], [1, 2], {seat: MODEL.rating() for seat in range(2)})[0]
    rated = _rated(apis[0], "babylone")
    assert rated is not None
    assert (rated["mu"], rated["sigma"], rated["games"]) == pytest.approx((expected.mu, expected.sigma, 1))


def _add_accounts(db: sa.Connection, names: str) -> None:
    rows = [{"id": name, "name": name, "handle": name, "epoch": 0, "created": 0} for name in names]
    db.execute(USERS.insert(), rows)


async def _stored(store: Store) -> dict[str, tuple[float, float, int]]:
    rows = await store.read(lambda db: db.execute(sa.select(RATINGS)).all())
    return {row.user_id: (row.mu, row.sigma, row.games) for row in rows}


def test_two_processes_rate_the_same_people_one_after_the_other(new_postgres: Callable[[], str]) -> None:
    """Matches of the same people that end at once, each at a process: as if one after the other, in some order."""
    ended = [([["a"], ["b"]], [1.0, 2.0]), ([["b"], ["a"]], [1.0, 2.0]), ([["c"], ["a"], ["b"]], [1.0, 2.0, 3.0])]

    def in_turn(order: tuple[int, ...]) -> dict[str, tuple[float, float, int]]:
        known: dict[str, tuple[float, float, int]] = {}
        for number in order:
            sides, places = ended[number]
            before = [[MODEL.rating(*known[user][:2]) if user in known else MODEL.rating()] for (user,) in sides]
            for (user,), (after,) in zip(sides, MODEL.rate(before, ranks=places), strict=True):
                known[user] = after.mu, after.sigma, known.get(user, (0, 0, 0))[2] + 1
        return known

    async def race(database: str) -> None:
        stores = [Store(Config(database=database).url())]
        await stores[0].open()
        stores += [Store(stores[0].url) for _ in range(len(ended) - 1)]
        await stores[0].write(partial(_add_accounts, names="abc"))
        orders = [in_turn(order) for order in itertools.permutations(range(len(ended)))]
        for _ in range(5):
            await stores[0].write(lambda db: db.execute(RATINGS.delete()))
            await stores[0].write(lambda db: db.execute(RATING_COURSE.delete()))
            await asyncio.gather(
                *(
                    store.write(partial(rate, game="g", sides=[list(side) for side in sides], ranks=places, at=1))
                    for store, (sides, places) in zip(stores, ended, strict=True)
                )
            )
            found = await _stored(stores[0])
            assert any(
                found.keys() == order.keys() and all(found[user] == pytest.approx(order[user]) for user in order)
                for order in orders
            )
        for store in stores:
            await store.close()

    asyncio.run(race(new_postgres()))


def test_a_match_that_ended_when_the_server_died_is_settled_by_the_next(tmp_path: Path) -> None:
    """Nobody has to look at it; and it is settled once."""

    async def never(*_: Any) -> None:
        raise StoreError("server.store.no_answer")

    def fail(hub: Hub) -> None:
        hub.tables.turns._finish = never

    with Inside(tmp_path, fail) as server:
        apis = _accounts(server, 2)
        table = new_table(apis, {"game": "babylone", "rated": True, "clock": CLOCK})
        with talking(apis[0], table) as here, talking(apis[1], table):
            while here.view is None:
                here.hear("update")
            assert here.answer("resign")["events"][0]["kind"] == "end"
        assert _rated(apis[0], "babylone") is None
    for _ in range(2):
        with Inside(tmp_path) as server:
            stranger, deadline = Api(server.base), time.monotonic() + 60
            while len(found := stranger.call("GET", "/ratings/babylone")) < 2:
                assert time.monotonic() < deadline
            assert [row["games"] for row in found] == [1, 1]


def test_two_processes_settle_a_match_once(new_postgres: Callable[[], str], tmp_path: Path) -> None:
    """Both have seen its end; one settles it."""
    database = new_postgres()
    with Inside(tmp_path, database=database) as one, Inside(tmp_path, database=database) as two:
        apis = _accounts(one, 2)
        table = new_table(apis, {"game": "babylone", "rated": True, "clock": CLOCK})
        with talking(apis[0], table) as here, talking(apis[1], table):
            while here.view is None:
                here.hear("update")
            here.answer("resign")
            Api(two.base).call("GET", f"/tables/{table}")  # the other process has a room of it, and finishes it too
            while here.heard[-1].get("table", {}).get("status") != "over":
                here.hear("table")
        deadline = time.monotonic() + 30
        while len(found := Api(two.base).call("GET", "/ratings/babylone")) < 2:
            assert time.monotonic() < deadline
        assert [row["games"] for row in found] == [1, 1]


def test_a_place_counts_those_who_are_listed_before(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal ratings share a place, whoever was banned has none; where there are too many, nothing is told."""
    people = [api.call("GET", "/me")["id"] for api in _accounts(server, 4)]

    def write(db: sa.Connection) -> None:
        for user, sure in zip(people, (30.0, 20.0, 20.0, 10.0), strict=True):
            row = {"user_id": user, "game": "pebbles", "mu": sure + 6, "sigma": 2.0, "games": 9, "sure": sure}
            db.execute(RATINGS.insert().values(**row))

    def places() -> list[list[int | None]]:
        told = [Api(server.base).call("GET", f"/users/{user}/ratings") for user in people]
        return [[one["place"] for one in ratings] for ratings in told]

    server.run(server.hub.store.write(write))
    assert places() == [[1], [2], [2], [4]]
    monkeypatch.setattr("sommet.server.people.ratings.COUNTED", 3)
    assert places() == [[1], [2], [2], [None]]
    banned = USERS.update().where(USERS.c.id == people[0]).values(banned=True)
    server.run(server.hub.store.write(lambda db: db.execute(banned).rowcount))
    assert places() == [[], [1], [1], [3]]
