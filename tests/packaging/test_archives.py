"""The archives that are published: what is in them, and that they work where nothing else is."""

import email
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from .building import ROOT, build


def tracked() -> set[str]:
    """The project's files, as git knows them; without git there is nothing to compare."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return {name for name in told.split("\0") if name and (ROOT / name).exists()}


def test_a_source_archive_has_what_make_needs(tmp_path: Path) -> None:
    """`make run` and `make test` work in it: every file of the project is there, nothing built is."""
    files = tracked()
    with tarfile.open(build("sdist", tmp_path)) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert files - packed == set()
    assert {"Makefile", "constraints.txt", "bench/server_soak.py", "deploy/Dockerfile", ".ci/run"} <= packed
    assert not [name for name in packed if re.search(r"node_modules|__pycache__|server/page/|\.venv", name)]


def test_the_description_can_be_read_elsewhere(tmp_path: Path) -> None:
    """No link and no picture of it points into the project's folder; the text is README.md's."""
    wheel = build("wheel", tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_string(archive.read(name).decode())
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", text) == []
    assert "how to host it" in text
    assert "## In Python" in text


@pytest.mark.long
def test_the_base_install_works_alone(tmp_path: Path) -> None:
    """In a fresh environment, with base dependencies only: library, engine and arena; the rest says what it lacks."""
    wheel = build("wheel", tmp_path / "dist")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "bare"], check=True, timeout=120)
    programs = tmp_path / "bare" / "bin"
    install = ["install", "--quiet", "--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([programs / "pip", *install, wheel], check=True, timeout=600)

    def run(*command: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
        place = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, cwd=tmp_path, env=place, timeout=300
        )

    listed = json.loads(run(programs / "pip", "list", "--format", "json").stdout)
    assert {one["name"].lower() for one in listed} - {"pip", "setuptools"} == {
        "sommet",
        "numpy",
        "numba",
        "llvmlite",
        "msgspec",
    }
    played = run(
        programs / "python",
        "-c",
        "import sommet; position = sommet.new('on_top', seed=7)\n"
        "while not position.over: position = position.play(position.legal[0])\n"
        "print(position.result.reason)",
    )
    assert (played.stdout, played.returncode) == ("points\n", 0), played.stderr
    record = run(programs / "sommet", "new", "babylone", "--seed", "7").stdout.strip()
    asked = run(programs / "sommet", "engine", typed=f'{{"record": {record}, "analyse": {{"simulations": 10}}}}\n')
    assert json.loads(asked.stdout)["ok"], asked.stderr
    rated = run(programs / "sommet", "arena", "babylone", "random", "beginner", "--games", "2")
    assert rated.returncode == 0, rated.stderr
    for extra, command in (("server", ["serve"]), ("terminal", ["play", "babylone"])):
        lacking = run(programs / "python", "-m", "sommet", *command)
        assert lacking.returncode == 2
        assert lacking.stderr.count("\n") == 1
        assert f'pip install "sommet[{extra}]"' in lacking.stderr
