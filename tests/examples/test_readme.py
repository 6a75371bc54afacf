"""The examples in README.md are run."""

import doctest
import re
from pathlib import Path

import pytest

import sommet

README = Path(__file__).parents[2] / "README.md"
GAMES = ("babylone", "kabaleo", "on_top")


def blocks() -> list[str]:
    """The Python blocks with prompts."""
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    return [block for block in re.findall(r"^```(?:python|pycon)\n(.*?)^```", text, re.M | re.S) if ">>>" in block]


def test_examples() -> None:
    """Each prints what it says."""
    for number, block in enumerate(blocks()):
        example = doctest.DocTestParser().get_doctest(block, {}, f"README {number}", str(README), 0)
        told: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)
        assert not told, "".join(told)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_example(game: str) -> None:
    """One to play along with, as soon as there are any."""
    assert not blocks() or any(f'"{game}"' in block for block in blocks())


def test_the_package_begins_with_an_example() -> None:
    """And it is right."""
    assert doctest.testmod(sommet).failed == 0
    assert doctest.testmod(sommet).attempted > 0
