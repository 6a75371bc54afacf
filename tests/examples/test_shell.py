"""The commands that the documentation shows exist, with those options; marked ones are run."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.cli import parser_of_everything
from sommet.cli.terminal.arguments import translate_argparse

from .reading import PAGES, Block, blocks, name_of

WITH_COMMANDS = [page for page in PAGES if any("sommet " in block.code for block in blocks(page, "sh", "console"))]
TO_RUN = [page for page in PAGES if any(block.how == "run" for block in blocks(page, "sh"))]


def commands(block: Block) -> list[list[str]]:
    """Each call of `sommet` in a block, as words; what a pipe or a redirection adds is left out."""
    found = []
    for line in block.code.replace("\\\n", " ").splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        while words and "=" in words[0]:  # a variable, set for the command
            del words[0]
        if words and words[0] == "sommet":
            ends = [place for place, word in enumerate(words) if word in ("|", ">", "<", "&", "&&", ";")]
            found.append(words[1 : min(ends, default=len(words))])
    return found


def understood(words: list[str]) -> bool:
    """Whether the command line knows the command and its options."""
    try:
        parser_of_everything()[0].parse_args(words)
    except SystemExit as ended:  # --help ends well
        return ended.code == 0
    return True


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_commands_exist(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The parser of the command line understands each of them."""
    translate_argparse()
    for block in blocks(page, "sh", "console"):
        for words in [] if block.how == "file" else commands(block):
            assert understood(words), f"{name_of(page)}: sommet {shlex.join(words)}: {capsys.readouterr().err}"


@pytest.mark.parametrize("page", TO_RUN, ids=name_of)
def test_marked_commands_run(page: Path, tmp_path: Path) -> None:
    """In an empty folder that holds only the page's own files, all of them end well."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for block in blocks(page, "sh"):
        if block.how == "file":
            (tmp_path / block.what).write_text(block.code, encoding="utf-8")
        elif block.how == "run":
            for words in commands(block):
                done = subprocess.run(
                    [sys.executable, "-m", "sommet", *words],
                    cwd=tmp_path,
                    env=environment,
                    capture_output=True,
                    text=True,
                    timeout=300,
                )
                assert done.returncode == 0, done.stderr
                assert done.stdout
