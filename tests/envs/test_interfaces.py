"""Gymnasium's and PettingZoo's own test functions, and what they do not look at."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sommet
from sommet.core.registry import players
from sommet.core.words import LANGUAGES

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

import sommet.envs.gymnasium  # noqa: E402
from sommet.envs.pettingzoo import aec, parallel  # noqa: E402

GAMES = sorted(players())
# PettingZoo knows its own games by name, and warns about all others that they have an action mask beside what is seen,
# and that nobody has a legal action after the end.
EXPECTED = (
    "Action mask numpy array is all zeros",
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
)


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What PettingZoo's test warns of, heard at its source: a compiler in another thread changes Python's filters."""
    said: list[str] = []
    monkeypatch.setattr(import_module("pettingzoo.test.api_test"), "warnings", SimpleNamespace(warn=said.append))
    return said


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_s_own_check(game: str) -> None:
    """`check_env` of the environment that `gymnasium.make` makes."""
    check_env(gymnasium.make(f"sommet/{game}-v0").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_s_own_tests(game: str, warned: list[str]) -> None:
    """`api_test`, `parallel_api_test` and `seed_test`, with more than two players too."""
    api_test(aec(game), num_cycles=150)
    api_test(aec(game, 3), num_cycles=80)
    parallel_api_test(parallel(game), num_cycles=150)
    seed_test(lambda: aec(game), num_cycles=40)
    assert [said for said in warned if not said.startswith(EXPECTED)] == []


def test_a_learner_plays_one_seat_and_random_opponents_the_others() -> None:
    """Whole games: it is the learner's turn whenever something is asked, and rewards are those of the seat."""
    env = gymnasium.make("sommet/kabaleo-v0", players=3, seat=2, illegal="refused").unwrapped
    seen, info = env.reset(seed=4)
    moves = 0
    while True:
        inner = env._play.env
        assert inner.turn.mover[0] == 2
        assert info["action_mask"].tolist() == inner.turn.mask[0].tolist()
        assert (seen == inner.views()[0, 2]).all()
        seen, reward, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        moves += 1
        if over:
            break
        assert reward == 0
    position = env._play.env.position(0)
    assert position.result is not None
    assert (moves, 2 in position.result.winners) == (10, reward > 0)
    seen, reward, over, _, info = env.step(0)  # the next step deals anew
    assert (reward, over, info["action_mask"].any()) == (0, False, True)


def test_an_action_that_is_not_legal_loses_or_is_refused() -> None:
    """And then the game is over, and dealt anew."""
    env: Any = gymnasium.make_vec("sommet/babylone-v0", num_envs=4)
    _, info = env.reset(seed=1)
    actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
    actions[2] = 0  # a stack on itself
    _, rewards, over, cut, info = env.step(actions)
    assert (rewards.tolist(), over.tolist(), cut.any()) == ([0, 0, -1, 0], [False, False, True, False], False)
    assert info["action_mask"].any(axis=1).tolist() == [True, True, False, True]
    _, rewards, over, _, info = env.step(np.array([np.argmax(mask) for mask in info["action_mask"]]))
    assert not over[2]
    assert info["action_mask"][2].any()
    strict: Any = gymnasium.make("sommet/babylone-v0", illegal="refused").unwrapped
    strict.reset(seed=1)
    with pytest.raises(sommet.SommetError, match="not legal"):
        strict.step(0)


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    """Deals and random opponents."""
    runs = []
    for seed in (3, 3, 4):
        env: Any = gymnasium.make_vec("sommet/on_top-v0", num_envs=3)
        seen, info = env.reset(seed=seed)
        run = [seen.tobytes()]
        for _ in range(20):
            seen, rewards, _, _, info = env.step(np.array([np.argmax(mask) for mask in info["action_mask"]]))
            run.append(seen.tobytes() + rewards.tobytes())
        runs.append(run)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_opponents_may_be_bots_or_a_function() -> None:
    """A function gets the others' observations and masks, a row for each game in which they are to move."""
    asked = []

    def first_legal(observations: Any, masks: Any) -> Any:
        asked.append((observations.shape[1], masks.any(axis=1).all()))
        return masks.argmax(axis=1)

    for opponent in (first_legal, "beginner"):
        env: Any = gymnasium.make("sommet/babylone-v0", opponent=opponent)
        _, info = env.reset(seed=2)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(np.argmax(info["action_mask"])))
    assert set(asked) == {(62, True)}


def test_the_board_is_shown_to_a_seat_as_it_sees_it() -> None:
    """As text; not the other's secret."""
    env: Any = gymnasium.make("sommet/kabaleo-v0", render_mode="ansi")
    env.reset(seed=1)
    position = env.unwrapped._play.env.position(0)
    assert env.render() == sommet.text(position.view(0))
    turns = aec("kabaleo", render_mode="ansi")
    turns.reset(seed=1)
    assert turns.render() == sommet.text(turns._table.env.position(0).view(turns._table.mover))


@pytest.fixture(scope="module")
def table() -> Any:
    """A parallel environment."""
    env = parallel("babylone")
    env.reset(seed=1)
    return env


def in_turn() -> Any:
    """An AEC environment."""
    env = aec("babylone")
    env.reset(seed=1)
    return env


MISTAKES: dict[str, Callable[[Any], Any]] = {
    "no such game": lambda table: aec("chess"),
    "an unknown option": lambda table: parallel("babylone", sky="blue"),
    "an opponent that is a number": lambda table: sommet.envs.gymnasium.Env("babylone", opponent=3),  # type: ignore[arg-type]
    "an unknown bot": lambda table: sommet.envs.gymnasium.Env("babylone", opponent="deep blue"),
    "no such seat": lambda table: sommet.envs.gymnasium.Env("babylone", seat=2),
    "an unknown way with wrong actions": lambda table: sommet.envs.gymnasium.Env("babylone", illegal="maybe"),
    "an action that is not legal": lambda table: in_turn().step(0),
    "an action in words": lambda table: in_turn().step("left"),
    "no action": lambda table: in_turn().step(None),
    "nobody's action": lambda table: table.step({}),
    "an action all at once that is not legal": lambda table: table.step(dict.fromkeys(table.agents, 0)),
    "passing in one's turn": lambda table: table.step(dict.fromkeys(table.agents, 144)),
    "a step before the start": lambda table: parallel("babylone").step({}),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told(mistake: str, table: Any) -> None:
    """A SommetError with a sentence in every language."""
    with pytest.raises(sommet.SommetError) as told:
        MISTAKES[mistake](table)
    said = [told.value.say(language) for language in LANGUAGES]
    assert all(sentence and "{" not in sentence for sentence in said)
    assert len(set(said)) == len(said)
