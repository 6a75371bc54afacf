"""Steps through the environments on one core: mask and observation of every game, a random legal policy in NumPy.

Pgx, where it is installed, plays its own games in the same run: the same batch, the same policy, one step a call.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sommet.core.registry import players
from sommet.envs import sampled, vector

from .peers import PGX_GAMES
from .speed import RUNS, Measure, median_seconds

BATCH = 1024
STEPS = 100
TURNS = 2000


def steps(peers: bool) -> Iterator[Measure]:
    """A line for each game, for PettingZoo, and for each of Pgx's."""
    for game in players():
        env, random = vector(game, BATCH, seed=1), np.random.default_rng(1)

        def work(env: Any = env, random: Any = random) -> None:
            for _ in range(STEPS):
                env.step(env.sample(random))

        yield Measure(f"{game}.vector_steps", BATCH * STEPS / median_seconds(work, 2 * RUNS + 1), "steps/s")
    yield from _pettingzoo()
    if peers:
        yield from _pgx()


def _pettingzoo() -> Iterator[Measure]:
    try:
        from sommet.envs.pettingzoo import aec
    except ImportError:
        return
    for game in players():
        env, random = aec(game), np.random.default_rng(1)

        def work(env: Any = env, random: Any = random) -> None:
            done = 0
            env.reset(seed=1)
            while done < TURNS:
                observation, _, over, _, _ = env.last()
                if over:
                    env.reset()
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(legal[int(random.random() * len(legal))])
                done += 1

        yield Measure(f"{game}.pettingzoo_steps", TURNS / median_seconds(work), "steps/s")


def _pgx() -> Iterator[Measure]:
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return
    for name in PGX_GAMES:
        environment = pgx.make(name)
        start = jax.jit(jax.vmap(environment.init))
        step: Callable[..., Any] = jax.jit(jax.vmap(auto_reset(environment.step, environment.init)))
        key, random = jax.random.PRNGKey(0), np.random.default_rng(1)
        first = start(jax.random.split(key, BATCH))

        def work(step: Any = step, first: Any = first, key: Any = key, random: Any = random) -> None:
            state = first
            for number in range(STEPS):
                actions = sampled(np.asarray(state.legal_action_mask), random)
                state = step(state, actions, jax.random.split(jax.random.fold_in(key, number), BATCH))
            state.observation.block_until_ready()

        yield Measure(f"pgx.{name}.vector_steps", BATCH * STEPS / median_seconds(work), "steps/s")
