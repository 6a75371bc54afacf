"""What one or a few guests can do to the others' computer players, analyses and lobby: nothing that matters.

Speed is not asserted (the bounds are against hanging); `python -m bench.server_attacks` measures it.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from bench.server_attacks import MASTERS, From

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.registry import new
from sommet.server.http import study
from sommet.server.tables import effects, service
from sommet.server.tables.lobby import EACH, TOGETHER
from sommet.server.work import kept
from sommet.server.work.queues import Urgency
from sommet.server.work.scheduler import Cost

from .inside import Inside
from .talking import Talk, talking

LONGEST = 10.0  # seconds, for an answer that takes a moment
ANA = "198.51.100.7"


def _guest(base: str, address: str, name: str = "Eve") -> From:
    return From(base, address).guest(name)


def _codes(count: int, api: Api, method: str, path: str, body: Any) -> dict[str, int]:
    """How often which answer was given."""
    found: dict[str, int] = {}
    for _ in range(count):
        try:
            api.call(method, path, body)
            code = "done"
        except ApiError as error:
            code = error.code
        found[code] = found.get(code, 0) + 1
    return found


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A new server, compiled, that knows addresses."""
    with Inside(tmp_path_factory.mktemp("server"), proxies="127.0.0.1") as inside:
        deadline = time.monotonic() + 300
        while inside.hub.warming.going_on:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield inside


def _my_turn(talk: Talk) -> None:
    while talk.view is None or not talk.view["legal"]:
        talk.hear("update")


def _easy(base: str, moves: int = 5) -> list[float]:
    """A normal player's game: how long the easy computer player takes for each move."""
    ana = _guest(base, ANA, "Ana")
    made = ana.call("POST", "/tables", {"settings": {"game": "kabaleo", "bots": [None, "easy"]}})
    took = []
    with talking(ana, made["id"]) as here:
        for _ in range(moves):
            _my_turn(here)
            began = time.monotonic()
            here.move()
            _my_turn(here)
            took.append(time.monotonic() - began)
            assert took[-1] < LONGEST
    print("easy, seconds:", [round(each, 3) for each in took])
    return took


def test_sixty_tables_of_two_masters(server: Inside) -> None:
    """A guest has two of them, all processes' worth is few, and a normal player's easy opponent answers meanwhile."""
    eve = _guest(server.base, "203.0.113.1")
    body = {"settings": MASTERS, "seat": None}
    assert _codes(60, eve, "POST", "/tables", body) == {"done": service.MOST_UNPEOPLED, "too_many_tables": 58}
    twin = _guest(server.base, "203.0.113.1")
    assert _codes(3, twin, "POST", "/tables", body) == {"too_many_tables": 3}  # at the same address
    others = [_codes(2, _guest(server.base, f"203.0.113.{each}"), "POST", "/tables", body) for each in range(2, 8)]
    assert sum(codes.get("done", 0) for codes in others) + 2 == server.hub.config.bot_tables
    assert others[-1] == {"busy": 2}
    _easy(server.base)


def test_forty_games_against_masters(server: Inside) -> None:
    """Somebody who lets all of them think all the time makes nobody else wait for an easy one."""
    eve = _guest(server.base, "203.0.113.1")
    for _ in range(40):
        made = eve.call("POST", "/tables", {"settings": {**MASTERS, "rounds": 1, "bots": [None, "master"]}})
        with talking(eve, made["id"]):  # it is dealt; where the master begins it thinks from now on
            pass
    _easy(server.base)


def test_tables_are_counted_by_their_makers(server: Inside) -> None:
    """Also where they do not sit; each once; those of guests at one address together."""
    eve = _guest(server.base, "203.0.113.1")
    body = {"settings": {"game": "babylone"}, "seat": None}
    assert _codes(60, eve, "POST", "/tables", body) == {"done": service.MOST_TABLES, "too_many_tables": 10}
    seated = _guest(server.base, "203.0.113.2")
    body["seat"] = 0  # type: ignore[assignment]
    assert _codes(52, seated, "POST", "/tables", body)["done"] == service.MOST_TABLES


