"""Puzzles on the page, of games with something hidden: by mouse and by keyboard, and the way from game to game."""

import re

import pytest
from playwright.sync_api import expect

from sommet.core.puzzles import puzzles_of

from .boxes import at_all_sizes
from .conftest import Meet
from .hands import kabaleo_keys, kabaleo_mouse
from .tiles import lay_by_keys, lay_by_mouse

HANDS = {"kabaleo": (kabaleo_mouse, kabaleo_keys), "on_top": (lay_by_mouse, lay_by_keys)}

BELOW = """() => [...document.querySelectorAll('[data-hand], [data-location], [data-cell], [data-spot]')]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, left, right, top, bottom }]) =>
        width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1))
    .map(([one, { bottom }]) => `${one.getAttribute('class')}: ${Math.round(bottom)}`)"""  # or beside the screen


@pytest.mark.parametrize("game", ["babylone", *HANDS])
def test_all_that_a_move_needs_is_on_the_first_screen(meet: Meet, game: str) -> None:
    """The board and what is in hand, at every size, in the languages with the shortest and the longest words."""
    for language in ("en", "de"):
        page = meet(language=language).go(f"/puzzles/{game}?level=2&seed=7")
        expect(page.locator("[data-hand], [data-spot]").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        assert at_all_sizes(page, (BELOW, None)) == {}


@pytest.mark.parametrize("game", HANDS)
def test_a_puzzle(meet: Meet, game: str) -> None:
    """A wrong move by mouse is told what it lacks; the right one by keys is counted, and says why it is right."""
    made, ana = puzzles_of(game), meet()
    assert made is not None
    found = made.puzzle(1, 7)
    wrong = next(move for move in found.position.legal if move not in found.solutions)
    mouse, keys = HANDS[game]
    page = ana.go(f"/puzzles/{game}?level=1&seed=7")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    mouse(ana, wrong)
    expect(page.get_by_role("heading", name="is not the best")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    keys(ana, found.solutions[0])
    expect(page.get_by_role("heading", name=re.compile("is right|is the best placement"))).to_be_visible()
    expect(page.locator("dd").first).to_have_text("1")
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Babylone").click()
    page.wait_for_url(re.compile(r"/puzzles/babylone\?level=1"))
    expect(page.get_by_role("heading", name="Find the only winning move")).to_be_visible()
