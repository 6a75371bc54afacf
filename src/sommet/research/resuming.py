"""A folder that says what it holds, so that the same command goes on where it was and another one is refused."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BAD_REQUEST, SommetError
from ..core.files import write_text


def described(about: Path, other: SommetError) -> dict[str, Any] | None:
    """What the file says that describes its folder; None: there is none. Raises `other` where it is something else."""
    try:
        found = json.loads(about.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise other from None
    if not isinstance(found, dict):
        raise other
    return found


def describe(about: Path, told: Mapping[str, Any]) -> None:
    """Write it, and make the folder if need be. Raises SommetError."""
    try:
        about.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise SommetError(BAD_REQUEST, "error.file.write", file=str(about.parent)[-60:], why=why) from error
    write_text(about, json.dumps(told, indent=1) + "\n")
