"""`sommet replay`: keys on a terminal, all positions elsewhere."""

import json
from pathlib import Path

import pytest

import sommet
from sommet.cli import main
from sommet.core.links import link
from sommet.core.words import LANGUAGES

from .screens import Terminal


@pytest.fixture
def played() -> sommet.Position:
    """A few moves of Kabaleo."""
    position = sommet.new("kabaleo", seed=4, first=0)
    for _ in range(5):
        position = position.play(position.legal[3])
    return position


def test_keys_and_eyes(played: sommet.Position, tmp_path: Path) -> None:
    """Arrows, letters and numbers; everybody's eyes in turn."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played.record.as_dict()))
    terminal = Terminal("replay", str(file))
    assert "the start" in terminal.text
    assert "everything revealed" in terminal.text
    assert "move 1 of 5" in terminal.press("\x1b[C")
    assert "move 2 of 5" in terminal.press("n")
    assert "move 1 of 5" in terminal.press("\x1b[D")
    assert "move 5 of 5" in terminal.press("l")
    assert "move 3 of 5" in terminal.enter("3")
    assert "the start" in terminal.press("f")
    assert "seen by Player 1" in terminal.press("v")
    assert "secret colour" in terminal.text
    terminal.press("v")
    assert "a spectator" in terminal.press("v")
    assert "secret colour" not in terminal.text
    terminal.press("q")
    assert terminal.end() == 0


def test_a_viewer_sees_his_own_only(played: sommet.Position, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal all positions are printed, through those eyes."""
    assert main(["replay", link(played), "--viewer", "1", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.count("seen by Player 2") == 6
    assert f"{played.record.setup['objectives'][1]}" in out.split("secret colour:")[1][:20]
    assert main(["replay", link(played), "--viewer", "spectator", "--lang", "en"]) == 0
    assert "secret colour" not in capsys.readouterr().out


@pytest.mark.parametrize("game", ["babylone", "on_top"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_to_the_end(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The end is told, in every language."""
    position = sommet.new(game, seed=4)
    while not position.over:
        position = position.play(position.legal[len(position.moves) % len(position.legal)])
    assert main(["replay", link(position), "--lang", language]) == 0
    assert {"babylone": "(B7)", "on_top": "(T2"}[game] in capsys.readouterr().out
