"""The three games as OpenSpiel games: OpenSpiel's own tests, and that they are the same games."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from sommet.core.chance import Chance  # noqa: E402
from sommet.core.registry import new  # noqa: E402
from sommet.research import openspiel  # noqa: E402
from sommet.research.openspiel_nodes import history_of  # noqa: E402
from sommet.research.openspiel_players import make  # noqa: E402

GAMES = (
    "sommet_babylone",
    "sommet_babylone(players=5,direction=counterclockwise)",
    "sommet_babylone(layout=red/blue/red)",
    "sommet_kabaleo",
    "sommet_kabaleo(players=4,golden_rule=True)",
    "sommet_kabaleo(players=3,deal=equal,first=2)",
    "sommet_on_top",
    "sommet_on_top(players=4,teams=True)",
    "sommet_on_top(players=3,board=hex-5-3-3)",
)


def walk(game: Any, seed: int) -> Iterator[Any]:
    """Every state of a random game, chance by its probabilities."""
    dice = random.Random(seed)
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_open_spiels_own_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Legal actions, chance, returns, strings, tensors, clones and serialisation as OpenSpiel wants them."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, 2, True, False)
    capfd.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    """What OpenSpiel's playthroughs check: probabilities, bounds, and that state and game can be read back."""
    game = pyspiel.load_game(name)
    assert pyspiel.load_game(str(game)).num_players() == game.num_players()
    decisions = chances = 0
    for state in walk(game, 3):
        if state.is_chance_node():
            chances += 1
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            assert max(outcome for outcome, _ in state.chance_outcomes()) < game.max_chance_outcomes()
        elif not state.is_terminal():
            decisions += 1
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            assert all(state.string_to_action(state.action_to_string(action)) == action for action in actions)
    assert decisions <= game.max_game_length()
    assert chances <= game.max_chance_nodes_in_history()
    assert sum(state.returns()) == pytest.approx(0)
    assert min(state.returns()) >= game.min_utility()
    assert max(state.returns()) <= game.max_utility()


@pytest.mark.parametrize("name", ["sommet_kabaleo", "sommet_on_top", "sommet_babylone"])
def test_every_state_can_be_read_back(name: str) -> None:
    """Serialised and restored in the middle of a deal, of a draw, of the game."""
    game = pyspiel.load_game(name)
    for number, state in enumerate(walk(game, 4)):
        if number % 7 == 0 or state.is_terminal():
            _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(back) == str(state)
            assert back.history() == state.history()
            assert state.is_terminal() or back.legal_actions() == state.legal_actions()


def test_open_spiels_generated_playthrough() -> None:
    """OpenSpiel writes its own text about a game, from every part of the interface."""
    generator = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    for name in ("sommet_babylone", "sommet_kabaleo", "sommet_on_top"):
        text = generator.playthrough(name, action_sequence=None, seed=1)
        assert "Returns() = [" in text
        assert "InformationStateString(0)" in text


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_the_same_game(game: str) -> None:
    """A record's moves through the adapter: the same legal moves, the same winners."""
    dice = random.Random(2)
    position = new(game, 3, 11)
    while not position.over:
        state = openspiel.state_of(position.view(position.to_move or 0), Chance(1))
        texts = sorted(state.action_to_string(action) for action in state.legal_actions())
        assert texts == sorted(position.legal)
        assert state.current_player() == position.to_move
        position = position.play(dice.choice(position.legal))
    state = pyspiel.load_game(f"sommet_{game}", openspiel.parameters(position.record)).new_initial_state()
    for action in history_of(position.record):
        if not state.is_terminal():
            state.apply_action(action)
    result = position.result
    assert result is not None
    assert result.winners is not None
    assert [seat for seat, won in enumerate(state.returns()) if won > 0] == list(result.winners)


def test_nothing_hidden_is_told() -> None:
    """Kabaleo: whatever the others' objectives are, a player's strings and tensors stay the same."""
    game = pyspiel.load_game("sommet_kabaleo(players=3)")
    dice = random.Random(3)
    seen = set()
    for state in walk(game, 5):
        if state.current_player() < 0:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, dice.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        quick = state.resample_quickly(player, dice.random)
        assert quick.information_state_string(player) == state.information_state_string(player)
        seen.add(tuple(other.node.position.record.setup["objectives"]))
    assert len(seen) > 3


def test_different_things_known_look_different() -> None:
    """No two information states of a player are the same along a game, nor for different objectives."""
    game = pyspiel.load_game("sommet_kabaleo")
    texts = [state.information_state_string(0) for state in walk(game, 6) if state.current_player() >= 0]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("game", "spec"), [("kabaleo", "ismcts:sims=20"), ("on_top", "mcts:sims=20")])
def test_open_spiels_bots_play(game: str, spec: str) -> None:
    """A legal move, the same one again; and by the clock."""
    player = make(game, spec)
    view = new(game, 2, 3).view(0) if new(game, 2, 3).to_move == 0 else new(game, 2, 3).view(1)
    assert player.move(view, 7) in view.legal
    assert player.move(view, 7) == player.move(view, 7)
    timed = make(game, f"{spec.partition(':')[0]}:seconds=0.05")
    assert timed.move(view, 7) in view.legal
