"""By which rules a table's log was written: a game's name and the edition of its rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ...core.registry import game


@cache
def rules(name: str) -> str:
    """The rules of that game as they are today; a game that says nothing of editions has one."""
    module = f"{game(name).package}.edition"
    edition = import_module(module).EDITION if find_spec(module) is not None else 1
    return f"{name}/{edition}"
