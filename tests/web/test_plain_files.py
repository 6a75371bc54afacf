"""`sommet site`: the page on a host that sends files and nothing else, in a folder, opened every way a link can be."""

import re
from random import Random, SystemRandom
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import sommet
from sommet.core.learn import lesson

from .browser import PHONE
from .conftest import Meet
from .hands import play
from .moving import from_list
from .plain_host import Quiet
from .test_learn import MOUSE

CONTROLLED = """new Promise((done) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) done();
    else serviceWorker.addEventListener('controllerchange', () => done(), { once: true });
})"""  # until the service worker has kept everything


def test_pages_links_and_reloads_in_a_folder(visit: Meet) -> None:
    """A link is followed, reloaded, gone back from and opened in a new tab; a clause is scrolled to."""
    ana = visit()
    page = ana.go("")
    expect(page.get_by_role("heading", level=1)).to_have_text("Only the top counts.")
    page.get_by_role("link", name="Learn", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/some/folder/#/learn$"))
    page.get_by_role("link", name="The rules").first.click()
    heading = page.locator("article h1")
    title = heading.inner_text()
    page.reload()
    expect(heading).to_have_text(title)
    clause = page.locator("nav li a").nth(6)
    name = clause.inner_text().split()[0]
    clause.click()
    expect(page).to_have_url(re.compile(rf"/some/folder/#/rules/\w+#{name}$"))
    expect(page.locator(f"#{name} h3")).to_be_in_viewport()
    page.reload()
    expect(page.locator(f"#{name} h3")).to_be_in_viewport()
    with ana.context.expect_page() as opened:
        page.get_by_role("link", name="Start the lesson").click(modifiers=["ControlOrMeta"])
    other = opened.value
    expect(other).to_have_url(re.compile(r"/some/folder/#/learn/\w+"))
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")


def test_it_asks_no_server_and_says_what_needs_one(visit: Meet) -> None:
    """Nothing outside the folder is asked for; what other people are needed for is not offered, or explained."""
    Quiet.asked.clear()
    ana = visit(PHONE, language="fr")
    page = ana.go("")
    expect(page.get_by_role("heading", name="Kabaleo")).to_be_visible()
    expect(page.get_by_role("button", name="Avec des amis")).to_have_count(0)
    for path in ("#/watch", "#/account"):
        page = ana.go(path)
        expect(page.get_by_text("cette copie de Sommet n’en a pas")).to_be_visible()
    page.wait_for_timeout(500)
    assert [path for path in Quiet.asked if not path.startswith("/some/folder/")] == []
    assert [path for path in Quiet.asked if "/api/" in path] == []


def test_it_works_without_a_network_from_the_second_visit_on(visit: Meet) -> None:
    """The service worker keeps the page, its files and its data, in this folder."""
    ana = visit()
    page = ana.go("#/learn")
    page.evaluate(CONTROLLED)
    ana.context.set_offline(True)
    page.goto(ana.base + "#/rules/kabaleo")
    page.reload()
    expect(page.locator("article h1")).to_be_visible()
    expect(page.locator("#K9 h3")).to_be_visible()


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_a_lesson_to_its_end_without_a_server(visit: Meet, game: str) -> None:
    """The page's own engine: the board of every step, the wanted move, and what it teaches."""
    ana = visit()
    page = ana.go(f"#/learn/{game}")
    steps = lesson(game, "en")
    for number, step in enumerate(steps, 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        wanted = step.answers or sommet.load(step.record.as_dict()).legal
        MOUSE[game](ana, wanted[0])
        expect(page.locator(".said")).to_contain_text(step.after)
        if number < len(steps):
            page.get_by_role("button", name="Next").click()


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_the_analysis_board_and_a_replay_without_a_server(visit: Meet, game: str) -> None:
    """Values from this machine's own cores; a finished game's link is stepped through and analysed from end to end."""
    ana = visit()
    page = ana.go(f"#/analysis?game={game}")
    values = page.locator(".values:visible ol li")
    expect(values.first).to_be_visible()
    values.first.get_by_role("button").click()
    expect(page.get_by_role("slider")).to_have_value("1")
    page.wait_for_url(re.compile("link="))
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("1")
    expect(values.first).to_be_visible()

    random, position = Random(7), sommet.new(game, 2, seed=7)
    while not position.over:
        position = position.play(random.choice(position.legal))
    page.goto(ana.base + "#/analysis?link=" + quote(sommet.link(position)))
    page.get_by_role("link", name="Replay").click()
    # the board before had a slider too: this button is only here
    expect(page.get_by_role("button", name="Analyse the game").first).to_be_visible()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value(str(len(position.moves)))
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next move").click()
    expect(slider).to_have_value("1")
    page.reload()
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Spectators").click()
    page.get_by_role("button", name="Analyse the game").first.click()
    expect(page.get_by_role("heading", name="Winning chances")).to_be_visible()
    expect(page.locator("progress:visible")).to_have_count(0, timeout=120_000)
    told = page.locator(".curve ul li")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("%")


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_a_whole_game_against_the_computer(visit: Meet, game: str) -> None:
    """From the front page to the end card, move by move; then its replay, and its link opened by somebody else."""
    ana = visit()
    page = ana.go("")
    card = page.locator(f"article:has(#game-{game})")
    card.get_by_role("button", name="Against the computer").click()
    expect(page).to_have_url(re.compile(r"/some/folder/#/t/local-"))
    assert play(ana, [from_list], seed=SystemRandom().getrandbits(32)) > 2
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    last = slider.input_value()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("nav.share:visible").get_by_role("button", name="Link").click()
    address = page.evaluate("() => navigator.clipboard.readText()")
    assert address.startswith(ana.base + "#/replay?link=")
    ben = visit()
    ben.page.goto(address)
    expect(ben.page.get_by_role("slider")).to_have_value(last)
