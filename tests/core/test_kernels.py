"""Compiled rules cannot be stale, and what is kept on disk is looked after."""

import os
import shutil
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import pytest

import sommet
from sommet.core import kernel_cache
from sommet.core.kernel_cache import cache_folder, fingerprint, reached
from sommet.core.rules import modules_for
from sommet.search.tree import simulate

PACKAGE = Path(sommet.__file__).parent
COMPILING = "INFO:sommet.kernels:compiling kernels for this machine"
SURVEY = """
import logging, sommet
logging.basicConfig(level="INFO")
from sommet.core import calls
from sommet.games.babylone.game import GAME
import numpy as np
position = sommet.new("babylone", seed=1, first=0)
moves, found = np.empty(0, np.int64), np.empty(calls.MOVES + GAME.most_moves, np.int64)
print(sommet.__file__)
calls.replay.compiled(position.setting, position.state, moves, found)
print(found[calls.LEGAL], "legal moves")
print(sum(calls.replay.compiled.stats.cache_hits.values()), "found in the cache")
"""


def run(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run it in a process of its own."""
    env = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    return done


def copy(to: Path) -> Path:
    """The package's sources, copied."""
    shutil.copytree(PACKAGE, to / "sommet", ignore=shutil.ignore_patterns("__pycache__"))
    return to / "sommet"


def test_a_changed_rule_is_compiled_anew(tmp_path: Path) -> None:
    """A kernel in core, whose own file is unchanged, runs a game's new rule; unchanged sources are compiled once."""
    package = copy(tmp_path)
    env = {"PYTHONPATH": str(tmp_path), "SOMMET_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    first, second = run(SURVEY, **env), run(SURVEY, **env)
    assert str(package) in first.stdout
    assert "132 legal moves\n0 found in the cache" in first.stdout
    assert "132 legal moves\n1 found in the cache" in second.stdout
    assert first.stderr.splitlines() == [COMPILING]
    assert second.stderr == ""
    rules = package / "games" / "babylone" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    rule = "return same_height(state, i, j) | same_colour(state, i, j)"
    assert source.count(rule) == 1
    rules.write_text(source.replace(rule, "return same_colour(state, i, j)"), encoding="utf-8")  # colours alone
    third = run(SURVEY, **env)
    assert "24 legal moves\n0 found in the cache" in third.stdout
    assert third.stderr.splitlines() == [COMPILING]


def test_a_kernel_reaches_what_it_imports() -> None:
    """Its own module and all that this imports, as far as kernels go; no library, and no game but by its types."""
    tree = reached([simulate.__module__])
    assert {"sommet.search.tree", "sommet.search.guide", "sommet.core.rules", "sommet.core.kernel"} <= set(tree)
    assert not [name for name in tree if not name.startswith("sommet.") or ".games." in name]
    rules = modules_for(sommet.new("kabaleo", seed=1).state.dtype)
    assert {"sommet.games.kabaleo.rules", "sommet.games.kabaleo.dealing", "sommet.games.kabaleo.showing"} <= rules
    both = set(reached([*rules, "sommet.search.tree"]))
    assert {*tree, *rules, "sommet.core.bits", "sommet.games.kabaleo.declared"} <= both
    assert not [name for name in both if ".games." in name and not name.startswith("sommet.games.kabaleo.")]


def test_a_changed_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Numba, NumPy, llvmlite or Python."""
    before = fingerprint(["sommet.core.bits"])
    for name in ("numba", "llvmlite", "numpy"):
        kernel_cache.versions.cache_clear()
        monkeypatch.setattr(metadata, "version", lambda asked, name=name: "0.0" if asked == name else "1.0")
        after = fingerprint(["sommet.core.bits"])
        assert after != before
        before = after
    kernel_cache.versions.cache_clear()
    monkeypatch.setattr(sys, "version", "3.0")
    assert fingerprint(["sommet.core.bits"]) != before
    kernel_cache.versions.cache_clear()


OWN = """
import sys
import numpy as np
from sommet.core.kernel import kernel
from mine.tables import DEEP
from mine.deeper.rates import rate

@kernel
def total(numbers):
    found = 0
    for number in numbers:
        found += DEEP * rate(number)
    return found

if __name__ != "__main__":
    print(total.compiled(np.arange(4)), sum(total.compiled.stats.cache_hits.values()))
"""
RATE = """
from sommet.core.kernel import kernel

@kernel
def rate(number):
    return 2 * number
"""


def test_a_users_kernel_is_compiled_anew_when_what_it_calls_has_changed(tmp_path: Path) -> None:
    """Whatever package that is in: another module's kernel, and a constant from a third."""
    package = tmp_path / "mine"
    (package / "deeper").mkdir(parents=True)
    files = {"__init__": "", "own": OWN, "tables": "DEEP = 1", "deeper/__init__": "", "deeper/rates": RATE}
    for name, text in files.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    path, kept = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)]), str(tmp_path / "cache")
    env = {"PYTHONPATH": path, "SOMMET_CACHE": kept, "NUMBA_DISABLE_JIT": "0"}

    def answer() -> str:
        return run("import mine.own", **env).stdout.strip()

    assert [answer(), answer()] == ["12 0", "12 1"]
    (package / "deeper" / "rates.py").write_text(RATE.replace("2 *", "5 *"), encoding="utf-8")
    assert [answer(), answer()] == ["30 0", "30 1"]
    (package / "tables.py").write_text("DEEP = 10", encoding="utf-8")
    assert answer() == "300 0"


