"""The report on strength: every promise has its line, and says what is known."""

from pathlib import Path

from sommet.arena.claims import Claim, claims, handicaps, ladders
from sommet.arena.playing import Played
from sommet.arena.running import run
from sommet.arena.schedule import Tournament
from sommet.arena.strength import verdict, won, write
from sommet.bots import LEVELS, names


def test_every_promise_has_its_line(tmp_path: Path) -> None:
    """Nothing played: said so. Some games played: counted."""
    page = tmp_path / "strength.md"
    write(page, tmp_path / "games", "quick", {}, only=("none of them",))
    text = page.read_text(encoding="utf-8")
    assert text.count("not played yet") == len([*claims(), *handicaps(), *ladders()])
    assert all(f"`{claim.command}`" in text for claim in [*claims(), *handicaps()])
    claim = next(each for each in ladders() if each.name == "babylone-easy")
    run(claim.tournament(4), tmp_path / "games" / claim.name, jobs=1)
    run(Tournament("kabaleo", ("random",), 2, "self", 2), tmp_path / "games" / "kabaleo-self", jobs=1, keep=True)
    write(page, tmp_path / "games", "quick", {}, only=("none of them",))
    text = page.read_text(encoding="utf-8")
    assert f"| `{claim.command}` | 67 % | 4 |" in text
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
    assert verdict(0.9, 0.91, 0.95, 200, 200) == "reached"
    assert verdict(0.9, 0.91, 0.95, 115, 200) == "reached so far"
    assert verdict(0.9, 0.85, 0.92, 50, 200) == "reached so far (the interval reaches below)"
    assert verdict(0.9, 0.80, 0.88, 200, 200) == "**not reached**"
    assert verdict(0.9, 0.0, 0.0, 0, 200) == "not played yet"
