"""People on the page: profiles, leaderboards, and a history that is searched through page by page."""

import random
import re
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from sommet.client.api import Api
from sommet.core.registry import load
from sommet.server.people import ratings, tallies
from sommet.server.store.schema import SEATS, TABLES
from sommet.server.wire.profiles import Outcome

from ..server.inside import Inside
from ..server.running import guest, new_table
from ..server.talking import talking
from .axe import violations
from .boxes import look_at_all_sizes
from .browser import DESK, PHONE, Visitor
from .conftest import Meet
from .hands import babylone_mouse, moves_said, stack, stack_middle
from .moving import from_list, wait_for_ply
from .test_pages import settle

HOUR, NOW = 3_600_000, 1_790_000_000_000
ACROSS = (844, 390)
NAME = "Zoë / of Antwerp 100%"  # what an address must not trip over


def account(server: Inside, name: str) -> Api:
    """Somebody with an account."""
    api = Api(server.base)
    api.call("POST", "/accounts", {"name": name, "password": "correct horse"})
    return api


def lived(server: Inside, user: str, other: str, games: int) -> None:
    """So many rated matches of these two, as they would be stored."""
    chance = random.Random(7)

    def write(db: sa.Connection) -> None:
        for number in range(games):
            game, at = ("kabaleo", "babylone", "kabaleo", "on_top")[number % 4], NOW + number * HOUR
            ended: list[Outcome] = ["won", "lost"] if chance.random() < 0.6 else ["lost", "won"]
            changes = ratings.rate(db, game, [[user], [other]], [1.0, 2.0] if ended[0] == "won" else [2.0, 1.0], at)
            tallies.count(db, game, {user: ended[0], other: ended[1]})
            told = [{"before": changes[one].before, "after": changes[one].after} for one in (user, other)]
            result = {"winners": [ended.index("won")], "rounds": [], "places": [1, 2], "ratings": told}
            table: dict[str, Any] = {"id": f"past{user[:6]}{number}", "owner": user, "game": game, "players": 2}
            table |= {"public": True, "status": "over", "invite": "", "secret": "", "created": at, "changed": at}
            settings = f'{{"game":"{game}","rated":true,"public":true}}'
            text = str(result).replace("'", '"')
            db.execute(TABLES.insert().values(**table, settings=settings, result=text))
            for seat, (person, name) in enumerate(((user, NAME), (other, f"Bram {number % 9}"))):
                mine = {"user_id": person, "seat": seat, "outcome": ended[seat], "name": name, "guest": False}
                db.execute(SEATS.insert().values(table_id=table["id"], ended=at, shown=True, **mine))

    server.run(server.hub.store.write(write))


@pytest.fixture(scope="module")
def zoe(server: Inside) -> str:
    """A player with a past; their name."""
    one, other = account(server, NAME), account(server, "Bram 1")
    lived(server, one.call("GET", "/me")["id"], other.call("GET", "/me")["id"], 61)
    return NAME


