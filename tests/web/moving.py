"""Ways to make a move on the page. Which moves there are, the server has told the page."""

import re

from playwright.sync_api import Page, expect

from .browser import Visitor


def from_list(visitor: Visitor, move: str) -> None:
    """By keyboard alone: L opens the list of all legal moves."""
    page, opened = visitor.page, visitor.page.locator("dialog[open]")
    for _ in range(20):  # the page may hear a moment later than the test that it is their turn
        expect(page).to_have_title(re.compile("^●"))
        page.keyboard.press("l")
        page.wait_for_timeout(50)
        if opened.count() > 0:
            break
        page.wait_for_timeout(300)
    opened.locator("input").fill("")
    button = page.locator(f'dialog[open] [data-move="{move}"]')
    button.focus()
    page.keyboard.press("Enter")
    expect(opened).to_have_count(0)


def play_on(visitor: Visitor, moves: int | None = None) -> int:
    """This many moves from the list, or all to the end; how many it took."""
    made = 0
    while (moves is None or made < moves) and (view := visitor.wait_for_turn()) is not None:
        ply = view["ply"]
        from_list(visitor, view["legal"][len(view["legal"]) // 2])
        wait_for_ply(visitor, ply + 1)
        made += 1
    return made


def wait_for_ply(visitor: Visitor, ply: int) -> None:
    """Until the page was told of a position so far on."""
    for _ in range(600):
        view = visitor.view
        if view is not None and (view["ply"] >= ply or view["result"] is not None):
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(f"no ply {ply}: {visitor.view}")


def ended(page: Page) -> None:
    """The page says how it ended."""
    expect(page.get_by_role("region", name="The end").first).to_be_visible()
