"""Games seen from outside: as small boards that follow the game, and at the table as somebody who watches."""

from playwright.sync_api import expect

from .conftest import Meet
from .hands import seated
from .moving import from_list


def test_a_game_to_watch_is_a_small_board_that_follows(meet: Meet) -> None:
    """Its picture changes when a move was made; at the table both sides are told that somebody watches."""
    ana, eve = meet(), meet()
    seated(ana, game="babylone", public=True, bots=[None, "easy"])
    page = eve.go("/watch")
    board = page.get_by_role("article").filter(has=page.get_by_role("link", name="Ana and")).locator("svg.board")
    expect(board).to_have_count(1, timeout=30_000)
    before = board.inner_html()
    view = ana.wait_for_turn()
    assert view is not None
    from_list(ana, view["legal"][0])
    for _ in range(150):
        if board.inner_html() != before:
            break
        page.wait_for_timeout(100)
    assert board.inner_html() != before
    page.get_by_role("link", name="Ana and").click()
    expect(page.get_by_text("You are watching.").locator("visible=true")).to_be_visible(timeout=20_000)
    expect(ana.page.get_by_text("1 spectator")).to_be_visible(timeout=20_000)
