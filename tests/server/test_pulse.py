"""A process' time with clocks of the test's own: what stands still, leaps, dies or cannot store costs nobody time."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sommet.server.config import Config
from sommet.server.store.database import Store, StoreError
from sommet.server.store.outages import DEAD, GRACE, record
from sommet.server.store.pulse import SLOW, STALL, Pulse
from sommet.server.store.schema import OUTAGES, PROCESSES, TABLES

START = 1_800_000_000
_NUMBERS = itertools.count()


class Time:
    """Two clocks: one that goes on by itself, and one on the wall that anybody may set."""

    def __init__(self) -> None:
        self.steady, self.set = 1000.0, 0.0

    def pulse(self, store: Store, name: str = "one") -> Pulse:
        """A process that lives by them."""
        return Pulse(store, name, lambda: self.steady, lambda: START + self.steady + self.set)


def _run(folder: Path, work: Callable[[Store, Time], Awaitable[None]], running: bool = True) -> None:
    async def all_of_it() -> None:
        store = Store(Config(database=f"sqlite:///{folder / 'pulse.db'}").url())
        await store.open()
        if running:
            values = dict.fromkeys(("id", "owner", "game", "settings", "invite", "secret"), "x")
            row = TABLES.insert().values(players=2, public=False, status="running", created=0, changed=0, **values)
            await store.write(lambda db: db.execute(row))
        try:
            await work(store, Time())
        finally:
            await store.close()

    asyncio.run(all_of_it())


async def _outages(store: Store) -> list[tuple[int, int]]:
    rows = await store.read(lambda db: db.execute(sa.select(OUTAGES).order_by(OUTAGES.c.began)).all())
    return [(row.began, row.ended) for row in rows]


def _broken(db: sa.Connection) -> None:
    db.exec_driver_sql("select nonsense")


def test_a_wall_clock_that_is_set_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An hour forwards, two backwards: it is noticed, and games go on."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        before = pulse.now()
        for leap in (3600.0, -7200.0):
            time.set += leap
            time.steady += 0.1
            pulse.look()
        assert pulse.now() - before == 200
        assert pulse.outages.pairs() == []

    _run(tmp_path, work)


def test_a_process_that_stood_still_notices_before_it_judges(tmp_path: Path) -> None:
    """What is judged first after the stall knows of it, and what is stored first stores it too."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        began = pulse.now()
        time.steady += STALL / 1000 - 0.1
        pulse.look()
        assert pulse.outages.pairs() == []
        time.steady += 15
        with pulse.commit() as outages:
            assert outages == {began + STALL - 100: pulse.now()}
        assert pulse.outages.within(began, pulse.now()) == 15_000
        assert pulse.unstored() == {}

    _run(tmp_path, work)


def test_a_store_that_is_away_is_an_outage(tmp_path: Path) -> None:
    """From the first commit that failed to the first that succeeded, and a little for those who come back."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        began = pulse.now()
        for _ in range(30):
            with pytest.raises(StoreError), pulse.commit():
                await store.write(_broken)
            time.steady += 0.4
            pulse.look()
            assert pulse.outages.pairs() == [(began, pulse.now())]
        await pulse.sign()
        assert pulse.outages.pairs() == [(began, pulse.now() + GRACE)]
        await pulse.sign()
        assert await _outages(store) == pulse.outages.pairs()

    _run(tmp_path, work)


def test_a_store_that_went_away_unnoticed_is_an_outage_from_when_it_was_last_there(tmp_path: Path) -> None:
    """Nobody knows when it died: at the earliest just after it stored something for the last time."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        await pulse.sign()
        last = pulse.now()
        for _ in range(3):
            time.steady += 0.3
            pulse.look()
        with pytest.raises(StoreError), pulse.commit():
            await store.write(_broken)
        pulse.look()
        assert pulse.outages.pairs() == [(last, pulse.now())]

    _run(tmp_path, work)


