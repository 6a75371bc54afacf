"""The answers about the games that come with Sommet, as files for the build of the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..core.packages import built_in
from ..core.words import LANGUAGES
from . import answers
from .described import described
from .game_modules import layouts


def files() -> Iterator[tuple[str, Any]]:
    """Each file's name and what is in it: what the server answers to `GET` for the path of that name."""
    names = list(built_in())
    for language in LANGUAGES:
        yield f"games.{language}", answers.games(language, names)
        for game in names:
            about = described(game, language)
            if about.lessons:
                yield f"lessons/{game}.{language}", answers.lesson(game, language)
            if about.rules:
                yield f"rules/{game}.{language}", answers.rules(game, language)
    for game in names:
        drawn = layouts(game)
        for board in () if drawn is None else drawn.BOARDS:
            yield f"games/{game}/layouts/{board}", drawn.layout(board) if drawn is not None else None


def write(folder: Path) -> None:
    """All of them into that folder; other files in it go. A file that would not change is left alone."""
    wanted = {folder / f"{name}.json": msgspec.json.encode(body) for name, body in files()}
    for there in list(folder.rglob("*")) if folder.is_dir() else []:
        if there.is_file() and there not in wanted:
            there.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != text:
            path.write_bytes(text)
