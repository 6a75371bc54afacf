"""Against the computer and on one device, played by the page itself: no server is asked for anything."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .browser import DESK, PHONE, Visitor
from .conftest import Meet
from .here import at_table, lift, play_round, table_here, without_server
from .moving import ended, from_list, play_on, wait_for_ply

GAMES = {"Kabaleo": "kabaleo", "Babylone": "babylone", "On Top": "on_top"}


def alone(meet: Meet, size: tuple[int, int] = DESK, **more: Any) -> Visitor:
    """Somebody whose server answers nothing."""
    visitor = meet(size, **more)
    visitor.asked = without_server(visitor)  # type: ignore[attr-defined]
    return visitor


@pytest.mark.parametrize("level", ["Easy", "Hard"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_the_computer(meet: Meet, game: str, level: str) -> None:
    """Chosen on the front page, played to the end, replayed, listed, thrown away; nothing is asked of a server."""
    ana = alone(meet)
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game))
    card.get_by_role("button", name="Change").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio", name=re.compile(rf"\({level}\)")).check(force=True)
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/local-*")
    assert play_on(ana) > 1
    ended(page)
    told = [json.loads(text) for text in ana.heard]
    welcome = next(message for message in told if message["type"] == "welcome")
    assert {seat["bot"] for seat in welcome["table"]["seats"]} == {None, level.lower()}
    page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    page.wait_for_url("**/replay**")
    page.get_by_role("button", name="Spectators").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("slider")).to_have_value("0")
    page = ana.go("/games")
    row = page.get_by_role("listitem").filter(has_text=game)
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Delete:").click()
    row.get_by_role("button", name="Yes").click()
    expect(row).to_have_count(0)
    tables = [one for one in ana.asked if "/tables" in one and "/me/tables" not in one]  # type: ignore[attr-defined]
    assert tables == []


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("kabaleo", 3, {"golden_rule": True}), ("babylone", 4, {}), ("on_top", 4, {"teams": True}), ("kabaleo", 2, {})],
)
def test_a_whole_game_round_one_device(meet: Meet, game: str, players: int, options: dict[str, Any]) -> None:
    """People and a computer player, with options of the game, to the end, on a phone; then once more."""
    ana = alone(meet, PHONE)
    names = ["Ana", "Bob", "Cleo", "Dirk"][:players]
    bots = [None] * (players - 1) + [None if players == 2 else "beginner"]
    page = at_table(ana, game=game, players=players, options=options, device=True, names=names, bots=bots)
    assert play_round(ana) > 3
    expect(page.get_by_role("region", name="The end").last).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Play again").locator("visible=true").first.click()
    expect(page).not_to_have_url(address)
    while ana.view is None or ana.view["result"] is not None:
        page.wait_for_timeout(25)
    assert play_round(ana, 1) == 1


def test_undo_hint_and_refusal(meet: Meet) -> None:
    """U takes back at once; H says which piece, then where; a refused move says why, with its clause."""
    ana = alone(meet, language="fr")
    page = at_table(ana, game="babylone", device=True, names=["Ana", "Bob"])
    from_list(ana, "1>2")
    wait_for_ply(ana, 1)
    view = ana.wait_for_turn()
    assert view is not None
    other = next(spot for spot in view["state"]["stacks"] if spot != "2" and f"2>{spot}" not in view["legal"])
    page.get_by_role("button", name="emplacement 2 :").click()
    page.get_by_role("button", name=f"emplacement {other} :").click()
    expect(page.get_by_role("alert").get_by_role("link", name="B4")).to_have_attribute("href", "/rules/babylone#B4")
    page.keyboard.press("u")
    expect(page.get_by_role("log").first.locator("li[aria-current]")).to_have_count(0)
    expect(page).to_have_title(re.compile("^●"))
    page.keyboard.press("h")
    again = page.get_by_text("Redemandez")
    expect(again.locator("visible=true").first).to_be_visible()
    page.keyboard.press("h")
    expect(again).to_have_count(0)


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_a_hint_says_why(meet: Meet, game: str) -> None:
    """Asked again, it names the move, and after it whatever the game's own mind has to say for it."""
    ana = alone(meet)
    page = at_table(ana, game=game, bots=[None, "beginner"])
    ana.wait_for_turn()
    page.keyboard.press("h")
    expect(page.locator(".strip .hint")).to_contain_text("Ask again")
    page.keyboard.press("h")
    hint = next(message for text in ana.heard if (message := json.loads(text))["type"] == "hint")
    assert len(hint["why"].split()) > 3
    expect(page.locator(".strip .hint")).to_contain_text(hint["why"])


