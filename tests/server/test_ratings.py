"""Ratings: three players, four, teams; by the places in which the match ended, once."""

import asyncio
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from openskill.models import PlackettLuce

from sommet.client.api import Api
from sommet.core.registry import new
from sommet.server.store.log import Entry
from sommet.server.tables.progress import Dealt, Progress
from sommet.server.tables.settling import ranks
from sommet.server.wire.messages import encode
from sommet.server.wire.settings import Settings

from .inside import Inside
from .running import Player, new_table
from .talking import talking

_NUMBERS = itertools.count()
MODEL = PlackettLuce()


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
    table = new_table(apis, {"rated": True, **settings})
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
        if shown["status"] == "over" and rated is not None and rated["games"] == games:
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
    table = new_table(apis, {"game": "kabaleo", "rated": True})
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


def test_who_deleted_his_account_changes_nobodys_rating(server: Inside) -> None:
    """The match ends as it ends."""
    apis = _accounts(server, 2)
    table = new_table(apis, {"game": "babylone", "rated": True})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        while here.view is None:
            here.hear("update")
        apis[1].call("DELETE", "/me")
        there.answer("resign")
        while here.heard[-1].get("table", {}).get("status") != "over":
            here.hear("table")
    assert _rated(apis[0], "babylone") is None
