"""The report on strength: what was played is on it, with intervals by deals, and nothing else is."""

import json
from pathlib import Path

import msgspec
from bench.strength.matches import Match, every, ladder, selves
from bench.strength.playing import counted, play, shares, won
from bench.strength.report import report, write

from sommet.arena.playing import Played, Said
from sommet.arena.store import GAMES
from sommet.bots import LEVELS, names


def test_what_was_not_played_is_not_on_the_page(tmp_path: Path) -> None:
    """Of an empty folder: how to measure. Then what was played, counted."""
    page = tmp_path / "strength.md"
    write(page, tmp_path / "games")
    assert page.read_text(encoding="utf-8").count("\n## ") == 1
    play(tmp_path / "games", {}, ("ladder-babylone-2-easy",), jobs=1, quick=True)
    write(page, tmp_path / "games")
    text = page.read_text(encoding="utf-8")
    assert "| easy – beginner | 8 |" in text
    assert text.count("\n## ") == 2
    assert "not" not in text.split("## Levels")[0].split("\n\n", 2)[-1]


def test_every_part_has_its_place(tmp_path: Path) -> None:
    """Calibration, how games end, and what judges won, from what lies in the folder."""
    match = next(each for each in selves() if each.name == "self-babylone-2")
    told = tuple(Said(0, 0.75) for _ in range(5))
    games = [
        Played(("master",) * 2, deal, 0, ("master",) * 2, 0, 1, (0,), (1.0, 0.0), "blocked", (), 9, (0, 0), told=told)
        for deal in range(40)
    ]
    (tmp_path / match.name).mkdir()
    (tmp_path / match.name / GAMES).write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
    judged = {"judge": "reader:of=x", "games": 40, "share": 0.5, "margin": 0.1}
    verdict = {"game": "g", "players": 2, "bot": "b", "verdicts": [judged], "reader": {"half_time": 0.6}}
    (tmp_path / "exploit-b.json").write_text(json.dumps(verdict))
    text = report(tmp_path, tmp_path / "page.md")
    assert "0.75 → **1.00** (0.91 – 1.00), n 200" in text
    assert "| babylone, 2 players, master | 40 | 100.0 % | 0.0 % | 9.0 | blocked 100 % |" in text
    assert "| g, 2 players: b | 50.0 ± 10.0 % (n 40) | – | – | – | 60.0 % |" in text


def test_the_bots_of_the_matches_exist() -> None:
    """Every spec names a bot of its game, or a peer; budgets are simulations; names are of one match each."""
    for match in every():
        for spec in match.specs:
            assert spec.startswith("openspiel:") or spec.split(":")[0] in names(match.game)
            assert "seconds" not in spec
    assert len({match.name for match in every()}) == len(every())
    assert len(ladder()) == 3 * 3 * len(LEVELS)


def test_what_counts() -> None:
    """Second seats only, where that is asked; intervals by deals."""
    seats = ("a", "b")
    first = Played(seats, 0, 0, seats, 0, 1, (1,), (0.0, 1.0), "x", (), 3)
    second = Played(seats, 0, 1, ("b", "a"), 0, 1, (1,), (0.0, 1.0), "x", (), 3)
    assert shares(Match("x", "babylone", seats), [first, second]) == [(0, 0.0), (0, 1.0)]
    assert shares(Match("x", "babylone", seats, second=True), [first, second]) == [(0, 1.0)]
    assert won(Match("x", "babylone", seats), [first, second])[:2] == (2, 0.5)


def test_the_number_of_games_is_settled_beforehand() -> None:
    """Games beyond it do not count."""
    match = Match("x", "babylone", ("a", "b"), games=2)
    games = [Played(("a", "b"), deal, 0, ("a", "b"), 0, 1, (0,), (1.0, 0.0), "x", (), 3) for deal in range(5)]
    assert counted(match, games) == games[:1]
