"""`sommet analyse` on saved games of all three kinds."""

import json
import re
from pathlib import Path

import pytest

from sommet.analysis import analyse
from sommet.analysis.game import value_of
from sommet.analysis.text import sparkline
from sommet.bots import bot
from sommet.cli import main
from sommet.core.links import link
from sommet.core.position import Position
from sommet.core.registry import new, players
from sommet.search.advice import Advice, Budget, MoveValue


def finished(game: str) -> Position:
    """A game played by the rule of thumb: the first legal move."""
    position = new(game, 2, 5)
    while not position.over:
        position = position.play(position.legal[0])
    return position


@pytest.mark.parametrize("game", sorted(players()))
def test_a_saved_game(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every move has its line; the same again gives the same; JSON and links too."""
    position, file = finished(game), tmp_path / "game.json"
    file.write_text(json.dumps(position.record.as_dict()), encoding="utf-8")
    words = ["analyse", str(file), "--bot", "playout", "--sims", "40"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert all(f" {move} " in told for move in position.moves)
    assert "seat 0  " in told
    assert "Won by seat" in told
    assert main(words) == 0
    assert capsys.readouterr().out == told
    assert main(["analyse", link(position), "--bot", "playout", "--sims", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    *lines, last = found["results"]
    assert [line["played"] for line in lines] == list(position.moves)
    assert all(0 <= line["after"] <= line["before"] <= 1 for line in lines)
    assert all(line["why"].endswith(".") for line in lines)
    assert (last["to_move"], last["why"]) == (None, None)


def test_only_what_the_mover_knew() -> None:
    """Other objectives for the opponent leave a mover's lines as they are."""
    position = new("kabaleo", 2, 3)
    for _ in range(9):
        position = position.play(position.legal[-1])
    record = position.record
    mine, theirs = record.setup["objectives"]
    other = next(colour for colour in record.setup["colours"] if colour not in (mine, theirs))
    changed = dict(record.setup) | {"objectives": [mine, other]}
    twin = Position.of(position.game, type(record)(record.game, 2, record.options, changed, record.moves))
    here, there = (
        [
            (line.ply, line.best, line.before, line.after, line.moves)
            for line in analyse(each, bot("kabaleo", "playout"), Budget(simulations=40)).lines
            if line.to_move == 0
        ]
        for each in (position, twin)
    )
    assert here == there


def test_curves_and_values(tmp_path: Path) -> None:
    """The sparkline's ends; seldom tried moves are not taken at their word; a picture."""
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    advice = Advice((MoveValue("a", 0.6, 100), MoveValue("b", 1.0, 1), MoveValue("c", None, 0)))
    assert 0.6 < (value_of(advice, "b") or 0.0) < 0.65
    assert 0.6 < (value_of(advice, "c") or 0.0) < 0.61  # never tried: as good as the average
    assert value_of(Advice((MoveValue("a", None, 0),)), "a") is None
    pytest.importorskip("matplotlib")
    analyse(finished("babylone"), bot("babylone", "playout"), Budget(simulations=8)).draw(tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 5000


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be analysed is said in one sentence."""
    known = link(new("kabaleo", 2, 3).view("spectator").known)
    assert main(["analyse", known]) == 2
    assert main(["analyse", link(new("babylone", 2, 3)), "--bot", "nobody"]) == 2
    assert main(["analyse", "/no/such/file"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


@pytest.mark.parametrize("game", sorted(players()))
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_players_own_knowledge(game: str, viewer: int, capsys: pytest.CaptureFixture[str]) -> None:
    """What the viewer knows is analysed: their own moves, and everybody's where nothing is secret."""
    position = new(game, 2, 5)
    for _ in range(6):
        position = position.play(position.legal[0])
    assert main(["analyse", link(position.view(viewer).known), "--bot", "playout", "--sims", "20"]) == 0
    told = capsys.readouterr().out
    assert all(f" {move}" in told for move in position.moves)
    judged = sum("%" in line for line in told.split("\n\n")[0].splitlines())
    assert judged == (3 if game == "kabaleo" else 6)


def test_turning_points_say_why_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """The better move's reasons stand under it."""
    position = finished("babylone")
    words = [link(position), "--seed", "1"]
    assert main(["--lang", "en", "analyse", *words]) == 0
    told = capsys.readouterr().out
    assert main(["--lang", "fr", "analyse", *words]) == 0
    french = capsys.readouterr().out
    assert "was better" in told
    assert told != french
    assert re.search(r"(?m)^  \d+>\d+: \d+>\d+ wins", told)
    assert re.search(r"(?m)^  \d+>\d+: \d+>\d+ gagne", french)
