"""The letters for pictures: a family that this machine has. None is brought along."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)


class Letters(NamedTuple):
    """Two families, one with letters of one width, and their files."""

    sans: str
    monospace: str
    files: tuple[str, ...]


KNOWN = (
    Letters("DejaVu Sans", "DejaVu Sans Mono", ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf")),
    Letters(
        "Liberation Sans",
        "Liberation Mono",
        ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationMono-Regular.ttf"),
    ),
    Letters("Noto Sans", "Noto Sans Mono", ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSansMono-Regular.ttf")),
    Letters("Arial", "Courier New", ("Arial.ttf", "Arial Bold.ttf", "Courier New.ttf")),
    Letters("Arial", "Courier New", ("arial.ttf", "arialbd.ttf", "cour.ttf")),
)


@cache
def letters(folders: tuple[str, ...] = FOLDERS) -> Letters | None:
    """The first known family whose files are all here, with their whole paths; None: nothing can be written."""
    here: dict[str, str] = {}
    for folder in folders:
        for place, _, names in os.walk(Path(folder).expanduser()):
            here |= {name: str(Path(place) / name) for name in names if name not in here}
    for family in KNOWN:
        if all(name in here for name in family.files):
            return family._replace(files=tuple(here[name] for name in family.files))
    return None