def test_old_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no process used for a month goes; the rest stays."""
    monkeypatch.setenv("SOMMET_CACHE", str(tmp_path))
    kernels = tmp_path / "kernels"
    for name, days in (("old", 40), ("recent", 3)):
        (kernels / name).mkdir(parents=True)
        (kernels / name / "code").write_text("")
        used = time.time() - days * 86400
        os.utime(kernels / name, (used, used))
    folder = cache_folder.__wrapped__(frozenset(["sommet.core.bits"]))
    assert folder == kernels / fingerprint(["sommet.core.bits"])
    assert sorted(path.name for path in kernels.iterdir()) == sorted(["recent", folder.name])


NTH_BIT = """
import numpy as np
from sommet.core.bits import nth_bit
print(nth_bit.compiled(np.uint64(0b1011000), 1))
"""


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """It is compiled in memory; nothing fails and nothing is left."""
    nowhere = tmp_path / "file"
    nowhere.write_text("not a folder")
    assert run(NTH_BIT, SOMMET_CACHE=str(nowhere), NUMBA_DISABLE_JIT="0").stdout == "4\n"
    assert nowhere.read_text() == "not a folder"
    folder = tmp_path / "folder"
    (folder / "kernels").mkdir(parents=True)
    (folder / "kernels").chmod(0o555)
    assert run(NTH_BIT, SOMMET_CACHE=str(folder), NUMBA_DISABLE_JIT="0").stdout == "4\n"
    (folder / "kernels").chmod(0o755)


def test_the_users_cache_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the package, not in the working folder."""
    monkeypatch.delenv("SOMMET_CACHE", raising=False)
    assert kernel_cache.caches().parts[-2:] == ("sommet", "kernels")
    assert PACKAGE not in kernel_cache.caches().parents


def test_importing_loads_neither_numpy_nor_numba() -> None:
    """`import sommet` is quick."""
    program = (
        "import sys, sommet; print([name for name in ('numpy', 'numba', 'msgspec', 'rich') if name in sys.modules])"
    )
    assert run(program).stdout == "[]\n"


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_a_first_list_of_moves_needs_no_numba(game: str) -> None:
    """Small questions are answered by the interpreter."""
    program = f"""
import sys, sommet
position = sommet.new({game!r}, seed=1)
after = position.play(position.legal[0])
print(len(after.legal), after.result, 'numba' in sys.modules)
"""
    assert run(program, NUMBA_DISABLE_JIT="0").stdout.endswith(" None False\n")


def test_many_questions_are_worth_compiled_code() -> None:
    """After some, it is fetched; the answers stay the same, and a library says nothing on the error stream."""
    program = """
import sys, sommet
from sommet.core import compiling
lengths = [len(sommet.new('kabaleo', seed=1).legal) for _ in range(40)]
jobs = compiling.jobs()
print({job.wait() for job in jobs}, {job.state.value for job in jobs})
lengths += [len(sommet.new('kabaleo', seed=1).legal) for _ in range(40)]
print(set(lengths) == {lengths[0]}, 'numba' in sys.modules)
"""
    done = run(program, NUMBA_DISABLE_JIT="0")
    assert done.stdout == "{True} {'ready'}\nTrue True\n"
    assert done.stderr == ""


def test_compiling_leaves_the_output_stream_alone() -> None:
    """While a thread words a message of Numba's, the program may take another stream; it keeps it."""
    pytest.importorskip("colorama")
    program = """
import io, sys, sommet
from sommet.core import calls
position = sommet.new('kabaleo', seed=1)
calls.prepare(position.setting, position.state)
from numba.core import errors
real, mine = sys.stdout, io.StringIO()
with errors.ColorShell():
    sys.stdout = mine
print(sys.stdout is mine, file=real, flush=True)
"""
    assert run(program, NUMBA_DISABLE_JIT="0").stdout == "True\n"


def test_without_compiling_numba_is_never_loaded() -> None:
    """NUMBA_DISABLE_JIT=1, as to debug or to measure coverage."""
    program = """
import sys, sommet
from sommet.research.batch import play_at_random
batch = play_at_random([sommet.new('kabaleo', seed=1)], 3)
print(len(batch.outcomes), 'numba' in sys.modules)
"""
    assert run(program, NUMBA_DISABLE_JIT="1").stdout == "3 False\n"


def test_unknown_names_of_the_package() -> None:
    """An attribute error like any other; what it exports is there."""
    with pytest.raises(AttributeError):
        sommet.nothing  # noqa: B018
    for name in sommet.__all__:
        assert getattr(sommet, name) is not None
    with pytest.raises(ValueError, match="chess"):
        sommet.game("chess")
