"""The rules against slow plain models of them, over whole random games of every kind and on random boards."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.core.chance import Chance
from sommet.core.position import Position

from ..support.examples import examples
from ..support.models import COLOURS, Hexagon, OnTop, model
from ..support.setups import SETUPS, Setup, edited


def compare(position: Position, seed: int, pawns: dict[str, int] | None = None) -> None:
    """Play at random to the end; position and model (with these pawns) say the same at every move."""
    chance, plain = Chance(seed), model(position.record.as_dict())
    if isinstance(plain, OnTop) and pawns is not None:
        plain.pawns = dict(pawns)
    while True:
        assert list(position.legal) == plain.legal()
        assert position.shown == plain.shown()
        assert position.to_move == plain.to_move()
        result = position.result
        assert (None if result is None else result.as_dict()) == plain.result()
        if not position.legal:
            return
        move = chance.choice(position.legal)
        position = position.play(move)
        plain.play(move)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_kind_of_game(setup: Setup) -> None:
    """Several whole games of each."""
    for seed in range(5):
        compare(setup.deal(seed), seed)


SEEDS = st.integers(0, 2**64 - 1)
SLOW = examples(40)


@SLOW
@given(SEEDS, st.integers(2, 6), st.lists(st.integers(0, 9), min_size=1, max_size=7).filter(any), st.booleans())
def test_babylone_with_any_set(seed: int, players: int, tokens: list[int], back: bool) -> None:
    """B9, B10."""
    options = {"direction": "counterclockwise"} if back else {}
    compare(sommet.new("babylone", players, seed, options=options, tokens=tokens), seed)


@SLOW
@given(SEEDS, st.integers(2, 4), st.booleans(), st.booleans(), st.booleans())
def test_kabaleo_with_any_deal(seed: int, players: int, golden: bool, equal: bool, ahead: bool) -> None:
    """K6, K7, K18, K19."""
    options: dict[str, Any] = {"golden_rule": golden, "deal": "equal" if equal and players < 4 else "random"}
    if players == 2:
        options["head_start"] = ahead
    compare(sommet.new("kabaleo", players, seed, options=options), seed)


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Any board, and 2 to 10 of its cells; often crowded together, so that there are holes at once."""
    a, b, c = (draw(st.integers(1, 7)) for _ in range(3))
    while 2 * (a * b + b * c + c * a) > 200:
        a, b, c = b, c, a - 1
    name = f"hex-{a}-{b}-{c}"
    board = Hexagon(name)
    cells = list(board.cells)
    if draw(st.booleans()):  # the neighbours of a few cells
        cells = [near for cell in draw(st.permutations(cells)) for near in board.neighbours[cell]]
    else:
        cells = draw(st.permutations(cells))
    black = list(dict.fromkeys(cells))[: draw(st.integers(2, 10))]
    return name, black


@SLOW
@given(SEEDS, st.integers(2, 4), boards(), st.booleans())
def test_on_top_on_any_board(seed: int, players: int, board: tuple[str, list[str]], teams: bool) -> None:
    """T4, T8, T25."""
    options = {"board": board[0], "black": board[1], "teams": teams and players == 4}
    compare(sommet.new("on_top", players, seed, options=options), seed)


@SLOW
@given(SEEDS, st.integers(2, 4), st.lists(st.integers(1, 7), min_size=4, max_size=4), st.booleans())
def test_on_top_with_few_pawns(seed: int, players: int, pawns: list[int], teams: bool) -> None:
    """T23, T24, T25: games that run out of pawns, the players' and the neutral ones, at every possible moment."""
    position = sommet.new("on_top", players, seed, options={"teams": teams and players == 4})
    compare(edited(position, pawns=pawns), seed, dict(zip(COLOURS, pawns, strict=True)))