def test_guests_at_one_address_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    """They may make some more tables than one of them, and no more; others are not concerned."""
    with Inside(tmp_path_factory.mktemp("server"), guest_tables=12) as inside:
        body = {"settings": {"game": "babylone"}, "seat": None}
        guests = [_guest(inside.base, "203.0.113.1") for _ in range(3)]
        made = [_codes(5, eve, "POST", "/tables", body).get("done", 0) for eve in guests]
        assert made == [5, 5, 2]
        assert _codes(5, _guest(inside.base, "203.0.113.9"), "POST", "/tables", body) == {"done": 5}
        account = From(inside.base, "203.0.113.1")
        account.call("POST", "/accounts", {"name": "Ada", "password": "correct horse"})
        assert _codes(5, account, "POST", "/tables", body) == {"done": 5}


def test_nobody_fills_the_lobby(server: Inside) -> None:
    """One guest, or many at one address, make public tables; the lobby shows a few of them, and somebody else's."""
    ana = _guest(server.base, ANA, "Ana")
    own = ana.call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    for number in range(6):
        eve = _guest(server.base, "203.0.113.1", f"Eve {number}")
        body = {"settings": {"game": "babylone", "public": True}, "seat": None}
        assert _codes(20, eve, "POST", "/tables", body) == {"done": 20}
        if number == 0:
            assert len(ana.call("GET", "/lobby")["open"]) == EACH + 1
    lines = [line["id"] for line in ana.call("GET", "/lobby")["open"]]
    assert own in lines
    assert len(lines) == TOGETHER + 1


def _played() -> Position:
    position = new("kabaleo", 2, 3)
    while not position.over:
        position = position.play(position.legal[len(position.moves) * 5 % len(position.legal)])
    return position


def _line(api: Api, name: str) -> float:
    """Seconds until an analysis has its first line."""
    began = time.monotonic()
    while not api.call("GET", f"/analyses/{name}")["results"]:
        assert time.monotonic() - began < 90
        time.sleep(0.05)
    return time.monotonic() - began


@pytest.mark.parametrize("apart", [False, True], ids=["at one address", "each at their own"])
def test_seventeen_guests_with_four_analyses_each(server: Inside, apart: bool) -> None:
    """They are refused or wait; somebody else's analysis begins at once all the same, and easy opponents answer."""
    record = _played().record.as_dict()
    body = {"record": record, "seconds": 1, "level": "master"}
    done = 0
    for number in range(17):
        eve = _guest(server.base, f"203.0.113.{number + 1 if apart else 1}")
        done += _codes(4, eve, "POST", "/analyses", body).get("done", 0)
    assert done == (17 * kept.MOST_EACH if apart else kept.MOST_TOGETHER)
    ana = _guest(server.base, ANA, "Ana")
    mine = ana.call("POST", "/analyses", {"record": record, "seconds": 0.05, "level": "easy", "whole": False})
    print("first line, seconds:", round(_line(ana, mine["id"]), 2))
    _easy(server.base)


