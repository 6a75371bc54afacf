"""Moves by mouse, by finger and by keyboard, on the board itself. What is touched is found by its spoken name."""

import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .browser import Visitor
from .moving import wait_for_ply

Hand = Callable[[Visitor, str], None]
Point = tuple[float, float]
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
FINGER = 40
"""How far above the finger a Kabaleo piece hangs."""


def seated(visitor: Visitor, **settings: Any) -> Page:
    """At a new table, their turn."""
    visitor.go("/")
    visitor.call("POST", "/session/guest", {"name": "Ana"})
    made = visitor.call("POST", "/tables", {"settings": settings, "seat": 0})
    page = visitor.go(f"/t/{made['id']}")
    visitor.wait_for_turn()
    return page


def moves_said(visitor: Visitor) -> list[str]:
    """The moves that this page sent to the server."""
    messages = [json.loads(text) for text in visitor.said]
    return [message["move"] for message in messages if message["type"] == "move"]


def play(visitor: Visitor, hands: list[Hand], seed: int, moves: int | None = None) -> int:
    """Random legal moves, each hand in turn, this many or all: the server gets only those. How many there were."""
    random, made = Random(seed), 0
    while (moves is None or made < moves) and (view := visitor.wait_for_turn()) is not None:
        move = random.choice(view["legal"])
        before = moves_said(visitor)
        hands[made % len(hands)](visitor, move)
        wait_for_ply(visitor, view["ply"] + 1)
        assert moves_said(visitor)[len(before) :] == [move], view
        made += 1
    return made


# ---- what a pointer does


def middle(what: Locator) -> Point:
    """Where to press it."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Point, end: Point) -> None:
    """With the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def tap(page: Page, at: Point) -> None:
    """With a finger, once the page has drawn what it had to: a tap that is waited for becomes a long press."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.touchscreen.tap(*at)


def finger_drag(visitor: Visitor, start: Point, end: Point) -> None:
    """With a finger on the glass."""
    touches = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: Point) -> None:
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for part in (0.1, 0.4, 0.7, 1.0):
        touch("touchMove", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    touch("touchEnd")
    touches.detach()


# ---- what the keyboard does


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"the focus never came to {selector}")


def focused(page: Page) -> str:
    """The spoken name of what has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def walk(page: Page, wanted: Locator, there: Callable[[], bool]) -> None:
    """With the arrow keys: towards it; whoever comes to a place again takes another way from there."""
    tried: Counter[tuple[str, str]] = Counter()
    for _ in range(150):
        if there():
            return
        here = focused(page)
        (x, y), (u, v) = middle(wanted), middle(page.locator(":focus"))
        towards = {key: ARROWS[key][0] * (x - u) + ARROWS[key][1] * (y - v) for key in ARROWS}
        key = min(ARROWS, key=lambda key: (tried[here, key], -towards[key]))
        tried[here, key] += 1
        page.keyboard.press(key)
    raise AssertionError(f"no way by arrow keys to {wanted}")


# ---- Babylone: a move is "from>to"


def stack(page: Page, spot: str | int) -> Locator:
    """The stack on that spot."""
    return page.get_by_role("button", name=re.compile(f"^spot {spot}:"))


def stack_middle(page: Page, spot: str | int) -> Point:
    """Where it can be seized."""
    return middle(stack(page, spot).locator(".stands"))


def babylone_ready(page: Page, move: str) -> tuple[str, str]:
    """Until the stacks may be moved: from where to where."""
    source, target = move.split(">")
    expect(stack(page, source)).not_to_have_attribute("aria-disabled", "true")
    return source, target


def babylone_mouse(visitor: Visitor, move: str) -> None:
    """Carry the stack onto the other."""
    source, target = babylone_ready(visitor.page, move)
    drag(visitor.page, stack_middle(visitor.page, source), stack_middle(visitor.page, target))


def babylone_touch(visitor: Visitor, move: str) -> None:
    """Tap the stack, tap the other."""
    source, target = babylone_ready(visitor.page, move)
    tap(visitor.page, stack_middle(visitor.page, source))
    expect(stack(visitor.page, source)).to_have_attribute("aria-pressed", "true")
    tap(visitor.page, stack_middle(visitor.page, target))


def babylone_finger(visitor: Visitor, move: str) -> None:
    """Carry the stack with a finger."""
    source, target = babylone_ready(visitor.page, move)
    finger_drag(visitor, stack_middle(visitor.page, source), stack_middle(visitor.page, target))


def babylone_keys(visitor: Visitor, move: str) -> None:
    """Arrows to the stack, Enter, arrows to the other, Enter."""
    page = visitor.page
    source, target = babylone_ready(page, move)
    tab_to(page, "[data-spot]")
    walk(page, stack(page, source), lambda: focused(page).startswith(f"spot {source}:"))
    page.keyboard.press("Enter")
    expect(stack(page, source)).to_have_attribute("aria-pressed", "true")
    walk(page, stack(page, target), lambda: focused(page).startswith(f"spot {target}:"))
    page.keyboard.press("Enter")


# ---- Kabaleo: a move is "colour@location"


def location(page: Page, number: str | int) -> Locator:
    """That location of the table."""
    return page.get_by_role("button", name=re.compile(f"^location {number}:"))


def piece(page: Page, colour: str) -> Locator:
    """My pieces of that colour."""
    return page.get_by_role("radio", name=re.compile(rf"^{colour}, \d+ left"))


def kabaleo_ready(page: Page, move: str) -> tuple[str, str]:
    """Until I may take a piece: which, and where to."""
    colour, number = move.split("@")
    expect(page.get_by_role("radiogroup", name="My pieces")).to_have_attribute("aria-disabled", "false")
    return colour, number


def kabaleo_mouse(visitor: Visitor, move: str) -> None:
    """Carry a piece to its location."""
    page = visitor.page
    colour, number = kabaleo_ready(page, move)
    drag(page, middle(piece(page, colour)), middle(location(page, number)))


def kabaleo_touch(visitor: Visitor, move: str) -> None:
    """Tap the piece, tap the location."""
    colour, number = kabaleo_ready(visitor.page, move)
    tap(visitor.page, middle(piece(visitor.page, colour)))
    expect(piece(visitor.page, colour)).to_be_checked()
    tap(visitor.page, middle(location(visitor.page, number)))


def kabaleo_finger(visitor: Visitor, move: str) -> None:
    """Carry a piece with a finger: it hangs above it."""
    page = visitor.page
    colour, number = kabaleo_ready(page, move)
    x, y = middle(location(page, number))
    finger_drag(visitor, middle(piece(page, colour)), (x, y + FINGER))


def kabaleo_keys(visitor: Visitor, move: str) -> None:
    """Tab to my pieces, arrows choose one, Tab back to the table, arrows go to the location, Enter."""
    page = visitor.page
    colour, number = kabaleo_ready(page, move)
    tab_to(page, "[role=radio]")
    if len(page.get_by_role("radio").and_(page.locator("[aria-disabled=false]")).all()) == 1:
        page.keyboard.press("Enter")
    for _ in range(7):
        if piece(page, colour).is_checked():
            break
        page.keyboard.press("ArrowRight")
    expect(piece(page, colour)).to_be_checked()
    tab_to(page, "[data-location]", "Shift+Tab")
    walk(page, location(page, number), lambda: focused(page).startswith(f"location {number}:"))
    page.keyboard.press("Enter")
