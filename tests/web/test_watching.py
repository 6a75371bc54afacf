"""Games seen from outside: as small boards that follow the game, and at the table as somebody who watches."""

from playwright.sync_api import expect

from .conftest import Meet
from .hands import seated
from .moving import from_list, wait_for_ply


def test_a_game_to_watch_is_a_small_board_that_follows(meet: Meet) -> None:
    """Its picture changes when a move was made; at the table both sides are told that somebody watches."""
    ana, eve = meet(), meet()
    table = seated(ana, game="babylone", public=True, bots=[None, "easy"]).url.rpartition("/")[2]
    page = eve.go("/watch")  # others may be playing on this server, too
    link = page.locator(f"a[href$='/t/{table}']")
    card = page.get_by_role("article").filter(has=link)
    card.scroll_into_view_if_needed()
    board = card.locator("svg.board")
    expect(board).to_have_count(1)
    before = board.inner_html()
    view = ana.wait_for_turn()
    assert view is not None
    from_list(ana, view["legal"][0])
    for _ in range(600):
        if board.inner_html() != before:
            break
        page.wait_for_timeout(100)
    assert board.inner_html() != before
    link.click()
    expect(page.get_by_text("You are watching.").locator("visible=true")).to_be_visible()
    expect(ana.page.get_by_text("1 spectator")).to_be_visible()
    bea = meet()
    table = seated(bea, game="babylone", delay=2, bots=[None, "easy"]).url.rpartition("/")[2]
    eve.go(f"/t/{table}")  # a table that is watched late
    not_yet = page.get_by_text("Nothing to see yet: spectators follow this game 2 moves late.")
    expect(not_yet).to_be_visible()
    for _ in range(2):
        view = bea.wait_for_turn()
        assert view is not None
        from_list(bea, view["legal"][0])
        wait_for_ply(bea, view["ply"] + 1)
    expect(page.get_by_text("You see the game 2 moves late, until it is over.")).to_be_visible()
    expect(not_yet).to_be_hidden()
