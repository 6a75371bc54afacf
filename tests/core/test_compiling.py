"""The background compiler: jobs that end well or not, and nobody who waits for them."""

import logging
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.bots.contract import RANDOM, SEARCHER
from sommet.bots.mind import Mind
from sommet.bots.patient import Patient
from sommet.core import compiling, kernel_cache
from sommet.core.arrays import one
from sommet.core.compiling import State
from sommet.core.kernel import INTERPRETED, Kernel, small_kernel
from sommet.core.position import View
from sommet.games.babylone.rules import LARGE_STATE, SETTING, STATE
from sommet.search.advice import Budget
from sommet.search.plain import plain

MODULES = ["sommet.core.bits"]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty one, and no jobs of other tests."""
    monkeypatch.setenv("SOMMET_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "_jobs", {})
    kernel_cache.cache_folder.cache_clear()
    yield
    kernel_cache.cache_folder.cache_clear()


def test_a_job_waits_compiles_and_is_ready() -> None:
    """One after the other; the same name is the same job."""
    go_on = [threading.Event(), threading.Event()]
    first, second = (compiling.start(f"job {k}", go_on[k].wait, MODULES) for k in range(2))
    assert compiling.start("job 0", go_on[1].wait, MODULES) is first
    assert not first.here()
    while first.state is not State.COMPILING:
        time.sleep(0.001)
    assert (second.state, first.over, second.wait(0.01)) == (State.WAITING, False, False)
    for event in go_on:
        event.set()
    assert first.wait()
    assert second.wait()
    assert [job.state for job in compiling.jobs()] == [State.READY, State.READY]


def test_what_was_compiled_before_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is only loaded, and does not queue behind what compiles; other sources are compiled."""
    assert compiling.start("it", lambda: None, MODULES).wait()
    monkeypatch.setattr(compiling, "_jobs", {})
    slow = threading.Event()
    compiling.start("something else", slow.wait)
    job = compiling.start("it", lambda: time.sleep(0.05), MODULES, head_start=100.0)
    assert job.kept
    assert job.here()
    slow.set()
    assert not compiling.Job("it", lambda: None, ["sommet.core.calls"], 0.0).kept


def test_a_failure_is_kept_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """With its error; and nothing on disk says that it was compiled."""

    def fail() -> None:
        raise ZeroDivisionError("no compiler")

    for _ in range(2):
        job = compiling.start("it", fail, MODULES)
        assert not job.wait()
    assert (job.state, str(job.error), job.over) == (State.FAILED, "no compiler", True)
    assert [record.getMessage() for record in caplog.records] == ["compiling it failed"]
    assert caplog.records[0].levelno == logging.ERROR
    assert not compiling.Job("it", fail, MODULES, 0.0).kept


class Raising(Mind):
    """A master that cannot be compiled."""

    def prepare(self, view: View) -> None:
        """It fails."""
        raise RuntimeError("no compiler")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_nobodys_master_stays_a_stand_in_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    """Where it cannot be compiled, advice says who answered, and the log why."""
    view = sommet.new("kabaleo", 2, seed=1).view(0)
    master = Raising(SEARCHER.kind, replace(SEARCHER.level, name="master"))
    patient = Patient(master, RANDOM)
    assert patient.think(view, seed=1).by == "random"
    assert not patient.loading(view).wait()
    assert patient.think(view, seed=1).by == "random"
    assert "no compiler" in caplog.text
    assert master.think(view, Budget(simulations=2), seed=1).by == "master"


def test_small_kernels_are_known_by_the_types_of_all_their_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a state stands among them: a question about a larger board is another question."""
    started: list[str] = []
    monkeypatch.setattr(compiling, "start", lambda name, work: started.append(name))
    monkeypatch.setattr("sommet.core.kernel.INTERPRETED", False)

    @small_kernel
    def answer(settings: Any, guides: Any, states: Any, move: Any) -> Any:
        return move

    assert isinstance(answer, Kernel)
    small, large = ((one(SETTING), plain(), one(states), 3) for states in (STATE, LARGE_STATE))
    for arguments in (small, large):
        for _ in range(30):
            assert answer(*arguments) == 3
    assert len(started) == 2
    answer._ready.add(next(iter(answer._asked)))
    assert answer.loaded(small)
    assert not answer.loaded(large)


SHORT = """
import sommet
for _ in range(40):
    sommet.new("on_top", seed=1).legal
from sommet.core import compiling
assert compiling.jobs()
print("done")
"""


def test_a_short_program_ends_while_something_compiles(tmp_path: Path) -> None:
    """Its threads are no reason to stay."""
    env = {"SOMMET_CACHE": str(tmp_path / "other"), "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": ":".join(sys.path)}
    short = [sys.executable, "-c", SHORT]
    done = subprocess.run(short, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
    assert not list((tmp_path / "other").rglob("*.nbc"))
