"""`sommet analyse` on saved games of all three kinds."""

import json
import re
from pathlib import Path

import pytest

from sommet.arena.analysis import analyse, sparkline, value_of
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
    assert [step["move"] for step in found["moves"]] == list(position.moves)
    assert all(0 <= step["after"] <= step["before"] <= 1 for step in found["moves"])
    assert all(step["why"].endswith(".") for step in found["moves"])


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
    steps = [analyse(each, bot("kabaleo", "playout"), Budget(simulations=40)).steps for each in (position, twin)]
    assert [s for s in steps[0] if s.seat == 0] == [s for s in steps[1] if s.seat == 0]


def test_curves_and_values(tmp_path: Path) -> None:
    """The sparkline's ends; seldom tried moves are not taken at their word; a picture."""
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    advice = Advice((MoveValue("a", 0.6, 100), MoveValue("b", 1.0, 1)))
    assert value_of(advice, "b") < 0.65
    pytest.importorskip("matplotlib")
    analyse(finished("babylone"), bot("babylone", "playout"), Budget(simulations=8)).draw(tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 5000


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be analysed is said in one sentence."""
    known = link(new("kabaleo", 2, 3).view(0).known)
    assert main(["analyse", known]) == 2
    assert main(["analyse", link(new("babylone", 2, 3)), "--bot", "nobody"]) == 2
    assert main(["analyse", "/no/such/file"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


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
