"""Pebbles installed as anybody would install it, and offered to this process and to those it starts."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = Path(__file__).parent / "pebbles"
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")


@contextmanager
def installed(folders: pytest.TempPathFactory) -> Iterator[Path]:
    """pip installs it into a folder; the games are looked for anew, and afterwards once more, without it."""
    site = folders.getbasetemp() / "pebbles"
    if not site.exists():
        command: list[str | Path] = [sys.executable, "-m", "pip", "install", *OFFLINE, "--target", site, SOURCE]
        subprocess.run(command, check=True, timeout=300)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        before = os.environ.get("PYTHONPATH")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *([before] if before else [])]))
        forget()
        yield site
    for name in [name for name in sys.modules if name.partition(".")[0] == "sommet_pebbles"]:
        del sys.modules[name]
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
