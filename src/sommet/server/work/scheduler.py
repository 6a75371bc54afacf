"""The scheduler: whatever takes processor time for a game is done by its threads, in a fair order (`queues`).

A job costs its payer the seconds it has a thread for: at first as many as such jobs took lately, in the end as many as
it took.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any, TypeVar

from ..metrics import QUEUE_SECONDS, QUEUED, WORK_REFUSED, WORK_SECONDS
from ..wire.refusals import Refusal
from .queues import Job, Queues, Urgency

MOST_EACH = 24  # jobs that may wait of one payer
MOST_WAITING = 1000  # of all payers
SLOWER, FASTER = 0.1, 0.5  # how much the last job of a kind counts for what the next is expected to take
MOST_KINDS = 1000
Answer = TypeVar("Answer")


class Cost:
    """What a job may take: a kind of work, how much of it there is, and seconds for each at a first guess.

    `most`: it is stopped after so many seconds.
    """

    __slots__ = ("guess", "kind", "most", "units")

    def __init__(self, kind: str, guess: float, units: float = 1.0, most: float | None = None) -> None:
        self.kind, self.guess, self.units, self.most = kind, guess, max(units, 1e-9), most


class Gone(Exception):
    """Nobody wants this any more; it was not done."""


class Work(Job):
    """A job with what there is to do."""

    __slots__ = ("asked", "cost_of", "done", "function", "stop", "wanted")

    def __init__(
        self,
        payer: str,
        seconds: float,
        urgency: Urgency,
        cost_of: Cost,
        function: Callable[[], Any],
        stop: Event | None,
        wanted: Callable[[], bool] | None,
    ) -> None:
        super().__init__(payer, seconds, urgency, cost_of.most)
        self.cost_of, self.function, self.stop, self.wanted = cost_of, function, stop, wanted
        self.asked = time.perf_counter()
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Scheduler:
    """Its threads, and who waits for them."""

    def __init__(self, threads: int) -> None:
        self._queues = Queues(threads)
        self._pools = {
            False: ThreadPoolExecutor(threads, "think"),
            True: ThreadPoolExecutor(1, "quick"),
        }
        self._free = {False: threads, True: 1}
        self._waiting: Counter[Urgency] = Counter()
        self._took: dict[str, float] = {}  # seconds a unit, by kind of work
        self._closed = False

    def expected(self, cost: Cost) -> float:
        """Seconds that it will take, as far as is known."""
        seconds = self._took.get(cost.kind, cost.guess) * cost.units
        return seconds if cost.most is None else min(seconds, cost.most)

    async def run(
        self,
        who: str,
        cost: Cost,
        function: Callable[..., Answer],
        *args: Any,
        urgency: Urgency,
        owed: bool = False,
        stop: Event | None = None,
        wanted: Callable[[], bool] | None = None,
    ) -> Answer:
        """Do this in a thread when it is this payer's turn; Refusal where too much waits, unless it is `owed`.

        Whoever is cancelled meanwhile takes the job back; `stop` is set if it has begun. When it is no longer `wanted`
        by the time its turn has come, it is not done: Gone.
        """
        if not owed:
            self._check(who, urgency)
        work = Work(who, self.expected(cost), urgency, cost, partial(function, *args), stop, wanted)
        self._queues.put(work)
        self._count(urgency, 1)
        self._hand_out()
        try:
            answer: Answer = await work.done
        except asyncio.CancelledError:
            if stop is not None:
                stop.set()
            if self._queues.drop(work):
                self._count(urgency, -1)
            raise
        return answer

    def _check(self, who: str, urgency: Urgency) -> None:
        if self._queues.waits(who) >= MOST_EACH:
            WORK_REFUSED.labels(urgency.name.lower()).inc()
            raise Refusal("slow_down", 429)
        if self._waiting.total() >= MOST_WAITING:
            WORK_REFUSED.labels(urgency.name.lower()).inc()
            raise Refusal("busy", 429)

    def _hand_out(self) -> None:
        """Give every free thread something to do."""
        for quick in (True, False):
            while self._free[quick] and not self._closed:
                work = self._queues.take(quick)
                if not isinstance(work, Work):
                    break
                self._count(work.urgency, -1)
                if work.done.done() or (work.wanted is not None and not work.wanted()):
                    self._queues.end(work, 0.0)
                    if not work.done.done():
                        work.done.set_exception(Gone())
                    continue
                self._begin(work, quick)

    def _begin(self, work: Work, quick: bool) -> None:
        kind = work.urgency.name.lower()
        QUEUE_SECONDS.labels(kind).observe(time.perf_counter() - work.asked)
        self._free[quick] -= 1
        running = asyncio.get_running_loop().run_in_executor(self._pools[quick], _timed, work.function)
        running.add_done_callback(partial(self._ended, work, quick))

    def _ended(self, work: Work, quick: bool, running: asyncio.Future[tuple[float, Any, BaseException | None]]) -> None:
        if running.cancelled():  # the server closes
            work.done.cancel()
            return
        took, answer, error = running.result()
        self._free[quick] += 1
        self._queues.end(work, took)
        self._learn(work.cost_of, took)
        WORK_SECONDS.labels(work.urgency.name.lower()).observe(took)
        if not work.done.done():
            if error is None:
                work.done.set_result(answer)
            else:
                work.done.set_exception(error)
        self._hand_out()

    def _learn(self, cost: Cost, took: float) -> None:
        each, known = took / cost.units, self._took.get(cost.kind, cost.guess)
        if cost.kind in self._took or len(self._took) < MOST_KINDS:
            self._took[cost.kind] = known + (SLOWER if each > known else FASTER) * (each - known)

    def _count(self, urgency: Urgency, more: int) -> None:
        self._waiting[urgency] += more
        QUEUED.labels(urgency.name.lower()).set(self._waiting[urgency])

    def close(self) -> None:
        """Nothing more is begun; what is being done in threads is left alone."""
        self._closed = True
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def _timed(function: Callable[[], Any]) -> tuple[float, Any, BaseException | None]:
    """In the thread: the seconds that it took, and what it gave."""
    began = time.perf_counter()
    try:
        answer, error = function(), None
    except Exception as raised:
        answer, error = None, raised
    return time.perf_counter() - began, answer, error
