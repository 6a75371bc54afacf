"""Whole games by mouse, by finger and by keyboard alone: the server gets exactly the moves made on the board."""

from typing import Any

import pytest
from playwright.sync_api import expect

from . import hands, tiles
from .browser import DESK, PHONE
from .conftest import Meet
from .hands import Hand, moves_said, play, seated
from .moving import ended, wait_for_ply

COMPUTER: dict[str, Any] = {"bots": [None, "beginner"]}
DEVICE: dict[str, Any] = {"device": True, "names": ["Ana", "Bram"]}
WHOLE = [
    ("babylone", DEVICE, DESK, [hands.babylone_mouse]),
    ("babylone", COMPUTER, PHONE, [hands.babylone_touch]),
    ("babylone", DEVICE, DESK, [hands.babylone_keys]),
    ("kabaleo", COMPUTER, DESK, [hands.kabaleo_mouse]),
    ("kabaleo", COMPUTER, PHONE, [hands.kabaleo_touch]),
    ("kabaleo", COMPUTER, DESK, [hands.kabaleo_keys]),
    ("on_top", COMPUTER, DESK, [tiles.lay_by_mouse, tiles.lay_by_touch, tiles.lay_by_keys, tiles.lay_by_wheel]),
]


@pytest.mark.parametrize(("game", "table", "size", "by"), WHOLE)
def test_a_whole_game(meet: Meet, game: str, table: dict[str, Any], size: tuple[int, int], by: list[Hand]) -> None:
    """To the end, and the page says so."""
    ana = meet(size, touch=size == PHONE or len(by) > 1)
    page = seated(ana, game=game, **table)
    assert play(ana, by, seed=5) > 3
    if size == DESK:
        ended(page)
    else:
        expect(page.get_by_role("region", name="The end").last).to_be_visible()


@pytest.mark.parametrize("by", [tiles.lay_by_mouse, tiles.lay_by_touch, tiles.lay_by_finger, tiles.lay_by_keys])
def test_a_dozen_tiles(meet: Meet, by: Hand) -> None:
    """On Top on one device, by each input alone."""
    phone = by in (tiles.lay_by_touch, tiles.lay_by_finger)
    ana = meet(PHONE if phone else DESK, touch=phone)
    seated(ana, game="on_top", **DEVICE)
    assert play(ana, [by], seed=7, moves=12) == 12


@pytest.mark.parametrize(("game", "by"), [("babylone", hands.babylone_finger), ("kabaleo", hands.kabaleo_finger)])
def test_a_finger_carries(meet: Meet, game: str, by: Hand) -> None:
    """A drag on glass, a few times."""
    ana = meet(PHONE, touch=True)
    seated(ana, game=game, **COMPUTER)
    assert play(ana, [by], seed=3, moves=3) == 3


def test_babylone_put_back(meet: Meet) -> None:
    """A stack let go beside the table, and Escape: nothing was said to the server."""
    ana = meet()
    page = seated(ana, game="babylone", **DEVICE)
    hands.babylone_ready(page, "1>2")
    hands.drag(page, hands.stack_middle(page, 1), (4, 4))
    expect(page.locator("[data-spot][aria-pressed=true]")).to_have_count(0)
    hands.tab_to(page, "[data-spot]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot][aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("[data-spot][aria-pressed=true]")).to_have_count(0)
    assert moves_said(ana) == []


def test_kabaleo_put_back(meet: Meet) -> None:
    """A piece let go beside the table, Escape while it is carried, Escape after a key took it."""
    ana = meet()
    page = seated(ana, game="kabaleo", **COMPUTER)
    view = ana.wait_for_turn()
    assert view is not None
    colour, number = hands.kabaleo_ready(page, view["legal"][0])
    taken = page.get_by_role("radio", checked=True)
    hands.drag(page, hands.middle(hands.piece(page, colour)), (4, 4))
    expect(taken).to_have_count(0)
    page.mouse.move(*hands.middle(hands.piece(page, colour)))
    page.mouse.down()
    page.mouse.move(*hands.middle(hands.location(page, number)), steps=4)
    expect(taken).to_have_count(1)
    page.keyboard.press("Escape")
    expect(taken).to_have_count(0)
    page.mouse.up()
    page.keyboard.press(colour[0])
    expect(taken).to_have_count(1)
    page.keyboard.press("Escape")
    expect(taken).to_have_count(0)
    assert moves_said(ana) == []


def test_on_top_put_back(meet: Meet) -> None:
    """A tile let go beside the board, and Escape: no place is chosen, nothing was said."""
    ana = meet()
    page = seated(ana, game="on_top", **DEVICE)
    view = ana.wait_for_turn()
    assert view is not None
    first, *_ = tiles.tile_ready(page, view["legal"][0])
    chosen = page.get_by_role("gridcell", selected=True)
    lay = page.get_by_role("button", name="Lay the tile").locator("visible=true")
    hands.drag(page, hands.middle(tiles.tile(page)), (4, 300))
    expect(chosen).to_have_count(0)
    expect(lay).to_be_disabled()
    hands.tab_to(page, "[data-cell]")
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_count(2)
    expect(lay).to_be_enabled()
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    hands.drag(page, hands.middle(tiles.tile(page)), tiles.cell_middle(page, first))
    expect(chosen).to_have_count(2)
    assert moves_said(ana) == []


def test_asked_before_each_move(meet: Meet) -> None:
    """Where the player wishes it: "Put back" leaves all as it was, the tile on its place; "Play it" plays it once."""
    ana = meet()
    ana.go("/settings").get_by_label("Confirm each move").check()
    page = seated(ana, game="on_top", **DEVICE)
    view = ana.wait_for_turn()
    assert view is not None
    move = view["legal"][0]
    tiles.lay_by_mouse(ana, move)
    asked = page.get_by_role("alertdialog", name=move)
    asked.get_by_role("button", name="Put back").click()
    expect(asked).to_have_count(0)
    assert moves_said(ana) == []
    tiles.must_aim(page, move)
    page.get_by_role("button", name="Lay the tile").locator("visible=true").click()
    asked.get_by_role("button", name="Play it").click()
    wait_for_ply(ana, 1)
    assert moves_said(ana) == [move]
