"""The programs in examples/ run: each for some seconds, as its `--smoke` says."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from .reading import ROOT

NEEDED = {
    "ppo_kabaleo": "torch",
    "zero_on_top": "torch",
    "network_on_top": "torch",
    "cfr_mini_kabaleo": "pyspiel",
}
OTHERS = {"curves", "on_top_judged"}  # what draws the curves; the kernels of one


def test_every_program_is_tried() -> None:
    """None is forgotten here."""
    assert {file.stem for file in (ROOT / "examples").glob("*.py")} == {*NEEDED, *OTHERS}


@pytest.mark.parametrize("name", NEEDED)
def test_it_runs_and_logs(name: str, tmp_path: Path) -> None:
    """From nothing to its last line; every line of the log is JSON, and time goes on in it."""
    if find_spec(NEEDED[name]) is None:
        pytest.skip(f"{NEEDED[name]} is not installed")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py"), "--smoke", "--out", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= 2
    assert [line["iteration"] for line in lines] == sorted({line["iteration"] for line in lines})
