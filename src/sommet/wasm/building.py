"""Making modules: each game in a process of its own, and only when something that matters has changed.

What was made is kept in the user's cache folder, under a fingerprint of all sources and versions that it hangs on.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from ..core.kernel_cache import KEPT_FOR_DAYS, caches, fingerprint
from ..core.packages import built_in
from ..core.registry import game as game_named
from ..core.words import LANGUAGES
from . import module
from .describe import describe, words
from .kernels import module_names
from .minds import learned
from .module import FAILED, LINKER

ALONE = {"NUMBA_OPT": "0", "SOMMET_CACHE": os.devnull}  # nothing from a cache: that could not be inspected
MEMORY_A_GAME = 1 << 30
KINDS = (".wasm", ".json", ".bin")  # of a game's files


class CannotBuild(Exception):
    """Why this machine cannot make modules, in one line."""


def kept(game: str) -> Path:
    """The folder of the game's module as its sources are now; not always there."""
    mark = fingerprint([module.__name__, *module_names(game_named(game))])
    return caches().with_name("wasm") / f"{game}-{mark}-{_linker()}"


def _linker() -> str:
    try:
        return metadata.version(LINKER)
    except metadata.PackageNotFoundError:
        return "none"


def build(out: Path, games: Iterable[str] = ()) -> list[str]:
    """Write `<game>.wasm`, `.json` and, where minds have learned, `.bin` of these games, and words; their names.

    None named: all built-in ones.
    """
    names = list(games) or list(built_in())
    made = dict(zip(names, _made(names), strict=True))
    out.mkdir(parents=True, exist_ok=True)
    for old in [file for kind in KINDS for file in out.glob(f"*{kind}")]:
        if old.stem not in made:
            old.unlink()
    for name, folder in made.items():
        learnt = learned(game_named(name))
        if learnt is not None:
            _write(out / f"{name}.bin", learnt)
        calling = json.loads((folder / "calling.json").read_text(encoding="utf-8"))
        _write(out / f"{name}.wasm", (folder / "kernels.wasm").read_bytes())
        text = json.dumps({**describe(game_named(name)), **calling}, ensure_ascii=False, separators=(",", ":"))
        _write(out / f"{name}.json", text.encode())
    (out / "words").mkdir(exist_ok=True)
    for language in LANGUAGES:
        texts = words(tuple(names), language)
        _write(out / "words" / f"{language}.json", json.dumps(texts, ensure_ascii=False, indent=0).encode())
    return names


def _write(path: Path, content: bytes) -> None:
    """Only what is new: what has not changed is not built again by others either."""
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def _made(names: list[str]) -> list[Path]:
    """The folders of these games' modules, compiled where they are not there yet."""
    folders = [kept(name) for name in names]
    missing = [(name, folder) for name, folder in zip(names, folders, strict=True) if not folder.exists()]
    if missing:
        if find_spec(LINKER) is None:
            raise CannotBuild(f"the package {LINKER}, which has the linker wasm-ld, is not installed")
        with ThreadPoolExecutor(min(len(missing), _at_once())) as pool:
            list(pool.map(lambda each: _compile(*each), missing))
        _remove_old(folders[0].parent)
    for folder in folders:
        os.utime(folder)
    return folders


def _at_once() -> int:
    """As many as there are cores, and memory for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a Unix, or one that does not tell
        return 1
    return max(1, min(cores, memory // MEMORY_A_GAME))


def _compile(name: str, folder: Path) -> None:
    with _new(folder) as into:
        command = [sys.executable, "-m", module.__name__, name, str(into)]
        done = subprocess.run(command, env={**os.environ, **ALONE}, capture_output=True, text=True)
        if done.returncode == FAILED:
            raise CannotBuild(done.stdout.strip())
        if done.returncode:
            raise RuntimeError(f"compiling {name} for WebAssembly failed:\n{done.stderr}")


@contextmanager
def _new(folder: Path) -> Iterator[Path]:
    """A folder that is there as a whole or not at all, whoever else is making the same."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as made:
        yield Path(made)
        into = Path(made) / folder.name
        into.mkdir()
        for file in Path(made).iterdir():
            if file != into:
                file.rename(into / file.name)
        try:
            into.rename(folder)
        except OSError:
            if not folder.exists():
                raise


def _remove_old(folders: Path) -> None:
    """What nothing has used for a month."""
    for folder in folders.iterdir():
        if time.time() - folder.stat().st_mtime > KEPT_FOR_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)
