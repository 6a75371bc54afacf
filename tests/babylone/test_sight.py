"""What a level sees of kinds of moves, and in which order moves come by it."""

from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

from sommet.core.bits import random_stream
from sommet.core.kernel import INTERPRETED
from sommet.games.babylone.bots.sight import by_kind, glimpse, look

SHARES = [1.0, 0.0, 1.0, 0.0, 1.0]  # of five kinds of moves: for who makes them
LENGTHS = [2.0, 9.0, 6.0, 3.0, 2.0]
KINDS = np.array([3, 0, 1, 2, 4, 0, 4])  # of seven moves
WAYS = ["interpreted"] if INTERPRETED else ["interpreted", "compiled"]


def looked(way: str, seed: int, players: int = 2, sight: int = 0, slips: float = 0.0) -> list[int]:
    """The kinds in the order in which the moves come."""
    seen, keys = np.zeros((len(SHARES), 3)), np.zeros((len(KINDS), 3))
    places, order, rng = np.zeros(len(KINDS), np.int64), np.zeros(len(KINDS), np.int64), random_stream(seed)[0]
    for kind, (share, length) in enumerate(zip(SHARES, LENGTHS, strict=True)):
        if sight:
            cast(Any, glimpse).in_way(way)(rng, share, length, players, sight, slips, seen[kind])
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
    """Any move may come first."""
    assert {looked(way, seed, sight=99, slips=1.0)[0] for seed in range(60)} == {0, 1, 2, 3, 4}


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
