"""What other sites show of a link: tags in the page and a picture, and never more than anybody may see."""

import asyncio
import hashlib
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.registry import new
from sommet.drawing.card import Card
from sommet.server.http import page_files
from sommet.server.wire.refusals import Refusal
from sommet.server.work import painter
from sommet.server.work.painter import MOST_WAITING, Painter

from .inside import Inside
from .running import guest, new_table
from .talking import dealt, talking
from .test_leaks import World, _game, _get
from .test_page_files import ask

INDEX = "<!doctype html><html><head><title>Sommet</title></head><body></body></html>"
PRIVATE: list[dict[str, Any]] = [{"public": False}, {"public": True, "watch": False}]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(INDEX)
    return folder


@pytest.fixture(scope="module")
def server(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "FOLDER", page)
        with Inside(tmp_path_factory.mktemp("server")) as inside:
            yield inside


def tags(server: Inside, path: str, language: str = "en") -> dict[str, str]:
    """The tags of the page there, whoever asks and whatever they accept."""
    status, _, body = ask(server, path, {"Accept": "*/*", "Accept-Language": language})
    assert status == 200, path
    head = body.decode().partition("</head>")[0]
    found = {}
    for tag in head.split("<meta ")[1:]:
        name, _, rest = tag.partition('" content="')
        found[name.partition('="')[2]] = unescape(rest.partition('"')[0])
    return found


def picture(server: Inside, address: str) -> bytes:
    """The PNG at that address, which is as large as it should be and may be shown by any site."""
    status, headers, body = ask(server, address.removeprefix(server.base))
    assert (status, headers["content-type"]) == (200, "image/png"), body[:200]
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["cache-control"].startswith("public, max-age=")
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", body[16:24]) == (1200, 630)
    return body


class Seen(World):
    """One server with one deal: what a link to its table shows when these moves have been made."""

    def _play(self) -> None:
        super()._play()
        table = f"{self.base}/api/v1/tables/{self.table}/picture.png"
        page = _get(f"{self.base}/t/{self.table}", {"Accept": "text/html"}).replace(self.base, "")
        with urlopen(table) as answer:
            self.shown = page, hashlib.sha256(answer.read()).hexdigest()


