"""Random streams of the kernels: no two share their words, whichever seeds and numbers they have."""

from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import sommet
from sommet.core.bits import GOLDEN, WORD, next_word, random_stream, stream_word
from sommet.research.batch import play_at_random, starts_of
from sommet.search.playouts import random_game

LONG = 10_000  # words: more than any game or portion of a search draws in a row
SEEDS = [*range(40), 2**31, 2**32 - 1, 2**63, 2**64 - 1, GOLDEN, 2 * GOLDEN & WORD]
BACK = pow(GOLDEN, -1, 2**64)  # a stream's word moves by GOLDEN: times this, by one


def words(seed: int, number: int, count: int) -> NDArray[np.uint64]:
    """A stream's first words."""
    stream = random_stream(seed, number)
    return np.array([next_word(stream[0]) for _ in range(count)], np.uint64)


def test_no_two_streams_overlap() -> None:
    """Of neighbouring seeds and numbers, and of seeds that differ by the generator's own step: all begin far apart."""
    places = sorted(
        int(random_stream(seed, *number)["word"][0]) * BACK & WORD
        for seed in SEEDS
        for number in ((), (1,), (2,), (3,), (2**40,), (GOLDEN,), (0, 1), (1, 0), (1, 1))
    )
    gaps = [after - before for before, after in zip(places, [*places[1:], places[0] + 2**64], strict=True)]
    assert min(gaps) > LONG


def test_seed_and_number_do_not_change_places() -> None:
    """Stream b of seed a is not stream a of seed b; nor are those on the diagonal alike."""
    begins = {int(stream_word(seed, number)) for seed in range(100) for number in range(100)}
    assert len(begins) == 100 * 100


def test_the_bits_of_different_streams_are_uncorrelated() -> None:
    """Each of 64 bits agrees in half of the words, for neighbours by seed and by number, also one or two words on."""
    count = 2000
    mine = words(7, 3, count)
    for other in ((7, 4), (8, 3), (8, 2), (6, 4), (7 + GOLDEN, 3), (3, 7)):
        theirs = words(*other, count)
        for shift in range(3):
            differing = mine[: count - shift] ^ theirs[shift:]
            for bit in range(64):
                agree = float(np.mean(differing >> np.uint64(bit) & np.uint64(1)))
                assert abs(agree - 0.5) < 5 * 0.5 / np.sqrt(count), (other, shift, bit)


@pytest.mark.parametrize("numbers", [(0, 0), (5, 9), (2**64 - 1, 2**63), (GOLDEN, 1)])
def test_streams_begin_alike_both_ways(numbers: tuple[int, int]) -> None:
    """Interpreted and compiled."""
    seed, number = (np.uint64(each) for each in numbers)
    plain, machine = (stream_word.in_way(way)(seed, number) for way in ("interpreted", "compiled"))
    assert int(plain) == int(machine) == int(random_stream(*numbers)["word"][0])


def test_a_game_of_one_seed_is_not_its_neighbour_of_another() -> None:
    """Game g of seed 1 was game g + 1 of seed 0."""
    position = sommet.new("babylone", 3, seed=1)
    zero, one, two = (play_at_random([position], 400, seed).plies.tolist() for seed in (0, 1, 2))
    for mine, theirs in ((zero, one), (one, two)):
        for shift in range(-3, 4):
            pairs = [(mine[g], theirs[g - shift]) for g in range(10, 390)]
            assert sum(a == b for a, b in pairs) < 250, shift
    settings, starts = starts_of([position])
    begun = set()
    for seed in range(6):
        for number in range(6):
            stream = random_stream(0)
            cast(Any, random_game).interpreted(settings[0], starts.copy()[0], stream[0], seed, number)
            begun.add(int(stream["word"][0]))
    assert len(begun) == 36
