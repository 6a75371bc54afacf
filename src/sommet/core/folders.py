"""Where an operating system wants a user's data and caches to be."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """What must last: games, atlas files."""
    if platform == "win32":
        return _windows(environ)
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sommet"
    return _xdg(environ, "XDG_DATA_HOME", ".local/share")


def cache_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """What can be made again: compiled kernels."""
    if platform == "win32":
        return _windows(environ) / "Cache"
    if platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sommet"
    return _xdg(environ, "XDG_CACHE_HOME", ".cache")


def _xdg(environ: Mapping[str, str], variable: str, usual: str) -> Path:
    named = environ.get(variable, "").strip()
    return (Path(named) if named else Path.home() / usual) / "sommet"


def _windows(environ: Mapping[str, str]) -> Path:
    """A folder for the author, in it one for the program; both are called sommet."""
    named = environ.get("LOCALAPPDATA", "")
    return (Path(named) if named else Path.home() / "AppData" / "Local") / "sommet" / "sommet"
