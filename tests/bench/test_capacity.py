"""`python -m bench.capacity`: the model says what follows from its costs, and everybody comes back from a storm."""

from bench.capacity.costs import load
from bench.capacity.model import Habits, first_to_break, size
from bench.capacity.storm import simulate
from hypothesis import given
from hypothesis import strategies as st

COSTS, HABITS = load(), Habits()


@given(st.integers(100, 1_000_000), st.integers(2, 20))
def test_more_people_need_more_of_everything(people: int, times: int) -> None:
    """And in proportion, but for whole processes and the commits that more of them share."""
    few, many = size(people, COSTS, HABITS), size(people * times, COSTS, HABITS)
    for name in ("games", "moves", "new_games", "cores", "rows", "disk", "network"):
        assert abs(getattr(many, name) / getattr(few, name) - times) < 1e-6, name
    assert many.processes >= few.processes
    assert many.commits >= few.commits


def test_what_breaks_depends_on_how_many_processes_there_are() -> None:
    """A thousand people need one; of a million the first thing that breaks is not the processor, if there is enough."""
    assert first_to_break(size(1_000, COSTS, HABITS), COSTS, 1) == []
    million = size(1_000_000, COSTS, HABITS)
    assert "processor of the game servers" in first_to_break(million, COSTS, 1)
    assert "processor of the game servers" not in first_to_break(million, COSTS, million.processes)


def test_everybody_comes_back_from_a_storm_and_sooner_where_there_is_room() -> None:
    """One of two servers is lost, or one of six."""
    tight, roomy = (simulate(10_000, processes, COSTS, HABITS) for processes in (2, 6))
    assert 0 < roomy.back < tight.back < 60
    assert roomy.calm <= tight.calm
    assert roomy.worst < tight.worst
