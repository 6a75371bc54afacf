"""All games as OpenSpiel games: OpenSpiel's own tests, and that they are the same games."""

import copy
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import sommet.envs  # noqa: E402
from sommet.core.bags import Bag  # noqa: E402
from sommet.core.chance import Chance  # noqa: E402
from sommet.core.game import Game  # noqa: E402
from sommet.core.names import Terms  # noqa: E402
from sommet.core.position import Position  # noqa: E402
from sommet.core.registry import game as game_named  # noqa: E402
from sommet.core.registry import new, players  # noqa: E402
from sommet.core.setup import Setup  # noqa: E402
from sommet.research import openspiel, openspiel_tree  # noqa: E402
from sommet.research.draws import Draws, is_drawn  # noqa: E402
from sommet.research.openspiel_dealing import path_of  # noqa: E402
from sommet.research.openspiel_parameters import parameters  # noqa: E402
from sommet.research.openspiel_players import make  # noqa: E402

PLAIN = tuple(openspiel.short_name(game) for game in players())
SECRET = tuple(name for name in players() if openspiel_tree.is_secret(game_named(name)))
GAMES = (
    *PLAIN,
    "sommet_babylone(players=5,direction=counterclockwise)",
    "sommet_babylone(layout=red/blue/red)",
    "sommet_babylone(tokens=5/5/4/4/2,first=1)",
    "sommet_kabaleo(players=4,golden_rule=True)",
    "sommet_kabaleo(players=3,deal=equal,first=2)",
    "sommet_kabaleo(colours=blue/green/pink/violet)",
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


@pytest.mark.parametrize("name", PLAIN)
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
    for name in PLAIN:
        text = generator.playthrough(name, action_sequence=None, seed=1)
        assert "Returns() = [" in text
        assert "InformationStateString(0)" in text


@pytest.mark.parametrize("game", players())
def test_the_same_game(game: str) -> None:
    """A record's moves through the adapter: the same legal moves, the same winners."""
    dice = random.Random(2)
    position = new(game, max(players()[game][:2]), 11)
    while not position.over:
        state = openspiel.state_of(position.view(position.to_move or 0), Chance(1))
        texts = sorted(state.action_to_string(action) for action in state.legal_actions())
        assert texts == sorted(position.legal)
        assert state.current_player() == position.to_move
        position = position.play(dice.choice(position.legal))
    loaded = pyspiel.load_game(f"sommet_{game}", parameters(position.game, position.record))
    state = loaded.new_initial_state()
    for action in path_of(loaded.tree, position.record):
        if not state.is_terminal():
            state.apply_action(action)
    result = position.result
    assert result is not None
    assert result.winners is not None
    assert [seat for seat, won in enumerate(state.returns()) if won > 0] == list(result.winners)


def looks(state: Any, player: int) -> list[Any]:
    """All that a player is given."""
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(),
    ]


@pytest.mark.parametrize("name", SECRET)
def test_nothing_hidden_is_told(name: str) -> None:
    """Whatever a player does not know is dealt anew: their strings and tensors stay the same."""
    game = pyspiel.load_game(openspiel.short_name(name), {"players": max(players()[name][:2])})
    dice = random.Random(3)
    seen = set()
    for state in walk(game, 5):
        player = state.current_player()
        if player < 0:
            continue
        other = state.resample_from_infostate(player, dice.random)
        quick = state.resample_quickly(player, dice.random)
        assert looks(other, player) == looks(state, player)
        assert looks(quick, player) == looks(state, player)
        seen.add(other.node.setup.tobytes())
    assert len(seen) > 3


@pytest.mark.parametrize("name", PLAIN)
def test_tensors_are_made_from_what_the_player_may_know(name: str) -> None:
    """A position in which all the rest is dealt anew gives the same tensors, and those of others differ."""
    game = pyspiel.load_game(name)
    chance = Chance(2)
    for number, state in enumerate(walk(game, 8)):
        player = state.current_player()
        if player < 0 or number % 5:
            continue
        node = state.node
        position = Position(node.tree.game, node.record(), node.setting, node.state, node.deal.form)
        other = openspiel.state_of(position.view(player), chance)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.information_state_tensor(player) != other.information_state_tensor(1 - player)


@pytest.mark.parametrize("name", PLAIN)
def test_different_things_known_look_different(name: str) -> None:
    """No two information states of a player are the same, along some games and between them, nor are their tensors."""
    game = pyspiel.load_game(name)
    known: dict[str, Any] = {}
    tensors: dict[Any, str] = {}
    for seed in range(4):
        for state in walk(game, seed):
            if state.current_player() < 0:
                continue
            text, tensor = state.information_state_string(0), tuple(state.information_state_tensor(0))
            assert known.setdefault(text, tensor) == tensor
            assert tensors.setdefault(tensor, text) == text
    assert len(known) > 20


@pytest.mark.parametrize("name", PLAIN)
def test_python_and_cpp_answer_the_same(name: str) -> None:
    """What is asked from Python takes a shorter way than what C++ asks."""
    game = pyspiel.load_game(name)
    for number, state in enumerate(walk(game, 9)):
        if number % 6 or state.is_terminal():
            continue
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
            assert state.observation_tensor(player) == pyspiel.State.observation_tensor(state, player)
            assert state.information_state_tensor(player) == pyspiel.State.information_state_tensor(state, player)
        with pytest.raises(pyspiel.SpielError):
            state.observation_tensor(game.num_players())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sommet_kabaleo(players=7)", "2.*4"),
        ("sommet_kabaleo(players=4,deal=equal)", "K7"),
        ("sommet_kabaleo(colours=pink/blue)", "K2"),
        ("sommet_kabaleo(first=2)", "K8"),
        ("sommet_babylone(layout=red/purple)", "B10"),
        ("sommet_babylone(tokens=60/60)", "B10"),
        ("sommet_babylone(direction=up)", "direction"),
        ("sommet_on_top(players=2,teams=True)", "T25"),
        ("sommet_on_top(board=hex-1-1-1)", "T7"),
        ("sommet_on_top(black=A1/A1)", "T8"),
    ],
)
def test_wrong_parameters_are_refused(text: str, says: str) -> None:
    """When the game is loaded, with the clause."""
    with pytest.raises((ValueError, pyspiel.SpielError), match=says):
        pyspiel.load_game(text)


