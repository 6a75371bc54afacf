"""How the project writes: a player is *they*, in code, documentation and words."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = (".py", ".md", ".ts", ".svelte", ".toml", ".json")
FOLDERS = ("bench", "docs", "src", "tests", "web/src")
OTHER_LANGUAGES = re.compile(r"(^|/)(de|fr|nl)(/|\.)")
PACKED = re.compile(r'\s+"[^\s"]{12,}",')  # bytes as text: no language
HE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)


def texts() -> list[Path]:
    """Every file of ours that is written in English."""
    places = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")] + list(ROOT.glob("*"))
    return [
        path
        for path in places
        if path.suffix in KINDS and not OTHER_LANGUAGES.search(str(path.relative_to(ROOT))) and path.is_file()
    ]


def test_a_player_is_they() -> None:
    """Nobody is he, his, him or himself."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in texts()
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HE.search(line) and not PACKED.fullmatch(line)
    ]
    assert not found, "\n".join(found)
