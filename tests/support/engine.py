"""`sommet engine` as other programs run it: a process, lines in, lines out."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SOMMET = Path(sys.executable).with_name("sommet")
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}  # starts sooner
COMPILED = {"NUMBA_DISABLE_JIT": "0"}


def environment(**more: str) -> dict[str, str]:
    """This process's, and more; English."""
    return {**os.environ, "LC_ALL": "C.UTF-8", **more}


def talk(text: bytes, env: Mapping[str, str] = INTERPRETED, seconds: float = 120) -> list[Any]:
    """What the engine answers to these bytes; it must end well and complain about nothing."""
    done = subprocess.run([SOMMET, "engine"], input=text, capture_output=True, env=environment(**env), timeout=seconds)
    complaints = [line for line in done.stderr.decode().splitlines() if not line.startswith("Sommet is compiling")]
    assert (done.returncode, complaints) == (0, [])
    assert not done.stdout or done.stdout.endswith(b"\n")
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(requests: Iterable[Any], env: Mapping[str, str] = INTERPRETED) -> list[Any]:
    """The replies to these requests, one each, in order."""
    lines = [json.dumps(request).encode() for request in requests]
    replies = talk(b"\n".join(lines) + b"\n", env)
    assert len(replies) == len(lines)
    return replies


def error(reply: Any) -> tuple[str, str | None, int | None]:
    """An error's code, clause and `at`; never a mistake of the engine's own."""
    assert reply["ok"] is False, reply
    told = reply["error"]
    assert "Something went wrong" not in told["message"], reply
    assert told["message"]
    return told["code"], told.get("clause"), told.get("at")
