"""Games copied from one environment to another: the same ones, and for a search only what the mover may know."""

import numpy as np
import pytest

import sommet
import sommet.envs
from sommet.core.registry import players

NUMBERS = np.array([0, 0, 3, 3, 2, 1])


def begun(game: str, seats: int) -> sommet.envs.VectorEnv:
    """Four games after seven moves."""
    env = sommet.envs.vector(game, 4, seats, seed=1)
    for number in range(7):
        env.step(env.random_actions(number))
    return env


@pytest.mark.parametrize("game", sorted(players()))
def test_a_copy_goes_on_as_the_game_itself(game: str) -> None:
    """Position, mask and observation, and all that follows, deals too; the game copied is left as it is."""
    env, copies = begun(game, 2), sommet.envs.vector(game, 6, seed=2)
    before = env.save()
    turn = copies.copy_from(env, NUMBERS)
    for step in range(60):
        for name in turn._fields[: 5 if step else 3]:  # what was won before is not copied
            assert (getattr(turn, name) == getattr(env.turn, name)[NUMBERS]).all()
        assert copies.position(2) == env.position(3)
        if step == 0:
            assert env.save() == before
        actions = env.random_actions(step)
        env.step(actions)
        turn = copies.step(actions[NUMBERS])


@pytest.mark.parametrize(
    ("game", "seats", "hidden"), [("babylone", 2, False), ("kabaleo", 3, True), ("on_top", 2, True)]
)
def test_a_redealt_copy_keeps_what_the_mover_knows_and_nothing_else(game: str, seats: int, hidden: bool) -> None:
    """The mover sees the same and may do the same; over many copies, what is hidden takes other values."""
    env, copies = begun(game, seats), sommet.envs.vector(game, 40, seats, seed=2)
    numbers = np.arange(40) % 4
    turn = copies.copy_from(env, numbers, redeal=5)
    assert (turn.observation == env.turn.observation[numbers]).all()
    assert (turn.mask == env.turn.mask[numbers]).all()
    redealt = [copies.position(number) for number in range(40)]
    for number, position in enumerate(redealt):
        own = env.position(number % 4)
        assert position.moves == own.moves
        assert position.to_move is not None
        assert position.view(position.to_move).shown == own.view(position.to_move).shown
    assert any(position != env.position(number % 4) for number, position in enumerate(redealt)) == hidden
    again = sommet.envs.vector(game, 40, seats, seed=3)
    again.copy_from(env, numbers, redeal=5)
    assert [again.position(number) for number in range(40)] == redealt


def test_copies_that_cannot_be_are_refused() -> None:
    """Other terms, games that are not there, itself."""
    env, copies = begun("kabaleo", 2), sommet.envs.vector("kabaleo", 6, seed=2)
    before = copies.save()
    others = [begun("kabaleo", 3), begun("babylone", 2), copies, "env"]
    for other in others:
        with pytest.raises(sommet.SommetError):
            copies.copy_from(other, NUMBERS)  # type: ignore[arg-type]
    for numbers in ([0, 0, 0, 0, 0, 4], [0, -1, 0, 0, 0, 0], [0, 1], "all"):
        with pytest.raises(sommet.SommetError):
            copies.copy_from(env, numbers)
    with pytest.raises(sommet.SommetError):
        copies.copy_from(env, NUMBERS, redeal=-3)
    assert copies.save() == before


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in sorted(players()) for seats in (2, 3, 4)])
def test_a_new_deal_leaves_nothing_of_the_game_before(game: str, seats: int) -> None:
    """Setting and state after many deals are those of the same moves in a game that begins by itself."""
    env = sommet.envs.vector(game, 12, seats, seed=3)
    for number in range(80):
        env.step(env.random_actions(number))
    games = env.copy_out()
    for number in range(12):
        position = env.position(number)
        for mine, own in ((games.settings, position.setting), (games.states, position.state)):
            for field in own.dtype.names or ():
                assert (mine[field][number] == own[field][0]).all(), field
