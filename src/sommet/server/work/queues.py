"""Who is next: a fair queue for work, without threads or clocks of its own.

Each payer has a queue and a sum of seconds that they have used. Whoever will have used least when their job is done
goes first; a more urgent job has a head start of some seconds, never more. So while two wait, neither gets further
ahead than that and a job; and of those who have used the same, whoever asks for little goes before who asks for much.

- Whoever comes back after a pause starts where the least of those present stands: nothing is saved up by waiting, and
  nobody gets rid of what they owe by leaving for a moment. When nobody is left, all is forgotten.
- What nobody looks at meanwhile (analyses, tables without people) waits in the background: an eighth of the time is its
  own while others wait, and what others leave. It never has all threads when there are several.
- A thread besides the others takes only what is quick, so that an easy opponent answers though all others think.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import IntEnum


class Urgency(IntEnum):
    """How soon somebody needs it; a person's own jobs are done in this order."""

    CLOCK = 0  # a computer player with little time, or one that needs next to none
    BOT = 1
    HINT = 2
    LOOK = 3  # previews, puzzles, replays
    ANALYSIS = 4
    IDLE = 5  # tables at which nobody sits


HEAD_START = {Urgency.CLOCK: 3.0, Urgency.BOT: 1.5, Urgency.HINT: 0.75, Urgency.ANALYSIS: 1.0}  # seconds
QUICK = 0.1  # seconds: what takes no longer may be done in the quick thread
WEIGHTS = (7.0, 1.0)  # of what people wait for, and of the background


class Job:
    """One piece of work. `cost`: seconds it is expected to take; `most`: that it can take, where that is known."""

    __slots__ = ("background", "cost", "payer", "quick", "urgency")

    def __init__(self, payer: str, cost: float, urgency: Urgency, most: float | None = None) -> None:
        self.payer, self.cost, self.urgency = payer, cost, urgency
        self.background = urgency >= Urgency.ANALYSIS  # nobody looks on
        self.quick = max(cost, most or 0.0) <= QUICK and not self.background  # it may be done in the quick thread


class Account:
    """One payer: seconds they have used, and with what is being done `spent`; what waits, and what is being done."""

    __slots__ = ("_waiting", "running", "spent", "used")

    def __init__(self, used: float) -> None:
        self.used, self.spent, self.running = used, used, 0
        self._waiting: dict[tuple[Urgency, bool], deque[Job]] = {}

    @property
    def waiting(self) -> int:
        """How many of their jobs wait."""
        return sum(map(len, self._waiting.values()))

    def put(self, job: Job) -> None:
        """Behind their other jobs of the same urgency."""
        self._waiting.setdefault((job.urgency, job.quick), deque()).append(job)

    def first(self, quick: bool) -> Job | None:
        """Their most urgent job; `quick`: among those that are."""
        waiting = [key for key in self._waiting if key[1] or not quick]
        return self._waiting[min(waiting)][0] if waiting else None

    def drop(self, job: Job) -> bool:
        """It waits no longer; False when it did not."""
        key = job.urgency, job.quick
        queue = self._waiting.get(key)
        if queue is None or job not in queue:
            return False
        queue.remove(job)
        if not queue:
            del self._waiting[key]
        return True

    @property
    def idle(self) -> bool:
        """Whether they want nothing now."""
        return not self._waiting and not self.running


class Fair:
    """Payers in turn."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self._floor = 0.0  # what the least of those present has used

    def put(self, job: Job) -> None:
        """One more."""
        account = self.accounts.get(job.payer)
        if account is None or account.idle:
            self._settle()
            account = self.accounts.setdefault(job.payer, Account(self._floor))
        account.put(job)

    def first(self, quick: bool = False) -> Job | None:
        """Whose turn it is."""
        found: tuple[float, Job] | None = None
        for account in self.accounts.values():
            job = account.first(quick)
            if job is not None:
                key = account.spent + job.cost - HEAD_START.get(job.urgency, 0.0)
                if found is None or key < found[0]:
                    found = key, job
        return None if found is None else found[1]

    def begin(self, job: Job) -> None:
        """It is being done, and paid for as expected."""
        account = self.accounts[job.payer]
        account.drop(job)
        account.running += 1
        account.spent += job.cost

    def end(self, job: Job, took: float) -> None:
        """It is done, and costs what it took."""
        account = self.accounts[job.payer]
        account.running -= 1
        account.used += took
        account.spent += took - job.cost
        self._settle()

    def drop(self, job: Job) -> bool:
        """Nobody wants it any more; False when it does not wait."""
        account = self.accounts.get(job.payer)
        dropped = account is not None and account.drop(job)
        if dropped:
            self._settle()
        return dropped

    def _settle(self) -> None:
        """Whoever is gone is forgotten once the others have used as much."""
        present = [account.used for account in self.accounts.values() if not account.idle]
        if not present:
            self.accounts.clear()
            self._floor = 0.0
            return
        self._floor = max(self._floor, min(present))
        gone = [name for name, account in self.accounts.items() if account.idle and account.used <= self._floor]
        for name in gone:
            del self.accounts[name]

    @property
    def waiting(self) -> bool:
        """Whether anything does."""
        return any(account.waiting for account in self.accounts.values())


class Queues:
    """What people wait for, and the background behind it, shared out between `threads` and one for what is quick."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._parts = Fair(), Fair()
        self._used = [0.0, 0.0]  # of each part, by its weight
        self._running = [0, 0]

    def put(self, job: Job) -> None:
        """One more."""
        part, other = job.background, not job.background
        if not self._parts[part].waiting and not self._running[part]:  # it saved nothing up meanwhile
            self._used[part] = max(self._used[part], self._used[other])
        self._parts[part].put(job)

    def take(self, quick: bool = False) -> Job | None:
        """The next job for a thread that is free, or for the quick one; None when there is none for it."""
        for part in self._order(quick):
            job = self._parts[part].first(quick)
            if job is not None:
                self._parts[part].begin(job)
                self._running[part] += 1
                self._used[part] += job.cost / WEIGHTS[part]
                return job
        return None

    def _order(self, quick: bool) -> Iterator[int]:
        """Which part goes first."""
        if quick:
            yield 0
            return
        crowded = self._running[1] >= max(1, self._threads - 1)
        if self._used[1] < self._used[0] and not crowded:
            yield from (1, 0)
        else:
            yield 0
            if not crowded:
                yield 1

    def end(self, job: Job, took: float) -> None:
        """It is done."""
        self._running[job.background] -= 1
        self._used[job.background] += (took - job.cost) / WEIGHTS[job.background]
        self._parts[job.background].end(job, took)

    def drop(self, job: Job) -> bool:
        """Nobody wants it any more; False when it does not wait."""
        return self._parts[job.background].drop(job)

    def waits(self, payer: str) -> int:
        """How many jobs of this payer wait."""
        accounts = (part.accounts.get(payer) for part in self._parts)
        return sum(account.waiting for account in accounts if account is not None)
