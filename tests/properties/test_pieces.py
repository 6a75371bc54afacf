"""Nothing appears or vanishes, and there is always something to do until the end."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.core.position import Position

from ..support.setups import BABYLONE, KABALEO, ON_TOP, Setup, course

SEED = st.integers(0, 2**32)


@given(st.sampled_from(BABYLONE), SEED)
def test_b1_tokens_are_conserved(setup: Setup, seed: int) -> None:
    """One stack less with every move, and the same tokens."""
    tokens = Counter(setup.deal(seed).record.setup["tokens"])
    for ply, position in enumerate(course(setup.deal(seed), seed)):
        stacks = position.shown["stacks"].values()
        assert sum(map(Counter, stacks), Counter()) == tokens
        assert len(stacks) == tokens.total() - ply


@given(st.sampled_from(KABALEO), SEED)
def test_k1_pieces_are_conserved(setup: Setup, seed: int) -> None:
    """Stock, table and those that left in pairs: six of each colour."""
    gone: Counter[str] = Counter()
    table: Counter[str] = Counter()
    for ply, position in enumerate(course(setup.deal(seed), seed)):
        colours = position.record.setup["colours"]
        now = Counter(piece for pile in position.shown["locations"] for piece in pile[1:])
        if ply:
            colour = position.moves[-1].partition("@")[0]
            gone[colour] += 2 * (now[colour] < table[colour])
            assert now.total() - table.total() in (1, -1)
        table = now
        stock = sum((Counter(stock) for stock in position.shown["stocks"]), Counter())
        assert stock + table + gone == Counter(dict.fromkeys(colours, 6))


@given(st.sampled_from(KABALEO), SEED)
def test_k8_some_move_until_the_end(setup: Setup, seed: int) -> None:
    """Nobody is ever blocked, also with the golden rule; games have their full length."""
    positions = course(setup.deal(seed), seed)
    assert len(positions) - 1 == 6 * (setup.players + 2)
    assert all(position.legal for position in positions[:-1])


def stingy(position: Position) -> str:
    """The move that leaves the next player the fewest."""
    return min(position.legal, key=lambda move: len(position.play(move).legal))


@pytest.mark.parametrize("setup", KABALEO, ids=str)
def test_k8_nobody_can_be_blocked_on_purpose(setup: Setup) -> None:
    """Also when everybody tries to."""
    position = setup.deal(3)
    while not position.over:
        assert position.legal
        position = position.play(stingy(position))


@given(st.sampled_from(ON_TOP), SEED)
def test_t1_material_is_conserved(setup: Setup, seed: int) -> None:
    """Tiles, pawns and black triangles."""
    pawns = dict.fromkeys(setup.deal(seed).record.setup["colours"], 20)
    for ply, position in enumerate(course(setup.deal(seed), seed)):
        shown = position.shown
        contents = Counter(shown["cells"].values())
        assert contents["tile"] == 2 * ply
        assert contents["black"] + shown["black_left"] == 10
        assert contents["void"] == 0 or shown["black_left"] == 0
        placed = Counter(colour for tower in shown["towers"].values() for colour in tower)
        for colour, left in shown["pawns"].items():
            assert left + placed[colour] == pawns.get(colour, 21)
        assert shown["tiles_left"] + ply + (shown["tile"] is not None) == 34
        assert (not position.legal) == position.over
