"""Clocks and outages against plain sums, millisecond by millisecond."""

from hypothesis import given
from hypothesis import strategies as st

from sommet.server.store.outages import Outages
from sommet.server.tables.clocks import Clocks
from sommet.server.wire.settings import Clock

TIMES = st.integers(0, 120)
PAIRS = st.lists(st.tuples(TIMES, TIMES), max_size=12)


def _nobodys(pairs: list[tuple[int, int]]) -> set[int]:
    """Every millisecond that is nobody's."""
    return {at for began, ended in pairs for at in range(began, ended)}


@given(PAIRS, TIMES, TIMES)
def test_outages_are_counted_once(pairs: list[tuple[int, int]], start: int, end: int) -> None:
    """However they overlap, in whatever order they become known."""
    outages = Outages()
    for began, ended in pairs:
        outages.add(began, ended)
    nobodys = _nobodys(pairs)
    assert outages.within(start, end) == len(nobodys & set(range(start, end)))
    assert outages.pairs() == Outages(pairs).pairs()
    flat = [time for pair in outages.pairs() for time in pair]
    assert flat == sorted(set(flat))


@given(PAIRS, st.lists(st.tuples(TIMES, st.booleans()), max_size=10), st.integers(0, 20), TIMES)
def test_clocks_charge_what_was_thought_and_nothing_else(
    pairs: list[tuple[int, int]], turns: list[tuple[int, bool]], seconds: int, later: int
) -> None:
    """Moves and take-backs at any time, outages that become known before, between or after them."""
    clock = Clock(kind="total", seconds=max(1, seconds), increment=seconds % 3)
    outages = Outages()
    clocks = Clocks(clock, 2, outages)
    left, seat, since = [clock.start, clock.start], 0, 0
    clocks.turn(0, 0, moved=False)
    unknown = list(pairs)
    nobodys = _nobodys(pairs)
    for at, moved in sorted(turns, key=lambda turn: turn[0]):
        if unknown and moved:
            outages.add(*unknown.pop())
        if moved:
            thought = len(set(range(since, at)) - nobodys)
            left[seat] = max(0, left[seat] - thought) + 1000 * clock.increment
            seat = 1 - seat
        clocks.turn(seat, at, moved)
        since = at
    for began, ended in unknown:
        outages.add(began, ended)
    at = since + later
    thought = len(set(range(since, at)) - nobodys)
    left[seat] -= thought
    assert clocks.remaining(at) == [max(0, time) for time in left]
    assert clocks.fallen(at) == (left[seat] <= 0)


def test_clocks_that_nobody_looked_at_for_long_are_right() -> None:
    """However many outages have become known meanwhile."""
    outages = Outages()
    clocks = Clocks(Clock(kind="total", seconds=60), 2, outages)
    clocks.turn(0, 0, moved=False)
    clocks.turn(1, 30_000, moved=True)
    assert clocks.remaining(30_000) == [30_000, 60_000]
    outages.add(10_000, 20_000)
    for later in range(1_000):
        outages.add(100_000 + 10 * later, 100_005 + 10 * later)
    assert clocks.remaining(30_000) == [40_000, 60_000]


@given(PAIRS, st.sampled_from([Clock(kind="move", seconds=1), Clock(kind="days", days=1)]), TIMES)
def test_time_a_move_begins_anew(pairs: list[tuple[int, int]], clock: Clock, at: int) -> None:
    """Nothing of an earlier turn is left over; the flag falls when the mover has thought so long, not before."""
    clocks = Clocks(clock, 2, Outages(pairs))
    clocks.turn(0, 0, moved=False)
    clocks.turn(1, at, moved=True)
    assert clocks.remaining(at) == [clock.start, clock.start]
    nobodys = len({time for time in _nobodys(pairs) if time >= at})
    assert not clocks.fallen(at + clock.start + nobodys - 1)
    assert clocks.fallen(at + clock.start + nobodys)
