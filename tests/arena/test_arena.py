"""Tournaments: fair, repeatable, resumable."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from sommet.arena.errors import ArenaError
from sommet.arena.players import EnginePlayer, budget_of, check, player
from sommet.arena.playing import deal
from sommet.arena.results import results
from sommet.arena.running import run
from sommet.arena.schedule import Tournament, fixtures, lineups
from sommet.arena.store import GAMES, read
from sommet.cli import main
from sommet.search.advice import Budget

BOTS = ("playout:sims=20", "random", "playout:sims=4")


def test_everybody_sits_once_in_each_seat_on_each_deal() -> None:
    """Seats are rotated, deals are the same for all."""
    every = fixtures(Tournament("kabaleo", ("random", "greedy", "plain"), 3, games=30))
    seats = Counter((fixture.deal, seat, name) for fixture in every for seat, name in enumerate(fixture.seats))
    assert len(every) == 30
    assert set(seats.values()) == {1}
    pairs = fixtures(Tournament("babylone", BOTS, games=7))
    assert len(pairs) == 3 * 8  # at least seven, both orders
    assert Counter(fixture.seats[0] for fixture in pairs) == dict.fromkeys(BOTS, 8)
    assert deal(Tournament("on_top", BOTS), 3).record == deal(Tournament("on_top", BOTS[:2], games=9), 3).record


def test_shapes_of_tournaments() -> None:
    """Round-robin, gauntlet, one among others."""
    assert lineups("abc", 2, "robin") == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups("abc", 2, "gauntlet") == [("a", "b"), ("a", "c")]
    assert lineups("abc", 4, "among") == [("a", "b", "b", "b"), ("a", "c", "c", "c")]
    among = fixtures(Tournament("kabaleo", ("a", "b"), 4, "among", games=4))
    assert [fixture.seats.index("a") for fixture in among] == [0, 1, 2, 3]
    for wrong in ("a", "aa"):
        with pytest.raises(ArenaError):
            lineups(wrong, 2, "robin")
    with pytest.raises(ArenaError):
        lineups("abc", 4, "robin")


def test_specs() -> None:
    """What names a player."""
    assert budget_of("sims=20") == Budget(simulations=20)
    assert budget_of("seconds=0.5,sims=3") == Budget(0.5, 3)
    assert budget_of("sommet engine") is None
    for wrong in ("nobody", "master:sims=no", "master:sims=0", "random:", "engine:/no/such/program"):
        with pytest.raises(ArenaError):
            check("kabaleo", wrong)


def test_a_stopped_tournament_goes_on_and_shows_the_same(tmp_path: Path) -> None:
    """In parts, with a line cut short, or at once: the same table."""
    whole = Tournament("babylone", BOTS, games=6)
    at_once = run(whole, jobs=1)
    assert len(at_once) == 18
    part = run(Tournament("babylone", BOTS, games=2), tmp_path, jobs=1)
    assert len(part) == 6
    with (tmp_path / GAMES).open("ab") as file:
        file.write(b'{"lineup":["playout')  # killed while writing
    resumed = run(whole, tmp_path, jobs=1)
    assert results(resumed) == results(at_once)
    assert len(list(read(tmp_path / GAMES))) == 18
    with pytest.raises(ArenaError, match="another tournament"):
        run(Tournament("babylone", BOTS, games=6, seed=2), tmp_path, jobs=1)


def test_killed_and_run_again(tmp_path: Path) -> None:
    """kill -9 in the middle, on two processes; then the same command again."""
    words = ["arena", "kabaleo", "playout:sims=300", "random", "--games", "24", "--jobs", "2", "--out", str(tmp_path)]
    program = subprocess.Popen([sys.executable, "-c", f"from sommet.cli import main; main({words!r})"])
    games = tmp_path / GAMES
    until = time.monotonic() + 60
    while not (games.exists() and games.read_bytes().count(b"\n") >= 2) and program.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    kept = games.read_bytes()
    tournament = Tournament("kabaleo", ("playout:sims=300", "random"), games=24)
    again = run(tournament, tmp_path, jobs=1)
    assert games.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert results(again) == results(run(tournament, jobs=1))


def test_an_engine_plays(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Our own engine, through the command line, as a program of somebody else's."""
    engine = f"engine:sims=10:{sys.executable} -c 'from sommet.cli import main; main([\"engine\"])'"
    words = ["arena", "babylone", engine, "random", "--games", "2", "--jobs", "1", "--records", "--out", str(tmp_path)]
    assert main([*words, "--csv", str(tmp_path / "table.csv")]) == 0
    assert "decided by blocked" in capfd.readouterr().out
    assert (tmp_path / "table.csv").read_text(encoding="utf-8").count("\n") == 3
    assert all(game.record["moves"] for game in read(tmp_path / GAMES))


def test_an_engine_that_does_not_speak_the_protocol() -> None:
    """One sentence, no hanging."""
    view = deal(Tournament("babylone", BOTS), 0).view(0)
    made = player("babylone", f"engine:{sys.executable} -c 'print(1)'")
    assert isinstance(made, EnginePlayer)
    with pytest.raises(ArenaError, match="engine"):
        made.move(view, 1)
    with pytest.raises(ArenaError):
        made.ask()
    made.close()
    assert main(["arena", "babylone", "master", "nobody"]) == 2


def test_four_players_and_beliefs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both from the command line."""
    words = ["--games", "4", "--jobs", "1", "--out", str(tmp_path / "four")]
    assert main(["arena", "kabaleo", "random", "playout:sims=4", "--players", "4", "--among", *words]) == 0
    assert "even: 25.0%" in capsys.readouterr().out
    words = ["--games", "2", "--jobs", "1", "--json", str(tmp_path / "beliefs.json")]
    assert main(["arena", "kabaleo", "random", "--beliefs", *words]) == 0
    assert "quarter 4" in capsys.readouterr().out
    assert main(["arena", "babylone", "random", "--beliefs"]) == 2


def test_options_are_those_that_the_game_declares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read by their kinds; a wrong one, and what only a deal decides, is refused in one sentence."""
    words = ["arena", "on_top", "random", "now", "--players", "4", "--among", "--games", "4", "--jobs", "1"]
    assert main([*words, "--records", "--out", str(tmp_path), "--options", "teams=true,black=A1+B2"]) == 0
    for game in read(tmp_path / GAMES):
        assert game.record["options"] == {"teams": True, "black": ["A1", "B2"]}
    capsys.readouterr()
    for wrong in ("nothing=1", "teams=maybe", "colours=red+blue"):
        assert main([*words, "--options", wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 3
