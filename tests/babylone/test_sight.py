"""What a level sees of kinds of moves, and in which order moves come by it."""

from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core.bits import random_stream
from sommet.core.kernel import INTERPRETED
from sommet.games.babylone.bots.sight import by_kind, glimpse, look, noticed

SHARES = [1.0, 0.0, 1.0, 0.0, 1.0]  # of five kinds of moves: for who makes them
LENGTHS = [2.0, 9.0, 6.0, 3.0, 2.0]
KINDS = np.array([3, 0, 1, 2, 4, 0, 4])  # of seven moves
WAYS = ["interpreted"] if INTERPRETED else ["interpreted", "compiled"]


def looked(way: str, seed: int, players: int = 2, sight: int = 0, overlooked: tuple[int, ...] = ()) -> list[int]:
    """The kinds in the order in which the moves come."""
    seen, keys = np.zeros((len(SHARES), 3)), np.zeros((len(KINDS), 3))
    places, order, rng = np.zeros(len(KINDS), np.int64), np.zeros(len(KINDS), np.int64), random_stream(seed)[0]
    for kind, (share, length) in enumerate(zip(SHARES, LENGTHS, strict=True)):
        if sight:
            seen[kind, 2] = kind not in overlooked
            cast(Any, glimpse).in_way(way)(share, length, players, sight, seen[kind])
        else:
            cast(Any, look).in_way(way)(rng, share, length, players, seen[kind])
    cast(Any, by_kind).in_way(way)(rng, KINDS, len(KINDS), seen, places, keys, order)
    assert sorted(order.tolist()) == list(range(len(KINDS)))
    found: list[int] = KINDS[order].tolist()
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_win_that_is_seen_comes_first_then_the_unseen_then_the_longest_loss(way: str) -> None:
    """Within four moves: two quick wins and a quick loss; the rest is as good as any other."""
    for seed in range(20):
        found = looked(way, seed, sight=4)
        assert set(found[:4]) == {0, 4}
        assert set(found[4:6]) == {1, 2}
        assert found[6] == 3
    assert looked(way, 1, sight=99)[4:] == [2, 1, 3]


@pytest.mark.parametrize("way", WAYS)
def test_who_overlooks_everything_plays_at_random(way: str) -> None:
    """Any move may come first; an overlooked win is neither before what is not seen through nor after it."""
    assert {looked(way, seed, sight=99, overlooked=(0, 1, 2, 3, 4))[0] for seed in range(60)} == {0, 1, 2, 3, 4}
    for seed in range(20):
        found = looked(way, seed, sight=4, overlooked=(0,))
        assert set(found[:2]) == {4}
        assert set(found[2:6]) == {0, 1, 2}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_noticed_depends_on_where_stacks_stand_and_why_they_join(way: str) -> None:
    """Within reach; and joined as they must be for who looks at colours, or at heights, only."""
    position = sommet.new("babylone", seed=3).play("1>2")
    state, numbers = position.state[0], position.notation.numbers
    tokens = position.record.setup["tokens"]
    for move in position.legal:
        a, b = (int(spot) for spot in move.split(">"))
        high = [2 if spot == 2 else 1 for spot in (a, b)]
        tops = [tokens[0] if spot == 2 else tokens[spot - 1] for spot in (a, b)]
        by = {1: tops[0] == tops[1], 2: high[0] == high[1], 3: tops[0] == tops[1] and high[0] == high[1]}
        for reach in (0, 1, 5):
            near = reach == 0 or abs(a - b) <= reach
            for misses, seen in {0: True, **by}.items():
                found = cast(Any, noticed).in_way(way)(state, numbers[move], reach, misses)
                assert bool(found) == (near and seen), (move, reach, misses)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3])
def test_who_sees_all_ranks_by_chance_and_then_by_length(way: str, players: int) -> None:
    """Kinds stay together, equally good ones in a random order; lengths count for two players only."""
    firsts = set()
    for seed in range(20):
        found = looked(way, seed, players)
        changes = sum(one != other for one, other in pairwise(found))
        assert changes == len(SHARES) - 1, "moves of one kind are together"
        assert set(found[:5]) == {0, 2, 4}
        if players == 2:
            assert found[4:] == [2, 1, 3]
        firsts.add(found[0])
    assert firsts == ({0, 4} if players == 2 else {0, 2, 4})
