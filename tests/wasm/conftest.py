"""The modules of all games, made once; and a seed that is another in every run."""

import secrets
from pathlib import Path

import pytest

from sommet.core.packages import built_in
from sommet.wasm.building import build

from .ways import InWasm


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the modules are."""
    into = tmp_path_factory.mktemp("modules")
    build(into)
    return into


@pytest.fixture(scope="session")
def modules(folder: Path) -> InWasm:
    """The built-in games' modules."""
    return InWasm(folder, list(built_in()))


@pytest.fixture
def seed() -> int:
    """Drawn anew; pytest shows it where a test fails."""
    drawn = secrets.randbits(40)
    print(f"seed {drawn}")
    return drawn
