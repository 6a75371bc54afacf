"""One glossary for each language: its terms are used, and what it rules out does not come back."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from sommet.core.words import LANGUAGES, PACKAGE

ROOT = Path(__file__).parents[2]
GLOSSARIES = ROOT / "docs" / "glossary"
COMMANDS = re.compile(r"^(hint|undo|save|quit) = ")  # what may be typed keeps its old names
CODE = re.compile(r"`[^`]*`|\{\w+\}")


def table(language: str, head: str) -> list[tuple[str, str]]:
    """The rows of the table that begins with that word."""
    text = (GLOSSARIES / f"{language}.md").read_text(encoding="utf-8")
    rows = text.split(f"| {head} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    cells = [re.split(r"(?<!\\)\|", row.strip("| \n")) for row in rows]
    return [(left.strip().strip("`").replace(r"\|", "|"), right.strip()) for left, right in cells]


@cache
def lines(language: str) -> tuple[tuple[str, str], ...]:
    """Every line that people read in that language, with the file it stands in; keys and code are left out."""
    sources = [
        *PACKAGE.glob(f"**/words/{language}.toml"),
        *PACKAGE.glob(f"**/clauses/{language}.md"),
        *(ROOT / "web" / "src").glob(f"**/words/{language}.json"),
        *(ROOT / "web" / "src" / "words" / language).glob("*.json"),
    ]
    found = []
    for source in sources:
        written = source.read_text(encoding="utf-8")
        if source.suffix == ".json":
            kept = [text for value in json.loads(written).values() for text in _texts(value)]
        else:
            kept = [
                re.sub(r"^[\w-]+ = |^\[.*\]$", "", line) for line in written.splitlines() if not COMMANDS.match(line)
            ]
        found += [(str(source.relative_to(ROOT)), CODE.sub("", line)) for line in kept]
    return tuple(found)


def _texts(value: str | dict[str, str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


def test_every_language_has_a_glossary_of_the_same_terms() -> None:
    """Each term has one translation in each language."""
    assert sorted(path.stem for path in GLOSSARIES.glob("*.md")) == sorted(LANGUAGES)
    english = [term for term, _ in table("en", "Term")]
    assert len(english) == len(set(english))
    for language in LANGUAGES:
        assert [term for term, said in table(language, "Term") if said] == english, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_in_use(language: str) -> None:
    """A glossary that nobody follows is none."""
    spoken = "\n".join(line for _, line in lines(language)).lower()
    assert [said for _, said in table(language, "Term") if said.lower() not in spoken] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_ruled_out_does_not_come_back(language: str) -> None:
    """In the page, the terminal, the server, the lessons and the rules."""
    found = [
        f"{source}: {line.strip()[:100]} (rather: {rather})"
        for never, rather in table(language, "Never")
        for source, line in lines(language)
        if re.search(never, line, re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


def test_french_marks_do_not_begin_a_line() -> None:
    """A colon, a semicolon, a question mark and a closing quotation mark stay with the word before."""
    assert [line for _, line in lines("fr") if re.search(r"\S [:;?!»](?!\w)|« ", line)] == []
