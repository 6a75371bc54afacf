"""What other sites show of a link to this one: a title, a sentence and a picture, as Open Graph tags in the page."""

from __future__ import annotations

import logging
import re
from html import escape
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlencode

import sqlalchemy as sa

from ...core.puzzles import LEVELS, games_with_puzzles, puzzles_of
from ...core.registry import players
from ...core.words import LANGUAGES, say
from ...drawing.card import HIGH, WIDE
from ...site.described import described
from ..hub import Hub
from ..people import profiles
from ..people.telling import Verbatim
from ..store.database import StoreError
from ..tables import displayed, history
from ..wire.asgi import Scope
from ..wire.languages import preferred
from ..wire.refusals import Refusal

log = logging.getLogger("sommet.sharing")
_TABLE = re.compile(r"/(?:t|embed)/(?P<id>[\w-]{1,40})(?:(?:/replay)?(?:/(?P<round>\d{1,2}))?)", re.ASCII)
_PERSON = re.compile(r"/people/(?P<name>[^/]{1,40})")
_GAME = re.compile(r"/(?P<page>new|learn|rules|puzzles|leaders)/(?P<game>\w{1,20})", re.ASCII)
_LINK = re.compile(r"/(?P<page>replay|analysis)")
_HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
MOST = 4000  # characters of an address that is told again
API = "/api/v1"


class Shared(NamedTuple):
    """What is told of an address; `picture` is the address of a picture, `large` whether it has a card's size."""

    title: str
    text: str
    picture: str
    large: bool = True


def is_shared(path: str) -> bool:
    """Whether that address may have a picture of its own: then the store is asked."""
    return any(form.fullmatch(path) for form in (_TABLE, _PERSON, _GAME, _LINK))


class Sharing:
    """Writes the tags."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def tags(self, scope: Scope, headers: dict[bytes, str]) -> str:
        """The tags for the page at that address; empty where there is nothing to tell."""
        path, query = scope["path"], parse_qs(scope["query_string"].decode("latin-1"))
        asked = query.get("lang", [""])[0]
        language = asked if asked in LANGUAGES else preferred(headers.get(b"accept-language", ""))
        try:
            shared = await self._shared(path, {name: values[0] for name, values in query.items()}, language)
        except (Refusal, StoreError):
            return ""
        except Exception:  # a mistake of ours costs the tags, not the page
            log.exception("no tags could be made", extra={"path": path})
            return ""
        base = self._base(scope, headers)
        if shared is None or base is None:
            return ""
        address = base + quote(path) + ("?" + scope["query_string"].decode("latin-1") if query else "")
        told = {
            "og:site_name": "Sommet",
            "og:type": "website",
            "og:title": shared.title,
            "og:description": shared.text,
            "og:url": address[:MOST],
            "og:image": base + shared.picture,
            "og:image:type": "image/png",
            "og:image:alt": shared.title,
        }
        if shared.large:
            told |= {"og:image:width": str(WIDE), "og:image:height": str(HIGH)}
        card = "summary_large_image" if shared.large else "summary"
        written = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items()]
        return "".join([*written, f'<meta name="twitter:card" content="{card}" />'])

    def _base(self, scope: Scope, headers: dict[bytes, str]) -> str | None:
        """Where this server is, as others must write it; None where the client did not say."""
        if self._hub.config.base_url:
            return self._hub.config.base_url.rstrip("/")
        host = headers.get(b"host", "")
        return f"{scope['scheme']}://{host}" if _HOST.fullmatch(host) else None

    async def _shared(self, path: str, query: dict[str, str], language: str) -> Shared | None:
        if path == "/":
            return Shared("Sommet", say(language, "server.shared.site"), "/icon-512.png", large=False)
        if found := _TABLE.fullmatch(path):
            return await self._table(found["id"], found["round"], language)
        if found := _PERSON.fullmatch(path):
            return await self._person(found["name"], language)
        if found := _GAME.fullmatch(path):
            return _game(found["page"], found["game"], query, language)
        if found := _LINK.fullmatch(path):
            return _link(found["page"], query.get("link", ""), language)
        return None

    async def _table(self, name: str, number: str | None, language: str) -> Shared | None:
        """A table that strangers may not see is told of as its game, without names."""
        room = await self._hub.tables.room(name)
        playing, text = room.table.settings.game, displayed.told(room, language)
        if text is None:
            return _about(playing, described(playing, language).title, language)
        there = Verbatim(" · ".join(name for name in displayed.names(room, language) if name))
        title = say(language, "server.shared.table", game=f"@{playing}.name", names=there)
        if displayed.board(room) is None:
            return _about(playing, title, language, text)
        asked = {"language": language} | ({"round": str(int(number))} if number else {})
        return Shared(title, text, f"{API}/tables/{name}/picture.png?{urlencode(asked)}")

    async def _person(self, name: str, language: str) -> Shared | None:
        """With the board of the newest of their games that all could watch."""

        def read(db: sa.Connection) -> tuple[str, str | None, str | None]:
            found = profiles.named(db, name)
            games = history.page(db, found.id, history.Wanted(), stranger=True).games
            played = found.tallies[0].game if found.tallies else None
            return found.name, games[0].id if games else None, played

        called, newest, played = await self._hub.store.read(read)
        said = {"name": Verbatim(called)}
        title, text = say(language, "server.shared.person", **said), say(language, "server.shared.person_text", **said)
        if newest is not None:
            return Shared(title, text, f"{API}/tables/{newest}/picture.png?{urlencode({'language': language})}")
        return _about(played or next(iter(players())), title, language, text)


def _about(game: str, title: str, language: str, text: str | None = None) -> Shared:
    """With the game's own picture."""
    said = described(game, language).tagline if text is None else text
    return Shared(title, said, f"{API}/games/{game}/picture.png?{urlencode({'language': language})}")


def _game(page: str, game: str, query: dict[str, str], language: str) -> Shared | None:
    if game not in players():
        return None
    title = say(language, f"server.shared.page.{page}", game=f"@{game}.name")
    level, seed = query.get("level", "1"), query.get("seed", "")
    if page != "puzzles" or not (re.fullmatch(r"\d{1,16}", seed, re.ASCII) and level in map(str, LEVELS)):
        return _about(game, title, language)
    made = puzzles_of(game) if game in games_with_puzzles() else None
    if made is None or int(seed) >= made.puzzling.seeds:
        return _about(game, title, language)
    picture = f"{API}/games/{game}/puzzles/{level}/{int(seed)}/picture.png?{urlencode({'language': language})}"
    return Shared(title, say(language, "server.shared.puzzle"), picture)


def _link(page: str, link: str, language: str) -> Shared | None:
    game = link.partition("~")[0]
    if game not in players() or len(link) > MOST:
        return None
    text = say(language, f"server.shared.{page}")
    asked = urlencode({"link": link, "language": language})
    return Shared(described(game, language).title, text, f"{API}/positions/picture.png?{asked}")
