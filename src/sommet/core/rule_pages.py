"""The rules as players read them: `clauses/<language>.md` of each game, one numbered paragraph a clause."""

import re
from dataclasses import dataclass
from functools import cache

from .packages import folder

_CLAUSE = re.compile(r"\*\*(?P<id>[A-Z]\d+) · (?P<title>[^*]+)\.\*\* (?P<text>.+)", re.DOTALL)


@dataclass(frozen=True)
class Clause:
    """A numbered paragraph. `text` is its Markdown without number and title, `whole` with both."""

    id: str
    title: str
    section: str
    text: str
    whole: str


@dataclass(frozen=True)
class Note:
    """A section without clauses, in Markdown."""

    title: str
    text: str


@dataclass(frozen=True)
class RulePage:
    """A game's rules in one language."""

    title: str
    welcome: str
    clauses: tuple[Clause, ...]
    notes: tuple[Note, ...]


def rule_text(game: str, language: str) -> str:
    """The whole text, in Markdown; in English where a game of others does not speak that language."""
    own = folder(game) / "clauses" / f"{language}.md"
    return (own if own.exists() else own.with_name("en.md")).read_text(encoding="utf-8")


@cache
def rule_page(game: str, language: str) -> RulePage:
    """The same, taken apart."""
    first, welcome, *paragraphs = rule_text(game, language).strip().split("\n\n")
    clauses: list[Clause] = []
    notes: dict[str, list[str]] = {}
    section = ""
    for paragraph in paragraphs:
        if paragraph.startswith("## "):
            section = paragraph.removeprefix("## ")
        elif found := _CLAUSE.fullmatch(paragraph):
            clauses.append(Clause(found["id"], found["title"], section, found["text"], paragraph))
        else:
            notes.setdefault(section, []).append(paragraph)
    more = tuple(Note(title, "\n\n".join(texts)) for title, texts in notes.items())
    return RulePage(first.removeprefix("# "), welcome, tuple(clauses), more)
