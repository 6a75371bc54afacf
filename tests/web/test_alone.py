"""Against the computer and on one device: two presses from the front page to the first move."""

import pytest
from playwright.sync_api import expect

from .browser import DESK, PHONE
from .conftest import Meet
from .moving import ended, from_list, play_on, wait_for_ply


@pytest.mark.parametrize("game", ["Kabaleo", "Babylone", "On Top"])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_whole_game_against_the_computer(meet: Meet, game: str, size: tuple[int, int]) -> None:
    """One press on the front page; to the end; then the replay, from every seat's knowledge."""
    ana = meet(size)
    card = ana.go("/").get_by_role("article").filter(has=ana.page.get_by_role("heading", name=game))
    card.get_by_role("button", name="Against the computer").click()
    assert play_on(ana) > 1
    region = ana.page.get_by_role("region", name="The end")
    expect(region.last if size == PHONE else region.first).to_be_visible()
    ana.page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    ana.page.wait_for_url("**/replay**")
    ana.page.get_by_role("button", name="Spectators").click()
    ana.page.get_by_role("button", name="To the start").click()
    expect(ana.page.get_by_text("move 0 of").or_(ana.page.get_by_role("slider"))).not_to_have_count(0)
    expect(ana.page.get_by_role("slider")).to_have_value("0")


def test_undo_and_hint_against_the_computer(meet: Meet) -> None:
    """U takes a move back at once; H marks a piece, then says where."""
    ana = meet()
    card = ana.go("/").get_by_role("article").filter(has=ana.page.get_by_role("heading", name="Babylone"))
    card.get_by_role("button", name="Against the computer").click()
    play_on(ana, 1)
    view = ana.wait_for_turn()
    assert view is not None
    before = view["ply"]
    ana.page.keyboard.press("u")
    expect(ana.page.get_by_role("log", name="Moves").first.locator("li[aria-current]")).to_have_count(
        1 if before > 2 else 0
    )
    ana.wait_for_turn()
    ana.page.keyboard.press("h")
    expect(ana.page.get_by_text("Ask again to see where").locator("visible=true").first).to_be_visible()
    ana.page.keyboard.press("h")
    expect(ana.page.get_by_text("Ask again to see where")).to_have_count(0)


def test_a_refused_move_says_why_with_its_clause(meet: Meet) -> None:
    """B4, in the player's language, with a link into the rules."""
    ana = meet(DESK, "fr")
    ana.go("/")
    ana.call("POST", "/session/guest", {"name": "Ana"})
    table = {"game": "babylone", "device": True, "names": ["Ana", "Bob"]}
    made = ana.call("POST", "/tables", {"settings": table, "seat": 0})
    page = ana.go(f"/t/{made['id']}")
    view = ana.wait_for_turn()
    assert view is not None
    from_list(ana, "1>2")
    wait_for_ply(ana, 1)
    view = ana.wait_for_turn()
    assert view is not None
    stacks = view["state"]["stacks"]
    other = next(spot for spot in stacks if spot != "2" and f"2>{spot}" not in view["legal"])
    page.get_by_role("button", name="emplacement 2 :").click()
    page.get_by_role("button", name=f"emplacement {other} :").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("B4")
    expect(alert.get_by_role("link", name="B4")).to_have_attribute("href", "/rules/babylone#B4")


def test_kabaleo_on_one_device_hides_the_objective(meet: Meet) -> None:
    """K3: a curtain between the players; the colour is on the page only while its owner holds the cone up."""
    ana = meet()
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Kabaleo"))
    card.get_by_role("button", name="On this device").click()
    for number, name in ((1, "Ana"), (2, "Bram")):
        page.locator("dialog[open] input").nth(number - 1).fill(name)
    page.locator("dialog[open]").get_by_role("button", name="Play", exact=True).click()
    seen = set()
    for number in range(4):
        heading = page.get_by_role("heading", name="Pass the device to")
        expect(heading).to_be_focused()
        assert page.locator("svg.board").count() == 0
        expect(page.get_by_text("just played")).to_have_count(1 if number > 0 else 0)
        page.get_by_role("button", name="I’m").click()
        expect(page.locator(".board-place :focus")).to_have_count(1)
        view = ana.wait_for_turn()
        assert view is not None
        seen.add(view["viewer"])
        colour = view["state"]["objective"]
        cone = page.get_by_role("button", name="My objective")
        said = page.get_by_text(f"My objective: {colour}")
        expect(said).to_have_count(0)
        cone.dispatch_event("pointerdown", {"button": 0, "pointerId": 1, "isPrimary": True})
        expect(said.first).to_be_attached()
        cone.dispatch_event("pointerup", {"button": 0, "pointerId": 1, "isPrimary": True})
        expect(said).to_have_count(0)
        from_list(ana, view["legal"][0])
        wait_for_ply(ana, view["ply"] + 1)
    assert seen == {0, 1}


def test_six_people_round_one_device(meet: Meet) -> None:
    """B9: Babylone with six, to the end."""
    ana = meet(PHONE)
    ana.go("/")
    ana.call("POST", "/session/guest", {"name": "Ana"})
    table = {"game": "babylone", "players": 6, "device": True, "names": list("ABCDEF")}
    made = ana.call("POST", "/tables", {"settings": table, "seat": 0})
    page = ana.go(f"/t/{made['id']}")
    play_on(ana, 1)
    cards = page.locator("section[aria-label]").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert [name for name in cards if len(name) == 1] == list("ABCDEF")
    assert play_on(ana) > 4
    expect(ana.page.get_by_role("region", name="The end").last).to_be_visible()


def test_a_match_to_two(meet: Meet) -> None:
    """B8: the loser of a round chooses who starts the next."""
    ana = meet()
    ana.go("/")
    ana.call("POST", "/session/guest", {"name": "Ana"})
    table = {"game": "babylone", "rounds": 2, "device": True, "names": ["Ana", "Bram"]}
    made = ana.call("POST", "/tables", {"settings": table, "seat": 0})
    page = ana.go(f"/t/{made['id']}")
    again = page.get_by_role("button", name="Play again").first
    choice = page.get_by_role("region", name="Who starts?")
    rounds = 0
    while True:
        expect(choice.or_(again).first).to_be_visible()
        if again.is_visible():
            break
        before = len(ana.heard)
        choice.get_by_role("button", name="Bram").click()
        while not any('"kind":"deal"' in text for text in ana.heard[before:]):
            page.wait_for_timeout(50)
        play_on(ana)
        rounds += 1
    assert rounds in (2, 3)
    ended(page)