def test_move_numbers() -> None:
    """Two tokens of twelve: 144 moves, and not all that the largest set needs."""
    assert pyspiel.load_game("sommet_babylone").num_distinct_actions() == 144


@pytest.mark.parametrize("name", players())
def test_deals_come_from_the_described_bags(name: str) -> None:
    """What the game's own deal draws, the bag of its description holds: as often as it says, and no more."""
    game = game_named(name)
    for seats in game.players:
        for seed in range(20):
            record = new(name, seats, seed).record
            terms = Terms(seats, record.options, record.setup)
            setup = game.setup.write(record)
            for field in game.setup.fields:
                if isinstance(field.drawn, Bag) and is_drawn(field.drawn, record.options, game):
                    draws = Draws.of(field, field.drawn, terms)
                    again = _drawn_again(draws, setup)
                    assert game.setup.read(again, seats, record.options) == record.setup


def _drawn_again(draws: Draws, setup: Any) -> Any:
    drawn = draws.read(setup)
    left = draws.full
    for member in drawn:
        left = draws.without(left, member)
    assert len(drawn) == draws.times
    assert min(left) >= 0
    again = setup.copy()
    draws.clear(again)
    assert again.tobytes() != setup.tobytes()
    draws.write(again, drawn)
    return again


def undescribed(game: Game) -> Game:
    """The same game, but it does not say how its set-up is drawn."""
    setup = game.setup
    fields = [replace(field, drawn=None) for field in setup.fields]
    return replace(game, setup=Setup(setup.options, *fields, of=game.name))


@pytest.mark.parametrize("name", players())
def test_chance_that_is_not_described_is_sampled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then chance draws the number of a deal; nothing of it is told that a player may not know."""
    game = undescribed(game_named(name))
    for module in (openspiel, openspiel_tree):
        monkeypatch.setattr(module, "game_named", lambda _: game)
    kind = openspiel._type(game)
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    made: Any = type("Sampled", (openspiel.SommetGame,), {"game": name, "type": kind})({"rng_seed": 4})
    dice = random.Random(3)
    starts = set()
    for seed in range(3):
        for number, state in enumerate(walk(made, seed)):
            player = state.current_player()
            if number == 1:
                starts.add(state.node.setup.tobytes())
            if player < 0 or number % 5:
                continue
            assert looks(state.resample_from_infostate(player, dice.random), player) == looks(state, player)
            assert looks(state.clone(), player) == looks(state, player)
            assert pickle.loads(pickle.dumps(state.node)).path() == state.node.path()
            assert copy.deepcopy(state.node) is state.node
        assert sum(state.returns()) == pytest.approx(0)
    assert len(starts) == 3


@pytest.mark.parametrize(("game", "spec"), [("kabaleo", "ismcts:sims=20"), ("on_top", "mcts:sims=20")])
def test_open_spiels_bots_play(game: str, spec: str) -> None:
    """A legal move, the same one again; and by the clock."""
    player = make(game, spec)
    view = new(game, 2, 3).view(0) if new(game, 2, 3).to_move == 0 else new(game, 2, 3).view(1)
    assert player.move(view, 7) in view.legal
    assert player.move(view, 7) == player.move(view, 7)
    timed = make(game, f"{spec.partition(':')[0]}:seconds=0.05")
    assert timed.move(view, 7) in view.legal


def test_open_spiels_solvers_run() -> None:
    """CFR on a small layout, and a sampling solver on every game."""
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    sampling = pytest.importorskip("open_spiel.python.algorithms.outcome_sampling_mccfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    small = pyspiel.load_game("sommet_babylone(layout=red/blue/red)")
    solver = cfr.CFRSolver(small)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(small, solver.average_policy()) == pytest.approx(0, abs=0.1)
    for name in PLAIN:
        sampler = sampling.OutcomeSamplingSolver(pyspiel.load_game(name))
        sampler.iteration()
        assert sampler.average_policy() is not None


@pytest.mark.parametrize(("game", "count"), [(game, count) for game, counts in players().items() for count in counts])
def test_observations_and_actions_are_those_of_the_environments(game: str, count: int) -> None:
    """One observation a game, one numbering of its actions: what learned there plays here."""
    if count < 2:
        pytest.skip("nobody to play against")
    env, dice = sommet.envs.vector(game, 1, players=count, seed=5, autoreset="off"), np.random.default_rng(5)
    seen = 0
    while env.turn.mover[0] >= 0:
        position = env.position(0)
        state = openspiel.state_of(position.view(position.to_move or 0), Chance(1))
        assert state.legal_actions() == np.flatnonzero(env.turn.mask[0]).tolist()
        wanted = env.turn.observation[0] / np.maximum(env.spec.most, 1)
        assert state.observation_tensor() == pytest.approx(wanted.tolist())
        seen += 1
        env.step(env.sample(dice))
    assert seen > 3
    assert state.get_game().num_distinct_actions() == env.actions
