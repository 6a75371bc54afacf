"""Steps through the OpenSpiel adapter: legal actions, one of them played, and the mover's observation tensor.

Beside each game runs OpenSpiel's own tic-tac-toe in Python, so that the ratio means something on a busy machine. A step
is a player's; what chance does between them is in the time, but not counted.
"""

import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from .speed import RUNS, Measure

STEPS = 2000
PEER = "python_tic_tac_toe"


def steps() -> Iterator[Measure]:
    """Nothing where OpenSpiel is not installed."""
    try:
        import pyspiel
        from open_spiel.python import games  # noqa: F401  (importing them registers them)
    except ImportError:
        return
    from sommet.research.openspiel import GAMES

    peer = pyspiel.load_game(PEER)
    every: list[float] = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        _seconds_a_step(game)
        pairs = [(_seconds_a_step(peer), _seconds_a_step(game)) for _ in range(2 * RUNS + 1)]
        every += [theirs for theirs, _ in pairs]
        yield Measure(f"{name}.steps", 1 / statistics.median(ours for _, ours in pairs), "steps/s")
        yield Measure(f"{name}.against_peer", statistics.median(theirs / ours for theirs, ours in pairs), f"× {PEER}")
    yield Measure(f"{PEER}.steps", 1 / statistics.median(every), "steps/s")


def _seconds_a_step(game: Any) -> float:
    dice, done, began = random.Random(1), 0, time.perf_counter()
    while done < STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(dice.choice(state.legal_actions()))
            done += 1
    return (time.perf_counter() - began) / done
