"""Every state of a game, in both themes, is for everybody: axe finds nothing."""

import re

import pytest
from playwright.sync_api import expect

from .axe import violations
from .browser import DESK, PHONE
from .conftest import Meet
from .hands import piece
from .here import at_table, lift, next_turn
from .test_endings import at_the_end

THEMES = ["light", "dark"]


@pytest.mark.parametrize("theme", THEMES)
def test_a_game_on_one_device_from_the_curtain_to_the_question(meet: Meet, theme: str) -> None:
    """Curtain, a turn, a piece in hand, a refusal, the list of moves, the menu, and "are you sure?"."""
    ana = meet(DESK, "en", theme)
    ana.go("/settings").get_by_label("Confirm each move").check()
    ana.go("/")
    page = at_table(ana, game="kabaleo", device=True, names=["Ana", "Bram"])
    expect(page.get_by_role("button", name="I’m")).to_be_visible()
    assert violations(page) == [], "the curtain"
    lift(ana)
    view = next_turn(ana)
    assert view is not None
    assert violations(page) == [], "a turn"
    colour, number = view["legal"][0].split("@")
    piece(page, colour).click()
    assert violations(page) == [], "a piece in hand"
    taken = {move.partition("@")[2] for move in view["legal"] if move.startswith(f"{colour}@")}
    bare = next(place for place in map(str, range(1, 25)) if place not in taken)
    page.locator(f"[data-location='{bare}']").click(force=True)
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == [], "a refusal"
    page.locator(f"[data-location='{number}']").click(force=True)
    asked = page.get_by_role("alertdialog")
    expect(asked).to_be_visible()
    assert violations(page) == [], "are you sure?"
    asked.get_by_role("button", name="Put back").click()
    page.keyboard.press("l")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert violations(page) == [], "the list of moves"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").locator("visible=true").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert violations(page) == [], "the menu"


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_from_waiting_to_the_chat(meet: Meet, theme: str) -> None:
    """Who waits, who is invited, who plays and chats, who watches."""
    ana, bob, eve = meet(DESK, "en", theme), meet(PHONE, "en", theme, touch=True), meet(DESK, "en", theme)
    ana.go("/")
    ana.call("POST", "/session/guest", {"name": "Ana"})
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "players": 2, "public": True}, "seat": 0})
    for visitor, state in ((ana, "who waits"), (bob, "who is invited")):
        page = visitor.go(f"/t/{made['id']}")
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        assert violations(page) == [], state
    bob.page.get_by_role("button", name=re.compile("^Take a seat")).first.tap()
    for visitor in (ana, bob):
        expect(visitor.page.locator(".board-place")).to_be_visible()
    eve.go(f"/t/{made['id']}")
    expect(eve.page.locator(".board-place")).to_be_visible()
    bob.page.get_by_role("button", name=re.compile("^Chat")).locator("visible=true").first.tap()
    expect(bob.page.get_by_role("log", name="Chat")).to_be_visible()
    for visitor, state in ((ana, "who plays"), (bob, "who chats"), (eve, "who watches")):
        assert violations(visitor.page) == [], state


@pytest.mark.parametrize("theme", THEMES)
def test_the_end_of_a_game(meet: Meet, theme: str) -> None:
    """The result, the count, and what next."""
    ana = meet(DESK, "en", theme)
    at_the_end(ana, "kabaleo", 2)
    expect(ana.page.get_by_role("region", name="The end")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Play again")).to_be_visible()
    assert violations(ana.page) == []
