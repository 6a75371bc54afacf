"""What travels, packed and with all that is said about it: the first look at the front page, and then a game."""

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from sommet.bots.registry import game_bots
from sommet.server.http.page_files import FOLDER

from ..server.inside import Inside

FRONT_PAGE = 120_000  # bytes
A_GAME = 150_000


def travelled(requests: list[Request], base: str) -> int:
    """Heads and bodies. A worker's own script is counted by its file: the browser does not tell its length."""
    total = 0
    for request in requests:
        sizes = request.sizes()
        name = request.url.removeprefix(base + "/")
        body = (FOLDER / f"{name}.br").stat().st_size if "/worker-" in request.url else sizes["responseBodySize"]
        total += sizes["responseHeadersSize"] + body
    return total


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_the_front_page_and_a_game_are_small(browser: Browser, server: Inside, game: str) -> None:
    """In the language with the longest words; the game from the press on its button to a board that answers."""
    context = browser.new_context(locale="fr", service_workers="block", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto(server.base)
    page.wait_for_selector(f"#game-{game}")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    first = len(finished)
    assert 50_000 < travelled(finished, server.base) <= FRONT_PAGE
    page.locator(f"article:has(#game-{game})").get_by_role("button", name="Contre l’ordinateur").click()
    page.wait_for_url("**/t/local-*")
    page.wait_for_selector("main .board-place, main [role=group]")
    page.wait_for_timeout(3000)
    more = finished[first:]
    assert any(request.url.endswith(".wasm") for request in more)
    assert travelled(more, server.base) <= A_GAME
    if game_bots(game).kind.learned is not None:
        hints_bring_what_was_learned(page, finished)
    context.close()


def hints_bring_what_was_learned(page: Page, finished: list[Request]) -> None:
    """It is fetched when somebody is to think by it, once, and not for the level that is played against."""

    def files() -> list[str]:
        return [request.url for request in finished if request.url.endswith(".bin")]

    expect(page.get_by_text("À vous de jouer.").first).to_be_attached()
    assert files() == []
    page.keyboard.press("h")
    expect(page.locator(".strip .hint")).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator(".strip .hint")).to_be_visible()
    assert len(files()) == 1
