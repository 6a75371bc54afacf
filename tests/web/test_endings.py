"""Endings: told from the reader's own side, with the moment that decided, and with nothing in the way of anything."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import sommet

from .boxes import SIZES, drawn
from .browser import Visitor
from .conftest import Meet
from .moving import from_list
from .test_online import invited

# what is shown at the end and overlaps something else that is shown, or sticks out sideways
MISPLACED = """() => {
    const parts = [...document.querySelectorAll('.banner, .story > *, .pls, .board-place')];
    const all = parts.map((part) => [part.className, part.getBoundingClientRect()]);
    const boxes = all.filter(([, box]) => box.height > 0);
    const found = boxes.filter(([, box]) => box.left < 0 || box.right > innerWidth + 0.5).map(([name]) => name);
    for (const [index, [name, a]] of boxes.entries()) {
        for (const [other, b] of boxes.slice(index + 1)) {
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (x > 1 && y > 1) found.push(`${name} / ${other}`);
        }
    }
    const cut = parts.flatMap((part) => [...part.querySelectorAll('h2, .btn')]);
    return [...found, ...cut.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)];
}"""


def nearly_over(game: str, players: int) -> sommet.Position:
    """A game in which the first player makes the last move of all."""
    for seed in range(1000):
        random, position = Random(seed), sommet.new(game, players=players, seed=seed)
        before = position
        while not position.over:
            before, position = position, position.play(random.choice(position.legal))
        if before.to_move == 0 and all(before.play(move).over for move in before.legal):
            return before
    raise AssertionError("no such game")


def at_the_end(visitor: Visitor, game: str, players: int, **settings: Any) -> None:
    """Have that visitor make the last move of a game against the computer."""
    position = nearly_over(game, players)
    visitor.go("/")
    visitor.call("POST", "/session/guest", {"name": "Ana"})
    chosen = {"game": game, "players": players, "bots": [None, *["easy"] * (players - 1)], **settings}
    made = visitor.call("POST", "/tables", {"settings": chosen, "seat": 0, "record": position.record.as_dict()})
    visitor.go(f"/t/{made['id']}")
    visitor.wait_for_turn()
    from_list(visitor, position.legal[0])


@pytest.mark.parametrize(("game", "players"), [("kabaleo", 4), ("babylone", 2), ("on_top", 4)])
def test_an_ending_shows_everything_side_by_side(meet: Meet, game: str, players: int) -> None:
    """At every size, in the language with the longest words; with the moment that decided, found by the page itself."""
    ana = meet(SIZES[0], "fr")
    at_the_end(ana, game, players)
    page = ana.page
    expect(page.get_by_role("region", name="La fin")).to_be_visible()
    expect(page.get_by_role("region", name="Le moment clé")).to_be_visible()
    expect(page.get_by_text("Recherche du moment clé")).to_have_count(0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate(MISPLACED) == [], (width, height)


def test_who_resigns_is_told_so(meet: Meet) -> None:
    """Each of two reads it from their own side, and both are asked what next."""
    ana, bob = invited(meet, "Babylone")
    ana.page.get_by_role("button", name="More").locator("visible=true").first.click()
    for name in ("Resign", "Yes, resign"):
        ana.page.locator("dialog[open]").get_by_role("button", name=name).click()
    mine, theirs = (one.page.get_by_role("region", name="The end") for one in (ana, bob))
    expect(mine.get_by_role("heading", name="You resigned")).to_be_visible()
    expect(theirs.get_by_role("heading", name="You win", exact=True)).to_be_visible()
    expect(theirs.get_by_text(re.compile(r"Guest \d resigned\."))).to_be_visible()
    for one in (mine, theirs):
        expect(one.get_by_role("button", name="Play again")).to_be_visible()
