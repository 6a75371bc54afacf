"""`sommet train`: reproducible to the bit, resumed after any interruption, logged, and only in a folder of its own."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sommet
from sommet.bots.training import Plan, Round, State, Training
from sommet.cli import main
from sommet.core.bits import random_stream
from sommet.core.words import LANGUAGES
from sommet.research import dataset, training
from sommet.research.training import CHECKPOINT, CURVE, train

PLAN = Plan(seed=3, rounds=2, games=2)


class Guessing(Training):
    """Learns a number from two parts' rounds: what it plays depends on what it learned and on its random numbers."""

    rounds, games = 4, 3
    file = Path(__file__).with_name("guessed.py")

    def __init__(self, stop: str = "", at: int = -1) -> None:
        """`stop`: where, in round `at`, somebody presses Ctrl-C."""
        self.stop, self.at = stop, at

    def count(self, plan: Plan) -> int:
        """Of both parts."""
        return 2 * plan.rounds

    def begin(self, plan: Plan) -> State:
        """Nothing is known."""
        return {"sums": np.zeros(2), "random": random_stream(plan.seed)["word"].copy()}

    def play(self, plan: Plan, state: State, number: int) -> Round:
        """Add something that no other round would add."""
        state["random"] += np.uint64(number + 1)
        self._pressed("play", number)
        state["sums"][number // plan.rounds] += 1 / (1 + float(state["random"][0] % 1000) + state["sums"].sum())
        return Round({"round": number + 1, "sum": float(state["sums"].sum())}, partial(self._played, plan, number))

    def source(self, state: State) -> str:
        """The sums."""
        return f"SUMS = {state['sums'].tolist()}\n"

    def _played(self, plan: Plan, number: int) -> Iterable[sommet.Position]:
        for game in range(plan.games):
            yield sommet.new("babylone", seed=100 * number + game)
            self._pressed("keep", number)

    def _pressed(self, where: str, number: int) -> None:
        if (where, number) == (self.stop, self.at):
            raise KeyboardInterrupt


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Train as `Guessing` does."""

    def trained(folder: Path, plan: Plan = PLAN, parquet: bool = False, stop: str = "", at: int = -1) -> int:
        monkeypatch.setattr(training, "trainings_of", lambda game: {training.ALONE: Guessing(stop, at)})
        return train("babylone", plan, folder, parquet)

    return trained


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_plan_makes_the_same_files(tmp_path: Path, run: Callable[..., int]) -> None:
    """And nothing more is played in a folder that has it all; another seed makes others."""
    assert [run(tmp_path / name) for name in "ab"] == [4, 4]
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert files(tmp_path / "a").keys() == {"training.json", CHECKPOINT, CURVE, "guessed.py"}
    (tmp_path / "b" / "guessed.py").unlink()
    assert run(tmp_path / "b") == 0
    assert files(tmp_path / "a") == files(tmp_path / "b")
    run(tmp_path / "c", Plan(4, 2, 2))
    assert files(tmp_path / "a")["guessed.py"] != files(tmp_path / "c")["guessed.py"]


@pytest.mark.parametrize("stop", ["play", "keep"])
def test_whatever_is_interrupted_goes_on_to_the_same_end(tmp_path: Path, run: Callable[..., int], stop: str) -> None:
    """In every round once: while it is played, and while its games are written."""
    pytest.importorskip("pyarrow")
    run(tmp_path / "whole", parquet=True)
    for at in range(4):
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "cut", parquet=True, stop=stop, at=at)
        lines = (tmp_path / "cut" / CURVE).read_text().splitlines() if at else []
        assert [json.loads(line)["round"] for line in lines] == list(range(1, at + 1))
    assert run(tmp_path / "cut", parquet=True) == 1
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


@pytest.mark.parametrize("name", [CURVE, CHECKPOINT, "guessed.py"])
def test_a_round_is_there_once_its_checkpoint_is(
    tmp_path: Path, run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Killed before any of its files is written, it is played again, and its line stands in the curve once."""
    run(tmp_path / "whole")
    killed: list[Path] = []

    def until(written: Callable[..., None], path: Path, data: Any) -> None:
        if path.name == name and not killed and (name == "guessed.py" or (path.parent / CHECKPOINT).exists()):
            killed.append(path)
            raise KeyboardInterrupt
        written(path, data)

    for function in ("write_text", "write_bytes"):
        monkeypatch.setattr(training, function, partial(until, getattr(training, function)))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "cut")
    assert run(tmp_path / "cut") == (0 if name == "guessed.py" else 3)
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def test_the_games_are_a_data_set(tmp_path: Path, run: Callable[..., int]) -> None:
    """A part a round, numbered through, in the schema of all games."""
    pytest.importorskip("pyarrow")
    run(tmp_path, parquet=True)
    assert len(dataset.files(tmp_path)) == 4
    expected = [sommet.new("babylone", seed=100 * number + game) for number in range(4) for game in range(2)]
    assert [played.position for played in dataset.read(tmp_path)] == expected


