"""The engine in TypeScript, run by Node on the modules made from these very sources."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sommet.wasm.building import CannotBuild, build

from .asking import Asked


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game's module, its description, and words."""
    folder = tmp_path_factory.mktemp("modules")
    try:
        build(folder)
    except CannotBuild as reason:
        pytest.skip(f"no WebAssembly: {reason}")
    return folder


@pytest.fixture(scope="session")
def engine(modules: Path) -> Iterator[Asked]:
    """One that answers questions."""
    with Asked(modules) as asked:
        yield asked
