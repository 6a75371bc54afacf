"""WebAssembly gives what Numba and the interpreter give, to the bit, from seeds that are drawn anew in every run."""

from typing import Any, cast

import pytest

from sommet.bots.bot import LEVELS
from sommet.core.arrays import one
from sommet.core.chance import Chance
from sommet.core.packages import built_in
from sommet.core.position import Position
from sommet.core.puzzle_kernels import composed
from sommet.core.puzzles import games_with_puzzles, puzzling
from sommet.core.registry import game as game_named
from sommet.search.playouts import random_games

from ..support.setups import SETUPS, Setup, course
from ..support.states import contents
from .telling import batch, thoughts, transcript
from .ways import COMPILED, INTERPRETED, WASM, InWasm, running

LARGE = {"hex-1-1-49", "hex-5-6-6", "hex-3-3-3", "hex-1-1-1"}  # boards that have no room in a browser
PLAYABLE = [setup for setup in SETUPS if setup.options.get("board") not in LARGE]
GAMES, PORTION = 100_000, 10_000
SIMULATIONS = 20_000
FEW = 400  # move numbers that the interpreter spells in good time


@pytest.mark.parametrize("game", built_in())
def test_a_hundred_thousand_random_games(game: str, modules: InWasm, seed: int) -> None:
    """Outcome, length and final record of each, from several kinds of deals."""
    setups = [setup for setup in PLAYABLE if setup.game == game]
    kernel = cast(Any, random_games)
    for turn in range(GAMES // PORTION):
        setup, first = setups[turn % len(setups)], turn * PORTION
        in_wasm = batch(lambda *given: modules.run(kernel, *given), setup, seed, first, PORTION)
        assert in_wasm == batch(kernel.compiled, setup, seed, first, PORTION), setup
        few = batch(lambda *given: modules.run(kernel, *given), setup, seed, first, 2)
        assert few == batch(kernel.interpreted, setup, seed, first, 2), setup


@pytest.mark.parametrize("setup", PLAYABLE, ids=str)
def test_the_host_tells_the_same(setup: Setup, modules: InWasm, seed: int) -> None:
    """Deals, legal lists, refusals, effects, what is shown, views of every seat, links, at random moments of a game.

    The interpreter is asked only in the first moves, and not with the largest sets, where it takes long.
    """
    small = len(setup.deal(seed).notation.texts) <= FEW
    for way, most, looks in ((COMPILED, 1000, 4), *([(INTERPRETED, 3, 1)] if small else [])):
        with running(way, modules):
            expected = transcript(setup, seed, most, looks)
        with running(WASM, modules):
            assert transcript(setup, seed, most, looks) == expected


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", built_in())
def test_minds_think_the_same(game: str, level: str, modules: InWasm, seed: int) -> None:
    """Visits and values of every move after 20,000 simulations, explanations and beliefs, anywhere in a game.

    Less for the interpreter, and near the beginning.
    """
    chance = Chance(seed)
    setup = chance.choice([setup for setup in PLAYABLE if setup.game == game and setup.deal(0).legal])
    positions = course(setup.deal(seed), seed)[:-1]
    compare(chance.choice(positions), level, COMPILED, SIMULATIONS, modules, seed)
    compare(chance.choice(positions[:3]), level, INTERPRETED, 4, modules, seed)


def compare(position: Position, level: str, way: str, simulations: int, modules: InWasm, seed: int) -> None:
    """What a level tells of a position, that way and in WebAssembly."""
    expected, found = None, None
    for each in (way, WASM):
        with running(each, modules, quick=way != INTERPRETED):
            found, expected = thoughts(position, level, simulations, seed), found
    assert found == expected, (position.record.as_dict(), level)


@pytest.mark.parametrize("game", games_with_puzzles())
def test_puzzles_are_the_same(game: str, modules: InWasm, seed: int) -> None:
    """Set-up, moves, verdicts and facts, of every level."""
    ask, told = cast(Any, composed), puzzling(game)
    assert told is not None
    for level in told.levels:
        for number in range(seed % told.seeds, seed % told.seeds + 3):
            found = []
            for run in (ask.compiled, lambda *given: modules.run(ask, *given)):
                chances, *room = told.room()
                setup = one(game_named(game).setup.type)
                run(chances, setup, level, number, *room, told.new_desk())
                found.append([contents(setup), *(array.tolist() for array in room)])
            assert found[0] == found[1], (level, number)
