"""Pebbles in OpenSpiel, registered like the built-in games. It does not say how it is drawn: its deals are sampled."""

import subprocess
import sys

import pytest

pytest.importorskip("pyspiel")

PROGRAM = """
import random

import pyspiel

import sommet
import sommet.research.openspiel
from sommet.research.openspiel_players import make

game = pyspiel.load_game("sommet_pebbles(players=3,heaps=four,rest=True)")
kind = game.get_type()
assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
serialize = False  # OpenSpiel cannot, for a Python game with sampled chance
pyspiel.random_sim_test(game, 3, serialize, False)

dice = random.Random(1)
seen, secrets = set(), set()
for _ in range(4):
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    while not state.is_terminal():
        player = state.current_player()
        for other in (state.resample_from_infostate(player, dice.random), state.clone()):
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            secrets.add(other.node.setup.tobytes())
        seen.add((state.information_state_string(player), tuple(state.information_state_tensor(player))))
        state.apply_action(dice.choice(state.legal_actions()))
assert len(seen) == len({text for text, _ in seen}) == len({tensor for _, tensor in seen}) > 30
assert len(secrets) > 20

try:
    pyspiel.load_game("sommet_pebbles(players=2,heaps=four)")
except ValueError as error:
    assert "P12" in str(error), error
else:
    raise AssertionError("four heaps are for three players")

position = sommet.new("pebbles", 2, seed=1)
view = position.view(position.to_move)
assert make("pebbles", "ismcts:sims=20").move(view, 7) in view.legal
print("ok")
"""


def test_it_is_an_open_spiel_game() -> None:
    """OpenSpiel's own simulations; nothing hidden is told; no two information states look the same; its bots play."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.endswith("ok\n"), done.stderr[-2000:]
