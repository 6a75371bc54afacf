"""The page's own faces: they have every letter of its texts, come with it, and nothing moves when they come late."""

import json
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route

from .boxes import SHIFTS, shift
from .browser import DESK, PHONE
from .conftest import Meet

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "web" / "src" / "fonts"
DRAWN = set("→●")  # as pictures of things, from the device
OURS = ["Sommet Sans", "Sommet Serif"]
LOADED = """[...document.fonts].filter((face) => face.status === 'loaded')
    .map((face) => face.family.replaceAll('"', '')).filter((family) => family.startsWith('Sommet')).toSorted()"""


def texts(found: Any) -> Iterator[str]:
    """All of them."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for one in found.values():
            yield from texts(one)
    elif isinstance(found, list):
        for one in found:
            yield from texts(one)


def said() -> Iterator[str]:
    """What the page and the games say, in every language."""
    for file in (ROOT / "web" / "src").rglob("words/**/*.json"):
        yield from texts(json.loads(file.read_text(encoding="utf-8")))
    for file in (ROOT / "src" / "sommet" / "games").rglob("*.toml"):
        yield from texts(tomllib.loads(file.read_text(encoding="utf-8")))
    for file in (ROOT / "src" / "sommet" / "games").rglob("clauses/*.md"):
        yield file.read_text(encoding="utf-8")


def test_every_letter_of_the_texts_is_in_them() -> None:
    """What is cut away is not used; the files are small."""
    spec = spec_from_file_location("make_fonts", ROOT / "web" / "fonts" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = module_from_spec(spec)
    spec.loader.exec_module(make)
    used = {letter for text in said() for letter in text if letter.isprintable() or letter.isspace()}
    assert used - {chr(code) for code in make.CORE} - DRAWN - {"\n"} == set()
    sizes = {file.stem: file.stat().st_size for file in FONTS.glob("*.woff2")}
    assert sizes.keys() == {face.name for face in make.FACES}
    assert max(sizes.values()) <= 20_000


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_they_come_with_the_page_and_nothing_moves_when_they_are_late(meet: Meet, size: tuple[int, int]) -> None:
    """Faces as wide and as high stand in for them."""
    visitor = meet(size, "de")
    visitor.context.add_init_script(SHIFTS)
    held: list[Route] = []
    visitor.context.route("**/*.woff2", lambda route: held.append(route))
    page = visitor.page
    page.goto(f"{visitor.base}/learn", wait_until="commit")  # its "load" waits for them
    page.wait_for_selector("main h2")
    page.wait_for_timeout(300)
    assert page.evaluate(LOADED) == []
    for route in held:
        route.continue_()
    visitor.until(f"{LOADED}.length > 1")
    assert page.evaluate(LOADED) == OURS
    page.wait_for_timeout(300)
    moved, what = shift(visitor)
    assert moved <= 0.05, what
