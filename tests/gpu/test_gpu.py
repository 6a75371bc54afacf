"""The GPU plays the CPU's games, game by game."""

import pytest

from sommet.research import batch, cuda

from ..support.setups import BABYLONE, KABALEO, ON_TOP, Setup

if not cuda.available():
    pytest.skip("no GPU here", allow_module_level=True)

KINDS = [[BABYLONE[0]], [BABYLONE[4]], KABALEO[:2], [KABALEO[5]], ON_TOP[:2], [ON_TOP[2]], [ON_TOP[6]]]


@pytest.mark.parametrize("setups", KINDS, ids=lambda setups: str(setups[0]))
def test_the_same_games(setups: list[Setup]) -> None:
    """Outcome and number of moves of each."""
    positions = [setup.deal(seed) for seed, setup in enumerate(setups)]
    for seed in (0, 12345):
        here = batch.play_at_random(positions, 20_000, seed)
        there = cuda.play_at_random(positions, 20_000, seed)
        assert (here.outcomes == there.outcomes).all()
        assert (here.plies == there.plies).all()