def test_a_players_pages_are_for_everybody(meet: Meet, zoe: str) -> None:
    """At every size, in both themes: nothing for axe, nothing that scrolls sideways, every text there."""
    looks = [(DESK, "en", "light"), (PHONE, "fr", "dark"), (ACROSS, "nl", "light"), (DESK, "nl", "dark")]
    for size, language, theme in looks:
        visitor = meet(size, language, theme)
        for path in (f"/people/{quote(zoe, safe='')}", "/leaders/kabaleo"):
            page = visitor.go(path)
            settle(page)
            expect(page.get_by_role("link", name="Bram").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert violations(page) == []


def test_a_profile_is_searched_and_paged(meet: Meet, zoe: str) -> None:
    """From the leaderboard to the profile; further pages come below, and a search finds what fits."""
    visitor = meet()
    page = visitor.go("/leaders/kabaleo")
    page.get_by_role("link", name=zoe).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(zoe)
    expect(page.get_by_role("img", name="Rating in")).to_have_count(3)
    expect(page.get_by_role("link", name="Rank")).to_have_count(3)
    replays = page.get_by_role("link", name="Replay:")
    expect(replays).to_have_count(25)
    for count in (50, 61):
        page.get_by_role("button", name="Show earlier games").click()
        expect(replays).to_have_count(count)
    expect(page.get_by_role("button", name="Show earlier games")).to_have_count(0)
    page.get_by_label("Played with").fill("bram 3")
    page.get_by_role("button", name="Search").click()
    expect(replays).to_have_count(7)
    page.get_by_label("Which game").select_option("On Top")
    expect(replays).to_have_count(2)


def test_a_seat_is_freed_and_a_game_called_off(meet: Meet) -> None:
    """The owner frees a seat, and whoever sat there is told; a game that has just begun is called off for both."""
    ana, bram = meet(), meet(PHONE)
    for visitor, name in ((ana, "Ana"), (bram, "Bram")):
        visitor.go("/watch")
        visitor.call("POST", "/session/guest", {"name": name})
    settings = {"game": "babylone", "public": True}
    table = ana.call("POST", "/tables", {"settings": settings | {"players": 3}})["id"]
    ana.go(f"/t/{table}")
    page = bram.go(f"/t/{table}")
    page.get_by_role("button", name="Take a seat").first.click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()
    ana.page.get_by_role("button", name="Free Bram’s seat").click()
    expect(page.get_by_text("has freed your seat")).to_be_visible()
    page.get_by_role("button", name="Take a seat").first.click()
    expect(page.get_by_text("has freed your seat")).to_be_visible()
    table = ana.call("POST", "/tables", {"settings": settings})["id"]
    bram.call("POST", f"/tables/{table}/seats", {})
    for one in (ana, bram):
        one.go(f"/t/{table}")
    for one in (ana, bram):
        one.until("() => document.querySelector('nav.tools') !== null")
    ana.page.get_by_role("button", name="More").click()
    ana.page.get_by_role("button", name="Call the game off").click()
    ana.page.get_by_role("button", name="Call it off?").click()
    for one in (ana, bram):
        expect(one.page.get_by_text("This game was called off")).to_be_visible()


def _accessible(visitor: Visitor) -> None:
    assert violations(visitor.page) == []


def test_a_quick_game_waits_survives_a_reload_and_finds_somebody(meet: Meet) -> None:
    """With the clock that both have chosen; who looks no longer is back at the start."""
    ana, bram = meet(), meet(PHONE)
    for visitor in (ana, bram):
        page = visitor.go("/")
        page.get_by_label("Clock").select_option("15 min + 10 s per move")
        page.get_by_role("group", name="Play with anyone:").get_by_role("button", name="Kabaleo").click()
        if visitor is ana:
            for _ in range(2):
                expect(page.get_by_text("Looking for another player")).to_be_visible()
                _accessible(ana)
                page.reload()
    for visitor in (ana, bram):
        visitor.until("() => document.querySelector('nav.tools') !== null")
    assert ana.page.url.partition("?")[0] == bram.page.url.partition("?")[0]
    page = ana.go("/")
    expect(page.get_by_label("Clock")).to_have_value("2")
    page.get_by_role("group", name="Play with anyone:").get_by_role("button", name="Babylone").click()
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("group", name="Play with anyone:")).to_be_visible()


def _plan(visitor: Visitor, move: str) -> None:
    visitor.page.get_by_role("button", name="More").click()
    visitor.page.get_by_role("button", name="Plan my next move").click()
    visitor.page.locator(f'dialog [data-move="{move}"]').click()
    expect(visitor.page.get_by_text("Planned:")).to_be_visible()


def _plan_on_the_board(visitor: Visitor, move: str) -> None:
    """As a move is made; Escape takes the plan back, and so does a press on the board."""
    page, planned = visitor.page, visitor.page.get_by_text("Planned:")
    source, target = move.split(">")
    for take_back in (lambda: page.keyboard.press("Escape"), stack(page, source).click, None):
        page.mouse.move(*stack_middle(page, source))
        babylone_mouse(visitor, move)
        expect(planned).to_be_visible()
        expect(stack(page, target)).to_have_attribute("aria-label", re.compile("; planned"))
        if take_back is not None:
            take_back()
            expect(planned).to_have_count(0)
            page.keyboard.press("Escape")  # nothing in hand
    look_at_all_sizes(visitor, "a planned move")


def test_a_planned_move_is_made_if_it_is_legal_then(meet: Meet) -> None:
    """While the other thinks, on the board or from a list; one that is not possible any more is dropped, and that is
    said."""
    ana, bram = meet(), meet(PHONE)
    for visitor, name in ((ana, "Ana"), (bram, "Bram")):
        visitor.go("/watch")
        visitor.call("POST", "/session/guest", {"name": name})
    opened = ana.call("POST", "/tables", {"settings": {"game": "babylone"}})
    table = opened["id"]
    bram.call("POST", f"/tables/{table}/seats", {"invite": opened["invite"]})
    for one in (ana, bram):
        one.go(f"/t/{table}")
    for one in (ana, bram):
        one.until("() => document.querySelector('nav.tools') !== null")
    for made in (True, False):
        view = ana.call("GET", f"/tables/{table}/view")["view"]
        mover, other = (ana, bram) if view["to_move"] == 0 else (bram, ana)
        position, following = load(view["knowledge"]), {}
        for move in position.legal:
            following[move] = position.play(move).legal
        every = sorted({move for moves in following.values() for move in moves})
        first, planned = next(
            (first, move) for first, moves in following.items() for move in every if (move in moves) == made
        )
        (_plan_on_the_board if made else _plan)(other, planned)
        from_list(mover, first)
        wait_for_ply(other, view["ply"] + (2 if made else 1))
        expect(other.page.get_by_text("no longer possible")).to_have_count(0 if made else 1)


