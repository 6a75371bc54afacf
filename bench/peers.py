"""The same for other people's games of similar size, if their libraries are installed (extra `peers`)."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from .speed import Measure, median_seconds

OPEN_SPIEL_GAMES = ("connect_four", "breakthrough", "hex(board_size=7)")
PGX_GAMES = ("connect_four", "othello")


def random_games() -> Iterator[Measure]:
    """Random games per second of OpenSpiel (from Python) and Pgx (a batch on the CPU)."""
    yield from _open_spiel()
    yield from _pgx()


def _open_spiel() -> Iterator[Measure]:
    try:
        import pyspiel
    except ImportError:
        return
    for name in OPEN_SPIEL_GAMES:
        game = pyspiel.load_game(name)

        def play(count: int, game: Any = game) -> int:
            moves = 0
            for _ in range(count):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(random.choice(state.legal_actions()))
                    moves += 1
            return moves

        yield from _measured(f"open_spiel.{name}", play, 200)


def _pgx() -> Iterator[Measure]:
    try:
        import jax
        import pgx
    except ImportError:
        return
    for name in PGX_GAMES:
        environment = pgx.make(name)
        batch = 1000

        def one_game(key: Any, environment: Any = environment) -> Any:
            def step(carry: Any) -> Any:
                state, key, moves = carry
                key, sub = jax.random.split(key)
                logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
                return environment.step(state, jax.random.categorical(sub, logits)), key, moves + 1

            state = environment.init(key)
            return jax.lax.while_loop(lambda carry: ~carry[0].terminated, step, (state, key, 0))[2]

        games = jax.jit(jax.vmap(one_game))
        keys = jax.random.split(jax.random.PRNGKey(0), batch)

        def play(count: int, games: Any = games, keys: Any = keys) -> int:
            return int(games(keys).sum())

        yield from _measured(f"pgx.{name}", play, batch)


def _measured(name: str, play: Callable[[int], int], count: int) -> Iterator[Measure]:
    moves = play(count)
    spent = median_seconds(lambda: play(count))
    yield Measure(f"{name}.random_games", count / spent, "games/s")
    yield Measure(f"{name}.random_moves", moves / spent, "moves/s")
