"""Babylone's minds as kernels: the same in both ways, on any desk, for both sizes of states."""

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import sommet
from sommet.bots.mind import Case, Level, Mind
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.kernel import INTERPRETED
from sommet.core.position import Position
from sommet.games.babylone.bots import BOTS, LEVELS
from sommet.games.babylone.bots.mind import MOST_POSITIONS, new_desk
from sommet.games.babylone.sizes import STANDARD_TOKENS
from sommet.games.babylone.solver.counting import POSITIONS
from sommet.games.babylone.solver.desk import FEW_POSITIONS, desk_for
from sommet.games.babylone.solver.solve import Solver, TooLarge
from sommet.search.minds import ANSWERED, PLAYOUTS, UNFINISHED, concluded, considered, explained, reasoned
from sommet.search.why import new_said

WAYS = ["interpreted"] if INTERPRETED else ["interpreted", "compiled"]
Told = tuple[Any, ...]


def told(way: str, case: Case, seed: int, units: int = 50) -> tuple[int, Told]:
    """All that a level says of a position, by its kernels; and what `considered` answered, without any playouts."""
    rng, found = random_stream(seed), np.zeros((len(case.view.known.notation.texts), 2))
    while (answer := cast(Any, considered).in_way(way)(*case.considering(rng), units)) == UNFINISHED:
        pass
    count = cast(Any, concluded).in_way(way)(*case.concluding(rng, found))
    asked, said = case.explaining(count), new_said()
    cast(Any, explained).in_way(way)(*asked)
    reasons = cast(Any, reasoned).in_way(way)(*asked[:3], *asked[5:], said)
    rows = [*(array[:count].tobytes() for array in case.told[:3]), said.rows[:reasons].tolist()]
    return int(answer), (rows, case.told.exact.tolist(), asked[-2].tobytes(), asked[-1].tobytes())


def wandered(players: int, tokens: tuple[int, ...], moves: int, seed: int) -> Position:
    """Some random moves into a game, not over."""
    position, chance = sommet.new("babylone", players, seed=seed, tokens=tokens), Chance(seed)
    for _ in range(moves):
        following = position.play(chance.choice(position.legal))
        position = position if following.over else following
    return position


def positions() -> Iterator[Position]:
    """Of both sizes of states."""
    for seed, (players, tokens) in enumerate([(2, (3, 3, 2)), (3, (3, 3, 2)), (2, (4, 4, 3, 2)), (5, (4, 4, 3, 2))]):
        yield wandered(players, tokens, 3 + 2 * (len(tokens) - 3), seed)


def case_of(position: Position, level: Level, desk: Any = None) -> Case:
    """Its case on a desk, a new one if none is given."""
    assert position.to_move is not None
    used = new_desk(position.players, position.state.dtype) if desk is None else desk
    return Case(BOTS.kind, position.view(position.to_move), used, level.numbers)


@pytest.mark.skipif(INTERPRETED, reason="there is but one way")
@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[3], LEVELS[4]], ids=lambda level: level.name)
def test_interpreted_and_compiled_tell_the_same(level: Level) -> None:
    """To the bit: order, values, findings, reasons."""
    for seed, position in enumerate(positions()):
        interpreted, compiled = (told(way, case_of(position, level), seed) for way in WAYS)
        assert interpreted == compiled


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_no_answer_depends_on_what_is_on_the_desk() -> None:
    """Whatever level or position it was used for, whether that was finished, and how much is done at a time."""
    kept: dict[Any, Any] = {}
    small = Level("small", numbers={"positions": 60})
    for seed in range(60):
        tokens = ((3, 3, 2), (3, 3, 3, 3), (5, 4, 3, 2), (4, 4, 4, 4))[seed % 4]
        position = wandered(2 + seed % 3, tokens, seed % 7, seed)
        level = (small, *LEVELS)[seed % 6]
        key = position.players, position.state.dtype
        desk = kept.setdefault(key, new_desk(*key))
        if seed % 5 == 0:  # somebody began and left
            cast(Any, considered)(*case_of(position, LEVELS[4], desk).considering(random_stream(0)), 30)
        new = told("compiled", case_of(position, level), seed, 1_000_000)
        assert told("compiled", case_of(position, level, desk), seed, 7) == new


@pytest.mark.parametrize("most", [1, 5, 40, 300])
def test_too_large_is_what_more_positions_follow_than_may(most: int) -> None:
    """Exactly as the solver says, whether or not the desk has seen it all before."""
    seen = new_desk(2, sommet.new("babylone", 2, seed=1).state.dtype)
    answers = set()
    for seed in range(20):
        position = wandered(2, (3, 2, 2), seed % 5, seed)
        everything = Solver(2)
        everything.solve_state(position.state)
        fits = everything.positions <= most
        try:
            Solver(2, most).solve_state(position.state)
        except TooLarge:
            assert not fits
        else:
            assert fits
        master, weak = Level("m", numbers={"positions": most}), Level("w", numbers={"positions": most, "sight": 4})
        for level in (LEVELS[4], master, weak):
            answer = told(WAYS[-1], case_of(position, level, seen), seed)[0]
            assert answer == (ANSWERED if fits or level is not master else PLAYOUTS)
            answers.add(answer)
    assert ANSWERED in answers


def test_a_small_desk_holds_all_there_is() -> None:
    """Of as many tokens as the small states may have, all positions of all numbers of tokens together."""
    assert sum(int(POSITIONS[tokens, tokens]) for tokens in range(1, STANDARD_TOKENS + 1)) < FEW_POSITIONS
    small, large = (desk_for(6, size, MOST_POSITIONS) for size in (False, True))
    assert sum(array.nbytes for array in small) < 2_000_000
    assert len(large.ends) > MOST_POSITIONS


def test_a_desk_is_zero_at_first() -> None:
    """So a host can make one without knowing what it is."""
    for size in (False, True):
        for array in desk_for(3, size, 1000):
            assert not cast(NDArray[Any], array).view(np.uint8).any()


def test_levels_are_numbers_of_the_guide() -> None:
    """Nothing else makes one."""
    assert all(isinstance(bot, Mind) for bot in BOTS.levels.values())
    assert BOTS.kind.guide.names is not None
    assert all(set(level.numbers) <= set(BOTS.kind.guide.names) for level in LEVELS)
