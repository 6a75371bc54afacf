"""Babylone's analysis by an atlas file, where the solver does not reach."""

from pathlib import Path
from threading import Event

import pytest

import sommet
from sommet.bots.mind import Level, Mind
from sommet.core.chance import Chance
from sommet.core.kernel import INTERPRETED
from sommet.core.position import Position
from sommet.games.babylone.atlas.build import build
from sommet.games.babylone.atlas.values import build_values
from sommet.games.babylone.bots import BOTS
from sommet.games.babylone.heights import heights_of
from sommet.games.babylone.solver.solve import Solver
from sommet.search.advice import Advice, Budget

from ..support.minds import worth

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted, the atlas is not asked")
BUDGET = Budget(simulations=100)
STANDARD = (3, 3, 3, 3)
# a master whose solver reaches nearly nothing
SHORT = Mind(BOTS.kind, Level("master", simulations=100, numbers={"positions": 10}))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for atlas files, and machine code for all that is asked here."""
    monkeypatch.setenv("SOMMET_ATLAS", str(tmp_path))
    for tokens in (STANDARD, (5, 5, 4)):
        assert SHORT.loading(sommet.new("babylone", 2, seed=1, tokens=tokens).view(0)).wait()
    return tmp_path


def wandered(chance: Chance, tokens: tuple[int, ...], moves: int) -> Position:
    """A position this many random moves into a game, or a little less, that is not over."""
    position = sommet.new("babylone", 2, seed=chance.below(10**9), tokens=tokens)
    for _ in range(moves):
        following = position.play(chance.choice(position.legal))
        position = position if following.over else following
    return position


def asked(position: Position, seed: int = 1) -> Advice | None:
    """The exact analysis for who is to move."""
    assert position.to_move is not None
    advice = SHORT.think(position.view(position.to_move), BUDGET, seed)
    return advice if advice.exact else None


def test_no_file_no_answer(folder: Path) -> None:
    """Nor from one of too few colours."""
    position = sommet.new("babylone", 2, seed=1)
    assert asked(position) is None
    build(12, 2, folder)
    assert asked(position) is None, "four colours are not in an atlas of two"


@pytest.mark.parametrize("values", [False, True])
def test_the_atlas_agrees_with_the_solver(folder: Path, values: bool) -> None:
    """The same moves win; a refutation refutes; lengths are there exactly where they were built, and the solver's."""
    build(12, None, folder)
    build(13, 4, folder)
    if values:
        build_values(12, None, folder)
        build_values(13, 4, folder)
    chance, solver, refuted, won = Chance(3), Solver(), 0, 0
    for number in range(24):
        tokens = STANDARD if number % 2 else (5, 4, 3, 1)
        position = wandered(chance, tokens, number % 7)
        assert solver.solve_state(position.state).moves > 0
        advice = asked(position)
        assert advice is not None
        assert advice.exact
        assert sorted(move.move for move in advice.moves) == list(position.legal)
        root = solver.solve_state(position.state)
        assert advice.more == ({"moves_to_end": root.moves, "grundy": root.grundy} if values else {})
        assert advice.moves[0].value == root.wins
        assert [move.value for move in advice.moves] == sorted((worth(move) for move in advice.moves), reverse=True)
        for move in advice.moves:
            following = position.play(move.move)
            value = solver.solve_state(following.state)
            assert (move.value, move.more["wins"]) == (float(not value.wins), not value.wins)
            assert move.more.get("moves_to_end") == (value.moves + 1 if values else None)
            won += move.more["wins"]
            reply = move.more["refutation"]
            assert (reply is None) == (not value.wins)
            if reply is not None:
                answered = solver.solve_state(following.play(reply).state)
                assert not answered.wins
                assert not values or answered.moves == value.moves - 1
                refuted += 1
    assert won > 100
    assert refuted > 500


def test_fewer_colours_on_top_are_enough(folder: Path) -> None:
    """A game of four colours is looked up in an atlas of three as soon as one of them is covered."""
    build(12, 3, folder)
    chance, found = Chance(5), 0
    for _ in range(40):
        position = wandered(chance, STANDARD, 5)
        stacks, colours = int(position.state["stacks"][0]), len(heights_of(position.state))
        advice = asked(position)
        if advice is not None and not advice.more:
            assert colours <= 3
            found += 1
        elif stacks > 5:
            assert advice is not None or colours == 4
    assert found > 5


def test_the_master_plays_by_it(folder: Path) -> None:
    """From a won position it wins; and the same seed gives the same advice."""
    build(12, None, folder)
    chance, solver = Chance(7), Solver()
    for game in range(10):
        position = wandered(chance, STANDARD, 1 + game % 3)
        mine = position.to_move if solver.solve_state(position.state).wins else 1 - (position.to_move or 0)
        assert asked(position, game) == asked(position, game)
        while (seat := position.to_move) is not None:
            thought = SHORT.think(position.view(seat), BUDGET, seed=game)
            assert thought.exact
            position = position.play(thought.best if seat == mine else chance.choice(position.legal))
        assert position.result is not None
        assert position.result.winners == (mine,)


def test_a_damaged_file_is_as_good_as_none(folder: Path) -> None:
    """The game goes on by playouts."""
    path = build(12, None, folder)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    position = sommet.new("babylone", 2, seed=1)
    assert asked(position) is None


def test_only_two_players(folder: Path) -> None:
    """The atlas is about two."""
    build(12, None, folder)
    assert asked(sommet.new("babylone", 3, seed=1)) is None


def test_told_to_stop(folder: Path) -> None:
    """Nobody waits for a file to be opened."""
    build(14, None, folder)
    stop = Event()
    stop.set()
    position = sommet.new("babylone", 2, seed=1, first=0, tokens=(5, 5, 4))
    assert SHORT.think(position.view(0), BUDGET, 1, stop).best in position.legal