def test_who_waits_for_the_store_is_not_charged(tmp_path: Path) -> None:
    """While the commit is under way, and afterwards."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        began = pulse.now()
        with pulse.commit():
            for _ in range(5):
                time.steady += 0.4
                pulse.look()
            assert pulse.outages.pairs() == [(began, began + 2_000)]
            time.steady += 0.4
        assert pulse.outages.pairs() == [(began, began + 2_400)]
        with pulse.commit() as outages:
            time.steady += SLOW / 1000 / 3
        assert outages == {began: began + 2_400}
        assert len(pulse.outages.pairs()) == 1

    _run(tmp_path, work)


@pytest.mark.parametrize("pause", [0.01, 0.5, 7.0, 100_000.0])
@pytest.mark.parametrize("clean", [True, False])
@pytest.mark.parametrize("leap", [0.0, 3600.0, -3600.0])
def test_a_restart_of_any_length_costs_nobody_anything(tmp_path: Path, pause: float, clean: bool, leap: float) -> None:
    """Killed or stopped, with the wall clock set meanwhile or not: time goes on, and nothing of it is charged."""

    async def work(store: Store, time: Time) -> None:
        first = time.pulse(store, "first")
        await first.open()
        time.steady += 0.4
        if clean:
            await first.close()
        else:
            await first.sign()
            for task in first._tasks:
                task.cancel()
        died = first.now()
        time.steady += pause
        time.set = leap
        second = time.pulse(store, "second")
        dead = await second.open()
        assert dead == [died]
        assert second.now() >= died
        assert second.outages.within(died, second.now()) == second.now() - died
        time.steady += 60
        assert died < second.now()
        assert second.outages.pairs()[-1][1] <= second.now()
        await second.close()

    _run(tmp_path, work)


def test_without_a_game_there_is_no_outage(tmp_path: Path) -> None:
    """Nothing is stored that nobody needs."""

    async def work(store: Store, time: Time) -> None:
        for _ in range(3):
            pulse = time.pulse(store, "again")
            await pulse.open()
            await pulse.close()
            time.steady += 100
        assert await _outages(store) == []

    _run(tmp_path, work, running=False)


def test_a_neighbour_that_died_holds_judgement_until_that_is_known(tmp_path: Path) -> None:
    """A player of the dead process may have had time left; the time since its last signature is nobody's."""

    async def work(store: Store, time: Time) -> None:
        mine, other = time.pulse(store, "mine"), time.pulse(store, "other")
        await mine.sign()
        await other.sign()
        died = other.now()
        time.steady += 2
        claimed = mine.now()
        judged = asyncio.create_task(mine.sure(claimed))
        await asyncio.sleep(0.4)
        assert not judged.done()
        time.steady += DEAD / 1000
        await asyncio.wait_for(judged, 30)
        assert mine.outages.within(died, claimed) == claimed - died
        time.steady += 1
        await other.sign()  # it had only stood still, and knows that too
        assert other.outages.within(died, claimed) == claimed - died
        rows = await store.read(lambda db: db.execute(sa.select(PROCESSES)).all())
        assert {row.id for row in rows} == {"mine", "other"}

    _run(tmp_path, work)


def test_what_no_clock_needs_is_forgotten(tmp_path: Path) -> None:
    """Short outages after days, long ones after months; what is not stored yet stays."""

    async def work(store: Store, time: Time) -> None:
        pulse = time.pulse(store)
        for length in (2.0, 60.0):
            time.steady += length
            pulse.look()
            await pulse.sign()
            time.steady += 0.1
            pulse.look()
        assert len(pulse.outages.pairs()) == 2
        for days, left in ((3, 1), (61, 0)):
            time.steady += days * 86_400
            pulse._seen = pulse.now()
            await pulse.tidy()
            assert len(pulse.outages.pairs()) == left
            assert len(await _outages(store)) == left

    _run(tmp_path, work)


def test_processes_agree_on_the_time(tmp_path: Path) -> None:
    """Whose clock is behind follows, and the step is nobody's time."""

    async def work(store: Store, time: Time) -> None:
        behind, ahead = time.pulse(store, "behind"), Pulse(store, "ahead", lambda: time.steady, lambda: START + 90_000)
        await behind.sign()
        before = behind.now()
        await ahead.sign()
        await behind.sign()
        assert abs(behind.now() - ahead.now()) < 10
        assert behind.outages.within(before, behind.now()) == behind.now() - before
        await behind.sign()
        await ahead.sign()
        assert ahead.outages.within(before, behind.now()) == behind.now() - before

    _run(tmp_path, work)


EVENTS = st.lists(
    st.tuples(st.sampled_from(["play", "stall", "slow", "away", "kill", "stop", "leap"]), st.floats(0.6, 5000)),
    min_size=3,
    max_size=10,
)


@settings(
    max_examples=5, phases=[Phase.generate], deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(EVENTS)
def test_whatever_happens_only_time_in_which_one_could_play_is_charged(
    tmp_path: Path, events: list[tuple[str, float]]
) -> None:
    """Stalls, slow commits, a store that is away, kills, stops and leaps of the wall clock, in any order."""

    async def work(store: Store, time: Time) -> None:
        async def start(number: int) -> Pulse:
            pulse = time.pulse(store, f"p{number}")
            await pulse.open()
            for task in pulse._tasks:
                task.cancel()
            return pulse

        async def play(pulse: Pulse, ticks: int) -> float:
            for tick in range(ticks):
                time.steady += 0.25
                pulse.look()
                if tick % 4 == 3:
                    await pulse.sign()
            return ticks * 0.25

        pulse = await start(0)
        began, played, given_away = pulse.now(), 0.0, 0.0
        for number, (event, seconds) in enumerate(events, 1):
            if event == "play":
                played += await play(pulse, 12)
            elif event == "stall":
                time.steady += seconds
            elif event == "slow":
                with pulse.commit() as outages:
                    await store.write(partial(record, outages=outages))
                    time.steady += 1 + seconds
            elif event == "away":
                with pytest.raises(StoreError), pulse.commit():
                    await store.write(_broken)
                time.steady += seconds
                pulse.look()
                await pulse.sign()
                given_away += GRACE / 1000
            elif event == "leap":
                time.set += (seconds - 2500) * 10
            else:
                if event == "stop":
                    await pulse.close()
                time.steady += seconds
                pulse = await start(number)
                given_away += GRACE / 1000 + 1  # and what was not signed yet
            played += await play(pulse, 2)
            given_away += 0.25  # a stall is noticed by the next look
        charged = (pulse.now() - began - pulse.outages.within(began, pulse.now())) / 1000
        assert played - given_away - 0.1 <= charged <= played + 0.1, events

    folder = tmp_path / str(next(_NUMBERS))
    folder.mkdir()
    _run(folder, work)
