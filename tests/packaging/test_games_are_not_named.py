"""Hosts name no game: whatever only one game has is in that game's folders, so a new game needs no change elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sommet.core.packages import GROUP, packages

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "sommet"
PAGE = ROOT / "web" / "src"
TEXTS = {".css", ".html", ".ini", ".js", ".json", ".mako", ".md", ".py", ".svelte", ".toml", ".ts"}


def files() -> Iterator[Path]:
    """All that is written by hand outside the games' folders. (The module `sommet` itself may say what it is about.)"""
    games, built = (SOURCES / "games", PAGE / "games"), SOURCES / "server" / "page"
    for file in sorted([*SOURCES.glob("*/**/*"), *PAGE.glob("**/*")]):
        if file.suffix in TEXTS and built not in file.parents:
            inside = [folder for folder in games if folder in file.parents]
            if not inside or file.parent in inside:
                yield file


def pattern(game: str) -> re.Pattern[str]:
    """The game's name however it is written, but for plain words: what lies on top is no game."""
    parts = game.split("_")
    title = "".join(part.capitalize() for part in parts), " ".join(part.capitalize() for part in parts)
    return re.compile(rf"(?<![a-z])(?:(?i:{'[_-]'.join(parts)})|{title[0]}|{title[1]})(?![a-z])")


@pytest.mark.parametrize("game", [name for name, path in packages().items() if path.startswith(GROUP)])
def test_a_game_is_named_in_its_folders_only(game: str) -> None:
    """Neither in code nor in what is said about it."""
    name, looked_at = pattern(game), 0
    for file in files():
        looked_at += 1
        lines = file.read_text(encoding="utf-8").splitlines()
        found = [
            f"{file.relative_to(ROOT)}:{number}: {text}" for number, text in enumerate(lines, 1) if name.search(text)
        ]
        assert not found, found[0]
        assert not name.search(file.name), file
    assert looked_at > 200


def test_the_pattern_finds_every_way_to_write_a_name() -> None:
    """And not the words of which it is made."""
    name = pattern("on_top")
    assert all(
        name.search(text) for text in ("on_top", "ON_TOP", "on-top.json", "On Top", "class OnTop:", "x_on_top_y")
    )
    assert not any(name.search(text) for text in ("what lies on top", "function_top", "On Topic", "ontop"))
    assert pattern("kabaleo").search("_kabaleo(") is not None
