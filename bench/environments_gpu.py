"""Steps through the vector environment on a GPU, policy and all: ``python -m bench.environments_gpu [GAME…]``.

Uniformly random legal actions are chosen there too, from the masks. For each game: steps a second by how many are
played at once, then where the time goes, kernel by kernel, and how many bytes a step leaves and changes.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from sommet.core.registry import players
from sommet.envs import VectorEnv, vector
from sommet.research.cuda import _cuda

from .peers import PGX_GAMES
from .speed import RUNS, Measure

BATCHES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)
STEPS = 60
PARTS = 70


def turns(env: VectorEnv, count: int, first: int = 0) -> None:
    """So many steps of every game."""
    for number in range(first, first + count):
        env.step_unchecked(env.random_actions(number))


def seconds_a_step(env: VectorEnv, steps: int = STEPS) -> float:
    """The median of several runs, each until the GPU is done."""
    synchronize = _cuda().synchronize
    turns(env, 40)  # games at every stage
    synchronize()
    times = []
    for run in range(RUNS):
        began = time.perf_counter()
        turns(env, steps, 1000 * (run + 1))
        synchronize()
        times.append((time.perf_counter() - began) / steps)
    return statistics.median(times)


def steps(games: tuple[str, ...] = (), batches: tuple[int, ...] = BATCHES) -> Iterator[Measure]:
    """A line for each game and batch."""
    for game in games or tuple(players()):
        for count in batches:
            env = vector(game, count, seed=1, device="cuda")
            yield Measure(f"{game}.gpu_steps.{count}", count / seconds_a_step(env), "steps/s")
            del env


def pgx_steps(batches: tuple[int, ...] = BATCHES) -> Iterator[Measure]:
    """The same of Pgx's games, where it is installed: a call a step, policy and step compiled as one."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return
    for name in PGX_GAMES:
        environment = pgx.make(name)
        again = auto_reset(environment.step, environment.init)

        def step(state: Any, key: Any, again: Any = again) -> Any:
            mask = state.legal_action_mask
            policy, chance = jax.random.split(key)
            actions = jax.random.categorical(policy, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1)
            return jax.vmap(again)(state, actions, jax.random.split(chance, mask.shape[0]))

        compiled: Callable[..., Any] = jax.jit(step, donate_argnums=0)
        for count in batches:
            state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), count))
            keys = list(jax.random.split(jax.random.PRNGKey(1), STEPS))
            times = []
            for _ in range(RUNS + 1):  # the first one compiles
                began = time.perf_counter()
                for key in keys:
                    state = compiled(state, key)
                state.observation.block_until_ready()
                times.append((time.perf_counter() - began) / STEPS)
            yield Measure(f"pgx.{name}.gpu_steps.{count}", count / statistics.median(times[1:]), "steps/s")


def kernels(env: VectorEnv) -> dict[str, float]:
    """Milliseconds of each kernel in a step, the mean over two games and more, by the GPU's own clock."""
    cuda, run = _cuda(), env._run
    launch = run._run
    found: dict[str, list[tuple[Any, Any]]] = {}

    def timed(name: str, *rest: Any, **more: Any) -> None:
        began, ended = cuda.event(), cuda.event()
        began.record()
        launch(name, *rest, **more)
        ended.record()
        found.setdefault(name, []).append((began, ended))

    turns(env, 40)
    run._run = timed
    try:
        turns(env, PARTS)
    finally:
        run._run = launch
    cuda.synchronize()
    return {name: statistics.mean(cuda.event_elapsed_time(*pair) for pair in pairs) for name, pairs in found.items()}


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.environments_gpu", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(players()))
    parser.add_argument("--most", type=int, default=BATCHES[-1], help="games at once, at most")
    parser.add_argument("--peers", action="store_true", help="Pgx's games too")
    args = parser.parse_args()
    batches = tuple(count for count in BATCHES if count <= args.most)
    if args.peers:
        for line in pgx_steps(batches):
            print(f"{line.name:34}{line.value:20,.0f} {line.unit}", flush=True)
    for game in args.games:
        for line in steps((game,), batches):
            print(f"{line.name:34}{line.value:20,.0f} {line.unit}", flush=True)
        env = vector(game, batches[-1], seed=1, device="cuda")
        written = env.spec.size + env.actions
        print(f"{game}: {written} bytes of mask and observation, a state of {env.playing.room.state.dtype.itemsize}")
        for name, spent in kernels(env).items():
            print(f"{game}.{name:20}{spent * 1e6 / env.count:10.3f} ns a game", flush=True)
        del env


if __name__ == "__main__":
    main()
