"""The studies: what they count is what was played, and a deal explains what it decides."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from bench.studies.__main__ import draw, told
from bench.studies.matches import every, luck
from bench.studies.measures import by_turn, endings, explained, explained_by_deal, foreseen

from sommet.arena.playing import Played, Said, deal
from sommet.arena.store import GAMES
from sommet.bots import names


def game(number: int, again: int, first: int, winner: int, scores: tuple[int, int], *said: float) -> Played:
    """Of two; what was said is said by the seats in turn."""
    bot = "master"
    shares = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    values = tuple(Said((first + ply) % 2, value) for ply, value in enumerate(said))
    return Played(
        (bot, bot), number, again, (bot, bot), first, 1 - first, (winner,), shares, "majority", scores, 24, told=values
    )


def test_turns_are_counted_from_whoever_began() -> None:
    """Seat 1 began once and won, seat 0 began three times and won once."""
    games = [game(0, 0, 1, 1, (0, 3)), *(game(n, 0, 0, int(n > 1), (2, 1)) for n in (1, 2, 3))]
    first, second = by_turn(games)
    assert (first.won, second.won) == (0.5, 0.5)
    assert first.low < first.won < first.high
    assert endings(games) == {"majority": 1.0}


def test_a_favourite_is_whom_the_mover_favours() -> None:
    """A mover who thinks little of their own chances favours the other."""
    found = foreseen([game(0, 0, 0, 0, (2, 1), 0.6, 0.4, 0.3, 0.5)])
    assert found[0] == 1.0  # seat 0 favours itself, and won
    assert found[2] == 1.0  # seat 1 favours seat 0
    assert found[5] == 0.0  # seat 0 favours seat 1
    assert np.isnan(found[7])  # nobody


def test_a_deal_explains_what_it_decides() -> None:
    """All, where replays of a deal are alike; nothing, where they are drawn at random; half, in between."""
    dice = np.random.default_rng(3)
    deals = np.repeat(np.arange(200), 8)
    decided, chance = np.repeat(dice.normal(size=200), 8), dice.normal(size=1600)
    assert explained(list(zip(deals.tolist(), decided.tolist(), strict=True))) == pytest.approx(1.0)
    assert explained(list(zip(deals.tolist(), chance.tolist(), strict=True))) < 0.05
    assert explained(list(zip(deals.tolist(), (decided + chance).tolist(), strict=True))) == pytest.approx(0.5, abs=0.1)
    games = [game(number, again, 0, 0, (number % 5, 0)) for number in range(20) for again in range(4)]
    assert explained_by_deal(games, samples=20).won == pytest.approx(1.0)


def test_every_study_can_be_dealt() -> None:
    """Its bot is one of its game's, its options may be agreed, and its replays have the same deal."""
    assert len({study.name for study in every()}) == len(every())
    for study in every():
        assert study.bot.split(":")[0] in names(study.game)
        assert deal(study.tournament, 0).players == study.players
        assert len({fixture.key for fixture in study.fixtures()}) == study.games
    assert {fixture.deal for fixture in luck()[0].fixtures()[:8]} == {0}


def test_what_was_played_is_told_and_drawn(tmp_path: Path) -> None:
    """And nothing else."""
    study = next(each for each in every() if each.name == "fair-none")
    games = [game(number, 0, 0, number % 2, (3, 2), 0.7, 0.4) for number in range(20)]
    (tmp_path / study.name).mkdir()
    lines = (msgspec.json.encode(each) + b"\n" for each in games)
    (tmp_path / study.name / GAMES).write_bytes(b"".join(lines).replace(b'"master"', f'"{study.bot}"'.encode()))
    text = told(tmp_path)
    assert "| nothing | 20 | 50.0 % (" in text
    assert "golden" not in text
    pytest.importorskip("matplotlib")
    draw(tmp_path, tmp_path / "pictures")
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"studies-fair.png", "studies-leads.png"}
