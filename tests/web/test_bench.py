"""What `make bench-browser` measures: the npm package in a page of somebody else, which says where its files are."""

from bench.browser import CASES, PLAY, knowledge, package
from playwright.sync_api import Browser

from sommet.bots import LEVELS, bot
from sommet.search.advice import Budget

SIMULATIONS = 200


def test_the_strongest_levels_think_there_as_they_do_here(browser: Browser) -> None:
    """With all they have learned, whatever files that takes."""
    level = LEVELS[-1]
    with package() as address:
        page = browser.new_page()
        page.goto(address)
        for game, options, moves, _ in CASES:
            view = knowledge(game, options, moves)
            there = page.evaluate(PLAY, [game, view.knowledge.as_dict(), level, SIMULATIONS, 1])
            assert there["best"] == bot(game, level).think(view, Budget(simulations=SIMULATIONS), seed=1).best
        page.close()
