"""The kernels among themselves: legal, can, draw, payoff; interpreted and compiled."""

from collections import Counter
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.core import bits
from sommet.core.bits import random_stream
from sommet.core.kernel import kernel
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.rules import can, draw, payoff
from sommet.research.batch import play_at_random, starts_of
from sommet.search.playouts import random_game

from ..support.setups import BABYLONE, KABALEO, ON_TOP, SETUPS, Setup, course
from ..support.states import contents
from ..support.statistics import uniform

SEED = st.integers(0, 2**32)
BEYOND = [-(2**62), -4097, -1, 4096, 5000, 2**31, 2**40, 2**62]


@kernel
def which_can(settings: Any, states: Any, moves: Any, found: Any) -> Any:
    """For each number whether it is a legal move."""
    for index in range(moves.shape[0]):
        found[index] = can(settings[0], states[0], moves[index])


@kernel
def draws(settings: Any, states: Any, rngs: Any, found: Any) -> Any:
    """Draw moves."""
    for index in range(found.shape[0]):
        found[index] = draw(settings[0], states[0], rngs[0])


@kernel
def shares(settings: Any, states: Any, found: Any) -> Any:
    """Everybody's payoff."""
    for seat in range(found.shape[0]):
        found[seat] = payoff(settings[0], states[0], seat)


def some_positions(setup: Setup, seed: int, number: int) -> list[Position]:
    """Spread over a random game, its start and its end among them."""
    positions = course(setup.deal(seed), seed)
    return [*positions[:: max(1, len(positions) // number)], positions[-1]]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_legal_is_all_that_can(setup: Setup) -> None:
    """Over all integers in range and some far beyond; none after the end. Interpreted as compiled."""
    moves = np.array([*range(-130, 4300), *BEYOND], dtype=np.int64)
    for position in some_positions(setup, 3, 6):
        found = np.empty(len(moves), np.bool_)
        which_can(position.setting, position.state, moves, found)
        assert moves[found].tolist() == position.numbers
        sample = moves[:: max(1, len(moves) // 300)]
        again = np.empty(len(sample), np.bool_)
        cast(Any, which_can).interpreted(position.setting, position.state, sample, again)
        assert set(sample[again].tolist()) == set(sample.tolist()) & set(position.numbers)


@pytest.mark.parametrize("setup", [*BABYLONE[:2], BABYLONE[4], *KABALEO[:3], *ON_TOP[:2], ON_TOP[6]], ids=str)
def test_draw_is_legal_and_uniform(setup: Setup) -> None:
    """At several points of a game; -1 after the end."""
    for position in some_positions(setup, 8, 4):
        number = 60 * max(1, len(position.numbers))
        found = np.empty(number, np.int64)
        draws(position.setting, position.state, random_stream(9), found)
        if position.over:
            assert set(found.tolist()) == {-1}
            continue
        counts = Counter(found.tolist())
        assert counts.keys() <= set(position.numbers)
        assert uniform(counts.values(), number, len(position.numbers))
        few = np.empty(40, np.int64)
        cast(Any, draws).interpreted(position.setting, position.state, random_stream(9), few)
        assert few.tolist() == found[:40].tolist()


@given(st.sampled_from(SETUPS), SEED)
def test_payoffs_are_shares_of_one_win(setup: Setup, seed: int) -> None:
    """They sum to 1 (by side, where there are teams) and agree with the result."""
    end = course(setup.deal(seed), seed)[-1]
    found = np.empty(end.players)
    shares(end.setting, end.state, found)
    teams = bool(setup.options.get("teams"))
    assert found.sum() == pytest.approx(2.0 if teams else 1.0)
    assert end.result is not None
    winners = end.result.winners or ()
    assert [seat for seat in range(end.players) if found[seat] > 0] == list(winners)
    assert len({found[seat] for seat in winners}) == 1
    if teams:
        assert found[0] == found[2]
        assert found[1] == found[3]


@given(st.sampled_from(SETUPS), SEED)
def test_a_result_is_what_its_game_may_say(setup: Setup, seed: int) -> None:
    """Winners, one of the game's reasons, a score for each seat; none before the end."""
    positions = course(setup.deal(seed), seed)
    assert all(position.result is None and position.to_move is not None for position in positions[:-1])
    end = positions[-1]
    assert end.result is not None
    assert end.result.winners
    assert end.result.reason in end.game.endings
    assert end.result.scores is not None
    assert len(end.result.scores) == end.players
    assert end.result.scores == end.scores
    assert (end.to_move, end.legal) == (None, ())
    assert end.view(SPECTATOR).result == end.result


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_interpreted_equals_compiled(setup: Setup) -> None:
    """Whole random games with the same seeds: outcome, number of moves and the last state."""
    settings, starts = starts_of([setup.deal(2)])
    game = cast(Any, random_game)
    for number in range(6):
        ends = []
        for way in (game.interpreted, game.compiled):
            state, rng = starts.copy(), random_stream(0)
            found = way(settings[0], state[0], rng[0], 11, number)
            ends.append((int(found), contents(state), contents(rng)))
        assert ends[0] == ends[1]


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_a_batch_is_the_same_on_one_thread_or_several(game: str) -> None:
    """Game number g is settled by the seed and by g; each is a game that ended."""
    setups = [setup for setup in SETUPS if setup.game == game][:2]
    positions = [setup.deal(1) for setup in setups]
    one = play_at_random(positions, 3000, seed=5)
    three = play_at_random(positions, 3000, seed=5, threads=3)
    other = play_at_random(positions, 3000, seed=6)
    assert one.outcomes.tolist() == three.outcomes.tolist()
    assert one.plies.tolist() == three.plies.tolist()
    assert one.plies.tolist() != other.plies.tolist() or game == "kabaleo"
    assert (one.outcomes & 255 > 0).all()
    assert one.wins(2).sum() >= 0.5


@given(st.integers(0, 2**64 - 1))
def test_random_words_are_the_same_both_ways(seed: int) -> None:
    """splitmix64, by Python's integers and by the machine's."""
    plain, machine = random_stream(seed), random_stream(seed)
    for _ in range(3):
        word = bits.next_word.in_way("interpreted")(plain[0])
        assert int(word) == int(bits.next_word.in_way("compiled")(machine[0]))
        assert contents(plain) == contents(machine)


@given(st.integers(1, 2**64 - 1), st.data())
def test_bits_are_the_same_both_ways(word: int, data: st.DataObject) -> None:
    """Counting them and finding the n-th."""
    places = [place for place in range(64) if word >> place & 1]
    n = data.draw(st.integers(0, len(places) - 1))
    find = cast(Any, bits.nth_bit)
    assert int(find.compiled(np.uint64(word), n)) == int(find.interpreted(np.uint64(word), n)) == places[n]


@given(st.integers(0, 2**64 - 1), st.integers(1, 4096), st.integers(-1000, 1000), st.integers(1, 6))
def test_numbers_below_a_bound_are_the_same_both_ways(word: int, size: int, turn: int, players: int) -> None:
    """Scaled from either half of a word; seats around the table, in both directions."""
    for name in ("scale", "scale_low"):
        function = getattr(bits, name)
        found = int(function.interpreted(np.uint64(word), size))
        assert found == int(function.compiled(np.uint64(word), size))
        assert 0 <= found < size
    seat = cast(Any, bits.around)
    assert int(seat.compiled(turn, players)) == int(seat.interpreted(turn, players)) == turn % players
