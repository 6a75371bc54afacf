"""HTTP: boards as pictures, in the shape in which other sites show a link. Only what everybody may see."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, Router, get
from litestar.params import QueryParameter

from ...core.chance import Chance
from ...core.position import View
from ...core.record import SPECTATOR
from ...core.registry import game, new, players, read_link
from ...core.words import say
from ...drawing.card import Card
from ...site.described import described
from ..tables import displayed
from ..wire.asgi import address_of
from ..wire.refusals import Refusal
from ..work.scheduler import Cost
from .answers import ERRORS, hub_of
from .answers import language as preferred
from .learn import Asked, GameName
from .puzzles import Level, Seed, asked_puzzle
from .tables import TableId
from .working import worked

Req = Request[Any, Any, Any]
Round = Annotated[
    int | None, QueryParameter(name="round", ge=1, le=50, description="Of a match that is over; without: the last")
]
Link = Annotated[str, QueryParameter(min_length=1, max_length=4000, description="A position")]
SOON, AN_HOUR = 30, 3600  # seconds for which others may keep it
SHARE = 2 / 3  # of a game that has been played where the game itself is pictured


@get(
    "/tables/{table_id:str}/picture.png",
    media_type="image/png",
    responses=ERRORS(404),
    summary="A table's board as a picture",
)
async def of_table(request: Req, table_id: TableId, number: Round = None, language: Asked = None) -> Response[bytes]:
    """1200 by 630 pixels. While it is played: of a public table, as spectators see it. Then: where one could watch."""
    room, spoken = await hub_of(request).tables.room(table_id), language or preferred(request)
    view, text = displayed.board(room, number), displayed.told(room, spoken)
    if view is None or text is None:
        raise Refusal("not_found", 404)
    called = displayed.names(room, spoken)
    said = "\n".join((*called, "", text))
    card = Card(view, described(view.game.name, spoken).title, said, called, spoken)
    return await _answered(request, card, AN_HOUR if room.progress.over else SOON)


@get(
    "/games/{name:str}/picture.png",
    media_type="image/png",
    responses=ERRORS(404),
    summary="A game's board as a picture",
)
async def of_game(request: Req, name: GameName, language: Asked = None) -> Response[bytes]:
    """1200 by 630 pixels: some game of it that has been played for a while, always the same."""
    if name not in players():
        raise Refusal("not_found", 404)
    spoken = language or preferred(request)
    view = await worked(request, Cost(f"example {name}", 0.1), _example, name)
    about = described(name, spoken)
    return await _answered(request, Card(view, about.title, about.tagline, (), spoken), AN_HOUR)


@get(
    "/games/{name:str}/puzzles/{level:int}/{seed:int}/picture.png",
    media_type="image/png",
    responses=ERRORS(404),
    summary="A puzzle as a picture",
)
async def of_puzzle(request: Req, name: GameName, level: Level, seed: Seed, language: Asked = None) -> Response[bytes]:
    """1200 by 630 pixels: the board, never the solution."""
    found, spoken = await asked_puzzle(request, name, level, seed), language or preferred(request)
    title, text = say(spoken, "server.shared.page.puzzles", game=f"@{name}.name"), say(spoken, "server.shared.puzzle")
    return await _answered(request, Card(found.position.view(SPECTATOR), title, text, (), spoken), AN_HOUR)


@get("/positions/picture.png", media_type="image/png", responses=ERRORS(404), summary="A position as a picture")
async def of_link(request: Req, link: Link, language: Asked = None) -> Response[bytes]:
    """1200 by 630 pixels: the board of a link, as everybody at the table sees it."""
    view, spoken = await worked(request, Cost("linked", 0.02), _linked, link), language or preferred(request)
    text = say(spoken, f"server.shared.{'analysis' if view.result is None else 'replay'}")
    return await _answered(request, Card(view, described(view.game.name, spoken).title, text, (), spoken), AN_HOUR)


async def _answered(request: Req, card: Card, seconds: int) -> Response[bytes]:
    address = address_of(request.scope)  # type: ignore[arg-type]
    drawn = await hub_of(request).painter.png(card, address)
    kept = {"cache-control": f"public, max-age={seconds}", "vary": "accept-language"}
    return Response(drawn, media_type="image/png", headers=kept)


def _linked(link: str) -> View:
    found = read_link(link)
    return found.view(SPECTATOR) if found.record.viewer is None else View(found, found.record.viewer)


@lru_cache(maxsize=64)
def _example(name: str) -> View:
    """A game at random, well under way."""
    counts, chance = game(name).players, Chance(1)
    start = position = new(name, 2 if 2 in counts else max(counts), 1)
    while not position.over:
        position = position.play(chance.choice(position.legal))
    return start.after(position.moves[: int(len(position.moves) * SHARE)]).view(SPECTATOR)


PICTURES = Router("/", route_handlers=[of_table, of_game, of_puzzle, of_link], tags=["pictures"])
