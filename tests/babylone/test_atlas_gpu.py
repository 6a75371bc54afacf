"""The GPU finds the same bits; where there is none, Numba's simulator runs the same code on small spaces."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sommet.games.babylone.atlas.build import build, solve
from sommet.games.babylone.atlas.errors import AtlasError
from sommet.games.babylone.atlas.files import read

SIMULATED = """
import sys
from pathlib import Path
import numpy as np
from sommet.games.babylone.atlas import build as making, gpu
from sommet.games.babylone.atlas.build import build, solve, won_positions
from sommet.games.babylone.atlas.files import read

gpu.LANES = 4
for tokens, colours in ((2, None), (6, None), (8, 2)):
    of, expected = solve(tokens, colours, threads=1)
    bits = np.zeros_like(expected)
    solver = gpu.Solver(of, bits)
    solved = sum(sum(solver.level(level)) for level in range(1, tokens + 1))
    solver.fetch()
    assert solved == of.positions
    assert np.array_equal(bits, expected)
    assert solver.won() == won_positions(expected)
    ranks = np.arange(of.bits)
    won = (expected[ranks >> 6] >> (ranks & 63).astype(np.uint64)) & np.uint64(1)
    assert np.array_equal(solver.look_up(ranks), won)

class Stopped(Exception):
    pass

def stop(level, solved):
    if level == 3:
        raise Stopped

making.CHECKPOINT_SECONDS = 0
try:
    build(5, None, Path(sys.argv[1]), gpu=True, progress=stop)
except Stopped:
    levels = []
path = build(5, None, Path(sys.argv[1]), gpu=True, progress=lambda level, solved: levels.append(level))
assert set(levels) == {3, 4, 5}
assert np.array_equal(read(path)[1], solve(5)[1])
"""


def gpu_there() -> bool:
    """Whether this machine has one."""
    try:
        from sommet.games.babylone.atlas.gpu import need_gpu

        need_gpu()
    except (AtlasError, ImportError):
        return False
    return True


def test_the_same_code_in_the_simulator(tmp_path: Path) -> None:
    """The same code in the simulator."""
    there = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", SIMULATED, str(tmp_path)]
    found = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def test_the_gpu_finds_the_same(tmp_path: Path) -> None:
    """The gpu finds the same."""
    if not gpu_there():
        pytest.skip("no GPU here")
    assert np.array_equal(read(build(22, None, tmp_path, gpu=True))[1], solve(22)[1])


def test_no_gpu_is_said_clearly(tmp_path: Path) -> None:
    """No gpu is said clearly."""
    if gpu_there():
        pytest.skip("there is a GPU here")
    with pytest.raises(AtlasError, match="no GPU"):
        build(8, None, tmp_path, gpu=True)
