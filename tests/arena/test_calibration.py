"""Told against got: what a bot calls a chance is compared with what it then wins."""

import json
from pathlib import Path

import pytest

from sommet.arena.calibration import reliability, study
from sommet.arena.playing import Forfeit, Played, Said
from sommet.arena.ratings import clustered, wilson
from sommet.arena.worth import Worth, worth_said
from sommet.cli import main


def played(deal: int, won: bool, *told: float, exact: bool = False, bot: str = "a") -> Played:
    """A game in which the first seat told these chances."""
    said = tuple(Said(0, value, exact) for value in told)
    shares = (1.0, 0.0) if won else (0.0, 1.0)
    return Played((bot, "b"), deal, 0, (bot, "b"), 0, 1, (0,), shares, "x", (), 9, told=said)


def test_positions_are_put_together_by_what_was_told() -> None:
    """A bot that tells the truth is nowhere off; one that boasts is, by as much as it boasts."""
    honest = [played(deal, deal % 10 < number, number / 10 + 0.05) for number in range(10) for deal in range(10, 1010)]
    found = reliability("a", honest)
    assert [round(each.least, 1) for each in found.buckets] == [number / 10 for number in range(10)]
    assert all(each.low - 1e-9 <= each.got <= each.high + 1e-9 and each.positions == 1000 for each in found.buckets)
    assert found.error == pytest.approx(0.05)
    boasting = [played(deal, deal % 2 == 0, 0.85, 0.95, 1.0) for deal in range(400)]
    found = reliability("a", boasting)
    assert [(each.least, each.positions, each.got) for each in found.buckets] == [(0.8, 400, 0.5), (0.9, 800, 0.5)]
    assert found.error == pytest.approx((0.35 + 2 * 0.475) / 3)
    assert found.whole is not None
    assert found.whole.positions == 1200


def test_what_is_proved_and_what_others_told_is_kept_apart() -> None:
    """Neither counts as a told chance; nor does a forfeited game."""
    games = [played(1, True, 1.0, exact=True), played(2, True, 0.4, bot="c")]
    forfeited = Played(("a", "b"), 3, 0, ("a", "b"), 0, 1, (1,), (0.0, 1.0), "forfeit", (), 1, forfeit=Forfeit(0, "x"))
    found = reliability("a", [*games, forfeited])
    assert found.buckets == ()
    assert found.whole is None
    assert found.proved is not None
    assert (found.proved.positions, found.proved.got) == (1, 1.0)


def test_an_interval_counts_deals_not_positions() -> None:
    """Each deal's positions said ten times over make the interval no narrower; one position a deal gives Wilson's."""
    once = [(deal, float(deal % 3 == 0)) for deal in range(90)]
    mean, low, high = clustered(once)
    assert mean == pytest.approx(1 / 3)
    assert (low, high) == pytest.approx(wilson(30, 90), abs=0.002)
    assert clustered(once * 10)[1:] == pytest.approx((low, high))
    assert clustered([(1, 1.0)] * 50)[1] < 0.3  # one deal is no evidence


def test_a_game_keeps_what_its_players_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays a bot against itself and others, keeps the games, and gives the table as text and JSON."""
    command = ["arena", "babylone", "plain:sims=30", "random", "--calibration", "--games", "4", "--jobs", "1"]
    json_file, folder = tmp_path / "found.json", tmp_path / "games"
    assert main([*command, "--out", str(folder), "--json", str(json_file)]) == 0
    text = capsys.readouterr().out
    assert "plain:sims=30 against itself" in text
    assert "plain:sims=30 against random" in text
    found = json.loads(json_file.read_text())
    assert found["games"] == {"itself": 4, "random": 4}
    assert sum(each["positions"] for each in found["against"]["itself"]["buckets"]) > 20
    again = study("babylone", ["plain:sims=30", "random"], games=4, folder=folder)  # all was played before
    assert json.loads(again.as_json()) == found


def test_an_engine_is_heard_too_if_it_makes_sense() -> None:
    """The value of its best move, where it says one."""
    moves = [{"move": "a", "visits": 0}, {"move": "b", "value": 0.5, "visits": 1}]
    assert worth_said({"best": "b", "moves": moves, "exact": True}) == Worth(0.5, True)
    for best, listed in (("a", moves), ("b", None), ("b", 3), ("c", moves)):
        assert worth_said({"best": best, "moves": listed}) is None
    assert worth_said({"best": "b", "moves": [{"move": "b", "value": 7}]}) is None