def test_another_folder_is_left_alone(tmp_path: Path, run: Callable[..., int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another plan's, another version's half a run, a damaged one, anything else: a sentence; nothing is changed."""
    whole, half = tmp_path / "whole", tmp_path / "half"
    run(whole)
    with pytest.raises(KeyboardInterrupt):
        run(half, stop="play", at=2)

    def refused(folder: Path, why: str, **given: Any) -> None:
        before = files(folder)
        with pytest.raises(sommet.SommetError, match=why):
            run(folder, **given)
        assert files(folder) == before

    for plan in (Plan(4, 2, 2), Plan(3, 3, 2), Plan(3, 2, 3)):
        refused(whole, "another training .babylone --seed 3 --rounds 2 --games 2.", plan=plan)
    refused(whole, "another training", parquet=True)
    with monkeypatch.context() as patched:
        patched.setattr(training, "fingerprint", lambda game, what: "newer")
        refused(half, "another version")
        assert run(whole) == 0  # nothing is left to be played
    for name, data in ((CHECKPOINT, b"PK"), (CHECKPOINT, b""), (CURVE, b"{}\n"), ("training.json", b"[]")):
        kept = (half / name).read_bytes()
        (half / name).write_bytes(data)
        refused(half, "damaged" if name != "training.json" else "something else")
        (half / name).write_bytes(kept)
    assert run(half) == 2
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "guessed.py").write_text("mine")
    refused(mine, "something else")
    with pytest.raises(sommet.SommetError, match="something else"):
        run(mine / "guessed.py")


def test_the_command_says_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it is, whether Sommet plays by it; a line a round; one sentence for Ctrl-C."""
    asked = ["train", "babylone", "--out", str(tmp_path / "out"), "--rounds", "1"]
    placed = tmp_path / "guessed.py"
    monkeypatch.setattr(Guessing, "file", placed)
    placed.write_text("SUMS = []\n")
    monkeypatch.setattr(training, "trainings_of", lambda game: {training.ALONE: Guessing("play", 1)})
    assert main(asked) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "the same command goes on" in said.err) == ("", 2, True)
    monkeypatch.setattr(training, "trainings_of", lambda game: {training.ALONE: Guessing()})
    assert main(asked) == 0
    said = capsys.readouterr()
    assert f"plays by {placed}" in said.out
    assert said.err.startswith('2/2 {"round": 2, ')
    placed.write_bytes((tmp_path / "out" / "guessed.py").read_bytes())
    assert main(asked) == 0
    assert capsys.readouterr().out.splitlines()[1] == "It is what this Sommet plays by."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_declares_nothing_is_told_apart(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, which names those that do."""
    assert main(["train", "babylone", "--out", "nowhere", "--lang", language]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "on_top" in said.err) == ("", 1, True)
    assert not Path("nowhere").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_part_that_there_is_not_is_refused(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, which names those that there are; or says that there is nothing to choose."""
    asked = ["--out", "nowhere", "--lang", language, "--part", "songs"]
    assert main(["train", "on_top", *asked]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "circles, network" in said.err) == ("", 1, True)
    monkeypatch.setattr(training, "trainings_of", lambda game: {training.ALONE: Guessing()})
    assert main(["train", "babylone", *asked]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "--part" in said.err) == ("", 1, True)
    assert not Path("nowhere").exists()


def test_parts_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is the default; the folder says which it holds, and another part's is left alone."""
    monkeypatch.setattr(training, "trainings_of", lambda game: {"one": Guessing(), "two": Guessing()})
    assert train("babylone", PLAN, tmp_path / "a") == 4
    assert json.loads((tmp_path / "a" / "training.json").read_text())["part"] == "one"
    assert train("babylone", PLAN, tmp_path / "a", part="one") == 0
    with pytest.raises(sommet.SommetError, match=r"another training .babylone --part one --seed 3"):
        train("babylone", PLAN, tmp_path / "a", part="two")
    assert train("babylone", PLAN, tmp_path / "b", part="two") == 4


@pytest.mark.parametrize(("rounds", "games"), [(0, 1), (1, 0), (10**20, 1), (1, 10**12)])
def test_more_than_there_is_memory_for_is_refused(
    run: Callable[..., int], tmp_path: Path, rounds: int, games: int
) -> None:
    """One sentence, before anything is made."""
    with pytest.raises(sommet.SommetError, match="1 to"):
        run(tmp_path / "made", Plan(1, rounds, games))
    assert not (tmp_path / "made").exists()
