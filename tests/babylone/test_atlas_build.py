"""Files: checkpoints, checksums, refusals."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench import babylone_atlas as bench
from sommet.games.babylone.atlas import Atlas, AtlasError, estimate, files
from sommet.games.babylone.atlas.build import build, expected, solve, tasks
from sommet.games.babylone.atlas.errors import Corrupted, NotBuilt, TooLarge
from sommet.games.babylone.atlas.files import HEADER_BYTES
from sommet.games.babylone.atlas.values import Values, build_values
from sommet.games.babylone.atlas.winners import Winners, all_winners

KILLED_AT = 9
KILL = f"""
import os, signal, sys
from pathlib import Path
from sommet.games.babylone.atlas.build import build

def progress(level, solved):
    if level == {KILLED_AT}:
        os.kill(os.getpid(), signal.SIGKILL)

build(18, None, Path(sys.argv[1]), progress=progress)
"""


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    """A killed build goes on."""
    killed = subprocess.run([sys.executable, "-c", KILL, str(tmp_path)], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "babylone-18.winners").exists()
    levels: list[int] = []
    path = build(18, None, tmp_path, progress=lambda level, solved: levels.append(level))
    assert min(levels) == KILLED_AT
    _, bits = solve(18)
    assert np.array_equal(files.read(path)[1], bits)
    assert [each.name for each in tmp_path.iterdir()] == ["babylone-18.winners"]


def test_a_journal_of_another_build_is_not_used(tmp_path: Path) -> None:
    """A journal of another build is not used."""
    (tmp_path / "babylone-10.winners.part").write_bytes(b"\xff" * 5000)
    (tmp_path / "babylone-10.winners.part.json").write_text('{"format": 1, "tokens": 10, "level": 5}')
    assert np.array_equal(files.read(build(10, None, tmp_path))[1], solve(10)[1])


def test_only_one_process_builds(tmp_path: Path) -> None:
    """Only one process builds."""
    part = files.Part(tmp_path / "babylone-10.winners", 10, 10, 100)
    with pytest.raises(AtlasError, match="another process"):
        build(10, None, tmp_path)
    part.close()
    build(10, None, tmp_path)


def test_the_folder_can_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By SOMMET_ATLAS; else it is the user's."""
    monkeypatch.setenv("SOMMET_ATLAS", str(tmp_path / "here"))
    assert build(5) == tmp_path / "here" / "babylone-5.winners"
    assert Atlas.load(5).tokens == 5
    monkeypatch.delenv("SOMMET_ATLAS")
    assert files.default_folder().name == "atlas"


def test_load_finds_the_best_file(tmp_path: Path) -> None:
    """Load finds the best file."""
    with pytest.raises(NotBuilt, match="--tokens 12"):
        Atlas.load(12, folder=tmp_path)
    build(12, 3, tmp_path)
    assert Atlas.load(12, 2, tmp_path).colours == 3
    with pytest.raises(NotBuilt):
        Atlas.load(12, 4, tmp_path)
    build(12, None, tmp_path)
    assert Atlas.load(12, 3, tmp_path).colours == 12
    assert isinstance(Atlas.load(12, folder=tmp_path).bits, np.memmap)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    """Wherever the damage is."""
    path = build(12, None, tmp_path)
    whole = path.read_bytes()
    for at in (0, 20, 60, HEADER_BYTES, -1):
        data = bytearray(whole)
        data[at] ^= 4
        path.write_bytes(data)
        with pytest.raises(Corrupted):
            Atlas.load(12, folder=tmp_path)
    path.write_bytes(whole)
    assert Atlas.load(12, folder=tmp_path).lost("1,1,1|1,1,1|1,1,1|1,1,1")


def test_a_short_file_is_refused(tmp_path: Path) -> None:
    """A short file is refused."""
    path = build(12, None, tmp_path)
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(Corrupted, match="cut short"):
        Atlas.load(12, folder=tmp_path, verify=False)


def test_another_format_is_refused(tmp_path: Path) -> None:
    """Another format is refused."""
    path = build(6, None, tmp_path)
    header = files.read_header(path) | {"format": 99}
    path.write_bytes(files.header_bytes(header) + path.read_bytes()[HEADER_BYTES:])
    with pytest.raises(AtlasError, match="format 99"):
        Atlas.load(6, folder=tmp_path)


def test_what_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit is refused."""
    monkeypatch.setattr(estimate, "free_memory", lambda: 1_000_000_000)
    with pytest.raises(TooLarge, match="memory"):
        build(40, None, tmp_path)
    monkeypatch.setattr(estimate, "free_memory", lambda: None)
    with pytest.raises(TooLarge, match="disk"):
        build(60, None, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_estimate_is_said_in_words() -> None:
    """The estimate is said in words."""
    said = str(expected(32, None, 2))
    assert said.startswith("203,286,806 positions of 32 tokens: about ")
    assert "at most 3 colours" in str(expected(45, 3, 2))
    assert expected(40, None, 2).memory < 11_668_071_461 * 1.3 / 8 + 500e6


def test_tasks_cover_every_block() -> None:
    """Tasks cover every block."""
    sizes = np.array([5, 0, 100, 1, 1, 1, 40], np.int64)
    for count in (1, 2, 3, 64):
        cut = tasks(sizes, count)
        assert [block for first, last in cut for block in range(first, last)] == list(range(7))


def test_the_bench_builds_and_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds, speed, memory; the large ones on wish."""
    monkeypatch.setattr(bench, "SIZES", ())
    monkeypatch.setattr(bench, "LARGE", ((14, 3),))
    assert list(bench.builds()) == []
    lines = list(bench.builds(large=True))
    assert [name for name, _, unit in lines if unit == "s"] == ["atlas.14-in-3"]
    assert all(value > 0 for _, value, _ in lines)
    memory = [value for name, value, _ in lines if name.endswith("memory")]
    assert all(value < 500 for value in memory)


def test_values_are_kept(tmp_path: Path) -> None:
    """Values are kept."""
    build_values(10, None, tmp_path)
    assert Values.load(10, folder=tmp_path).of("1|1|1|1|1|1|1|1|1|1") == (0, 8)


def test_winners_are_kept_small(tmp_path: Path) -> None:
    """Winners are kept small."""
    build(14, None, tmp_path / "all")
    found = Winners.load(14, folder=tmp_path / "all")
    path = found.save(tmp_path / "small", positions=9710, seconds=1.0, device="a test")
    assert path.stat().st_size < HEADER_BYTES + 100
    assert all_winners(tmp_path / "small") == [found] == all_winners(tmp_path / "all", tmp_path / "small")