def test_a_friend_is_challenged_and_then_reported(meet: Meet) -> None:
    """From a profile to a game: a request, a challenge that is told where the other is, a board; then a block."""
    ana, bram = meet(), meet(PHONE)
    for visitor, name in ((ana, "Ana Friendly"), (bram, "Bram Friendly")):
        visitor.go("/watch")
        visitor.call("POST", "/accounts", {"name": name, "password": "correct horse"})
    phone = bram.go("/watch")
    page = ana.go(f"/people/{quote('Bram Friendly')}")
    page.get_by_role("button", name="Add friend").click()
    expect(page.get_by_text("Request sent")).to_be_visible()
    _accessible(ana)
    page.get_by_role("button", name="Challenge", exact=True).click()
    page.get_by_role("link", name="Babylone").click()
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text("Waiting for Bram Friendly")).to_be_visible()
    expect(page.get_by_text("Reserved for Bram Friendly")).to_be_visible()
    expect(phone.get_by_text("Ana Friendly challenges you to Babylone")).to_be_visible()
    phone.get_by_role("link", name="Sommet").click()
    expect(phone.get_by_role("button", name="Decline Ana Friendly")).to_be_visible()
    _accessible(bram)
    phone.get_by_role("button", name="Accept Ana Friendly").click()
    for visitor in (ana, bram):
        visitor.until("() => document.querySelector('nav.tools') !== null")
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("button", name="Block or report").click()
    phone.get_by_label("Tell us more").fill("Too friendly.")
    phone.get_by_role("button", name="Report Ana Friendly").click()
    expect(phone.get_by_text("Thank you.")).to_be_visible()
    phone.get_by_role("button", name="Block Ana Friendly").click()
    expect(phone.get_by_text("Ana Friendly is blocked")).to_be_visible()
    _accessible(bram)
    phone = bram.go("/account")
    expect(phone.get_by_role("button", name="Unblock Ana Friendly")).to_be_visible()
    expect(phone.get_by_text("Friend requests")).to_have_count(0)
    _accessible(bram)


async def _cut(server: Inside, table: str, seat: int) -> None:
    """That seat's connection is lost."""
    for connection in list(server.hub.tables.rooms[table].attendance.viewers[seat]):
        connection.close(1012)


def test_a_planned_move_is_said_once_after_a_lost_connection(meet: Meet, server: Inside) -> None:
    """The other moves meanwhile: whoever comes back makes what they had planned, and says it to the server once."""
    ana, bram = meet(), meet()
    for visitor, name in ((ana, "Ana"), (bram, "Bram")):
        visitor.go("/watch")
        visitor.call("POST", "/session/guest", {"name": name})
    opened = ana.call("POST", "/tables", {"settings": {"game": "kabaleo"}})
    table = opened["id"]
    bram.call("POST", f"/tables/{table}/seats", {"invite": opened["invite"]})
    for one in (ana, bram):
        one.go(f"/t/{table}")
    for one in (ana, bram):
        one.until("() => document.querySelector('nav.tools') !== null")
    view = ana.call("GET", f"/tables/{table}/view")["view"]
    mover, other = (ana, bram) if view["to_move"] == 0 else (bram, ana)
    move = load(mover.call("GET", f"/tables/{table}/view")["view"]["knowledge"]).legal[0]
    following = load(other.call("GET", f"/tables/{table}/view")["view"]["knowledge"]).play(move)
    _plan(other, following.legal[0])
    other.context.set_offline(True)
    server.run(_cut(server, table, 1 - view["to_move"]))
    expect(other.page.get_by_text("Connection lost").first).to_be_visible()
    from_list(mover, move)
    wait_for_ply(mover, 1)
    other.context.set_offline(False)
    wait_for_ply(mover, 2)
    other.page.wait_for_timeout(500)
    assert moves_said(other) == [following.legal[0]]


def test_who_watches_late_is_told_so_before_there_is_anything_to_see(meet: Meet, server: Inside) -> None:
    """With the game and its players, and a way back."""
    people = [guest(server.base, "Ana Late"), guest(server.base, "Bram Late")]
    table = new_table(people, {"game": "babylone", "public": True, "delay": 4})
    with talking(people[0], table), talking(people[1], table):
        eve = meet(PHONE)
        page = eve.go(f"/t/{table}")
        expect(page.get_by_role("heading", name="Babylone")).to_be_visible()
        expect(page.get_by_text("Ana Late and Bram Late")).to_be_visible()
        expect(page.get_by_text("spectators follow this game 4 moves late")).to_be_visible()
        _accessible(eve)
