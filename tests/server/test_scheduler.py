"""The scheduler: work in threads, in turn; refused where too much waits, left undone when nobody wants it."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sommet.server.wire.refusals import Refusal
from sommet.server.work import scheduler as module
from sommet.server.work.queues import QUICK, Urgency
from sommet.server.work.scheduler import Cost, Gone, Scheduler

LONG = Cost("long", 1.0)


def _with(work: Callable[[Scheduler], Coroutine[Any, Any, None]], threads: int = 1) -> None:
    async def main() -> None:
        scheduler = Scheduler(threads)
        try:
            await asyncio.wait_for(work(scheduler), 60)
        finally:
            scheduler.close()

    asyncio.run(main())


class Gate:
    """Work that goes on when it is told to."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()

    def __call__(self) -> str:
        """In a thread."""
        self.begun.set()
        assert self.open.wait(30)
        return "done"


async def _begun(gate: Gate) -> None:
    while not gate.begun.is_set():
        await asyncio.sleep(0.001)


def test_in_turn_and_never_in_the_loop() -> None:
    """One payer's flood does not delay another's job by more than one of its own."""

    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []

        def job(name: str) -> str:
            assert threading.current_thread() is not threading.main_thread()
            order.append(name)
            time.sleep(0.01)
            return name

        gate = Gate()
        first = asyncio.ensure_future(scheduler.run("flood", LONG, gate, urgency=Urgency.BOT))
        await _begun(gate)
        flood = [
            asyncio.ensure_future(scheduler.run("flood", LONG, job, f"flood {n}", urgency=Urgency.BOT))
            for n in range(10)
        ]
        await asyncio.sleep(0)
        other = asyncio.ensure_future(scheduler.run("other", LONG, job, "other", urgency=Urgency.BOT))
        await asyncio.sleep(0)
        gate.open.set()
        assert await other == "other"
        assert await first == "done"
        await asyncio.gather(*flood)
        assert order.index("other") == 0

    _with(work)


def test_what_is_quick_is_done_while_all_threads_think() -> None:
    """And what goes wrong is told to whoever waits for it."""

    async def work(scheduler: Scheduler) -> None:
        gates = [Gate(), Gate()]
        thinking = [asyncio.ensure_future(scheduler.run("a", LONG, gate, urgency=Urgency.BOT)) for gate in gates]
        for gate in gates:
            await _begun(gate)
        quick = Cost("quick", QUICK / 2)
        assert await scheduler.run("a", quick, lambda: 1 + 1, urgency=Urgency.CLOCK) == 2
        with pytest.raises(ZeroDivisionError):
            await scheduler.run("a", quick, lambda: 1 // 0, urgency=Urgency.CLOCK)
        for gate in gates:
            gate.open.set()
        assert await asyncio.gather(*thinking) == ["done", "done"]

    _with(work, 2)


def test_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one payer, or in all; a move that is owed to a game is never refused."""
    monkeypatch.setattr(module, "MOST_EACH", 3)
    monkeypatch.setattr(module, "MOST_WAITING", 5)

    async def work(scheduler: Scheduler) -> None:
        gate = Gate()
        first: asyncio.Future[Any] = asyncio.ensure_future(scheduler.run("a", LONG, gate, urgency=Urgency.LOOK))
        jobs = [first]
        await _begun(gate)
        for payer in ("a", "a", "a", "b", "b"):
            jobs.append(asyncio.ensure_future(scheduler.run(payer, LONG, int, urgency=Urgency.LOOK)))
            await asyncio.sleep(0)
        with pytest.raises(Refusal, match="slow_down"):
            await scheduler.run("a", LONG, int, urgency=Urgency.LOOK)
        with pytest.raises(Refusal, match="busy") as refused:
            await scheduler.run("c", LONG, int, urgency=Urgency.LOOK)
        assert refused.value.status == 429
        jobs.append(asyncio.ensure_future(scheduler.run("a", LONG, int, urgency=Urgency.BOT, owed=True)))
        await asyncio.sleep(0)
        gate.open.set()
        assert (await asyncio.gather(*jobs))[1:] == [0] * 6

    _with(work)


def test_what_nobody_wants_is_not_done() -> None:
    """Cancelled while it waits, cancelled while it is done, or not wanted when its turn comes."""

    async def work(scheduler: Scheduler) -> None:
        done: list[str] = []
        gate, stop = Gate(), threading.Event()
        running = asyncio.ensure_future(scheduler.run("a", LONG, gate, urgency=Urgency.BOT, stop=stop))
        await _begun(gate)
        cancelled = asyncio.ensure_future(scheduler.run("a", LONG, done.append, "cancelled", urgency=Urgency.BOT))
        unwanted = asyncio.ensure_future(
            scheduler.run("a", LONG, done.append, "unwanted", urgency=Urgency.BOT, wanted=lambda: False)
        )
        await asyncio.sleep(0)
        cancelled.cancel()
        running.cancel()
        await asyncio.wait([cancelled, running])
        assert stop.is_set()
        gate.open.set()
        with pytest.raises(Gone):
            await unwanted
        await scheduler.run("a", LONG, done.append, "last", urgency=Urgency.BOT)
        assert done == ["last"]

    _with(work)


def test_costs_are_learned() -> None:
    """From what jobs took: soon when it was less, slowly when it was more, never beyond what stops them."""

    async def work(scheduler: Scheduler) -> None:
        cost = Cost("easy", 4.0)
        assert scheduler.expected(cost) == 4.0
        for _ in range(8):
            await scheduler.run("a", cost, int, urgency=Urgency.BOT)
        assert scheduler.expected(cost) <= QUICK
        assert scheduler.expected(Cost("easy", 4.0, units=1000)) > scheduler.expected(cost)
        assert scheduler.expected(Cost("other", 4.0, most=0.5)) == 0.5

    _with(work)
