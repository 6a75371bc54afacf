"""A copy of a SQLite database while servers and everybody else go on."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from ..config import Config
from ..store.files import opened
from .opening import Impossible


def backup(config: Config, target: Path) -> int:
    """Copy it into a new file that only its owner may read; its size in bytes. Impossible with PostgreSQL."""
    url = config.url()
    if url.get_backend_name() != "sqlite":
        raise Impossible("admin.error.pg_dump")
    source = Path(str(url.database))
    if not source.exists():
        raise Impossible("admin.error.no_database", file=source)
    try:
        opened(target, "xb").close()
    except OSError as error:
        raise Impossible("admin.error.unwritable", file=target, why=error.strerror) from error
    try:
        with (
            contextlib.closing(sqlite3.connect(source, timeout=30)) as here,
            contextlib.closing(sqlite3.connect(target)) as there,
        ):
            here.backup(there)  # in one go, from one moment: nobody waits for it, whatever is written meanwhile
            there.execute("pragma journal_mode=delete")
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise Impossible("admin.error.unwritable", file=target, why=error) from error
    return os.stat(target).st_size
