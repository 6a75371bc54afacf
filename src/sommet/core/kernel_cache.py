"""Where compiled kernels are kept on disk.

Numba looks for stale machine code only in the file a function stands in, not in the functions it calls. So machine code
is kept in a folder that is named after a fingerprint of versions and sources: those of the kernel's own module, of the
modules with the rules of the games that it is compiled for, and of all that these import. Change one line of one rule,
in whichever package, and all that could call it compiles anew; change it back, and the old code is found again.
"""

import hashlib
import os
import re
import shutil
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

from .folders import cache_folder as user_cache

KEPT_FOR_DAYS = 30
COMPILERS = ("numba", "llvmlite", "numpy")  # what turns a source into machine code, besides Python
_IMPORT = re.compile(r"^(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE)
_NAME = re.compile(r"[\w.]+")
_lock = RLock()


@cache
def versions() -> str:
    """Of everything that turns a source into machine code (told without loading it)."""
    from importlib import metadata  # takes long to load

    return " ".join([sys.version, *(f"{name} {metadata.version(name)}" for name in COMPILERS)])


@cache
def source(module: str) -> str | None:
    """The source of a module that was imported; None where there is no file."""
    file = getattr(sys.modules.get(module), "__file__", None)
    try:
        return None if file is None else Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


@cache
def imported(module: str) -> frozenset[str]:
    """The modules that this one imports when it is loaded (imports within functions are nothing to kernels)."""
    package = getattr(sys.modules[module], "__package__", None) or ""
    found = set()
    for origin, names, plain in _IMPORT.findall(source(module) or ""):
        if origin and (not origin.startswith(".") or package):
            origin = resolve_name(origin, package)
            found |= {origin, *(f"{origin}.{name}" for name in _NAME.findall(names))}
        found |= set(_NAME.findall(plain))
    return frozenset(name for name in found if name in sys.modules)


@cache
def _installed(module: str) -> bool:
    """Whether it is a library's: the standard one's, or one of those that pip puts in their place."""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    return module.partition(".")[0] in sys.stdlib_module_names or any(file.startswith(place) for place in places)


def reached(modules: Iterable[str]) -> list[str]:
    """These modules and all that their kernels may call or read, by name.

    Other people's libraries are left out, unless kernels are called in them.
    """
    todo = list(modules)
    owners, seen = {"sommet", *(name.partition(".")[0] for name in todo)}, set()
    while todo:
        module = todo.pop()
        if module in seen or source(module) is None:
            continue
        seen.add(module)
        called = {value.__module__ for value in vars(sys.modules[module]).values() if hasattr(type(value), "in_way")}
        owners |= {name.partition(".")[0] for name in called}
        todo += called
        todo += [name for name in imported(module) if name.partition(".")[0] in owners or not _installed(name)]
    return sorted(seen)


def fingerprint(modules: Iterable[str]) -> str:
    """A short name for the very sources that these modules reach, under these very versions."""
    digest = hashlib.sha256(versions().encode())
    for module in reached(modules):
        digest.update(module.encode() + b"\0" + (source(module) or "").encode() + b"\0")
    return digest.hexdigest()[:20]


def caches() -> Path:
    """Where compiled kernels are kept: ``SOMMET_CACHE``, or the user's cache folder."""
    if "SOMMET_CACHE" in os.environ:
        return Path(os.environ["SOMMET_CACHE"]) / "kernels"
    return user_cache() / "kernels"


@cache
def cache_folder(modules: frozenset[str]) -> Path:
    """The folder of the very sources that these modules reach."""
    folder = caches() / fingerprint(modules)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _remove_old(folder.parent)
    except OSError:
        pass  # A read-only home: Numba then compiles in memory.
    return folder


@cache
def _remove_old(kernels: Path) -> None:
    """Folders that no process has used for a month."""
    for folder in kernels.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > KEPT_FOR_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


class KeptCode:
    """Stands for Numba's cache of one function: its machine code for some types is in the folder of their sources.

    `modules_of` tells, by the types of the arguments, in which modules there are kernels that it may call for them.
    """

    def __init__(self, function: FunctionType, modules_of: Callable[[Any], Iterable[str]]) -> None:
        self._function, self._modules_of = function, modules_of
        self._caches: dict[frozenset[str], Any] = {}

    def _at(self, signature: Any) -> Any:
        from numba.core import caching as numba_caching

        caching: Any = numba_caching
        modules = frozenset([self._function.__module__, *self._modules_of(getattr(signature, "args", signature))])
        with _lock:
            if modules not in self._caches:
                folder = cache_folder(modules)
                try:
                    if not os.access(folder, os.W_OK):
                        raise RuntimeError(folder)
                    with numba_cache(folder):
                        self._caches[modules] = caching.FunctionCache(self._function)
                except RuntimeError:  # there, or for a function without a file, nothing can be kept
                    self._caches[modules] = caching.NullCache()
            return self._caches[modules]

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for these types, if it was kept."""
        return self._at(signature).load_overload(signature, context)

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep it."""
        self._at(signature).save_overload(signature, made)

    @property
    def cache_path(self) -> str:
        """Where, for Numba's statistics."""
        return str(caches())

    def flush(self) -> None:
        """Forget what is kept for this function."""
        for each in self._caches.values():
            each.flush()


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
