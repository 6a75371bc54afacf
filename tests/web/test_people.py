"""People on the page: profiles, leaderboards, and a history that is searched through page by page."""

import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from sommet.client.api import Api
from sommet.server.people import ratings, tallies
from sommet.server.store.schema import SEATS, TABLES
from sommet.server.wire.profiles import Outcome

from ..server.inside import Inside
from .browser import DESK, PHONE
from .conftest import Meet
from .test_pages import AXE, serious, settle

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
            page.evaluate(Path(AXE).read_text(encoding="utf-8"))
            assert serious(page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")) == []


def test_a_profile_is_searched_and_paged(meet: Meet, zoe: str) -> None:
    """From the leaderboard to the profile; further pages come below, and a search finds what fits."""
    visitor = meet()
    page = visitor.go("/leaders/kabaleo")
    page.get_by_role("link", name=zoe).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(zoe)
    expect(page.get_by_role("img", name="Rating in")).to_have_count(3)
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
