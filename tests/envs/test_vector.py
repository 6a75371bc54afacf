"""The vector environment: the rules' own games, many at once, the same however they are run."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import sommet
import sommet.envs
from sommet.core.registry import players
from sommet.core.words import LANGUAGES
from sommet.envs import viewing
from sommet.research import cuda

GAMES = sorted(players())
GAME = GAMES[0]
envs: Any = sommet.envs


def stepped(env: sommet.envs.VectorEnv, steps: int, seed: int = 0) -> list[bytes]:
    """Random steps; all that came back."""
    random = np.random.default_rng(seed)
    return [b"".join(array.tobytes() for array in env.step(env.sample(random))) for _ in range(steps)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_library_s_own_game(game: str) -> None:
    """Deal, mover, legal actions, observation and rewards, at every ply until past the end of several games."""
    env = sommet.envs.vector(game, 4, seed=11, autoreset="next_step")
    positions = [sommet.new(game, seed=env.deal_seed(number)) for number in range(4)]
    random, ended = np.random.default_rng(1), 0
    while ended < 4:
        turn = env.turn
        for number, position in enumerate(positions):
            if position.over:
                assert turn.mover[number] == -1
                assert not turn.mask[number].any()
                continue
            assert position.to_move is not None
            assert position.to_move == turn.mover[number]
            view = position.view(position.to_move)
            assert (viewing.mask(view) == turn.mask[number]).all()
            assert (viewing.observation(view) == turn.observation[number]).all()
            assert env.position(number) == position
        actions = env.sample(random)
        before, turn = positions, env.step(actions)
        for number, position in enumerate(before):
            if position.over:
                positions[number] = env.position(number)  # a new deal
                assert not positions[number].moves
                assert not turn.done[number]
                assert not turn.reward[number].any()
                continue
            assert position.to_move is not None
            after = position.play(viewing.move(position.view(position.to_move), int(actions[number])))
            positions[number] = after
            assert turn.done[number] == after.over
            if after.result is not None:
                ended += 1
                winners = after.result.winners
                assert winners is not None
                share = [2 / len(winners) - 1 if seat in winners else -1 for seat in range(2)]
                assert turn.reward[number].tolist() == share


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_with_any_number_of_threads(game: str) -> None:
    """And another seed, others."""
    alone = stepped(sommet.envs.vector(game, 33, seed=5), 90)
    assert stepped(sommet.envs.vector(game, 33, seed=5, threads=2), 90) == alone
    assert stepped(sommet.envs.vector(game, 33, seed=6), 90) != alone


def test_interpreted_and_on_a_gpu_the_games_are_the_same() -> None:
    """Numba's simulator of a GPU runs the GPU's kernels thread by thread; there is no compiled code in it.

    It is slow: what it plays is the first move, and the last ones with new deals.
    """
    program = (
        "import numpy as np, sommet.envs as envs, sommet.envs.running_cuda as gpu\n"
        "gpu.THREADS_A_BLOCK, gpu.ROWS_A_BLOCK = 2, 4\n"
        "for game, skipped in (('babylone', 4), ('kabaleo', 19), ('on_top', 28)):\n"
        "    here, there = (envs.vector(game, 2, seed=3, device=device) for device in ('cpu', 'cuda'))\n"
        "    random = np.random.default_rng(0)\n"
        "    for number in range(skipped + 7):\n"
        "        actions = here.sample(random)\n"
        "        if 1 <= number <= skipped:\n"
        "            here.step(actions)\n"
        "            if number == skipped: there.copy_in(here.copy_out())\n"
        "            continue\n"
        "        assert (there.random_actions(number).copy_to_host() == here.random_actions(number)).all()\n"
        "        for mine, other in zip(here.step(actions), there.step(actions)):\n"
        "            assert mine.tobytes() == other.copy_to_host().tobytes()\n"
        "    try: there.step(np.array([-2, 0]))\n"
        "    except ValueError as error: print(error)\n"
        "    print(here.save() == there.save(), here.turn.observation.sum(), here.turn.mask.sum())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    wanted = []
    for game, steps in (("babylone", 11), ("kabaleo", 26), ("on_top", 35)):
        compiled = sommet.envs.vector(game, 2, seed=3)
        stepped(compiled, steps)
        wanted.append("Action -2 is not legal in game 0.")
        wanted.append(f"True {compiled.turn.observation.sum()} {compiled.turn.mask.sum()}")
    assert done.stdout.splitlines() == wanted


def test_every_seat_is_observed_where_all_are_wanted() -> None:
    """The mover's row is what the mover alone would be shown."""
    own, every = (sommet.envs.vector("kabaleo", 9, 3, seed=2, seats=seats) for seats in ("mover", "all"))
    random = np.random.default_rng(0)
    for _ in range(60):
        actions = own.sample(random)
        mine, all_of_them = own.step(actions), every.step(actions)
        assert all_of_them.observation.shape == (9, 3, own.spec.size)
        assert (all_of_them.observation[np.arange(9), mine.mover] == mine.observation).all()


def test_states_go_out_and_in_as_arrays_and_as_bytes() -> None:
    """From there everything happens again, new deals too; in another environment as well."""
    env, other = (sommet.envs.vector("on_top", 5, seed=seed) for seed in (1, 2))
    stepped(env, 20)
    arrays, saved = env.copy_out(), env.save()
    onwards = stepped(env, 60)
    env.copy_in(arrays)
    assert stepped(env, 60) == onwards
    other.load(saved)
    assert stepped(other, 60) == onwards


