"""Every page: in every language without a missing text, for everybody (axe), at every size, in both themes."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response

from .axe import violations
from .boxes import TOO_WIDE, at_all_sizes
from .browser import DESK, PHONE, SMALL
from .conftest import Meet

WEB = Path(__file__).resolve().parents[2] / "web"
PAGES = [
    "/",
    "/new/kabaleo",
    "/new/babylone",
    "/new/on_top",
    "/watch",
    "/games",
    "/games/past",
    "/leaders",
    "/people/Nobody",
    "/learn",
    "/learn/kabaleo",
    "/learn/babylone",
    "/learn/on_top",
    "/rules/kabaleo",
    "/rules/babylone",
    "/rules/on_top",
    "/puzzles",
    "/analysis?game=kabaleo",
    "/analysis?game=babylone",
    "/analysis?game=on_top",
    "/account",
    "/recover",
    "/confirm#x",
    "/stop#x",
    "/settings",
    "/nowhere",
]
KEYS = {
    key
    for file in (WEB / "src" / "words" / "en").glob("*.json")
    for key in json.loads(file.read_text(encoding="utf-8"))
    if "." in key
}


def weigh(sizes: dict[str, int], answer: Response) -> None:
    """How much came for an address."""
    sizes[answer.url] = int(answer.headers.get("content-length", 0))


def settle(page: Page) -> None:
    """Until the page has what it asked for."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


LOOKS = [
    (DESK, "en", "light"),
    (PHONE, "fr", "dark"),
    (SMALL, "de", "light"),
    ((1920, 1200), "nl", "light"),
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(meet: Meet, path: str) -> None:
    """axe finds nothing in any language; no text is missing; nothing scrolls sideways or is wider than its card."""
    for size, language, theme in LOOKS:
        page = meet(size, language, theme).go(path)
        settle(page)
        assert page.locator("html").get_attribute("lang") == language
        assert page.title().endswith(" · Sommet") == (path != "/")
        shown = page.locator("body").inner_text()
        assert not (set(re.findall(r"[a-z_]+(?:\.[a-z_]+)+", shown)) & KEYS)
        assert not re.search(r"\{[a-z]+\}", shown)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if size != (1920, 1200):
            assert violations(page) == []
        assert at_all_sizes(page, (TOO_WIDE, None)) == {}


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_targets_are_large_enough(meet: Meet, size: tuple[int, int]) -> None:
    """Buttons and links outside of running text are at least 40 pixels high or wide enough to be hit."""
    visitor = meet(size, "fr")
    for path in ("/", "/learn", "/settings", "/account", "/new/kabaleo", "/puzzles"):
        page = visitor.go(path)
        settle(page)
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, a.btn, [role=radio], input, select')].filter((one) => {
                const box = one.getBoundingClientRect();
                const hidden = box.width === 0 || getComputedStyle(one).visibility === 'hidden' || one.closest('.sr');
                const label = one.closest('label')?.getBoundingClientRect();
                const high = Math.max(box.height, label?.height ?? 0), wide = Math.max(box.width, label?.width ?? 0);
                return !hidden && (high < 39.5 || wide < 39.5);
            }).map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert small == [], path


def test_first_load_of_a_game_page_is_small(meet: Meet) -> None:
    """Under 200 kB gzipped in total, and nothing from elsewhere."""
    visitor = meet()
    visitor.go("/")
    for game in ("kabaleo", "babylone", "on_top"):
        visitor.call("POST", "/session/guest", {"name": "Ana"})
        made = visitor.call("POST", "/tables", {"settings": {"game": game, "bots": [None, "beginner"]}, "seat": 0})
        other = meet(state=visitor.context.storage_state())
        sizes: dict[str, int] = {}
        other.page.on("response", partial(weigh, sizes))
        other.go(f"/t/{made['id']}")
        settle(other.page)
        assert all(url.startswith(other.base) for url in sizes)
        assert 20_000 < sum(sizes.values()) < 200_000


def test_nobody_is_a_good_answer(meet: Meet) -> None:
    """Whoever comes for the first time finds no failed request, on no page that everybody may see."""
    ana = meet()
    failed: list[str] = []
    ana.page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    for path in ("/", "/watch", "/games", "/learn", "/puzzles", "/leaders", "/account"):
        ana.go(path)
        ana.page.wait_for_load_state("networkidle")
    assert failed == []
