"""Pebbles in the vector environment: it declares no observation, so it is shown as it shows itself."""

import os
import subprocess
import sys

PROGRAM = """
import numpy as np

import sommet
import sommet.envs
from sommet.envs import viewing

env = sommet.envs.vector("pebbles", 3, 3, seed=1, autoreset="off", heaps="four")
random = np.random.default_rng(0)
while not env.turn.done.all():
    for number in range(3):
        position = env.position(number)
        if not position.over:
            view = position.view(position.to_move)
            assert (viewing.observation(view) == env.turn.observation[number]).all()
            assert (viewing.mask(view) == env.turn.mask[number]).all()
            hidden = view.redeal(sommet.Chance(1)).view(view.viewer)
            assert (viewing.observation(hidden) == env.turn.observation[number]).all()
    env.step(env.sample(random))
assert env.turn.observation.any()
assert env.spec.size == env.turn.observation.shape[1]
print("played")
"""


def test_a_game_that_declares_no_observation_is_observed_as_it_is_shown() -> None:
    """To the end of three games; what is hidden is not in it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr
