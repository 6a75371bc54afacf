"""Where compiled kernels are kept on disk.

Numba looks for stale machine code only in the file a function stands in, not in the functions it calls. So the folder
is named after a fingerprint of versions and sources: change one line of one rule, and all that could call it compiles
anew. A kernel can only call what stands in its own layer or in one before it (import-linter sees to that), so those
layers' sources are what counts.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from . import folders

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_FOR_DAYS = 30
LAYERS = ("core", "search", "bots", "games", "research")
GENERIC = 4  # so many of them see the games: core's and search's generic kernels run the games' own


def versions() -> str:
    """Of everything that turns a source into machine code."""
    import llvmlite
    import numba
    import numpy

    return f"{sys.version} numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {numpy.__version__}"


def fingerprint(layers: tuple[str, ...] = LAYERS, package: Path = PACKAGE) -> str:
    """A short name for these layers' very sources under these very versions."""
    digest = hashlib.sha256(versions().encode())
    for source in sorted(found for layer in layers for found in (package / layer).rglob("*.py")):
        digest.update(str(source.relative_to(package)).encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def caches() -> Path:
    """Where compiled kernels are kept: ``SOMMET_CACHE``, or the user's cache folder."""
    if "SOMMET_CACHE" in os.environ:
        return Path(os.environ["SOMMET_CACHE"]) / "kernels"
    return folders.cache_folder() / "kernels"


def layers_of(module: str) -> tuple[str, ...]:
    """The layers that a kernel of this module may call."""
    parts = module.split(".")
    if parts[0] != "sommet" or len(parts) < 2 or parts[1] not in LAYERS:
        return LAYERS
    return LAYERS[: max(GENERIC, LAYERS.index(parts[1]) + 1)]


@cache
def cache_folder(layers: tuple[str, ...] = LAYERS) -> Path:
    """The folder of these very sources; folders that no process has used for a month are removed."""
    folder = caches() / fingerprint(layers)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.is_dir() and time.time() - other.stat().st_mtime > KEPT_FOR_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # A read-only home: Numba then compiles in memory.
    return folder


@contextmanager
def numba_cache(folder: Path) -> Iterator[None]:
    """Numba's own setting is put back, so that other people's functions keep their cache."""
    from numba.core import config as numba_config

    config: Any = numba_config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
