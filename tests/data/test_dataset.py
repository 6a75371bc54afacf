"""Data sets: what is written is read back, a stopped run is resumed, wrong input is told in a sentence."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.cli import main
from sommet.core.words import LANGUAGES
from sommet.research import dataset, selfplay
from sommet.research.dataset import BELIEFS, GAMES, POSITIONS

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402

PLAN = selfplay.Plan("babylone", "beginner", 5, seed=3, simulations=5)


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    return [row for file in dataset.files(folder, table) for row in parquet.read_table(file).to_pylist()]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games a part."""
    monkeypatch.setattr(selfplay, "PART", 2)


def test_games_are_written_and_read_back(tmp_path: Path) -> None:
    """Whole records, whatever the game, with who won."""
    games = []
    for name, players in (("babylone", 2), ("kabaleo", 3), ("on_top", 4)):
        position = sommet.new(name, players, seed=5)
        for _ in range(60):
            if not position.over:
                position = position.play(position.legal[0])
        games.append(position)
    assert dataset.write_games(games, tmp_path / "games.parquet") == 3
    again = list(dataset.read(tmp_path / "games.parquet"))
    assert [played.position for played in again] == games
    assert [played.winners for played in again] == [game.result and game.result.winners for game in games]
    assert {played.by for played in again} == {None}


def test_every_file_says_which_schema_it_has(tmp_path: Path) -> None:
    """In its metadata; another file is refused."""
    dataset.write_games([sommet.new("babylone", seed=1)], tmp_path / "games.parquet")
    found = parquet.read_schema(tmp_path / "games.parquet")
    assert found.metadata[b"sommet"] == b"sommet-dataset/1 games"
    assert found.equals(dataset.schema(GAMES))
    parquet.write_table(pa.table({"number": [1]}), tmp_path / "other.parquet")
    with pytest.raises(sommet.SommetError, match="sommet-dataset/1 games"):
        list(dataset.read(tmp_path / "other.parquet"))


@pytest.mark.usefixtures("small_parts")
def test_a_level_plays_against_itself_and_its_thoughts_are_kept(tmp_path: Path) -> None:
    """A row for every position: the move that was made was the best told, and what it won is the game's result."""
    assert selfplay.make(PLAN, tmp_path) == 5
    played = list(dataset.read(tmp_path))
    assert [one.position.over for one in played] == [True] * 5
    assert {one.by for one in played} == {("beginner", "beginner")}
    positions = rows(tmp_path, POSITIONS)
    assert len(positions) == sum(len(one.position.moves) for one in played)
    for row in positions:
        one = played[row["number"]]
        before = sommet.load(one.position.record.with_moves(one.position.moves[: row["ply"]]))
        assert (before.to_move, one.position.moves[row["ply"]]) == (row["seat"], row["move"])
        assert row["move"] == row["moves"][0]
        assert sorted(row["moves"]) == list(before.legal)
        assert row["won"] == float(row["seat"] in (one.winners or ()))


@pytest.mark.usefixtures("small_parts")
def test_a_run_that_was_stopped_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are there are kept; the data are those of an uninterrupted run; more games go on."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    selfplay.make(PLAN, whole)

    def stop(done: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        selfplay.make(PLAN, broken, stop)
    assert [file.name for file in dataset.files(broken)] == ["part-00000.parquet"]
    assert selfplay.make(PLAN, broken) == 3
    assert rows(broken, GAMES) == rows(whole, GAMES)
    assert rows(broken, POSITIONS) == rows(whole, POSITIONS)
    more = selfplay.Plan("babylone", "beginner", 7, seed=3, simulations=5)
    assert selfplay.make(more, broken) == 3  # a part with one game was not full
    assert rows(broken, GAMES)[:5] == rows(whole, GAMES)
    assert selfplay.make(more, broken) == 0
    cut = dataset.files(broken)[1]
    cut.write_bytes(cut.read_bytes()[:-50])  # what is damaged is made again
    assert selfplay.make(more, broken) == 2
    assert rows(broken, GAMES)[:5] == rows(whole, GAMES)
    with pytest.raises(sommet.SommetError, match="otherwise"):
        selfplay.make(selfplay.Plan("babylone", "beginner", 5, seed=4, simulations=5), broken)


def test_beliefs_are_kept_where_the_game_tells_them(tmp_path: Path) -> None:
    """Of each seat about the other: probabilities, told to a few digits, that add up to 1."""
    selfplay.make(selfplay.Plan("kabaleo", "random", 1, beliefs=True), tmp_path)
    sums: dict[tuple[Any, ...], float] = {}
    for row in rows(tmp_path, BELIEFS):
        key = row["ply"], row["by"], row["about"]
        sums[key] = sums.get(key, 0.0) + row["probability"]
    assert len({ply for ply, _, _ in sums}) == 24
    assert all(abs(total - 1) < 0.01 for total in sums.values())


def test_the_commands_write_read_and_export(tmp_path: Path) -> None:
    """As somebody would use them, one into the other."""

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sommet", *arguments, "--lang", "en"],
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
            cwd=tmp_path,
        )

    made = run("dataset", "make", "babylone", "--level", "random", "--games", "3", "--out", "set", "--players", "3")
    assert (made.returncode, made.stdout) == (0, "Games played now: 3; games in set: 3.\n"), made.stderr
    read = run("dataset", "read", "set")
    assert [json.loads(line)["players"] for line in read.stdout.splitlines()] == [3, 3, 3]
    exported = run("export", "--out", "games.parquet", typed=read.stdout)
    assert exported.stdout == "Games written to games.parquet: 3.\n", exported.stderr
    assert run("dataset", "read", "games.parquet").stdout == read.stdout
    for wrong in (
        ("dataset", "make", "babylone", "--level", "deep", "--out", "other"),
        ("dataset", "make", "babylone", "--level", "easy", "--out", "set"),
        ("dataset", "make", "babylone", "--players", "9", "--out", "other"),
        ("dataset", "read", "nothing"),
        ("export", "missing.json", "--out", "x.parquet"),
    ):
        done = run(*wrong)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert not (tmp_path / "other").exists()


