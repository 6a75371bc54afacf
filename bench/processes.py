"""Processes that are measured: on a core of their own, their processor time and memory as the system tells them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pinned(core: int) -> Callable[[], None] | None:
    """For `preexec_fn`: the new process runs on that core of ours, the driver on the last."""
    if not CORES:
        return None
    return lambda: os.sched_setaffinity(0, {CORES[core]})


def pin_driver(on: bool = True) -> None:
    """The driver on the last core, so that it does not take turns with what it measures; or anywhere again."""
    if CORES:
        os.sched_setaffinity(0, {CORES[-1]} if on else set(CORES))


def memory(pid: int) -> float:
    """Megabytes; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def processor(pid: int) -> float:
    """Seconds of processor time used so far; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end(process: subprocess.Popen[str]) -> None:
    """Ask it to stop, and wait."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
