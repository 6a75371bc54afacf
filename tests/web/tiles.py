"""On Top by mouse, by finger and by keyboard. A move is "cell-cell": the end with the tile's first corner first."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .browser import Visitor
from .hands import Point, drag, finger_drag, focused, middle, tab_to, tap, walk

FINGER = 58
"""How far above the finger the tile hangs."""
SIXTHS = ("the upper left", "the top", "the upper right", "the lower right", "the bottom", "the lower left")


def cell(page: Page, name: str) -> Locator:
    """That cell of the board."""
    return page.get_by_role("gridcell", name=re.compile(f"^{name},"))


def cell_middle(page: Page, name: str) -> Point:
    """The middle of the triangle."""
    x, y = cell(page, name).evaluate(
        """(triangle) => {
            const middle = new DOMPoint();
            for (const { x, y } of triangle.points) { middle.x += x / 3; middle.y += y / 3; }
            const { x, y } = middle.matrixTransform(triangle.getScreenCTM());
            return [x, y];
        }"""
    )
    return x, y


def tile(page: Page) -> Locator:
    """The tile in my hand."""
    return page.get_by_role("button", name="Tile in hand").locator("visible=true")


def tile_ready(page: Page, move: str) -> tuple[str, str, str]:
    """Until I may lay the tile: its two cells, and where its sharp corner will be."""
    first, second = move.split("-")
    expect(tile(page)).to_be_visible()
    cell(page, first).scroll_into_view_if_needed()
    (x, y), (u, v) = cell_middle(page, first), cell_middle(page, second)
    side = 0 if abs(x - u) < 2 else (1 if x > u else -1)
    return (
        first,
        second,
        {(-1, -1): SIXTHS[0], (0, -1): SIXTHS[1], (1, -1): SIXTHS[2]}.get(
            (side, -1 if y < v else 1), {1: SIXTHS[3], 0: SIXTHS[4], -1: SIXTHS[5]}[side]
        ),
    )


def turn(page: Page, sharp: str, by: Callable[[], None]) -> None:
    """Turn the tile in hand until its sharp corner is there."""
    picture = tile(page).get_by_role("img", name=f"sharp corner at {sharp}")
    for _ in range(6):
        if picture.count() > 0:
            return
        by()
    expect(picture).to_have_count(1)


def aimed(page: Page, move: str) -> bool:
    """Whether the tile would come to lie just so."""
    return page.get_by_role("region", name="Your tile").get_by_text(move, exact=True).count() > 0


def must_aim(page: Page, move: str) -> None:
    """It does, or will as soon as the page has drawn it."""
    expect(page.get_by_role("region", name="Your tile").get_by_text(move, exact=True).first).to_be_attached()


def lay_by_mouse(visitor: Visitor, move: str) -> None:
    """Turn the tile by clicks on it, carry it to its place, click there."""
    page = visitor.page
    first, _, sharp = tile_ready(page, move)
    turn(page, sharp, lambda: tile(page).click())
    drag(page, middle(tile(page)), cell_middle(page, first))
    must_aim(page, move)
    page.mouse.click(*cell_middle(page, first))


def lay_by_wheel(visitor: Visitor, move: str) -> None:
    """Point at the place, turn with the wheel, click."""
    page = visitor.page
    first, *_ = tile_ready(page, move)
    page.mouse.move(*cell_middle(page, first))
    for _ in range(7):
        if aimed(page, move):
            break
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(50)
    must_aim(page, move)
    page.mouse.click(*cell_middle(page, first))


def lay_by_touch(visitor: Visitor, move: str) -> None:
    """Tap the place, tap it again until it lies as it should; the button lays it."""
    page = visitor.page
    first, *_ = tile_ready(page, move)
    tap(page, cell_middle(page, first))
    expect(cell(page, first)).to_have_attribute("aria-selected", "true")
    for _ in range(6):
        if aimed(page, move):
            break
        tap(page, cell_middle(page, first))
    must_aim(page, move)
    tap(page, middle(page.get_by_role("button", name="Lay the tile").locator("visible=true")))


def lay_by_finger(visitor: Visitor, move: str) -> None:
    """Carry the tile with a finger, it hangs above it; the button lays it."""
    page = visitor.page
    first, _, sharp = tile_ready(page, move)
    right = page.get_by_role("button", name="Turn right").locator("visible=true")
    turn(page, sharp, lambda: tap(page, middle(right)))
    x, y = cell_middle(page, first)
    finger_drag(visitor, middle(tile(page)), (x, y + FINGER))
    must_aim(page, move)
    tap(page, middle(page.get_by_role("button", name="Lay the tile").locator("visible=true")))


def lay_by_keys(visitor: Visitor, move: str) -> None:
    """R turns the tile, arrows carry it over the board from one legal place to the next, Enter lays it."""
    page = visitor.page
    first, second, sharp = tile_ready(page, move)
    tab_to(page, "[data-cell]")
    turn(page, sharp, lambda: page.keyboard.press("r"))
    page.keyboard.press("ArrowDown")
    walk(page, cell(page, first), lambda: focused(page).startswith((f"{first},", f"{second},")))
    for _ in range(7):
        if aimed(page, move):
            break
        page.keyboard.press("r")
    must_aim(page, move)
    page.keyboard.press("Enter")
