"""Lessons can be taken to their end, rules show their moving pictures."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .browser import PHONE, Visitor
from .conftest import Meet
from .hands import Hand, babylone_mouse, babylone_touch, kabaleo_mouse, kabaleo_touch
from .tiles import lay_by_mouse, lay_by_touch

MOUSE: dict[str, Hand] = {"kabaleo": kabaleo_mouse, "babylone": babylone_mouse, "on_top": lay_by_mouse}
TOUCH: dict[str, Hand] = {"kabaleo": kabaleo_touch, "babylone": babylone_touch, "on_top": lay_by_touch}


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_a_lesson_to_its_end(meet: Meet, game: str) -> None:
    """Every step: another legal move is answered kindly, the wanted one takes it on."""
    ana = meet()
    page = ana.go(f"/learn/{game}")
    steps = ana.call("GET", f"/lessons/{game}")["steps"]
    told = page.locator(".said")
    for number, step in enumerate(steps, 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(step["title"])
        expect(page.get_by_text(step["task"])).to_be_visible()
        legal = ana.call("POST", "/positions", {"record": step["record"], "view": step["view"]})["legal"]
        wanted = legal if step["answers"] is None else step["answers"]
        other = next((move for move in legal if move not in wanted), None)
        if other is not None:
            MOUSE[game](ana, other)
            expect(told).to_contain_text(step["otherwise"])
            expect(page.get_by_role("button", name="Next")).to_have_count(0)
        MOUSE[game](ana, wanted[0])
        expect(told).to_contain_text(step["after"])
        if number < len(steps):
            page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Play now").click()
    expect(page.get_by_role("heading", name="Babylone")).to_be_visible()


@pytest.mark.parametrize("game", ["kabaleo", "babylone"])
def test_what_is_not_possible_teaches_a_clause(meet: Meet, game: str) -> None:
    """On a phone, in French: a try against the rules is refused with its clause; the place is kept by a reload."""
    ana = meet(PHONE, touch=True)
    ana.go("/learn")
    steps = ana.call("GET", f"/lessons/{game}")["steps"]
    number, step = next((number, step) for number, step in enumerate(steps, 1) if step["refused"])
    page = ana.go(f"/learn/{game}?step={number}")
    TOUCH[game](ana, step["refused"]["move"])
    clause = step["refused"]["clause"]
    link = page.locator(".said").get_by_role("link", name=clause)
    expect(link).to_have_attribute("href", f"/rules/{game}#{clause}")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(step["title"])


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_rules_with_moving_pictures(meet: Meet, game: str) -> None:
    """Each picture is a real board; it moves while it is seen, and can be stopped."""
    ana = meet()
    page = ana.page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    clauses = [clause for clause in rules(ana, game) if clause["picture"]]
    for clause in clauses[:: max(1, len(clauses) // 5)]:
        figure = page.locator(f"#{clause['id']} figure")
        figure.scroll_into_view_if_needed()
        expect(figure.get_by_role("img").first).to_have_attribute("aria-label", re.compile(clause["id"]))
        expect(figure.locator("svg").first).to_be_visible()
    moving = next(clause for clause in clauses if len(clause["picture"]["record"]["moves"]) > clause["picture"]["from"])
    figure = page.locator(f"#{moving['id']} figure")
    figure.scroll_into_view_if_needed()
    expect(figure.locator("svg").first).to_be_visible()
    before = at_rest(figure)
    page.clock.run_for(1600)
    ana.until("([id, before]) => document.querySelector(`#${id} figure`).innerHTML !== before", [moving["id"], before])
    page.clock.run_for(1000)
    figure.get_by_role("button", name="Pause").click()
    stopped = at_rest(figure)
    page.clock.run_for(6000)
    assert at_rest(figure) == stopped


def at_rest(figure: Locator) -> str:
    """What a picture shows once nothing in it flies or fades: animations heed real time, not the page's clock."""
    figure.evaluate(
        """async (figure) => {
            const running = () => figure.getAnimations({ subtree: true }).filter((one) => one.playState === 'running');
            for (let some = running(); some.length > 0; some = running()) {
                await Promise.allSettled(some.map((one) => one.finished));
                await new Promise((done) => setTimeout(done)); // what follows a landing has begun by then
            }
        }"""
    )
    return figure.inner_html()


def rules(ana: Visitor, game: str) -> list[dict[str, Any]]:
    """The rules of a game, and the page that shows them."""
    ana.go(f"/rules/{game}")
    found: list[dict[str, Any]] = ana.call("GET", f"/rules/{game}")["clauses"]
    return found
