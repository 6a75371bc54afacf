"""`import sommet` is enough: every name of daily use, found by completion, and positions that show themselves."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sommet
from sommet.core.registry import players

GAMES = sorted(players())


def test_completion_offers_every_name() -> None:
    """`dir(sommet)` is what there is, and each can be had."""
    assert dir(sommet) == sorted(sommet.__all__)
    assert all(getattr(sommet, name) is not None for name in dir(sommet))
    assert {*sommet._WHERE, "__version__"} == set(sommet.__all__)


def test_importing_is_cheap() -> None:
    """Neither NumPy nor Numba is loaded by `import sommet`."""
    script = "import sys, sommet; dir(sommet); print(sorted({'numpy', 'numba', 'msgspec'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_day_with_one_import() -> None:
    """Deal, play, ask a bot, look, share, analyse: nothing else has to be imported."""
    name = GAMES[0]
    position = sommet.new(name, players=max(sommet.players()[name]), seed=1)
    advice = sommet.bot(name, "random").think(position.view(position.to_move or 0), seed=1)
    assert isinstance(advice, sommet.Advice)
    assert advice.best in position.legal
    position = position.play(advice.best)
    assert sommet.read_link(sommet.link(position)) == position == sommet.load(position.record)
    assert sommet.load(position.record.as_dict()) == position
    assert "random" in sommet.bot_names(name)
    found = sommet.analyse(position, "random", sommet.Budget(simulations=1))
    assert isinstance(found, sommet.Analysis)
    assert len(found.lines) == 2
    match = sommet.Match.start(name, chooser=0).choose(first=0, chance=sommet.Chance(1))
    assert match.position is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_position_shows_itself(game: str) -> None:
    """`print` draws the board, a notebook the picture; `repr` stays one short line."""
    position = sommet.new(game, seed=3)
    for shown in (position, position.view(0), position.view("spectator")):
        assert str(shown) == sommet.text(shown)
        assert "\n" in str(shown)
        assert "\n" not in repr(shown)
        ElementTree.fromstring(shown._repr_svg_())
        assert shown._repr_svg_() == sommet.svg(shown)


def test_the_reference_has_every_name() -> None:
    """docs/api.md asks for each public name once."""
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    asked = re.findall(r"^::: sommet\.(\w+)$", page, re.MULTILINE)
    assert sorted(asked) == sorted(name for name in sommet.__all__ if name != "__version__")
