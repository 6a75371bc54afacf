"""Every test here has Pebbles among the games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .installing import installed


@pytest.fixture(scope="module", autouse=True)
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Pebbles is installed, for this process and for those it starts: where."""
    with installed(tmp_path_factory) as site:
        yield site
