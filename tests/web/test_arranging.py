"""Positions set up by hand on the page, without a server: pieces are put and taken, the rules say why not, the computer
looks at them."""

import re
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import Page, expect

import sommet
from sommet.core.registry import read_link

from .browser import PHONE, Visitor
from .conftest import Meet
from .hands import location, stack


def arranging(visitor: Visitor, game: str) -> Page:
    """The board to set up, with nothing on it."""
    page = visitor.go(f"#/analysis?game={game}")
    page.get_by_role("button", name="New position").click()
    page.get_by_role("button", name="Set up the board").click()
    page.get_by_role("button", name="Clear").click()
    return page


def put(page: Page, what: str, *where: str) -> None:
    """Choose that, and tap there."""
    page.locator(f"[data-brush='{what}']").click()
    for place in where:
        page.locator(f"[data-spot='{place}'], [data-location='{place}'], [data-cell='{place}']").click()


def verdict(page: Page, text: str) -> None:
    """What the rules say to it now."""
    expect(page.get_by_role("status", name="What the rules say")).to_contain_text(text)


def analysed(visitor: Visitor) -> sommet.Position:
    """The position that is looked at once the button is pressed."""
    visitor.page.get_by_role("button", name="Analyse", exact=True).click()
    return analysed_now(visitor.page)


def analysed_now(page: Page) -> sommet.Position:
    """The position that is looked at, from the page's address, once a value is told."""
    expect(page.get_by_role("heading", name="What each move is worth").locator("visible=true")).to_be_visible()
    told = page.get_by_role("button", name=re.compile(r"\d%$|wins in|loses in")).locator("visible=true")
    expect(told.first).to_be_visible()
    asked = parse_qs(urlparse(page.url.replace("#/", "")).query)
    found = read_link(asked["link"][0])
    assert int(asked["unplayed"][0]) == len(found.moves)
    expect(page.get_by_role("log", name="Moves").locator("visible=true")).to_contain_text("No moves yet.")
    return found


def test_the_board_is_in_sight(visit: Meet) -> None:
    """On a phone held sideways too, where the button that leads there is below the board."""
    page = visit((844, 390), touch=True).go("#/analysis?game=on_top")
    page.get_by_role("button", name="New position").tap()
    page.get_by_role("button", name="Set up the board").tap()
    board = page.locator("svg.board")
    expect(board.locator("[data-cell]").first).to_be_visible()
    expect(board).to_be_in_viewport(ratio=0.9)


def test_stacks(visit: Meet) -> None:
    """Babylone, by mouse: what cannot have been built is refused with its clause; then it can."""
    ana = visit()
    page = arranging(ana, "babylone")
    verdict(page, "B10")
    put(page, "red", "1", "1", "4")
    put(page, "green", "1", "2", "7")
    put(page, "blue", "2")
    verdict(page, "B4")
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_disabled()
    stack(page, 1).click(button="right")
    verdict(page, "This position is possible.")
    page.get_by_role("button", name="Player 2").click()
    found = analysed(ana)
    stacks = sorted(found.shown["stacks"].values())
    assert stacks == [["green"], ["green", "blue"], ["red"], ["red", "red"]]
    assert found.to_move == 1


def test_piles(visit: Meet) -> None:
    """Kabaleo, on a phone: pieces, stocks by hand, an objective left open; a pair that left the game."""
    ana = visit(PHONE, touch=True)
    page = arranging(ana, "kabaleo")
    page.get_by_role("button", name="Player 1").locator("visible=true").click()
    colours = page.locator("[data-brush]").evaluate_all("all => all.map((one) => one.dataset.brush)")
    first, second = colours[:2]
    base = location(page, 1).get_attribute("aria-label") or ""
    upon = second if first in base else first
    put(page, upon, "1")
    verdict(page, "This position is possible.")
    put(page, upon, "1")
    verdict(page, "K11")
    page.get_by_role("button", name="Undo").click()
    verdict(page, "This position is possible.")
    page.get_by_role("button", name="Set them by hand").locator("visible=true").click()
    page.get_by_role("button", name="Player 2").locator("visible=true").click()
    verdict(page, "K8")
    page.get_by_role("button", name="Player 1").locator("visible=true").click()
    page.get_by_label("Objective").locator("visible=true").first.select_option(upon)
    verdict(page, "This position is possible.")
    found = analysed(ana)
    assert [len(pile) for pile in found.shown["locations"]].count(2) == 1
    assert found.record.setup["objectives"][0] == upon


def test_tiles(visit: Meet) -> None:
    """On Top, by keyboard: tiles are turned and laid; one that touches nothing is refused."""
    ana = visit()
    page = arranging(ana, "on_top")
    put(page, "RBYW")
    page.locator("[data-cell='A2']").focus()
    page.keyboard.press("Enter")
    verdict(page, "T12")
    page.keyboard.press("Delete")
    verdict(page, "This position is possible.")
    page.keyboard.press("r")
    page.locator("[data-cell='D4']").click()
    verdict(page, "This position is possible.")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    verdict(page, "This position is possible.")
    page.get_by_label("Tile to lay now").locator("visible=true").select_option("RYBW")
    found = analysed(ana)
    assert len(found.moves) == 1
    assert "D4" in found.moves[0]
    assert found.shown["tile"] == "RYBW"


def test_what_is_analysed_is_what_is_on_the_board(visit: Meet) -> None:
    """Though the rules have not answered yet when the button is pressed."""
    ana = visit()
    page = arranging(ana, "babylone")
    put(page, "green", "1", "1", "2")
    verdict(page, "This position is possible.")
    page.evaluate("window.held = []; workers[0].postMessage = (...said) => held.push(said); null")
    put(page, "red", "4", "5")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.evaluate("delete workers[0].postMessage; for (const said of held) workers[0].postMessage(...said)")
    stacks = sorted(analysed_now(page).shown["stacks"].values())
    assert stacks == [["green"], ["green", "green"], ["red"], ["red"]]