def test_clocks_end_the_round(meet: Meet) -> None:
    """A move has two seconds: whoever lets them go by has lost; the clock is shown meanwhile."""
    ana = alone(meet)
    page = at_table(ana, game="babylone", device=True, names=["Ana", "Bob"], clock={"kind": "move", "seconds": 2})
    expect(page.get_by_role("timer").first).to_be_visible()
    ended(page)
    assert ana.view is not None
    assert ana.view["result"]["reason"] == "time"


def test_a_match_to_two_chosen_in_the_form(meet: Meet) -> None:
    """B8: from the form for a new table; the loser chooses who starts the next round."""
    ana = alone(meet)
    page = ana.go("/new/babylone?device")
    page.get_by_role("radio", name="First to win two").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/local-*")
    again = page.get_by_role("button", name="Play again").first
    choice = page.get_by_role("region", name="Who starts?")
    rounds = 0
    while True:
        expect(choice.or_(again).first).to_be_visible()
        if again.is_visible():
            break
        dealt = sum('"kind":"deal"' in text for text in ana.heard)
        choice.get_by_role("button", name="Player 2").click()
        while sum('"kind":"deal"' in text for text in ana.heard) == dealt:
            page.wait_for_timeout(50)
        play_round(ana)
        rounds += 1
    assert rounds in (2, 3)


def test_resigning(meet: Meet) -> None:
    """Two play: it is over; three: a computer player takes the seat and goes on."""
    ana = alone(meet)
    for players in (2, 3):
        names = ["Ana", "Bob", "Cleo"][:players]
        page = at_table(ana, game="kabaleo", players=players, device=True, names=names)
        expect(page.get_by_role("button", name="I’m")).to_be_visible()
        lift(ana)
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Resign").click()
        page.locator("dialog[open] .bad").click()
        if players == 2:
            ended(page)
        else:
            either = page.get_by_text("Zanni (Easy)").or_(page.get_by_role("button", name="I’m"))
            expect(either.first).to_be_visible()
            assert play_round(ana, 2) == 2


def test_on_the_way_to_a_server_table_where_the_device_cannot(meet: Meet) -> None:
    """Without WebAssembly the game is played through the server, and the page says so."""
    ana = meet()
    ana.context.add_init_script("delete window.WebAssembly")
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Babylone"))
    card.get_by_role("button", name="Against the computer").click()
    expect(page.get_by_text("This device can’t run this game itself")).to_be_visible()
    assert "/t/local-" not in page.url
    assert play_on(ana, 1) == 1


def test_kept_in_the_account_where_the_player_wishes_it(meet: Meet) -> None:
    """The setting: on this device, or in the account, then as ever on the server."""
    ana = meet()
    page = ana.go("/settings")
    page.get_by_role("radio", name="In your account").check(force=True)
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Babylone"))
    card.get_by_role("button", name="Against the computer").click()
    page.wait_for_url("**/t/*")
    assert "/t/local-" not in page.url
    play_on(ana, 1)
    page.goto(ana.base + "/settings")
    page.get_by_role("radio", name="On this device").check(force=True)
    ana.go("/")
    assert table_here(ana, game="babylone").startswith("local-")
