"""`sommet atlas` as people call it."""

import argparse
import json
import sys
from pathlib import Path

import pytest

from sommet.core.extras import MissingExtra
from sommet.games.babylone.atlas.build import build
from sommet.games.babylone.commands.atlas import add_parser, run


def atlas(*arguments: str) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    return run(parser.parse_args(["atlas", *arguments]))


def test_build_winners_query_laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Build winners query laws."""
    folder = ("--folder", str(tmp_path))
    assert atlas("build", "--tokens", "12", "--values", *folder) == 0
    out = capsys.readouterr().out
    assert "2,870 positions of 12 tokens" in out
    assert "lost for the mover" in out
    assert atlas("build", "--tokens", "12", *folder) == 0
    assert "already" in capsys.readouterr().out
    assert atlas("winners", "--tokens", "12", "--json", str(tmp_path / "sets.json"), *folder) == 0
    assert json.loads((tmp_path / "sets.json").read_text())["second_wins"] == 70
    assert atlas("winners", "--tokens", "12", *folder) == 0
    assert "12,4,3+3+3+3,second" in capsys.readouterr().out
    assert atlas("query", "1|1,1,1|2,1,1|3,1", *folder) == 0
    out = capsys.readouterr().out
    assert "won for whoever is to move" in out
    assert "3 of (3,1) onto 1 of the same colour" in out
    assert "Grundy value" in out
    assert atlas("query", "--json", "1,1,1|1,1,1|1,1,1|1,1,1", *folder) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["mover"], found["grundy"], found["moves_to_the_end"]) == ("loses", 0, 10)
    assert atlas("laws", *folder) == 0
    assert "no counterexample" in capsys.readouterr().out


def test_a_build_says_that_it_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the first start that the same command would resume it; at the second start that it does."""

    class Stopped(Exception):
        pass

    def stop(level: int, solved: int) -> None:
        if level == 4:
            raise Stopped

    with pytest.raises(Stopped):
        build(12, None, tmp_path, progress=stop)
    assert atlas("build", "--tokens", "12", "--folder", str(tmp_path)) == 0
    assert "Resuming the build that was interrupted." in capsys.readouterr().out
    assert atlas("build", "--tokens", "11", "--folder", str(tmp_path)) == 0
    assert "Interrupted, it is resumed by the same command." in capsys.readouterr().out


def test_a_small_position_needs_no_atlas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A small position needs no atlas."""
    assert atlas("query", "1,1,1|1,1", "--folder", str(tmp_path)) == 0
    assert "won" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["query", "30"], "sommet atlas build --tokens 30 --colours 1"),
        (["query", "x"], "a position is written like"),
        (["build", "--tokens", "65"], "from 1 to 64"),
        (["build", "--tokens", "0"], "not 0"),
        (["build", "--tokens", "5", "--colours", "0"], "at least one colour"),
        (["winners", "--tokens", "9"], "no atlas of 9 tokens"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """What is wrong is said."""
    assert atlas(*arguments, "--folder", str(tmp_path)) == 2
    assert said in capsys.readouterr().err


def test_a_report_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is missing that is said before anything is built."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"sommet\[plots\]"):
        atlas("report", "--out", str(tmp_path / "docs"), "--folder", str(tmp_path / "atlas"))
    assert list(tmp_path.iterdir()) == []


def test_the_report_is_remade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report is remade."""
    pytest.importorskip("matplotlib")
    sizes = ("--tokens", "12", "--four", "13", "--three", "28", "--two", "14")
    assert atlas("report", "--out", str(tmp_path / "docs"), "--folder", str(tmp_path / "atlas"), *sizes) == 0
    page = (tmp_path / "docs" / "atlas.md").read_text()
    assert "<!--" not in page
    assert "| 12 | 2,870 | 77 | 70 | 90.9 % |" in page
    assert "| 28 | second | 19 | c=1: b=2–8; c=2: b=2–7; c=3: b=3–5; c=4: b=4–5; c=5: b=5 |" in page
    pictures = {path.name for path in (tmp_path / "docs" / "atlas").iterdir()}
    assert pictures == {"shares.png", "three-colours.png", "thue-morse.png"}
