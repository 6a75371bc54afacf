"""Who is next: fair between payers, whatever comes when; nobody starves, and nothing is gained by leaving."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from sommet.server.work.queues import HEAD_START, QUICK, WEIGHTS, Fair, Job, Queues, Urgency

AHEAD = max(HEAD_START.values())
COSTS = st.floats(0.3, 2.0)
URGENCIES = st.sampled_from([Urgency.CLOCK, Urgency.BOT, Urgency.HINT, Urgency.LOOK])


@dataclass
class Threads:
    """A machine with these threads, its time the test's own."""

    count: int
    queues: Queues
    now: float = 0.0
    running: list[tuple[float, float, Job]] = field(default_factory=list)
    served: dict[str, float] = field(default_factory=dict)
    began: dict[Job, float] = field(default_factory=dict)

    def put(self, payer: str, cost: float, urgency: Urgency = Urgency.BOT) -> Job:
        """One more job."""
        job = Job(payer, cost, urgency)
        self.queues.put(job)
        return job

    def hand_out(self) -> None:
        """To the free threads."""
        while len(self.running) < self.count and (job := self.queues.take()) is not None:
            self.began[job] = self.now
            self.served[job.payer] = self.served.get(job.payer, 0.0) + job.cost
            self.running.append((self.now + job.cost, job.cost, job))

    def until(self, end: float) -> None:
        """Time passes."""
        self.hand_out()
        while self.running:
            done = min(self.running, key=lambda each: each[0])
            if done[0] > end:
                break
            self.running.remove(done)
            self.now = done[0]
            self.queues.end(done[2], done[1])
            self.hand_out()
        self.now = end


def _always(threads: Threads, payers: dict[str, tuple[float, Urgency]], seconds: float) -> None:
    """Each has ever more work of one kind."""
    for payer, (cost, urgency) in payers.items():
        for _ in range(int(seconds / cost * threads.count) + 3):
            threads.put(payer, cost, urgency)
    threads.until(threads.now + seconds)


@given(st.integers(1, 3), st.dictionaries(st.sampled_from("abcde"), st.tuples(COSTS, URGENCIES), min_size=2))
def test_nobody_gets_more_than_their_share_while_another_waits(
    count: int, payers: dict[str, tuple[float, Urgency]]
) -> None:
    """Whatever each asks for, and however urgent: they stay together but for the head start and the jobs begun."""
    threads = Threads(count, Queues(count))
    _always(threads, payers, 60.0)
    served = [threads.served.get(payer, 0.0) for payer in payers]
    assert max(served) - min(served) <= AHEAD + 2 * count * max(cost for cost, _ in payers.values())


@given(
    st.integers(1, 3),
    st.lists(st.tuples(st.sampled_from("abcdef"), COSTS, URGENCIES, st.floats(0, 3)), max_size=60),
    COSTS,
)
def test_nobody_starves(count: int, arrivals: list[tuple[str, float, Urgency, float]], cost: float) -> None:
    """While somebody waits, no other gets more than their head start and the jobs begun: then it is their turn."""
    threads = Threads(count, Queues(count))
    before: dict[str, float] = {}
    waiting = None
    for number, (payer, each, urgency, pause) in enumerate(arrivals):
        if number == len(arrivals) // 2:
            threads.hand_out()
            before = dict(threads.served)
            waiting = threads.put("last", cost, Urgency.LOOK)
        threads.put(payer, each, urgency)
        threads.until(threads.now + pause)
    if waiting is None:
        waiting = threads.put("last", cost, Urgency.LOOK)
    while waiting not in threads.began:
        threads.until(threads.now + 0.1)
        if waiting not in threads.began:
            for payer, served in threads.served.items():
                assert served - before.get(payer, 0.0) <= AHEAD + (count + 1) * 2.0, payer
    assert threads.now < 1000


@given(st.lists(st.tuples(st.floats(0.1, 20), st.floats(0.1, 20)), min_size=1, max_size=8), COSTS)
def test_nothing_is_saved_up_by_waiting(pauses: list[tuple[float, float]], cost: float) -> None:
    """Who leaves and comes back gets no more than their share of the time in which they were there."""
    threads = Threads(1, Queues(1))
    for _ in range(1000):
        threads.put("always", 0.5)
    for away, there in pauses:
        threads.until(threads.now + away)
        before = dict(threads.served)
        jobs = [threads.put("sometimes", cost) for _ in range(int(there / cost) + 1)]
        threads.until(threads.now + there)
        for job in jobs:
            threads.queues.drop(job)
        gained = {name: threads.served[name] - before.get(name, 0.0) for name in threads.served}
        assert gained.get("sometimes", 0.0) <= gained["always"] + AHEAD + 2 * max(cost, 0.5)


def test_nobody_gets_rid_of_a_debt_by_leaving() -> None:
    """What somebody used beyond the others is remembered until these have used as much."""
    fair = Fair()
    debtor, other = Job("debtor", 1.0, Urgency.BOT), Job("other", 1.0, Urgency.BOT)
    fair.put(other)
    fair.put(debtor)
    fair.begin(debtor)
    fair.end(debtor, 9.0)
    fair.put(Job("debtor", 1.0, Urgency.BOT))
    fair.put(Job("new", 1.0, Urgency.BOT))
    order = []
    for _ in range(3):
        job = fair.first()
        assert job is not None
        fair.begin(job)
        fair.end(job, 1.0)
        order.append(job.payer)
    assert order == ["other", "new", "debtor"]


@given(st.integers(1, 3), COSTS, COSTS)
def test_the_background_has_its_part_and_no_more(count: int, front: float, behind: float) -> None:
    """Behind people who wait all the time analyses still get an eighth of it, and all of it when nobody waits."""
    threads = Threads(count, Queues(count))
    payers = {"person": (front, Urgency.BOT), "analyst": (behind, Urgency.ANALYSIS)}
    _always(threads, payers, 200.0)
    whole = sum(threads.served.values())
    part = WEIGHTS[1] / sum(WEIGHTS)
    assert abs(threads.served["analyst"] - whole * part) <= 4 * count * (front + behind)


def test_the_background_leaves_a_thread() -> None:
    """With several threads, one of them is never taken by what nobody looks at."""
    queues = Queues(2)
    for _ in range(3):
        queues.put(Job("analyst", 5.0, Urgency.ANALYSIS))
    assert queues.take() is not None
    assert queues.take() is None
    queues.put(Job("person", 1.0, Urgency.BOT))
    taken = queues.take()
    assert taken is not None
    assert taken.payer == "person"


def test_what_is_quick_has_a_thread() -> None:
    """It takes only jobs that cannot be long, and takes them from behind one's own long ones."""
    queues = Queues(1)
    long = [Job("a", 1.5, Urgency.BOT) for _ in range(3)]
    for job in [*long, Job("a", QUICK / 2, Urgency.LOOK, most=1.5)]:
        queues.put(job)
    assert queues.take() is long[0]
    assert queues.take(quick=True) is None
    quick = Job("a", QUICK / 2, Urgency.LOOK)
    queues.put(quick)
    assert queues.take(quick=True) is quick
    assert queues.waits("a") == 3
    assert queues.drop(long[1])
    assert not queues.drop(long[0])
    assert queues.waits("a") == 2