def test_analyses_that_would_take_hours(server: Inside) -> None:
    """What one person may ask for is bounded in seconds too."""
    eve = _guest(server.base, "203.0.113.1")
    position = _played()
    longest = 10 * (len(position.moves) + 1)
    whole = int(kept.MOST_SECONDS // longest)
    assert whole < kept.MOST_EACH or longest * kept.MOST_EACH <= kept.MOST_SECONDS
    body = {"record": position.record.as_dict(), "seconds": 10}
    codes = _codes(kept.MOST_EACH + 1, eve, "POST", "/analyses", body)
    assert codes["done"] == min(whole, kept.MOST_EACH)
    assert codes["queue_full"] >= 1


def test_previews_are_bounded_by_what_they_cost(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """What thousands of moves would do is refused, at once; what hundreds would do is made once for a position."""
    api = From(server.base, "203.0.113.1")
    large = new("babylone", 2, 1, tokens=[16] * 4).record.as_dict()
    began = time.monotonic()
    with pytest.raises(ApiError, match="too_large") as refused:
        api.call("POST", "/positions", {"record": large, "foresee": True})
    assert refused.value.status == 413
    assert time.monotonic() - began < LONGEST
    assert len(api.call("POST", "/positions", {"record": large})["legal"]) > effects.MOST_FORESEEN
    made: list[str] = []
    foreseen = effects.foreseen

    def counted(known: Position) -> dict[str, Any]:
        made.append(known.record.game)
        return foreseen(known)

    monkeypatch.setattr(study, "foreseen", counted)
    study._foreseen.cache_clear()
    small = {"record": new("babylone", 2, 1, tokens=[8] * 4).record.as_dict(), "foresee": True}
    answers = [api.call("POST", "/positions", small)["foreseen"] for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]) == 992
    assert made == ["babylone"]


def test_a_room_foresees_only_so_many_moves(server: Inside) -> None:
    """At a table with very many moves nothing is foreseen; the answer comes, and says so by being empty."""
    eve = _guest(server.base, "203.0.113.1")
    settings = {"game": "babylone", "device": True, "choices": {"tokens": [16] * 4}}
    made = eve.call("POST", "/tables", {"settings": settings})
    with talking(eve, made["id"]) as here:
        while here.view is None:
            here.hear("update")
        if not here.view["legal"]:
            here.send("join", seat=here.view["to_move"])
            here.hear("welcome")
        assert here.view is not None
        assert len(here.view["legal"]) > effects.MOST_FORESEEN
        assert here.answer("foresee")["moves"] == {}


def test_a_flood_of_previews(server: Inside) -> None:
    """Strangers who ask without end wait for each other; others do not wait for them."""
    over, wrong = threading.Event(), list[ApiError]()
    body = {"record": new("babylone", 2, 1, tokens=[8] * 4).record.as_dict(), "foresee": True, "steps": True}

    def flood(number: int) -> None:
        api, seed = From(server.base, f"203.0.113.{number}"), number * 1000
        while not over.is_set():
            seed += 1
            try:
                api.call("POST", "/positions", body)
                api.call("GET", f"/games/babylone/puzzles/3?seed={seed}")
            except ApiError as error:
                wrong.extend([] if error.status == 429 else [error])

    threads = [threading.Thread(target=flood, args=(number,), daemon=True) for number in range(6)]
    for thread in threads:
        thread.start()
    try:
        _easy(server.base)
    finally:
        over.set()
        for thread in threads:
            thread.join(60)
    assert not wrong


@contextmanager
def _busy(server: Inside, waiting: int) -> Iterator[None]:
    """Every thread is at work, the quick one too, and so many jobs wait."""
    hub, stop = server.hub, threading.Event()

    async def fill() -> None:
        for number in range(waiting):
            cost = Cost(f"busy {number % 2}", number % 2)
            hub.spawn(hub.scheduler.run(f"eve {number}", cost, stop.wait, 60, urgency=Urgency.CLOCK, owed=True))

    asyncio.run_coroutine_threadsafe(fill(), server.server.servers[0].get_loop()).result(30)
    try:
        yield
    finally:
        stop.set()


def test_passwords_wait_for_nothing_else(server: Inside) -> None:
    """With every thread at work and hundreds of jobs waiting, somebody signs in."""
    with _busy(server, 300):
        ana = From(server.base, ANA)
        ana.call("POST", "/accounts", {"name": "Ada", "password": "correct horse"}, timeout=LONGEST)
        ana.call("POST", "/session", {"name": "Ada", "password": "correct horse"}, timeout=LONGEST)


def test_who_hangs_up_is_not_worked_for(server: Inside) -> None:
    """A request whose client has gone leaves the queue; it is not done for nobody."""
    queued = server.hub.scheduler._queues
    body = b'{"record":{}}'
    head = b"POST /api/v1/positions HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    with _busy(server, 20):
        address = ("127.0.0.1", int(server.base.rpartition(":")[2]))
        sockets = [socket.create_connection(address, 10) for _ in range(5)]
        for each in sockets:
            each.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        payer = "address 127.0.0.1"
        deadline = time.monotonic() + LONGEST
        while queued.waits(payer) < 5:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        for each in sockets:
            each.close()
        while queued.waits(payer):
            assert time.monotonic() < deadline + LONGEST
            time.sleep(0.01)
