"""The GPU plays the CPU's games, game by game, and computes and searches to the bit as the CPU does."""

from typing import Any, cast

import numpy as np
import pytest

from sommet.core.bits import random_stream
from sommet.core.numbers import exp, log
from sommet.research import batch, cuda
from sommet.search.plain import plain
from sommet.search.tree import Scratch, Tree, new_scratch, new_tree, simulate

from ..support.setups import BABYLONE, KABALEO, ON_TOP, Setup

if not cuda.available():
    pytest.skip("no GPU here", allow_module_level=True)

# one thread there is slow, and arrays are copied: that is the point here
pytestmark = pytest.mark.filterwarnings("ignore:.*under-utilization", "ignore:.*copy overhead")

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


def test_the_same_logarithms_and_exponentials() -> None:
    """To the bit: a product is rounded before anything is added to it, there as here."""
    device, random = cuda._cuda(), np.random.default_rng()
    logarithm, exponential = cast(Any, log).compiled, cast(Any, exp).compiled

    @cuda.exact_kernel
    def run(numbers: Any, found: Any) -> None:
        for k in range(device.grid(1), numbers.shape[0], device.gridsize(1)):
            found[k, 0] = logarithm(numbers[k, 0])
            found[k, 1] = exponential(numbers[k, 1])

    numbers = np.stack([np.exp(random.uniform(-700, 700, 1 << 18)), random.uniform(-745, 709, 1 << 18)], 1)
    found, there = np.array([[logarithm(x), exponential(y)] for x, y in numbers.tolist()]), np.zeros_like(numbers)
    with cuda.exact_arithmetic():
        run[64, 128](numbers, there)
    assert there.tobytes() == found.tobytes()


@pytest.mark.parametrize("setup", [BABYLONE[0], KABALEO[0], ON_TOP[0]], ids=str)
def test_the_same_search(setup: Setup) -> None:
    """A tree grown by one thread there and one grown here: every byte of what was visited and won."""
    device, known, simulations = cuda._cuda(), setup.deal(5).view(0).known, 1000
    search = cast(Any, simulate).compiled

    @cuda.exact_kernel
    def run(settings: Any, guides: Any, states: Any, scratch: Any, tree: Any, count: Any) -> None:
        search(settings, guides, states, scratch, tree, count)

    def grown(there: bool) -> Tree:
        most = known.game.most_moves
        tree = new_tree(simulations + 1, 4 * most + 8 * simulations, most)
        scratch = new_scratch(known.state, random_stream(3, 0), most)
        for array in (tree.slots, tree.entries, tree.nodes[1:]):
            array.view(np.uint8)[:] = 0
        if not there:
            search(known.setting, plain(), known.state, scratch, tree, simulations)
            return tree
        far = Tree(*map(device.to_device, tree))
        room = Scratch(*map(device.to_device, scratch))
        with cuda.exact_arithmetic():
            run[1, 1](*map(device.to_device, (known.setting, plain(), known.state)), room, far, simulations)
        return Tree(*(cast(Any, array).copy_to_host() for array in far))

    for here, there in zip(grown(False), grown(True), strict=True):
        assert here.tobytes() == there.tobytes()
