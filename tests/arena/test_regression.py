"""The working copy against an earlier version: sources of that version, a test that stops by itself, games kept."""

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.arena import regression, revisions
from sommet.arena.errors import ArenaError
from sommet.arena.playing import Played
from sommet.arena.sprt import Bounds, decided, expected, likelihood_ratios
from sommet.cli import main

BOUNDS = Bounds()


def test_the_stronger_guess_wins_as_often_as_promised() -> None:
    """At either bound the wrong answer comes in about one of twenty tries, on pairs of games as on single ones."""
    dice = random.Random(4)
    for elo, right in ((BOUNDS.elo0, False), (BOUNDS.elo1, True)):
        chance, answers = expected(elo, 2), []
        for _ in range(300):
            means = [((dice.random() < chance) + (dice.random() < chance)) / 2 for _ in range(4000)]
            answers.append(decided(means, BOUNDS)[2])
        assert answers.count(not right) <= 27  # 15 on average; 27 once in a thousand
        assert answers.count(None) < 15


def test_what_always_ends_alike_is_decided() -> None:
    """Equal play on every deal is not weaker; a bot that loses every deal is. A few deals decide nothing."""
    assert decided([0.5] * 500, BOUNDS)[2] is True
    assert decided([0.0] * 100, BOUNDS)[2] is False
    assert decided([0.0] * 5, BOUNDS) == (5, list(likelihood_ratios([0.0] * 5, BOUNDS))[-1], None)
    assert decided([], BOUNDS) == (0, 0.0, None)
    assert expected(0.0, 4) == 0.25
    assert math.isclose(expected(100.0, 2), 0.640, abs_tol=0.001)


def test_deals_count_in_their_order_and_only_whole() -> None:
    """Up to the first that is not finished in both seats."""

    def game(deal: int, seat: int, share: float) -> Played:
        seats = ("a", "b") if seat == 0 else ("b", "a")
        shares = (share, 1 - share) if seat == 0 else (1 - share, share)
        return Played(("a", "b"), deal, seat, seats, 0, 1, (), shares, "x", (), 3)

    games = [game(1, 0, 1.0), game(0, 0, 1.0), game(0, 1, 0.0), game(2, 0, 1.0), game(2, 1, 1.0)]
    assert regression.means(games, "a", 2) == [0.5]
    assert regression.means([*games, game(1, 1, 1.0)], "a", 2) == [0.5, 1.0, 1.0]


def test_an_earlier_version_plays_and_the_match_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """HEAD's own bot, from its own sources in its own process; the same command goes on where it stopped."""
    try:
        head = revisions.commit_of("HEAD")
    except ArenaError:
        pytest.skip("not in a git checkout")
    assert len(head) == 40
    command = ["arena", "babylone", "random", "--regress", "HEAD", "--jobs", "1", "--out", str(tmp_path / "out")]
    assert main([*command, "--games", "4", "--json", str(tmp_path / "a.json")]) == 3
    assert "Not decided yet" in capsys.readouterr().out
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["commit"], found["games"], found["weaker"]) == (head, 4, None)
    kept = (tmp_path / "out" / "games.jsonl").read_text()
    assert main([*command, "--games", "6"]) == 3
    assert (tmp_path / "out" / "games.jsonl").read_text().startswith(kept)
    assert '"forfeit":{' not in (tmp_path / "out" / "games.jsonl").read_text()


def test_what_cannot_be_compared_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown revision; a Sommet that runs from no checkout."""
    if subprocess.run(["git", "-C", str(revisions.PACKAGE), "rev-parse"], capture_output=True).returncode == 0:
        assert main(["arena", "babylone", "random", "--regress", "no-such-revision"]) == 2
        assert "there is no revision 'no-such-revision'" in capsys.readouterr().err
    monkeypatch.setattr(revisions, "PACKAGE", tmp_path)
    assert main(["arena", "babylone", "random", "--regress", "HEAD"]) == 2
    assert "does not run from a git checkout" in capsys.readouterr().err


def test_the_old_engine_uses_the_sources_it_is_given(tmp_path: Path) -> None:
    """It is run as a file; which Sommet it imports, the path says."""
    fake = tmp_path / "sommet" / "__init__.py"
    fake.parent.mkdir()
    fake.write_text("raise SystemExit('this very one')")
    script = Path(regression.__file__).with_name("old_engine.py")
    ran = subprocess.run(
        [sys.executable, str(script), "babylone", "random"], env={"PYTHONPATH": str(tmp_path)}, capture_output=True
    )
    assert b"this very one" in ran.stderr
