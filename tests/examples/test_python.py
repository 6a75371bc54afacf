"""Every Python example of the documentation runs, and what it says of its results is so."""

import ast
import doctest
import re
import sys
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.registry import players
from sommet.research import cuda

from .reading import PAGES, ROOT, Block, blocks, name_of

RESULT = re.compile(r"#\s+→ (.*)$")
WITH_PYTHON = [page for page in PAGES if blocks(page, "python", "pycon")]


def possible(block: Block) -> bool:
    """Whether this machine can run it."""
    if block.how == "needs":
        return cuda.available() if block.what == "gpu" else find_spec(block.what) is not None
    return block.how != "skip"


def run_prompts(block: Block, where: str) -> None:
    """A block with prompts prints what it says."""
    example = doctest.DocTestParser().get_doctest(block.code, {}, where, None, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)
    assert not told, "".join(told)


def run_statements(block: Block, names: dict[str, Any], where: str) -> None:
    """Each statement in turn; an expression with ``# → …`` has that value, or one that begins so."""
    lines = block.code.splitlines()
    for node in ast.parse(block.code).body:
        promised = RESULT.search(lines[(node.end_lineno or 1) - 1])
        if isinstance(node, ast.Expr):
            value = eval(compile(ast.Expression(node.value), where, "eval"), names)
            if promised is not None:
                start, more, _ = promised[1].partition("…")
                said = repr(value)
                assert said.startswith(start) if more else said == start, f"{where}: {said}, not {promised[1]}"
        else:
            exec(compile(ast.Module([node], []), where, "exec"), names)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's examples, one after another, in an empty folder; those before are known to those after."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "stdin", StringIO())
    names: dict[str, Any] = {"__name__": "example"}
    left_out = []
    for block in blocks(page, "python", "pycon"):
        where = f"{name_of(page)}:{block.line}"
        if block.how == "file":
            (tmp_path / block.what).write_text(block.code, encoding="utf-8")
        elif block.how == "from":
            assert block.code.strip() in (ROOT / block.what).read_text(encoding="utf-8"), where
        elif not possible(block):
            left_out.append(f"{where} ({block.how} {block.what})")
        elif ">>>" in block.code:
            run_prompts(block, where)
        else:
            run_statements(block, names, where)
    if left_out and len(left_out) == len(blocks(page, "python", "pycon")):
        pytest.skip(", ".join(left_out))


@pytest.mark.parametrize("game", sorted(players()))
def test_every_game_has_an_example(game: str) -> None:
    """One to play along with, in README.md."""
    assert any(f'"{game}"' in block.code for block in blocks(ROOT / "README.md", "python"))


def test_the_package_begins_with_an_example() -> None:
    """And it is right."""
    assert doctest.testmod(sommet).failed == 0
    assert doctest.testmod(sommet).attempted > 0
