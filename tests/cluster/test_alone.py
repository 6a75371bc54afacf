"""`--cluster auto`: Ray on this machine, stopped by Ctrl-C, resumed, and nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from sommet.arena.running import run
from sommet.arena.schedule import Tournament, fixtures
from sommet.arena.store import GAMES, read

MANY = 400  # games: not finished when it is interrupted
BOT = """
import time
class Slow:
    def think(self, view, budget, seed):
        time.sleep(0.02)
        return view.legal[0]
"""


def started_by(session: int) -> list[int]:
    """The processes of a session, and all that they started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z" and int(fields[3]) == session:
                found.append(int(entry.name))
    return found


@pytest.mark.long
@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes")
def test_ctrl_c_ends_everything_and_the_next_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """130 and one line; no process, no folder of Ray's; the games are kept, and a run here goes on."""
    (tmp_path / "slow_bot.py").write_text(BOT, encoding="utf-8")
    out, token, before = tmp_path / "games", Path.home() / ".ray", set(Path("/tmp").glob("sommet-*"))
    kept_by_ray = token.exists()
    words = ["arena", "babylone", "py:slow_bot:Slow", "random", "--games", str(MANY), "--out", str(out)]
    program = subprocess.Popen(
        [sys.executable, "-m", "sommet", *words, "--cluster", "auto", "--jobs", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 300
    while not ((out / GAMES).exists() and (out / GAMES).read_bytes().count(b"\n") >= 2):
        assert program.poll() is None, program.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=120)
    assert errors == f"sommet arena: stopped; what was played is in {out}; the same command resumes\n"
    assert program.returncode == 130
    while started_by(program.pid) and time.monotonic() < until:  # they end by themselves
        time.sleep(0.05)
    assert started_by(program.pid) == []
    kept = len(list(read(out / GAMES)))
    assert 2 <= kept < MANY
    assert not [
        folder for folder in set(Path("/tmp").glob("sommet-*")) - before if (folder / "session_latest").exists()
    ]
    assert token.exists() == kept_by_ray
    tournament = Tournament("babylone", ("py:slow_bot:Slow", "random"), games=2)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [game.key for game in run(tournament, out, jobs=1)] == [each.key for each in fixtures(tournament)]
    assert len(list(read(out / GAMES))) == kept
