"""Minds: levels are data, and a host that knows no game runs their kernels (`sommet.search.minds`)."""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.bots import Bot, bot
from sommet.bots.mind import Case, Mind
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.fields import FLAG, MOVE, NUMBER, REAL, Field, Real
from sommet.core.findings import Findings
from sommet.core.kernel import INTERPRETED
from sommet.core.names import SEAT, Fixed, Terms
from sommet.core.position import View
from sommet.search.advice import Advice, Budget, Thinking
from sommet.search.choosing import by_value, by_visits, put_first
from sommet.search.minds import Told, concluded, considered, new_told
from sommet.search.think import Worker, new_found, search
from sommet.search.tree import add_root

GAMES = ("babylone", "kabaleo", "on_top")
COLOUR = Fixed("colour", ("red", "blue"))
FINDINGS = Findings(
    Field("wins", FLAG, optional=True),
    Field("chance", REAL),
    Field("length", Real(counts=True)),
    Field("reply", MOVE, optional=True),
    Field("best", COLOUR),
    Field("beliefs", REAL, per=(SEAT, COLOUR)),
    Field("shares", REAL, per=(SEAT,), optional=True),
    Field("grundy", NUMBER, optional=True),
)
UNKNOWN = math.nan
TERMS = Terms(2, {}, {})
TEXTS = ("1>2", "2>1")


def some_way_in(game: str, players: int, moves: int, seed: int) -> View:
    """What the mover knows after this many random moves."""
    position, chance = sommet.new(game, players, seed=seed), Chance(seed)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal))
    return position.view(position.to_move or 0)


def test_blank_findings_tell_nothing() -> None:
    """Every byte 255: null, or left out where the field is optional; a table's rows are null."""
    record = FINDINGS.blank()
    assert set(record.tobytes()) <= {255, 127, 248, 0}
    assert np.isnan(np.frombuffer(b"\xff" * record.nbytes, np.float64)).all()
    (told,) = FINDINGS.read(np.frombuffer(b"\xff" * record.nbytes, FINDINGS.type), TERMS, TEXTS)
    assert told == {"chance": None, "length": None, "best": None, "beliefs": [None, None]}
    assert FINDINGS.read(record, TERMS, TEXTS) == [told]


@given(st.data())
def test_findings_are_told_and_written_back(data: st.DataObject) -> None:
    """What was read from a record and written again reads the same."""
    share = st.floats(0, 1)
    told: dict[str, Any] = {
        "chance": data.draw(st.none() | share),
        "length": data.draw(st.none() | st.integers(0, 99) | share),
        "best": data.draw(st.sampled_from([None, "red", "blue"])),
        "beliefs": [data.draw(st.none() | st.fixed_dictionaries({"red": share, "blue": share})) for _ in range(2)],
    }
    told |= data.draw(st.fixed_dictionaries({}, optional={"wins": st.booleans(), "grundy": st.integers(0, 9)}))
    told |= data.draw(st.fixed_dictionaries({}, optional={"reply": st.sampled_from([None, *TEXTS])}))
    told |= data.draw(st.fixed_dictionaries({}, optional={"shares": st.lists(share, min_size=2, max_size=2)}))
    record = FINDINGS.write([told], TERMS, {text: number for number, text in enumerate(TEXTS)})
    assert FINDINGS.read(record, TERMS, TEXTS) == [told]


visited = st.tuples(st.integers(1, 3), st.sampled_from([0.0, 0.25, 0.5]))


@given(st.lists(visited | st.just((0, UNKNOWN)), max_size=30), st.integers(0, 29))
def test_moves_are_put_in_order_and_equals_stay_as_they_come(rows: list[tuple[int, float]], chosen: int) -> None:
    """By visits, then value; by value alone, those never tried last; or one move before all others."""
    keys = {by_visits: lambda row: (-row[1], _down(row[2]), row[0]), by_value: lambda row: (_down(row[2]), row[0])}
    for sort, key in keys.items():
        told = new_told(30)
        for number, (visits, value) in enumerate(rows):
            told.moves[number], told.visits[number], told.values[number] = number, visits, value
        cast(Any, sort).interpreted(told, len(rows))
        found = _rows(told)[: len(rows)]
        assert found == sorted(((n, *row) for n, row in enumerate(rows)), key=cast(Any, key))
        if chosen < len(rows):
            cast(Any, put_first).interpreted(told, chosen)
            expected = [found[chosen], *found[:chosen], *found[chosen + 1 :]]
            assert _rows(told)[: len(rows)] == expected


