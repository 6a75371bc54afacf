"""Pebbles installed as anybody would install it, and offered to this process and to those it starts."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = Path(__file__).parent / "pebbles"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed it, from its own project and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", folder, SOURCE], check=True)
    return folder


@pytest.fixture(scope="module", autouse=True)
def installed(site: Path) -> Iterator[None]:
    """The games are looked for anew, with Pebbles; afterwards without it, as every other test expects."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        before = os.environ.get("PYTHONPATH")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *([before] if before else [])]))
        forget()
        yield
    forget()


def forget() -> None:
    """Empty what Sommet remembers of the games that there are: every cache of a function about them."""
    importlib.invalidate_caches()
    for name, module in list(sys.modules.items()):
        if name.startswith("sommet.") and not name.startswith(("sommet.games.", "sommet.core.kernel")):
            _forget(module)


def _forget(module: ModuleType) -> None:
    for thing in list(vars(module).values()):
        clear = getattr(thing, "cache_clear", None)
        if callable(clear) and getattr(thing, "__module__", None) == module.__name__:
            clear()
