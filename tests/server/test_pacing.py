"""Computer players keep their time: what they think about a move fits into what their clock has left for it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.search.advice import Budget
from sommet.server.tables import pacing, turns
from sommet.server.wire.settings import Clock

from .inside import Inside
from .running import guest
from .talking import Talk, talking

CLOCKS = st.one_of(
    st.builds(Clock, kind=st.just("move"), seconds=st.integers(1, 3600)),
    st.builds(Clock, kind=st.just("total"), seconds=st.integers(1, 10_800), increment=st.integers(0, 180)),
)
BUDGETS = st.sampled_from([Budget(simulations=1), Budget(seconds=1.5), Budget(2.0, 20_000), Budget(60.0)])


@given(CLOCKS, st.floats(0.0, 10_800), BUDGETS)
def test_thought_fits_into_the_clock(clock: Clock, left: float, budget: Budget) -> None:
    """With time to store the move, and before any move is better than none; never more than the level takes."""
    given = pacing.within(budget, pacing.thought(clock, left))
    limit = pacing.limit(clock, left)
    assert given.seconds is not None
    assert limit is not None
    assert given.simulations == budget.simulations
    assert budget.seconds is None or given.seconds <= budget.seconds
    if left > 0.25:
        assert given.seconds < limit < left


@given(st.integers(1, 600), st.integers(0, 10))
def test_a_whole_game_fits_into_a_clock(seconds: int, increment: int) -> None:
    """Two hundred moves, each with the time it may take: something is always left."""
    clock, left = Clock(kind="total", seconds=seconds, increment=increment), float(seconds)
    for _ in range(200):
        thought = pacing.thought(clock, left)
        assert thought is not None
        assert thought == pacing.LEAST or thought < left
        left += increment - thought
    assert left > 0 or increment == 0


def test_days_and_no_clock_leave_a_level_its_own_time() -> None:
    """They hurry nobody."""
    for clock in (Clock(), Clock(kind="days", days=1)):
        assert pacing.thought(clock, 1.0) is None
        assert pacing.limit(clock, 1.0) is None
        assert pacing.within(Budget(seconds=1.5), None) == Budget(seconds=1.5)


def _my_turn(talk: Talk) -> dict[str, Any]:
    while talk.view is None or not talk.view["legal"]:
        talk.hear("update")
        if talk.heard[-1]["match"]["winners"] is not None:
            break
    assert talk.view is not None
    return talk.view


@pytest.mark.parametrize("name", ["kabaleo", "on_top"])
def test_a_master_moves_in_time_at_one_second_a_move(tmp_path: Path, name: str) -> None:
    """Its level takes a second and a half when it may; here all its moves are there before the second is over."""
    with Inside(tmp_path) as server:
        _ready(server)
        ana = guest(server.base)
        settings = {"game": name, "bots": [None, "master"], "clock": {"kind": "move", "seconds": 1}}
        made = ana.call("POST", "/tables", {"settings": settings})
        with talking(ana, made["id"]) as here:
            for _ in range(3):
                if not _my_turn(here)["legal"]:
                    break
                here.move()
            here.answer("ping")
            _my_turn(here)
            ended = [event for message in here.heard for event in message.get("events", []) if event["kind"] == "end"]
            assert not [event for event in ended if event["seat"] == 1], ended


def _ready(server: Inside) -> None:
    deadline = time.monotonic() + 300
    while server.hub.warming.going_on:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("failing", ["slow", "broken"])
def test_any_move_is_better_than_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    """A computer player that cannot be stopped, or fails, plays some legal move before its time is over."""
    released: list[bool] = []
    think: Callable[..., str] = turns._think

    def wrong(*given: Any) -> str:
        if failing == "broken":
            raise RuntimeError("a fault in a computer player")
        deadline = time.monotonic() + 20
        while not released and time.monotonic() < deadline:
            time.sleep(0.01)
        return think(*given)

    monkeypatch.setattr(turns, "_think", wrong)
    with Inside(tmp_path) as server:
        ana = guest(server.base)
        settings = {"game": "kabaleo", "bots": [None, "easy"], "clock": {"kind": "move", "seconds": 2}}
        made = ana.call("POST", "/tables", {"settings": settings})
        with talking(ana, made["id"]) as here:
            _my_turn(here)
            here.move()
            view = _my_turn(here)
            assert view["ply"] >= 2
            assert view["result"] is None
        released.append(True)
