"""The report on strength: every promise has its line, and says what is known."""

from pathlib import Path

from bench.strength.claims import Claim, claims, handicaps, ladders
from bench.strength.report import counted, verdict, won, write

from sommet.arena.playing import Played
from sommet.arena.running import run
from sommet.arena.schedule import Tournament
from sommet.bots import LEVELS, names


def test_every_promise_has_its_line(tmp_path: Path) -> None:
    """Nothing played: named as not measured. Some games played: counted."""
    page = tmp_path / "strength.md"
    write(page, tmp_path / "games", "quick", {}, only=("none of them",))
    text = page.read_text(encoding="utf-8")
    assert text.count("| 0 | – |") == 3  # the three in self-play
    assert text.count("Not measured") == 4
    assert all(f"`{claim.command}`" in text for claim in [*claims(), *handicaps(), *ladders()])
    claim = next(each for each in ladders() if each.name == "babylone-easy")
    run(claim.tournament(4), tmp_path / "games" / claim.name, jobs=1)
    run(Tournament("kabaleo", ("random",), 2, "self", 2), tmp_path / "games" / "kabaleo-self", jobs=1, keep=True)
    write(page, tmp_path / "games", "quick", {}, only=("none of them",))
    text = page.read_text(encoding="utf-8")
    assert f"| `{claim.command}` | 4 of 200 |" in text
    assert "quarter 4" in text


def test_the_bots_of_the_claims_exist() -> None:
    """Every spec names a bot of its game, or a peer."""
    for claim in [*claims(), *handicaps(), *ladders()]:
        for spec in claim.specs:
            assert spec.startswith("openspiel:") or spec.split(":")[0] in names(claim.game)
    assert len(ladders()) == 3 * (len(LEVELS) - 1)


def test_what_counts() -> None:
    """Second seats only, where that is the claim; verdicts."""
    seats = ("a", "b")
    first = Played(seats, 0, 0, seats, 0, 1, (1,), (0.0, 1.0), "x", (), 3)
    second = Played(seats, 0, 1, ("b", "a"), 0, 1, (1,), (0.0, 1.0), "x", (), 3)
    assert won(Claim("x", "babylone", seats, 1.0), [first, second]) == (1.0, 2)
    assert won(Claim("x", "babylone", seats, 1.0, second=True), [first, second]) == (1.0, 1)
    assert verdict(0.9, 0.91, 0.95) == "✓"
    assert verdict(0.9, 0.85, 0.92) == "~"
    assert verdict(0.9, 0.80, 0.88) == "✗"
    assert verdict(1.0, 0.99, 1.0) == "✓"


def test_the_number_of_games_is_settled_beforehand() -> None:
    """Games beyond it do not count, and no claim has more because it was undecided."""
    claim = Claim("x", "babylone", ("a", "b"), 0.9, games=2)
    games = [Played(("a", "b"), deal, 0, ("a", "b"), 0, 1, (0,), (1.0, 0.0), "x", (), 3) for deal in range(5)]
    assert counted(claim, games) == games[:1]
    assert {claim.games for claim in ladders()} == {200}