def _down(value: float) -> float:
    return 1.0 if value is UNKNOWN else -value


def _rows(told: Told) -> list[tuple[int, int, float]]:
    values = [UNKNOWN if math.isnan(value) else value for value in told.values.tolist()]  # comparable: one object
    return list(zip(told.moves.tolist(), told.visits.tolist(), values, strict=True))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", "playout", "plain"])
def test_considering_and_concluding_are_the_same_interpreted_and_compiled(game: str, name: str) -> None:
    """The general minds, for every game's records."""
    view = some_way_in(game, 2, 4, seed=3)
    mind = cast(Mind, bot(game, name))
    answers = []
    for way in ("interpreted", "compiled"):
        with mind.case(view) as case:
            rng, found = random_stream(9), new_found(view)
            for number in view.known.numbers:
                found[number] = number % 3, 0.5 * (number % 2)
            status = int(getattr(considered, way)(*case.considering(rng), 100))
            getattr(concluded, way)(*case.concluding(rng, found))
            size = int(case.told.size[0])
            answers.append((status, *(array[:size].tolist() for array in case.told[:3])))
    assert str(answers[0]) == str(answers[1])  # as texts: a value that is not known is not equal to itself
    assert sorted(answers[0][1]) == view.known.numbers


@pytest.mark.parametrize("game", GAMES)
def test_the_root_is_added_up_by_move_number(game: str) -> None:
    """Twice the same tree: twice the visits; moves that are not legal have none."""
    view = some_way_in(game, 2, 3, seed=5)
    guide = Case(cast(Mind, bot(game, "plain")).kind, view, None, cast(Mind, bot(game, "plain")).level.numbers).guide
    worker = Worker(view, guide, random_stream(2), 200)
    worker.run(200)
    once, twice = (new_found(view) for _ in range(2))
    add_root(worker.tree, once)
    add_root(worker.tree, twice)
    add_root(worker.tree, twice)
    assert once[:, 0].sum() == 200
    assert np.array_equal(2 * once, twice)
    assert set(np.flatnonzero(once[:, 0]).tolist()) <= set(view.known.numbers)
    assert not math.isnan(once.sum())


@pytest.mark.parametrize("game", GAMES)
def test_the_host_adds_nothing_to_what_the_kernels_choose(game: str) -> None:
    """The plain mind's advice is the search's root, put in order."""
    view = some_way_in(game, 2, 5, seed=4)
    mind = cast(Mind, bot(game, "plain"))
    advice = mind.think(view, Budget(simulations=301), seed=8)
    with mind.case(view) as case:
        found = search(view, case.guide, Thinking(Budget(simulations=301)), 8)
    numbers = view.known.notation.numbers
    assert [found[numbers[move.move], 0] for move in advice.moves] == [move.visits for move in advice.moves]
    visits = [(-move.visits, -(move.value or 0.0), numbers[move.move]) for move in advice.moves]
    assert visits == sorted(visits)
    assert advice.simulations == 301 == sum(move.visits for move in advice.moves)


@pytest.mark.parametrize("game", GAMES)
def test_minds_that_think_at_once_do_not_write_on_each_others_desks(game: str) -> None:
    """Many threads, one kind: each answers as it does alone, whatever was on its desk before."""
    views = [some_way_in(game, 2, moves, seed) for seed in (1, 2) for moves in (2, 5, 8)]
    levels = [bot(game, name) for name in ("beginner", "master")]
    asked = [(level, view) for level in levels for view in views]

    def think(asked: tuple[Bot, View]) -> Advice:
        level, view = asked
        return level.think(view, Budget(simulations=40), seed=6)

    alone = list(map(think, asked))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(think, [*asked, *asked])) == [*alone, *alone]
