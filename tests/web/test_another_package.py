"""Pebbles, a game from another package, on the page: no board of its own, so the plain one; by mouse and by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sommet.core.words import LANGUAGES, catalogue

from ..packages.games import MOVES, NAME
from ..packages.installing import installed
from ..server.inside import Inside
from .axe import violations
from .browser import DESK, PHONE, Visitor
from .conftest import Meet
from .hands import Hand, play, seated, tab_to
from .moving import ended, from_list, wait_for_ply
from .test_pages import KEYS, settle


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that found Pebbles."""
    with installed(tmp_path_factory), Inside(Path(tmp_path_factory.mktemp("pebbles-server"))) as inside:
        yield inside


def moves_of(page: Page) -> str:
    """Where the plain board's moves are."""
    expect(page.get_by_role("group", name="Moves")).to_be_visible()
    return '[role=group][aria-label="Moves"]'


def by_mouse(visitor: Visitor, move: str) -> None:
    """Press its button."""
    visitor.page.locator(f'{moves_of(visitor.page)} [data-move="{move}"]').click()


def by_keys(visitor: Visitor, move: str) -> None:
    """Tab to the moves, arrows to this one, Enter."""
    page = visitor.page
    tab_to(page, f"{moves_of(page)} [data-move]")
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.move") == move:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("by", [by_mouse, by_keys])
def test_a_whole_game_against_the_computer(meet: Meet, by: Hand) -> None:
    """To the end; then the replay, from every seat's knowledge."""
    ana = meet()
    page = seated(ana, game=NAME, bots=[None, "easy"], options={"rest": True})
    assert play(ana, [by], seed=5) in (MOVES // 2, MOVES - MOVES // 2)
    ended(page)
    expect(page.get_by_text("Buried pebble").first).to_be_visible()
    page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    page.wait_for_url("**/replay**")
    page.get_by_role("button", name="Spectators").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("slider")).to_have_value("0")


def test_from_the_front_page_on_one_device(meet: Meet) -> None:
    """P3: a curtain between the players, and nobody's colour on the page before it is lifted. To the end."""
    ana = meet(PHONE)
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Pebbles"))
    card.get_by_role("button", name="On this device").click()
    for number, name in ((0, "Ana"), (1, "Bram")):
        page.locator("dialog[open] input").nth(number).fill(name)
    page.locator("dialog[open]").get_by_role("button", name="Play", exact=True).click()
    seen = set()
    for ply in range(MOVES):
        expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
        expect(page.get_by_text("Your secret colour")).to_have_count(0)
        page.get_by_role("button", name="I’m").click()
        view = ana.wait_for_turn()
        assert view is not None
        seen.add((view["viewer"], view["state"]["secret"]))
        region = page.get_by_role("region", name="Your secret colour")
        expect(region).to_contain_text(catalogue("en")[f"colour.{view['state']['secret']}"])
        from_list(ana, view["legal"][ply % len(view["legal"])])
        wait_for_ply(ana, ply + 1)
    assert len(seen) == 2
    expect(page.get_by_role("region", name="The end").last).to_be_visible()


def test_a_table_is_agreed_on_its_own_form(meet: Meet) -> None:
    """P11, P12: a fourth heap is offered to three players only, and what is agreed is what the table is for."""
    ana = meet()
    page = ana.go(f"/new/{NAME}")
    three, four = (page.get_by_role("radio", name=name, exact=True) for name in ("Three", "Four"))
    expect(three).to_be_attached()
    expect(four).to_have_count(0)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    four.check(force=True)
    page.get_by_label("Resting heap").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/**")
    table = ana.call("GET", f"/tables/{page.url.rpartition('/')[2]}")
    assert table["settings"]["options"] == {"heaps": "four", "rest": True}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_its_pages_are_for_everybody(meet: Meet, language: str, size: tuple[int, int]) -> None:
    """axe finds nothing; every text is there, in the reader's language; nothing scrolls sideways."""
    ana = meet(size, language)
    made = seated(ana, game=NAME, bots=[None, "beginner"]).url.removeprefix(ana.base)
    for path in (made, f"/new/{NAME}", f"/rules/{NAME}", f"/analysis?game={NAME}", "/"):
        page = ana.go(path)
        settle(page)
        shown = page.locator("body").inner_text()
        assert not [key for key in KEYS if key in shown.split()]
        title = catalogue(language)[f"{NAME}.name"]
        assert title in shown or title in page.title(), path
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert violations(page) == [], path


def test_a_game_without_a_lesson_offers_none(meet: Meet) -> None:
    """Nothing leads to a page that is not there."""
    page = meet().go("/learn")
    settle(page)
    expect(page.locator(f'a[href="/learn/{NAME}"]')).to_have_count(0)
    page = meet().go(f"/learn/{NAME}")
    settle(page)
    assert page.locator("main").inner_text().strip()