@pytest.mark.parametrize("settings", [{"game": "kabaleo", "players": 2}, {"game": "on_top", "players": 2}], ids=str)
def test_nothing_hidden_is_in_the_tags_or_the_picture(
    settings: dict[str, Any], page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals that differ in what spectators cannot know give the same bytes; another move gives others."""
    monkeypatch.setattr(page_files, "FOLDER", page)
    last = _game(settings | {"options": {}}, seed=5)
    seen = Position.of(last.game, last.record.with_moves(last.moves[:4]))
    others = (seen.view(SPECTATOR).redeal(Chance(seed)) for seed in range(20))
    other = next(each for each in others if each.record.setup != seen.record.setup)
    shown = []
    for number, position in enumerate((seen, other, Position.of(last.game, last.record.with_moves(last.moves[:3])))):
        folder = tmp_path / str(number)
        folder.mkdir()
        world = Seen(folder, settings | {"public": True}, position.record.with_moves(()), position.moves)
        world.run(monkeypatch)
        shown.append(world.shown)
    assert "og:image" in shown[0][0]
    assert shown[0] == shown[1]
    assert shown[0][1] != shown[2][1]


@pytest.mark.parametrize("private", PRIVATE, ids=str)
def test_a_private_table_shows_its_game_and_nothing_else(server: Inside, private: dict[str, Any]) -> None:
    """Neither names nor board while it is played; where nobody could watch, not afterwards either."""
    apis = [guest(server.base, name) for name in ("Xanthippe", "Yolanda")]
    table = new_table(apis, {"game": "kabaleo", **private})
    path = f"/api/v1/tables/{table}/picture.png"
    with talking(apis[0], table) as here, talking(apis[1], table):
        dealt(here)
        found = tags(server, f"/t/{table}")
        assert (found["og:title"], ask(server, path)[0]) == ("Kabaleo", 404)
        assert "/games/kabaleo/picture.png" in found["og:image"]
        assert not any(name in str(found) for name in ("Xanthippe", "Yolanda"))
        here.answer("resign")
    open_to_all = private.get("watch", True)
    found = tags(server, f"/t/{table}/replay/1")
    assert ("Xanthippe" in str(found)) == open_to_all
    assert (ask(server, path)[0] == 200) == open_to_all


def test_a_table_from_its_first_day_to_its_last(server: Inside) -> None:
    """In the language asked for; names are text, never tags."""
    apis = [guest(server.base, name) for name in ('A"><script>', "@colour.red {x}")]
    table = apis[0].call("POST", "/tables", {"settings": {"game": "babylone", "public": True}})["id"]
    assert tags(server, f"/t/{table}")["og:description"] == "A seat is free: open the link and sit down."
    apis[1].call("POST", f"/tables/{table}/seats", {})
    with talking(apis[0], table) as here, talking(apis[1], table):
        dealt(here)
        found = tags(server, f"/t/{table}?invite=a%22b", "fr-BE")
        assert found["og:title"] == 'Babylone\u00a0: A"><script> · @colour.red {x}'
        assert found["og:url"] == f"{server.base}/t/{table}?invite=a%22b"
        assert found["twitter:card"] == "summary_large_image"
        before = picture(server, found["og:image"])
        here.answer("resign")
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/replay/1", f"/embed/{table}", f"/embed/{table}/1"):
        found = tags(server, f"{path}?lang=nl")
        assert found["og:description"].startswith("Gewonnen door @colour.red {x}."), path
    assert picture(server, found["og:image"]) != before
    assert ask(server, f"/api/v1/tables/{table}/picture.png?round=2")[0] == 404


def test_people_games_puzzles_and_links(server: Inside) -> None:
    """Each with a board."""
    position = new("kabaleo", 2, 7)
    ana = guest(server.base)
    ana.call("POST", "/accounts", {"name": "Ana Shares", "password": "correct horse"})
    places = {
        "/people/ana%20shares": "Ana Shares on Sommet",
        "/learn/on_top": "Learn On Top",
        "/rules/babylone?lang=de": "Babylone: die Regeln",
        "/puzzles/babylone?level=1&seed=3": "Babylone: puzzles",
        f"/analysis?link={link(position)}": "Kabaleo",
    }
    seen = set()
    for path, title in places.items():
        found = tags(server, path)
        assert found["og:title"] == title
        seen.add(picture(server, found["og:image"]))
    assert len(seen) == len(places)
    assert tags(server, "/")["og:image"] == f"{server.base}/icon-512.png"


@pytest.mark.parametrize(
    "path", ["/t/nothing", "/t/local-1/replay", "/people/nobody", "/learn/chess", "/analysis?link=nothing", "/settings"]
)
def test_what_is_not_there_is_the_plain_page(server: Inside, path: str) -> None:
    """As it was built."""
    status, _, body = ask(server, path, {"Accept": "text/html"})
    assert (status, body.decode()) == (200, INDEX)


def test_a_flood_of_pictures_stops_at_the_door() -> None:
    """One is made at a time, the same picture once; where many wait, and for whoever asks for many, it is refused."""
    view, done = new("babylone", 2, 1).view(SPECTATOR), asyncio.Event()
    made: list[str] = []
    at_once = 0

    class Slow(Painter):
        async def paint(self, card: Card) -> bytes:
            nonlocal at_once
            at_once += 1
            assert at_once == 1
            await done.wait()
            at_once -= 1
            made.append(card.title)
            return card.title.encode()

    async def flood() -> None:
        slow = Slow(1e6)
        cards = [Card(view, str(number), "", ()) for number in range(MOST_WAITING + 1)]
        asked = [asyncio.ensure_future(slow.png(card, "here")) for card in (*cards[:-1], *cards[:-1])]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as busy:
            await slow.png(cards[-1], "there")
        assert busy.value.code == "busy"
        done.set()
        assert await asyncio.gather(*asked) == [card.title.encode() for card in (*cards[:-1], *cards[:-1])]
        assert made == [card.title for card in cards[:-1]]
        assert await slow.png(cards[0], "here") == b"0"
        assert len(made) == MOST_WAITING
        narrow = Slow(1.0)
        asked = [asyncio.ensure_future(narrow.png(card, "here")) for card in cards[:-1]]
        refused = [each for each in await asyncio.gather(*asked, return_exceptions=True) if isinstance(each, Refusal)]
        assert {each.code for each in refused} == {"slow_down"}
        assert await narrow.png(cards[-1], "there")

    asyncio.run(flood())


def test_what_cannot_be_painted_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program that fails, or does not end, costs its own time and nothing else."""
    card = Card(new("babylone", 2, 1).view(SPECTATOR), "", "", ())
    program = tmp_path / "painting.py"
    monkeypatch.setattr(painter, "PROGRAM", program)
    for text, seconds in (("raise SystemExit(1)", 30.0), ("while True: pass", 0.1)):
        program.write_text(text)
        monkeypatch.setattr(painter, "SECONDS", seconds)
        with pytest.raises(Refusal):
            asyncio.run(Painter(1e6).png(card, "here"))
