"""Ratings find what is there."""

import random
from dataclasses import replace

import pytest

from sommet.arena.playing import Played
from sommet.arena.ratings import bradley_terry, openskill, wilson
from sommet.arena.results import results
from sommet.core.match import shares

STRENGTH = {"a": 200.0, "b": 50.0, "c": -50.0, "d": -200.0}


def games(players: int, count: int) -> list[Played]:
    """Games in which a seat wins with its share of the strengths."""
    dice = random.Random(1)
    found = []
    for number in range(count):
        seats = tuple(dice.sample(sorted(STRENGTH), players))
        winner = dice.choices(range(players), [10 ** (STRENGTH[name] / 400) for name in seats])[0]
        blank = Played(
            seats,
            number,
            0,
            seats,
            0,
            1,
            (winner,),
            tuple(shares([[seat] for seat in range(players)], [winner])),
            "x",
            (),
            10,
        )
        found.append(blank)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_are_recovered(players: int) -> None:
    """Within the intervals, which are not too wide; and nearly so by OpenSkill's order."""
    played = games(players, 3000)
    found = bradley_terry(played)
    for name, elo in STRENGTH.items():
        assert abs(found[name].elo - elo) < 1.5 * found[name].margin
        assert 5 < found[name].margin < 25
    pytest.importorskip("openskill")
    skills = openskill(played)
    assert sorted(skills, key=lambda name: -skills[name][0]) == ["a", "b", "c", "d"]


def test_always_winning_is_finite_and_shared_wins_are_equal() -> None:
    """A prior keeps ratings finite; a shared win counts half for each."""
    seats = ("a", "b")
    won = Played(seats, 0, 0, seats, 0, 1, (0,), (1.0, 0.0), "x", (), 3)
    rating = bradley_terry([won] * 50)["a"]
    assert 200 < rating.elo < 2000
    shared = replace(won, winners=(0, 1), shares=(0.5, 0.5))
    assert bradley_terry([shared] * 50)["a"].elo == pytest.approx(0, abs=1e-6)
    table = results([won, shared])
    assert (table.rows[0].bot, table.rows[0].won) == ("a", 1.5)
    assert table.statistics["first_player"] == 0.75


def test_wilson() -> None:
    """Against values from the literature: 8 of 10, none of 10."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
