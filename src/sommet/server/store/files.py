"""Files that only their owner may read: they hold password hashes, the key that signs cookies, the secrets of deals."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import IO, Any

log = logging.getLogger("sommet.store")
OWNER_ONLY = 0o600
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")  # SQLite's own companions get the database's mode when they are made


def opened(path: str | Path, mode: str) -> IO[Any]:
    """As `open`, but a file that is made here is its owner's alone."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, OWNER_ONLY))


def make_private(path: str) -> None:
    """Make this file, if it is not there; one that is there may be another program's, and stays as it is."""
    opened(path, "ab").close()


def keep_private(path: str) -> None:
    """Close our database's file and its companions to everybody else."""
    for end in BESIDE:
        _tighten(path + end)


def _tighten(path: str) -> None:
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
        if os.name != "posix" or not mode & 0o077:
            return
        os.chmod(path, mode & ~0o077)
        log.warning("others could read this file; now they cannot", extra={"file": path, "mode": f"{mode:04o}"})
    except FileNotFoundError:
        return
    except OSError as error:  # it is somebody else's
        log.warning("others can read this file", extra={"file": path, "why": error.strerror})