def test_ctrl_c_says_where_it_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, and the exit code of a program that was interrupted."""

    def interrupted(*given: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "make", interrupted)
    assert main(["dataset", "make", "babylone", "--out", "set"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "set" in said.err) == ("", 1, True)


def spoilt(folder: Path, change: Callable[[Path], object]) -> list[dataset.Played]:
    """The games of a file to which something was done."""
    file = folder / "games.parquet"
    dataset.write_games([sommet.new("babylone", seed=1)], file)
    try:
        change(file)
        return list(dataset.read(file))
    finally:
        file.unlink()


def told_as(file: Path, table: Any, version: str = dataset.VERSION) -> None:
    """Write another table in its place, with this note about its schema."""
    parquet.write_table(table.replace_schema_metadata({dataset.KEY: f"{version} {GAMES}".encode()}), file)


def with_bytes(file: Path, change: Callable[[bytes], bytes]) -> None:
    """Change what is in it."""
    file.write_bytes(change(file.read_bytes()))


def another_set_up(file: Path) -> None:
    """A set-up that is no JSON."""
    table = parquet.read_table(file)
    place = table.schema.get_field_index("setup")
    told_as(file, table.set_column(place, table.schema.field(place), [["{"]]))


MISTAKES: dict[str, Callable[[Path], Any]] = {
    "nowhere to read": lambda folder: list(dataset.read(folder / "nothing")),
    "no path": lambda folder: list(dataset.read(3)),  # type: ignore[arg-type]
    "a file of something else": lambda folder: list(dataset.read(Path(__file__))),
    "a file that was cut": lambda folder: spoilt(folder, lambda file: with_bytes(file, lambda raw: raw[:-100])),
    "a file with other bytes in it": lambda folder: spoilt(
        folder, lambda file: with_bytes(file, lambda raw: raw[:4] + bytes(len(raw) // 3) + raw[4 + len(raw) // 3 :])
    ),
    "another version of the schema": lambda folder: spoilt(
        folder, lambda file: told_as(file, parquet.read_table(file), "sommet-dataset/2")
    ),
    "a column that is not there": lambda folder: spoilt(
        folder, lambda file: told_as(file, parquet.read_table(file).drop_columns(["moves"]))
    ),
    "a set-up that is none": lambda folder: spoilt(folder, another_set_up),
    "no positions": lambda folder: dataset.write_games([3], folder / "x"),  # type: ignore[list-item]
    "what a viewer knows": lambda folder: dataset.write_games([sommet.new("kabaleo").view(0).known], folder / "x"),
    "no such level": lambda folder: selfplay.make(selfplay.Plan("babylone", "deep", 1), folder / "x"),
    "no such game": lambda folder: selfplay.make(selfplay.Plan("chess", "easy", 1), folder / "x"),
    "a file in the folder's place": lambda folder: selfplay.make(PLAN, Path(__file__)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told(mistake: str, tmp_path: Path) -> None:
    """A SommetError with a sentence in every language; nothing is written."""
    with pytest.raises(sommet.SommetError) as told:
        MISTAKES[mistake](tmp_path)
    said = [told.value.say(language) for language in LANGUAGES]
    assert all(sentence and "{" not in sentence for sentence in said)
    assert len(set(said)) == len(said)
    assert not list(tmp_path.iterdir())
