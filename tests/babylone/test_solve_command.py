"""`sommet solve`."""

import argparse
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.links import link
from sommet.games.babylone.commands import solve


def run(*arguments: str) -> int:
    """Run the command alone."""
    parser = argparse.ArgumentParser()
    solve.add_parser(parser.add_subparsers())
    return solve.run(parser.parse_args(["solve", *arguments]))


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What it prints as JSON."""
    capsys.readouterr()
    assert run(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_the_standard_set(capsys: pytest.CaptureFixture[str]) -> None:
    """In words, and as JSON."""
    assert run("3,3,3,3") == 0
    words = capsys.readouterr().out
    assert "The second to move wins, after 10 moves with best play. Grundy value 0." in words
    assert "688 positions up to symmetry, 216 of them lost for who is to move." in words
    found = answer(capsys, "3,3,3,3")
    assert {kind["kind"]: (kind["count"], kind["wins"], kind["moves_to_end"]) for kind in found["kinds"]} == {
        "1 onto 1, same colour": (24, False, 10),
        "1 onto 1, another colour": (108, False, 10),
    }


def test_positions(capsys: pytest.CaptureFixture[str]) -> None:
    """Heights under each top colour, in any order; a kind of move leads to a position that can be asked about."""
    found = answer(capsys, "1|1,1,1|2,1,1|3,1")
    assert found["position"] == "3,1|2,1,1|1,1,1|1"
    assert (found["wins"], found["grundy"], found["moves_to_end"]) == (True, 3, 7)
    best = found["kinds"][0]
    assert (best["kind"], best["leads_to"], best["wins"]) == ("3 onto 1, same colour", "4|2,1,1|1,1,1|1", True)
    after = answer(capsys, best["leads_to"])
    assert (after["wins"], after["moves_to_end"]) == (False, 6)
    assert answer(capsys, "2,1|")["kinds"][0]["leads_to"] == "3|"
    assert answer(capsys, "3|")["kinds"] == []
    assert run("3|") == 0


def test_records_and_links(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A game in progress, with its number of players unless another is given."""
    position = sommet.new("babylone", 3, seed=1)
    position = position.play(position.legal[5])
    position = position.play(position.legal[3])
    kept = tmp_path / "game.json"
    kept.write_text(json.dumps(position.record.as_dict()))
    found = answer(capsys, str(kept))
    assert found["players"] == 3
    assert found["seat_1"] + found["seat_2"] + found["seat_3"] == pytest.approx(1)
    assert sum(kind["count"] for kind in found["kinds"]) == len(position.legal)
    assert answer(capsys, f"https://somewhere.example/#{link(position)}") == found
    assert answer(capsys, str(kept), "--players", "2")["players"] == 2


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """All sets of a size."""
    rows = answer(capsys, "--table", "--tokens", "4-6")
    assert len(rows) == 5 + 7 + 11
    assert rows[-1] == {"tokens": 6, "set": "1,1,1,1,1,1", "winner": "second", "grundy": 0, "moves_to_end": 4}
    assert run("--table", "--tokens", "9", "--colours", "2", "--csv") == 0
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["set"] for row in found] == ["8,1", "7,2", "6,3", "5,4"]
    assert {row["winner"] for row in found} == {"first"}
    assert run("--table", "--tokens", "6", "--players", "4") == 0
    assert "seat 4" in capsys.readouterr().out


def test_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    """It says so, and how many it may hold."""
    assert run("16,16,16,16", "--most", "20000") == 1
    assert "more than 20000 positions can follow" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [(), ("--table",), ("3,3", "--table", "--tokens", "4"), ("3,x",), ("40,40",), ("0",), ("1,0|",), ("babylone~x",)],
)
def test_bad_questions(arguments: tuple[str, ...]) -> None:
    """One sentence each."""
    with pytest.raises((argparse.ArgumentError, sommet.SommetError)):
        run(*arguments)


def test_other_games_are_not_solved(tmp_path: Path) -> None:
    """Nor is what is no record."""
    kept = tmp_path / "game.json"
    kept.write_text(json.dumps(sommet.new("kabaleo", seed=1).record.as_dict()))
    with pytest.raises(argparse.ArgumentError, match="kabaleo"):
        run(str(kept))
    kept.write_text("nothing")
    with pytest.raises(argparse.ArgumentError, match="no record"):
        run(str(kept))
