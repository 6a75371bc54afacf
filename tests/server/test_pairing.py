"""Quick matches: whoever wants the same is brought together, near ratings first, and after a minute anybody."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api
from sommet.server.hub import Hub
from sommet.server.store.schema import RATINGS, SEEKS
from sommet.server.tables.pairing import ANYBODY, NARROW, THERE, forget, width

from .inside import Inside
from .peeking import rows, within
from .talking import Talk, at, dealt, talking

_NUMBERS = itertools.count()
CLOCKS = ({"kind": "total", "seconds": seconds, "increment": 5} for seconds in itertools.count(60))


class Time:
    """The servers' time is the test's: so much later than it is."""

    def __init__(self) -> None:
        self.later = 0

    def fix(self, hub: Hub) -> None:
        """This server goes by it."""
        fixed: Any = hub
        fixed.now = lambda: hub.pulse.now() + self.later


@pytest.fixture
def time() -> Time:
    """It stands still until the test moves it on."""
    return Time()


@pytest.fixture
def server(time: Time, tmp_path: Path) -> Iterator[Inside]:
    """A server in that time."""
    with Inside(tmp_path, time.fix) as inside:
        yield inside


@pytest.fixture
def wish() -> dict[str, Any]:
    """A quick match."""
    return {"game": "babylone", "clock": next(CLOCKS), "rated": True}


def player(server: Inside, mu: float | None = None) -> Api:
    """Somebody with an account, of that strength."""
    api = Api(server.base)
    made = api.call("POST", "/accounts", {"name": f"Quick {next(_NUMBERS)}", "password": "correct horse"})
    if mu is not None:
        row = {"user_id": made["id"], "game": "babylone", "mu": mu, "sigma": 2.0, "games": 9, "sure": mu - 6}
        within(server, lambda db: db.execute(RATINGS.insert().values(**row)))
    return api


def test_the_longer_one_waits_the_further_apart_one_may_be() -> None:
    """At first not far, in the end as far as may be."""
    assert [width(0), width(10), width(ANYBODY)] == [NARROW, NARROW + 2, float("inf")]


def test_whoever_is_nearest_is_chosen(server: Inside, wish: dict[str, Any]) -> None:
    """Of those who are near enough; who is not waits at a table of their own, and finds it again."""
    far, near, nearer, other = (player(server, mu) for mu in (50.0, 29.9, 22.5, 26.0))
    tables = [api.call("POST", "/quick", wish)["id"] for api in (far, near, nearer)]
    assert len(set(tables)) == 3
    assert far.call("POST", "/quick", wish)["id"] == tables[0]
    assert other.call("POST", "/quick", wish | {"rated": False})["id"] not in tables
    assert other.call("POST", "/quick", wish)["id"] == tables[2]


def test_whoever_waits_is_moved_when_others_will_do(server: Inside, time: Time, wish: dict[str, Any]) -> None:
    """To the table of whoever came first, which both are told; then they play."""
    strong, weak = player(server, 40.0), player(server, 20.0)
    first, second = (api.call("POST", "/quick", wish)["id"] for api in (strong, weak))
    assert first != second
    with talking(strong, first) as here, talking(weak, second) as there:
        server.run(server.hub.pairing.look())
        assert weak.call("GET", f"/tables/{second}")["status"] == "open"
        time.later += round(ANYBODY * 1000)
        server.run(server.hub.pairing.look())
        assert there.hear("rematch")["table"] == first
        assert there.hear("refused")["code"] == "table_closed"
        assert [seat["kind"] for seat in here.hear("table")["table"]["seats"]] == ["account", "account"]
        with talking(weak, first) as there:
            dealt(here)
            dealt(there)
    with talking(weak, second) as late:  # who was not there to hear it
        assert late.welcome == {"type": "rematch", "table": first}
    within(server, forget)
    assert rows(server, SEEKS) == []


@pytest.mark.parametrize("why", ["gone", "blocked", "left", "another game"])
def test_nobody_is_moved_to_whom_they_cannot_play(server: Inside, time: Time, wish: dict[str, Any], why: str) -> None:
    """Who has gone, is blocked or has got up; who wants something else."""
    strong, weak = player(server, 40.0), player(server, 20.0)
    first = strong.call("POST", "/quick", wish)["id"]
    second = weak.call("POST", "/quick", wish | ({"players": 3} if why == "another game" else {}))["id"]
    if why == "blocked":
        weak.call("PUT", f"/me/blocks/{strong.call('GET', '/me')['id']}")
    if why == "left":
        strong.call("DELETE", f"/tables/{first}/seats/me")
    with talking(weak, second) as there:
        time.later += round(ANYBODY * 1000)
        assert time.later > THERE
        if why != "gone":
            within(server, lambda db: db.execute(SEEKS.update().values(alive=SEEKS.c.alive + time.later)))
        server.run(server.hub.pairing.look())
        there.answer("ping")
        assert not any(message["type"] == "rematch" for message in there.heard)
    assert weak.call("GET", f"/tables/{second}")["status"] == "open"


def test_over_two_processes(tmp_path: Path, time: Time, wish: dict[str, Any], new_postgres: Callable[[], str]) -> None:
    """Each waits at a process of their own; whoever is moved by theirs meets the other at any."""
    database = new_postgres()
    with (
        Inside(tmp_path, time.fix, database=database) as one,
        Inside(tmp_path, time.fix, database=database) as two,
    ):
        strong, weak = player(one, 40.0), at(player(one, 20.0), two)
        first, second = (api.call("POST", "/quick", wish)["id"] for api in (strong, weak))
        with talking(strong, first) as here, talking(weak, second) as there:
            time.later += round(ANYBODY * 1000)
            one.run(one.hub.pairing.look())  # they are there
            two.run(two.hub.pairing.look())
            assert there.hear("rematch")["table"] == first
            with talking(weak, first) as met:
                for each in (here, met):
                    assert isinstance(each, Talk)
                    dealt(each)
