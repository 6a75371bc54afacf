"""Earlier versions of Sommet at the table: ``rev:COMMIT:BOT``, with a budget if wanted.

The sources of a revision are taken out of the repository that this Sommet runs from, into a folder of the user's cache;
the bot runs in a process of its own, on those sources and with compiled kernels of its own.
"""

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from ..core.folders import cache_folder
from .errors import ArenaError
from .players import EnginePlayer, wanted

REV = "rev"
SOURCES, PACKAGE = "src", Path(__file__).resolve().parents[1]
DONE = ".complete"


def _git(*words: str) -> bytes:
    try:
        found = subprocess.run(["git", "-C", str(PACKAGE), *words], capture_output=True, check=True)
    except FileNotFoundError:
        raise ArenaError("--regress needs git, which is not installed") from None
    return found.stdout


def commit_of(revision: str) -> str:
    """The commit that a name means; ArenaError where this Sommet is in no checkout, or there is no such revision."""
    try:
        top = Path(_git("rev-parse", "--show-toplevel").decode().strip())
        ours = _git("ls-files", "--error-unmatch", str(PACKAGE / "__init__.py"))
    except subprocess.CalledProcessError:
        top, ours = PACKAGE, b""
    if not ours or not PACKAGE.is_relative_to(top / SOURCES):
        raise ArenaError("--regress compares with earlier versions, and this Sommet does not run from a git checkout")
    try:
        return _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError:
        raise ArenaError(f"there is no revision {revision!r} in {top}") from None


def sources_of(commit: str) -> Path:
    """The folder with that commit's sources; they are taken out of the repository once."""
    folder = cache_folder() / "revisions" / commit
    if not (folder / DONE).exists():
        try:
            packed = _git("-C", str(PACKAGE.parents[1]), "archive", "--format=tar", commit, SOURCES)
        except subprocess.CalledProcessError:
            raise ArenaError(f"{commit[:12]} has no folder {SOURCES!r}") from None
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        (folder / DONE).touch()
    return folder / SOURCES


class OldPlayer(EnginePlayer):
    """A bot of an earlier version, in a process of its own."""

    def __init__(self, game: str, commit: str, spec: str) -> None:
        asked, sources = wanted(spec), sources_of(commit)
        self._environ = {**os.environ, "PYTHONPATH": str(sources), "SOMMET_CACHE": str(sources.parent / "cache")}
        self._words = [sys.executable, str(Path(__file__).with_name("old_engine.py")), game, asked.name]
        self._words += [] if asked.budget else ["own"]
        super().__init__(f"{commit[:12]}:{spec}", asked.budget)

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self._environ)


def make(game: str, rest: str) -> OldPlayer:
    """``COMMIT:BOT[:BUDGET]``, the commit in full."""
    commit, _, spec = rest.partition(":")
    return OldPlayer(game, commit, spec)
