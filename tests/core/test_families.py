"""Generic kernels: each type of state runs its own game's rules, also where two games look alike."""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core import calls
from sommet.core.arrays import one, record_type
from sommet.core.kernel import kernel
from sommet.core.rules import Family

FOLDER = Path(sommet.__file__).parent / "games" / "kabaleo"
POINTS = "return measure(setting, state, seat, 0)"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A game copied from Kabaleo, with a hundred points more for everybody."""
    (tmp_path / "copied").mkdir()
    for file in FOLDER.glob("*.py"):
        source = file.read_text(encoding="utf-8").replace("from ...core", "from sommet.core")
        source = source.replace('NAME = "kabaleo"', 'NAME = "copied"')
        source = source.replace(POINTS, f"return 100 + {POINTS.removeprefix('return ')}")
        (tmp_path / "copied" / file.name).write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "copied"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.import_module("copied.game")
    return sys.modules["copied.rules"]


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_a_copied_game_keeps_its_own_rules(copied: ModuleType, way: str) -> None:
    """And leaves the original's alone: the same fields, the same size, two games."""
    replay = getattr(cast(Any, calls.replay), way)
    position = sommet.new("kabaleo", 2, seed=1)
    assert position.state.dtype != copied.STATE
    assert (copied.STATE.names, copied.STATE.itemsize) == (position.state.dtype.names, position.state.dtype.itemsize)
    state_of_copy = one(copied.STATE)
    state_of_copy[0] = position.state[0].item()
    scores = []
    for state in (position.state.copy(), state_of_copy):
        found = np.empty(calls.MOVES + position.game.most_moves, np.int64)
        replay(position.setting, state, np.array(position.numbers[:1], np.int64), found)
        assert found[calls.PLAYED] == 1
        scores.append(found[calls.SCORES : calls.SCORES + 2].tolist())
    assert scores[1] == [100 + points for points in scores[0]]


@kernel
def first(setting: Any, state: Any) -> Any:
    """One."""
    return 1


@kernel
def second(setting: Any, state: Any) -> Any:
    """Two."""
    return 2


def test_a_second_owner_of_a_record_type_is_refused() -> None:
    """It would replace the first one's kernels in silence; with an owner's mark there are two types."""
    family = Family()

    @family.generic
    def which(setting: Any, state: Any) -> Any:
        """Which one runs."""

    fields = (("x", np.int8), ("y", np.int16, 3))
    family.register(record_type(*fields), which=first)
    family.register(record_type(*fields), which=first)  # a module loaded again
    with pytest.raises(TypeError, match="same record type"):
        family.register(record_type(*fields), which=second)
    family.register(record_type(*fields, of="another"), which=second)
    assert which(None, one(record_type(*fields))[0]) == 1
    assert which(None, one(record_type(*fields, of="another"))[0]) == 2
    with pytest.raises(TypeError, match="which"):
        family.register(record_type(*fields, of="a third"))
