"""The tutorial about Pebbles tells what its files hold, and its examples run where it is installed."""

from pathlib import Path

import pytest

from ..examples.reading import ROOT, blocks
from ..examples.test_python import run_statements
from .installing import SOURCE

PAGE = ROOT / "docs" / "tutorials" / "add-a-game.md"


def test_what_is_quoted_stands_in_the_files() -> None:
    """Word for word, whatever the language."""
    quoted = [block for block in blocks(PAGE, "python", "toml", "markdown") if block.how == "from"]
    assert len({block.what for block in quoted}) > 5
    for block in quoted:
        file = ROOT / block.what
        assert SOURCE in file.parents
        assert block.code.strip() in file.read_text(encoding="utf-8"), block.line


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Pebbles among the games."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "example"}
    run = [block for block in blocks(PAGE, "python") if block.how == "needs"]
    for block in run:
        run_statements(block, names, str(block.line))
    assert run


def test_contributing_says_it_in_eight_steps() -> None:
    """And each file that it tells one to write is there in Pebbles; what it may have is not."""
    steps = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a game")[2].partition("## Tests")[0]
    )
    assert [line[:2] for line in steps.splitlines() if line[:1].isdigit()] == [f"{n}." for n in range(1, 9)]
    needed, _, more = steps.partition("6. ")
    for name in ("__init__", "options", "declared", "dealing", "rules", "showing", "game"):
        assert f"{name}.py" in needed
        assert (SOURCE / "sommet_pebbles" / f"{name}.py").is_file()
    for folder, kind in (("clauses", "md"), ("words", "toml")):
        assert f"{folder}/{{de,en,fr,nl}}.{kind}" in needed
    for name in ("drawing.py", "bots", "training.py", "learn", "puzzles.py", "commands"):
        assert f"`{name}" in more
        assert not (SOURCE / "sommet_pebbles" / name).exists()
