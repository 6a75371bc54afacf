"""What Sommet says: the same in every language, nothing missing, nothing left over."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sommet.core.words import LANGUAGES, PACKAGE, catalogue, say

OTHERS = tuple(language for language in LANGUAGES if language != "en")
RAISING = ("SommetError", "BadRecord", "IllegalMove", "tell", "say")
# The same in English and in another language, and rightly so.
SAME = {
    "de": {
        "cli.computer",
        "cli.menu.value",
        "cli.one_computer",
        "drawing.story",
        "on_top.drawing.neutral",
        "on_top.drawing.story.laid",
        "server.shared.computer",
        "server.shared.table",
    },
    "fr": {
        "colour.orange",
        "colour.violet",
        "argparse.options",
        "admin.column.said",
        "on_top.drawing.points",
        "on_top.reasons.own",
        "kabaleo.drawing.column.piles",
    },
    "nl": {
        "cli.computer",
        "cli.one_computer",
        "cli.level.beginner",
        "cli.menu.value",
        "drawing.story",
        "on_top.drawing.story.laid",
        "on_top.option.teams.note",
        "server.shared.computer",
        "server.shared.table",
    },
    "all": {"babylone.name", "kabaleo.name", "on_top.name"},
}
# Words that no German, French or Dutch sentence of ours holds: a sign of English left behind.
ENGLISH = re.compile(r"\b(the|your|you|this|that|move|pile|stack|with|not|player|game|seat|colour)\b", re.IGNORECASE)
FRENCH_TOO = re.compile(r"\bpile\b", re.IGNORECASE)


def fields(text: str) -> set[str]:
    """The gaps of a text: {named} and %-style."""
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\(\w+\)[a-z]|%[a-z]", text))


@cache
def sources() -> tuple[ast.Module, ...]:
    """All of Sommet's sources, parsed."""
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py")))


def literals() -> Iterator[str]:
    """Every string in the sources, as a pattern: what is filled in may be one word."""
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
                yield re.escape(node.value.removeprefix("@"))
            elif isinstance(node, ast.JoinedStr):
                written = [p.value if isinstance(p, ast.Constant) else None for p in node.values]
                if re.search("[a-z]{2}", "".join(str(text) for text in written if text)):
                    parts = ("[a-z_0-9-]+" if text is None else re.escape(str(text)) for text in written)
                    yield "".join(parts).removeprefix("@")


def keys_said() -> Iterator[str]:
    """Every key that is raised or told as a plain string."""
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (
                getattr(node.func, "id", "") in RAISING or getattr(node.func, "attr", "") in RAISING
            ):
                for given in node.args:
                    if isinstance(given, ast.Constant) and re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", str(given.value)):
                        yield str(given.value)


def test_every_folder_of_words_has_every_language() -> None:
    """And nothing else."""
    for folder in PACKAGE.glob("**/words"):
        if folder.is_dir():
            assert sorted(path.name for path in folder.iterdir()) == [f"{name}.toml" for name in LANGUAGES], folder


def test_no_key_stands_in_two_files() -> None:
    """All files of a language make one catalogue; none hides another's text."""
    sizes = 0
    for path in PACKAGE.glob("**/words/en.toml"):
        sizes += len(re.findall(r"(?m)^[\w-]+ = ", path.read_text(encoding="utf-8")))
        tomllib.loads(path.read_text(encoding="utf-8"))
    assert sizes == len(catalogue("en"))


@pytest.mark.parametrize("language", OTHERS)
def test_same_keys_and_same_gaps(language: str) -> None:
    """Whatever English says, the others say, about the same things."""
    english, other = catalogue("en"), catalogue(language)
    say_it = f"a text is there in every language ({', '.join(LANGUAGES)}); docs/glossary/{language}.md has the terms"
    assert [key for key in english if key not in other] == [], f"{language} lacks these: {say_it}"
    assert list(english) == list(other), "the same keys, in the same order"
    assert {key for key in english if fields(english[key]) != fields(other[key])} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """A text equal to the English one is on the list; no English word stands in another sentence."""
    english, other = catalogue("en"), catalogue(language)
    equal = {key for key in english if english[key] == other[key] and ".robot." not in key}  # they have names
    assert equal == SAME[language] | SAME["all"]
    for key, text in other.items():
        quoted = re.sub(r"\{\w+\}|%\(\w+\)\w|\"\w+\"|\b\w+, \w+, \w+, \w+, \w+$|sommet \S+", "", text)
        found = ENGLISH.findall(quoted)
        assert not [word for word in found if not (language == "fr" and FRENCH_TOO.fullmatch(word))], (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_well_formed(language: str) -> None:
    """No blank text, no doubled space, no straight apostrophe in French; every text can be filled in."""
    for key, text in catalogue(language).items():
        assert text.strip(), key
        assert "  " not in text, key
        assert "TODO" not in text, key
        if language == "fr":
            assert "'" not in text, key
        if not key.startswith("argparse."):
            assert say(language, key, **dict.fromkeys(fields(text), "x"))


def test_no_text_is_unused() -> None:
    """Every key stands in the sources, whole or with a gap."""
    patterns = {pattern for pattern in literals() if "." in pattern and " " not in pattern}
    known = re.compile("|".join(sorted(patterns)))
    spoken = {key for key in catalogue("en") if not key.startswith(("argparse.", "colour."))}
    assert {key for key in spoken if not known.fullmatch(key)} == set()


def test_no_text_is_missing() -> None:
    """Every key that the sources raise or tell exists."""
    assert set(keys_said()) - set(catalogue("en")) == set()


def test_argparse_still_says_what_is_translated() -> None:
    """Our English texts for argparse are its own, else they would never be found."""
    import argparse

    own = Path(argparse.__file__).read_text(encoding="utf-8")
    for key, text in catalogue("en").items():
        if key.startswith("argparse."):
            assert text in own, key
