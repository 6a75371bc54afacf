"""Compiled rules cannot be stale, and what is kept on disk is looked after."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

import sommet
from sommet.core import kernel_cache
from sommet.core.kernel_cache import LAYERS, cache_folder, fingerprint, layers_of

PACKAGE = Path(sommet.__file__).parent
COMPILING = "Sommet compiles itself for this machine; this happens once, and takes a few seconds."
SURVEY = """
import sommet
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


def test_every_source_counts(tmp_path: Path) -> None:
    """One line more in any layer is another fingerprint; a file more, too."""
    package = copy(tmp_path)
    before = fingerprint(package=package)
    assert before == fingerprint()
    for layer in LAYERS:
        file = next((package / layer).rglob("*.py"))
        file.write_text(file.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
        after = fingerprint(package=package)
        assert after != before
        before = after
    (package / "games" / "fourth.py").write_text("", encoding="utf-8")
    assert fingerprint(package=package) != before


def test_a_changed_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Numba, NumPy, llvmlite or Python."""
    before = fingerprint()
    monkeypatch.setattr(numba, "__version__", "0.0")
    after = fingerprint()
    assert after != before
    monkeypatch.setattr(sys, "version", "3.0")
    assert fingerprint() not in (before, after)


def test_layers() -> None:
    """A kernel's cache is keyed by what it may call: its own layer and those before it; the games always."""
    assert layers_of("sommet.core.calls") == ("core", "search", "bots", "games")
    assert layers_of("sommet.games.kabaleo.rules") == ("core", "search", "bots", "games")
    assert layers_of("sommet.research.batch") == LAYERS
    assert layers_of("elsewhere") == LAYERS


def test_old_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no process used for a month goes; the rest stays."""
    monkeypatch.setenv("SOMMET_CACHE", str(tmp_path))
    kernels = tmp_path / "kernels"
    for name, days in (("old", 40), ("recent", 3)):
        (kernels / name).mkdir(parents=True)
        (kernels / name / "code").write_text("")
        used = time.time() - days * 86400
        os.utime(kernels / name, (used, used))
    folder = cache_folder.__wrapped__(("core",))
    assert folder == kernels / fingerprint(("core",))
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
    """After some, it is fetched; the answers stay the same, and nothing more than one line is said."""
    program = """
import sys, threading, sommet
lengths = [len(sommet.new('kabaleo', seed=1).legal) for _ in range(40)]
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
lengths += [len(sommet.new('kabaleo', seed=1).legal) for _ in range(40)]
print(set(lengths) == {lengths[0]}, 'numba' in sys.modules)
"""
    done = run(program, NUMBA_DISABLE_JIT="0")
    assert done.stdout == "True True\n"
    assert done.stderr.splitlines() in ([], [COMPILING])


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