def test_a_position_can_be_put_in_and_taken_out() -> None:
    """A puzzle, or a game somebody played."""
    env = sommet.envs.vector("babylone", 3, seed=1)
    position = sommet.new("babylone", seed=99)
    position = position.play(position.legal[5])
    turn = env.put(2, position)
    assert env.position(2) == position
    assert turn.mover[2] == position.to_move
    assert env.position(0) == sommet.new("babylone", seed=env.deal_seed(0))


def test_an_action_of_minus_one_leaves_a_game_alone() -> None:
    """Whatever the others do."""
    env = sommet.envs.vector("kabaleo", 3, seed=1)
    env.step(np.array([-1, int(np.flatnonzero(env.turn.mask[1])[0]), -1]))
    assert [len(env.position(number).moves) for number in range(3)] == [0, 1, 0]


def test_ended_games_stay_until_they_are_reset_where_that_is_wanted() -> None:
    """Some of them, by number or by true and false; the others go on."""
    env = sommet.envs.vector("babylone", 4, seed=1, autoreset="off")
    stepped(env, 12)
    assert env.turn.done.all()
    assert all(env.position(number).over for number in range(4))
    env.reset(games=env.turn.done & np.array([True, False, False, True]))
    assert [env.position(number).over for number in range(4)] == [False, True, True, False]
    env.reset(games=[1])
    assert [env.position(number).over for number in range(4)] == [False, False, True, False]


def test_sampled_actions_are_legal_and_uniform() -> None:
    """A row with many legal actions and one with few; nothing where there is none."""
    mask = np.zeros((30_000, 20), np.bool_)
    mask[:10_000, 1:] = True
    mask[10_000:20_000, [3, 7]] = True
    chosen = sommet.envs.sampled(mask, np.random.default_rng(0))
    assert mask[np.arange(20_000), chosen[:20_000]].all()
    assert not chosen[20_000:].any()
    for rows, count in ((chosen[:10_000], 19), (chosen[10_000:20_000], 2)):
        shares = np.bincount(rows, minlength=20) / 10_000
        assert (abs(shares[shares > 0] - 1 / count) < 0.03).all()


def test_random_actions_are_legal_uniform_and_the_seed_s() -> None:
    """Where the games are; a game that has ended gets 0."""
    env = sommet.envs.vector("kabaleo", 4000, seed=1, autoreset="off")
    start = env.copy_out()
    env.copy_in(type(start)(*(np.repeat(array[:1], 4000, axis=0) for array in start)))
    legal = np.flatnonzero(env.turn.mask[0])
    shares = np.bincount(env.random_actions(7), minlength=env.actions) / 4000
    assert (shares.nonzero()[0] == legal).all()
    assert (abs(shares[legal] * len(legal) - 1) < 0.5).all()
    assert (env.random_actions(7) == env.random_actions(7).copy()).all()
    other = env.random_actions(7).copy()
    assert (env.random_actions(8) != other).any()
    ended = 0
    while not env.turn.done.all():
        env.step(env.random_actions(ended))  # a wrong one would be refused
        ended += 1
    assert not env.random_actions(1).any()


@pytest.fixture(scope="module")
def env() -> Any:
    """One to make mistakes with."""
    return sommet.envs.vector(GAME, 3, seed=1)


MISTAKES = {
    "an unknown game": lambda env: envs.vector("chess", 4),
    "no games": lambda env: envs.vector(GAME, 0),
    "games in words": lambda env: envs.vector(GAME, "many"),
    "too many players": lambda env: envs.vector(GAME, 4, players=77),
    "an unknown option": lambda env: envs.vector(GAME, 4, colour_of_the_sky="blue"),
    "a game without moves": lambda env: envs.vector("babylone", 4, tokens=(1,)),
    "an unknown device": lambda env: envs.vector(GAME, 4, device="abacus"),
    **({} if cuda.available() else {"no GPU": lambda env: envs.vector(GAME, 4, device="cuda")}),
    "unknown seats": lambda env: envs.vector(GAME, 4, seats="none"),
    "an unknown way to go on": lambda env: envs.vector(GAME, 4, autoreset=True),
    "no thread": lambda env: envs.vector(GAME, 4, threads=0),
    "a seed below 0": lambda env: envs.vector(GAME, 4, seed=-1),
    "too few actions": lambda env: env.step([0]),
    "actions in words": lambda env: env.step(["a", "b", "c"]),
    "actions that are no numbers": lambda env: env.step([0.5, 1, 1]),
    "an action that is not legal": lambda env: env.step([0, 0, 0]),
    "an action that does not exist": lambda env: env.step([10_000, 1, 1]),
    "an action below none": lambda env: env.step([-2, 1, 1]),
    "no such game to reset": lambda env: env.reset(games=[3]),
    "games that are none": lambda env: env.reset(games="all"),
    "no such game to look at": lambda env: env.position(3),
    "no position": lambda env: env.put(0, "start"),
    "a viewer's position": lambda env: env.put(0, sommet.new(GAME, seed=1).view(0).known),
    "a position on other terms": lambda env: env.put(0, sommet.new(GAME, 3, seed=1)),
    "bytes from elsewhere": lambda env: env.load(b"hello"),
    "damaged bytes": lambda env: env.load(env.save()[:-1] + b"?"),
    "another environment's bytes": lambda env: env.load(envs.vector(GAME, 2, seed=1).save()),
    "arrays from elsewhere": lambda env: env.copy_in((1, 2)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told_and_change_nothing(mistake: str, env: Any) -> None:
    """A SommetError with a sentence in every language."""
    before = env.save()
    with pytest.raises(sommet.SommetError) as told:
        MISTAKES[mistake](env)
    said = [told.value.say(language) for language in LANGUAGES]
    assert all(sentence and "{" not in sentence for sentence in said)
    assert len(set(said)) == len(said)
    assert env.save() == before
