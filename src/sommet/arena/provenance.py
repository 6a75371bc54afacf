"""Which version of a player played a game, so that games of different versions are never counted together unasked."""

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

from .. import __version__
from ..core.registry import game as game_named
from .python_bots import PY, source_of
from .revisions import REV

SHARED = ("core", "search", "bots")


def version() -> str:
    """Sommet's."""
    return __version__


@cache
def _sources(game: str) -> bytes:
    """The sources that decide what Sommet's own bots play in this game."""
    package = Path(__file__).resolve().parents[1]
    own = Path(import_module(game_named(game).package).__file__ or "").parent
    digest = hashlib.sha256()
    for folder in (*(package / name for name in SHARED), own):
        for source in sorted(folder.rglob("*.py")):
            digest.update(f"{folder.name}/{source.relative_to(folder).as_posix()}\0".encode())
            digest.update(source.read_bytes() + b"\0")
    return digest.digest()


def fingerprint(game: str, spec: str) -> str:
    """A short name for this very player: of its sources; of an engine its command line, of a revision its commit."""
    kind, _, rest = spec.partition(":")
    digest = hashlib.sha256(spec.encode())
    if kind in ("engine", REV):
        return digest.hexdigest()[:12]
    digest.update(_sources(game))
    if kind == PY:
        digest.update(source_of(rest))
    return digest.hexdigest()[:12]
