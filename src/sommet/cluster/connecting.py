"""Starting Ray on this machine, or joining a cluster that runs. What goes wrong is one sentence."""

import os
import secrets
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..core.errors import BAD_REQUEST, SommetError
from ..core.extras import optional_imports

AUTO = "auto"
PATIENCE = 5.0  # seconds for an address to answer
MEMORY = 256 << 20  # bytes of Ray's object store, where we start it: batches are small
# HTTP/2's greeting, which gRPC speaks: this and empty settings. The answer begins with the other side's settings.
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
SETTINGS = 4
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # it would tell its makers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # nodes that are lost are told on standard output, among our results
}


def refused(key: str, **values: object) -> SommetError:
    """The error with that sentence."""
    return SommetError(BAD_REQUEST, f"cluster.error.{key}", None, **values)


def imported() -> Any:
    """Ray, told to keep quiet; MissingExtra where it is not installed."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    with optional_imports():
        import ray
    return ray


@contextmanager
def connected(address: str, processors: int) -> Iterator[Any]:
    """Ray itself, connected to the cluster there, or with "auto" to one of this machine's that ends with the block.

    `processors`: of the cluster that is started. Raises SommetError.
    """
    with _of_our_own(processors) if address == AUTO else _running(address) as ray:
        yield ray


@contextmanager
def _of_our_own(processors: int) -> Iterator[Any]:
    if "ray" not in sys.modules:  # it reads this once: nobody else may give it work, and no file is written for that
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    ray = imported()
    folder = tempfile.mkdtemp(prefix="sommet-", dir="/tmp" if Path("/tmp").is_dir() else None)  # sockets: a short path
    try:
        _begin(
            ray,
            AUTO,
            num_cpus=processors,
            include_dashboard=False,
            object_store_memory=MEMORY,
            _node_ip_address="127.0.0.1",
            _temp_dir=folder,
        )
        yield ray
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(address: str) -> Iterator[Any]:
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise refused("address", address=address[:60])
    if find_spec("ray") is None:
        imported()  # it says what is missing
    if not _answers(host.strip("[]"), int(port)):  # before Ray is loaded, which takes seconds
        raise refused("silent", address=address[:60], seconds=f"{PATIENCE:g}")
    ray = imported()
    try:
        _begin(ray, address, address=address)
        yield ray
    finally:
        ray.shutdown()


def _begin(ray: Any, named: str, **more: Any) -> None:
    try:
        ray.init(log_to_driver=False, logging_level="CRITICAL", configure_logging=False, **more)
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split())[:200]
        raise refused("refused", address=named[:60], why=said) from error


def _answers(host: str, port: int) -> bool:
    """Whether somebody there speaks gRPC, as Ray does. Ray itself would ask for minutes, and fill the screen."""
    try:
        with socket.create_connection((host, port), PATIENCE) as line:
            line.settimeout(PATIENCE)
            line.sendall(GREETING)
            frame = line.recv(9)
            return len(frame) > 3 and frame[3] == SETTINGS
    except OSError:
        return False
