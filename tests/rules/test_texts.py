"""The rules shown to players: every clause of a game once, in order, the same in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sommet.core.words import LANGUAGES

GAMES = Path(__file__).parents[2] / "src" / "sommet" / "games"
CLAUSES = {
    "babylone": [f"B{n}" for n in range(1, 11)],
    "kabaleo": [f"K{n}" for n in range(1, 20)],
    "on_top": [f"T{n}" for n in range(1, 26)],
}

CLAUSE = re.compile(r"\*\*([BKT]\d+) · [^*]+\.\*\* \S")
MENTION = re.compile(r"\b([BKT][1-9]\d?)\b(?![-`])")
MOVE = re.compile(r"`((?:\d+>\d+)|(?:[a-z]+@\d+)|(?:[A-Z]\d+-[A-Z]\d+))`")
HEADING = re.compile(r"(#+) \S")


def read(game: str, language: str) -> str:
    """Return the rules of a game in one language."""
    return (GAMES / game / "clauses" / f"{language}.md").read_text(encoding="utf-8")


def paragraphs(text: str) -> list[str]:
    """Split a text at its blank lines."""
    return text.strip().split("\n\n")


def clauses(text: str) -> list[str]:
    """Return the number of each paragraph that is a clause, in order."""
    return [found[1] for paragraph in paragraphs(text) if (found := CLAUSE.match(paragraph))]


def outline(text: str) -> Iterator[str]:
    """Yield the level of each heading and the number of each clause: the text without its words."""
    for paragraph in paragraphs(text):
        if found := HEADING.match(paragraph) or CLAUSE.match(paragraph):
            yield found[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_once_and_in_order(game: str, language: str) -> None:
    """No clause is missing, doubled or out of place."""
    assert clauses(read(game, language)) == CLAUSES[game]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_a_bold_clause_number_begins_its_paragraph(game: str, language: str) -> None:
    """What looks like a clause is one: none hides in the middle of a paragraph or lacks its short name."""
    assert len(re.findall(r"\*\*[BKT]\d", read(game, language))) == len(CLAUSES[game])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_clauses_mentioned_exist(game: str, language: str) -> None:
    """A text refers only to clauses of its own game."""
    prose = re.sub(r"`[^`]*`", "", read(game, language))
    assert set(MENTION.findall(prose)) == set(CLAUSES[game])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_one_title_a_welcome_and_sections(game: str, language: str) -> None:
    """A text begins with its title and a welcome; clauses stand in sections, and a section without clauses is last."""
    text = read(game, language)
    first, welcome, *rest = paragraphs(text)
    assert first.startswith("# ")
    assert not HEADING.match(welcome)
    assert not CLAUSE.match(welcome)
    assert rest[0].startswith("## ")
    levels = [level for level in outline(text) if level.startswith("#")]
    assert levels == ["#"] + ["##"] * (len(levels) - 1)
    assert list(outline(text))[-1] == "##"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_the_languages_have_one_outline(game: str, language: str) -> None:
    """Headings and clauses follow one another in the same way as in English."""
    assert list(outline(read(game, language))) == list(outline(read(game, "en")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAUSES)
def test_moves_are_written_in_a_note_only(game: str, language: str) -> None:
    """Rules are for people: how a program writes a move stands in a section of its own, the same in every language."""
    parts = paragraphs(read(game, language))
    assert [part for part in parts if CLAUSE.match(part) and MOVE.search(part)] == []
    assert notation(read(game, language)) == notation(read(game, "en")) != []


def notation(text: str) -> list[str]:
    """The moves shown as examples, in order."""
    return [move for part in paragraphs(text) for move in MOVE.findall(part)]


def test_no_other_rules_lie_about() -> None:
    """Each game has its languages and nothing else."""
    for game in CLAUSES:
        assert sorted(path.name for path in (GAMES / game / "clauses").iterdir()) == [
            f"{language}.md" for language in LANGUAGES
        ]
