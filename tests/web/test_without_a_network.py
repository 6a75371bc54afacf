"""The installed page without a network, the first visit aside; and where a browser cannot run the games by itself."""

import re
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import sommet
from sommet.core.learn import lesson
from sommet.core.puzzles import puzzles_of

from .browser import Visitor
from .conftest import Meet
from .hands import babylone_mouse
from .test_learn import MOUSE
from .test_plain_files import CONTROLLED

SAYS = "You’re offline, and this needs a connection."


@pytest.fixture
def ana(meet: Meet) -> Visitor:
    """Somebody who was here once; then the network went."""
    ana = meet()
    ana.go("/").evaluate(CONTROLLED)
    ana.context.set_offline(True)
    return ana


def test_home_says_what_needs_a_network(ana: Visitor) -> None:
    """The games are there; other people are not, and each place for them says why."""
    page = ana.go("/")
    for game in ("Kabaleo", "Babylone", "On Top"):
        expect(page.get_by_role("heading", name=game)).to_be_visible()
    expect(page.get_by_text(SAYS)).to_be_visible()
    expect(page.get_by_role("button", name="With friends").first).to_be_disabled()
    for path in ("/watch", "/account"):
        expect(ana.go(path).get_by_text(SAYS)).to_be_visible()
    page.goto(ana.base + "/t/abc/replay")
    expect(page.get_by_text(SAYS)).to_be_visible()


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_lesson_and_rules(ana: Visitor, game: str) -> None:
    """A step is taken; a clause is opened by its address, with its moving picture."""
    page = ana.go(f"/learn/{game}")
    step = lesson(game, "en")[0]
    wanted = step.answers or sommet.load(step.record.as_dict()).legal
    expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
    MOUSE[game](ana, wanted[0])
    expect(page.locator(".said")).to_contain_text(step.after)
    page = ana.go(f"/rules/{game}")
    expect(page.locator("article h1")).to_be_visible()
    figure = page.locator("figure").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator("svg").first).to_be_visible()


def test_a_puzzle(ana: Visitor) -> None:
    """The one of the day, which is made, judged and solved here; another one; and one by its number."""
    page = ana.go("/puzzles/babylone")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_url(re.compile(r"level=1&seed=20\d{6}$"))
    made = puzzles_of("babylone")
    assert made is not None
    seed = int(page.url.rpartition("=")[2])
    found = made.puzzle(1, seed)
    wrong = next(move for move in found.position.legal if move not in found.solutions)
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    babylone_mouse(ana, wrong)
    page.get_by_role("button", name="Try again").click()
    babylone_mouse(ana, found.solutions[0])
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: "seed=" in url and not url.endswith(str(seed)))
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.reload()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()


def test_analysis_and_a_replay_of_a_link(ana: Visitor) -> None:
    """A link that somebody sent is opened, looked at move by move, and thought about."""
    random, position = Random(3), sommet.new("kabaleo", 3, seed=3)
    while not position.over:
        position = position.play(random.choice(position.legal))
    page = ana.go("/replay?link=" + quote(sommet.link(position)))
    slider = page.get_by_role("slider")
    expect(slider).to_have_value(str(len(position.moves)))
    page.get_by_role("button", name="Previous move").click()
    expect(slider).to_have_value(str(len(position.moves) - 1))
    page = ana.go("/analysis?link=" + quote(sommet.link(sommet.new("on_top", 2, seed=3))))
    expect(page.locator(".values:visible ol li").first).to_be_visible()


@pytest.mark.parametrize(
    ("lacking", "says"),
    [("WebAssembly", "This browser doesn’t support WebAssembly"), ("Worker", "This browser doesn’t allow web workers")],
)
def test_a_browser_that_cannot_run_the_games(meet: Meet, visit: Meet, lacking: str, says: str) -> None:
    """Says why in a sentence and asks the server; where there is none, says what is left."""
    step = lesson("kabaleo", "en")[0]
    wanted = step.answers or sommet.load(step.record.as_dict()).legal
    served, alone = meet(), visit()
    for visitor in (served, alone):
        visitor.context.add_init_script(f"delete globalThis.{lacking}")
    page = served.go("/learn/kabaleo")
    expect(page.get_by_role("alert")).to_contain_text(
        f"{says}, so it can’t run the games itself. The server takes over"
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
    MOUSE["kabaleo"](served, wanted[0])
    expect(page.locator(".said")).to_contain_text(step.after)
    page = alone.go("#/learn/kabaleo")
    expect(page.locator(".error")).to_contain_text(says)
    expect(alone.go("#/rules/kabaleo").locator("article h1")).to_be_visible()
