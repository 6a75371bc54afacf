"""Dealing by a seed: the same everywhere and for ever, and fair."""

import json
import secrets
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core.arrays import one
from sommet.core.chance import Chance
from sommet.core.chance_kernels import CHANCE, next_bits, seed_stream

from ..support.statistics import uniform

GOLDEN = json.loads((Path(__file__).parent / "golden_deals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GOLDEN)
def test_a_seed_deals_the_same_for_ever(game: str) -> None:
    """On every machine and with every version of NumPy: links, puzzles and published games hang on it."""
    record = GOLDEN[game]
    assert json.loads(json.dumps(sommet.new(game, record["players"], seed=2024).record.as_dict())) == record


def test_the_stream_is_the_same_for_ever() -> None:
    """Words, numbers below a bound, shuffles."""
    chance = Chance(2024)
    assert [chance.word() for _ in range(3)] == [12466887728733407976, 3953565242300289241, 5708382416764231905]
    assert [chance.below(10) for _ in range(10)] == [2, 8, 0, 1, 0, 6, 6, 6, 8, 3]
    assert chance.shuffled(range(10)) == [9, 6, 1, 5, 7, 3, 2, 4, 0, 8]


def test_without_a_seed_every_deal_differs() -> None:
    """And the seed that was drawn can be used again."""
    chance = Chance()
    assert Chance(chance.seed).word() == chance.word()
    assert len({str(sommet.new("on_top").record.setup) for _ in range(3)}) == 3


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_below_is_uniform(size: int) -> None:
    """Each number equally often."""
    chance, draws = Chance(1), 40 * size
    assert uniform(Counter(chance.below(size) for _ in range(draws)).values(), draws, size)


def test_shuffles_are_uniform() -> None:
    """All 120 orders of five things."""
    chance, draws = Chance(5), 6000
    counts = Counter(tuple(chance.shuffled("abcde")) for _ in range(draws))
    assert set(counts) == set(permutations("abcde"))
    assert uniform(counts.values(), draws, 120)


def deals(game: str, players: int, number: int, **options: Any) -> list[Any]:
    """Set-ups dealt one after the other from one stream."""
    playing, chance = sommet.game(game), Chance(99)
    return [playing.deal(players, options, chance).setup for _ in range(number)]


def test_b2_b3_babylone_is_dealt_uniformly() -> None:
    """Any colour on any spot, anybody first."""
    found = deals("babylone", 3, 1200)
    for spot in range(12):
        assert uniform(Counter(setup["tokens"][spot] for setup in found).values(), 1200, 4)
    assert uniform(Counter(setup["first"] for setup in found).values(), 1200, 3)
    pairs = Counter((setup["tokens"][0] == setup["tokens"][11]) for setup in found)
    assert abs(pairs[True] - 1200 * 2 / 11) < 4 * (1200 * 2 / 11 * 9 / 11) ** 0.5


def test_k2_to_k8_kabaleo_is_dealt_uniformly() -> None:
    """Which colours are in play, who gets which objective, where bases lie, who has what, who starts."""
    found = deals("kabaleo", 2, 3000)
    colours = ["pink", "orange", "green", "blue", "yellow", "violet"]
    in_play = Counter(frozenset(setup["colours"]) for setup in found)
    assert set(in_play) == {frozenset(four) for four in combinations(colours, 4)}
    assert uniform(in_play.values(), 3000, 15)
    assert uniform(Counter(tuple(setup["objectives"]) for setup in found).values(), 3000, 30)
    for location in (0, 7, 15):
        assert uniform(Counter(setup["bases"][location] for setup in found).values(), 3000, 6)
    assert uniform(Counter(setup["first"] for setup in found).values(), 3000, 2)
    held = Counter(setup["stocks"][0][setup["colours"][0]] for setup in found)  # of 6 among 24, 12 drawn
    expected = [0.00686, 0.07061, 0.24275, 0.35955, 0.24275, 0.07061, 0.00686]
    for count, share in enumerate(expected):
        assert abs(held[count] - 3000 * share) < 4 * (3000 * share * (1 - share)) ** 0.5


def test_k7_the_equal_deal_leaves_the_rest_to_chance() -> None:
    """Objectives, bases and the first player are still drawn."""
    found = deals("kabaleo", 3, 1200, deal="equal")
    assert uniform(Counter(setup["objectives"][2] for setup in found).values(), 1200, 6)
    assert uniform(Counter(setup["first"] for setup in found).values(), 1200, 3)


def test_t9_t10_on_top_is_dealt_uniformly() -> None:
    """Colours, first player, and every tile in every place."""
    found = deals("on_top", 3, 2400)
    assert uniform(Counter(tuple(setup["colours"]) for setup in found).values(), 2400, 24)
    assert uniform(Counter(setup["first"] for setup in found).values(), 2400, 3)
    for place in (0, 16, 33):
        kinds = Counter(min(t, t[2:] + t[:2]) for t in (setup["tiles"][place] for setup in found))
        for kind, count in kinds.items():
            share = (2 if kind in ("BRWY", "RBYW") else 3) / 34
            assert abs(count - 2400 * share) < 4 * (2400 * share * (1 - share)) ** 0.5


SEEDS = [0, 1, 2, 2024, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1, 0xFFFFFFFF00000000]


def words(way: str, seed: int, count: int = 4) -> list[int]:
    """The first of a stream that a kernel begins."""
    stream = one(CHANCE)
    cast(Any, seed_stream).in_way(way)(stream[0], np.uint64(seed))
    return [int(next_bits.in_way(way)(stream[0])) for _ in range(count)]


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_a_kernel_begins_the_same_stream(way: str) -> None:
    """Seeds of every length, and new ones each time: the words of NumPy's own PCG64."""
    for seed in [*SEEDS, *range(300), *(secrets.randbits(bits) for bits in range(1, 65) for _ in range(20))]:
        assert words(way, seed) == [int(word) for word in np.random.PCG64(seed).random_raw(4)], seed
        if seed in SEEDS:
            chance = Chance(seed)
            assert words(way, seed) == [chance.word() for _ in range(4)]
