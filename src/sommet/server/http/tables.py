"""HTTP: tables, the lobby, what can be seen of a running game and what of a finished one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...core.links import link
from ...core.record import SPECTATOR
from ...site.records import GameRecord
from ..hub import Hub
from ..tables.dealing import fair_facts
from ..tables.replays import Who, steps
from ..tables.standing import public, standing
from ..tables.table import Table
from ..wire.bodies import QuickRequest, SitRequest, TableRequest
from ..wire.games import FinishedGame, LobbyLists, RunningGame, Step
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from ..wire.tables import OwnTable, Standing
from ..work.scheduler import Cost
from .answers import ERRORS, hub_of, known, signed_in
from .working import worked

Req = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40)]


@get("/lobby", summary="Open tables, and games to watch")
async def lobby(request: Req) -> LobbyLists:
    """The newest fifty of each; the lobby's socket sends the same live."""
    found = await hub_of(request).tables.lobby.read()
    return LobbyLists(found.open, found.running)


@post("/tables", status_code=201, responses=ERRORS(401), summary="A new table")
async def create(request: Req, data: JSONBody[TableRequest]) -> OwnTable:
    """The answer holds the commitment to the deal, and the invitation to give to friends."""
    user = await signed_in(request)
    return (await hub_of(request).tables.make(user, data.settings, data.seat, data.record)).own(user.id)


@get("/tables/{table_id:str}", responses=ERRORS(404, 409), summary="A table")
async def show(request: Req, table_id: TableId) -> OwnTable:
    """What everybody may know of it; for those who sit at it also their seat and the invitation."""
    hub, user = hub_of(request), await known(request)
    room = await hub.tables.room(table_id)
    shown = room.table.owned(public(room.table, room.progress), user.id if user else None)
    shown.seat = room.seat_of(user)
    return shown


@post("/tables/{table_id:str}/seats", status_code=200, responses=ERRORS(401, 404, 409), summary="Sit down")
async def sit(request: Req, table_id: TableId, data: JSONBody[SitRequest]) -> OwnTable:
    """At an open table; by invitation where the table is not public."""
    user = await signed_in(request)
    return (await hub_of(request).tables.sit(user, table_id, data)).own(user.id)


@delete("/tables/{table_id:str}/seats/me", status_code=204, responses=ERRORS(401, 404, 409), summary="Get up")
async def get_up(request: Req, table_id: TableId) -> None:
    """Before the game starts."""
    user = await signed_in(request)
    await hub_of(request).tables.get_up(user, table_id)


@delete(
    "/tables/{table_id:str}/seats/{number:int}",
    status_code=204,
    responses=ERRORS(401, 404, 409),
    summary="Send somebody away",
)
async def send_away(request: Req, table_id: TableId, number: Annotated[int, PathParameter(ge=0, le=7)]) -> None:
    """By the owner, before the game starts: the seat is free, and who sat there cannot sit down at this table again."""
    user = await signed_in(request)
    await hub_of(request).tables.send_away(user, table_id, number)


@post("/tables/{table_id:str}/abort", status_code=204, responses=ERRORS(401, 404, 409), summary="Call a game off")
async def abort(request: Req, table_id: TableId) -> None:
    """By a player, before the second move: nobody has won or lost, and nobody's rating changes."""
    user = await signed_in(request)
    await hub_of(request).tables.abort(user, table_id)


@delete("/tables/{table_id:str}", status_code=204, responses=ERRORS(401, 404, 409), summary="Close a table")
async def close(request: Req, table_id: TableId) -> None:
    """By its owner, before the game starts."""
    user = await signed_in(request)
    await hub_of(request).tables.close(user, table_id)


@post("/quick", status_code=200, responses=ERRORS(401), summary="Quick match")
async def quick(request: Req, data: JSONBody[QuickRequest]) -> OwnTable:
    """Sit down where somebody of about my strength waits for just this, or wait at a new public table.

    Whoever waits there, connected, is moved to another's table when ratings fit: at first near ones only, after a
    minute all. Then this table is closed, and its room tells where it goes on (`rematch`).
    """
    user = await signed_in(request)
    settings = Settings(game=data.game, players=data.players, clock=data.clock, rated=data.rated, public=True)
    return (await hub_of(request).pairing.quick(user, settings)).own(user.id)


@get("/me/tables", responses=ERRORS(401), summary="My tables")
async def mine(
    request: Req, status: Annotated[Literal["open", "running", "over", "closed"] | None, QueryParameter()] = None
) -> list[OwnTable]:
    """The newest hundred; the running ones with their `progress`."""
    hub, user = hub_of(request), await signed_in(request)
    shown = []
    for table in await hub.tables.of(user, status):
        shown.append(table.own(user.id))
        shown[-1].progress = await _standing(hub, table)
    return shown


async def _standing(hub: Hub, table: Table) -> Standing | None:
    if table.status != "running":
        return None
    try:
        room = await hub.tables.room(table.id)
    except Refusal:
        return None  # it cannot be read: the other tables can
    return standing(room.table, room.progress)


@get("/tables/{table_id:str}/view", responses=ERRORS(403, 404, 409), summary="The running game, as I may see it")
async def view(request: Req, table_id: TableId) -> RunningGame:
    """A player's own view, otherwise the spectator's. The same as over the socket, with the knowledge record."""
    hub, user = hub_of(request), await known(request)
    room = await hub.tables.room(table_id)
    seat = room.seat_of(user)
    if seat is None and not room.may_watch(user):
        raise Refusal("no_watching", 403)
    viewer = SPECTATOR if seat is None else seat
    progress = room.shown_to(viewer)
    if progress.position is None:
        raise Refusal("not_started")
    return RunningGame(
        progress.seq,
        progress.message(viewer, knowledge=True),
        progress.match_state(),
        None if room.is_late(viewer) else progress.clock_state(hub.now()),
        [entry.public() for entry in progress.entries],
    )


Number = Annotated[int, PathParameter(ge=1, le=50)]


@get("/tables/{table_id:str}/rounds/{number:int}", responses=ERRORS(404, 409), summary="A finished game")
async def export(request: Req, table_id: TableId, number: Number) -> FinishedGame:
    """Everything is revealed: the record, the fair-deal data (`sommet verify` checks them), a link, the log."""
    room, position = await hub_of(request).tables.finished(await known(request), table_id, number)
    found = room.progress.rounds[number - 1]
    return FinishedGame(
        GameRecord.of(position.record),
        None if room.table.brought else fair_facts(room.table, room.progress)[number - 1],
        found.result,
        link(position),
    )


@get("/tables/{table_id:str}/rounds/{number:int}/replay", responses=ERRORS(404, 409), summary="Replay a finished game")
async def replay(
    request: Req, table_id: TableId, number: Number, viewer: Annotated[str, QueryParameter(max_length=10)] = "all"
) -> list[Step]:
    """Every position, with what a seat knew then (`viewer=0` …), what everybody did (`spectator`), or `all`.

    `effects` tells what the move that led there did.
    """
    _, position = await hub_of(request).tables.finished(await known(request), table_id, number)
    who: Who = "all"
    if viewer == SPECTATOR:
        who = SPECTATOR
    elif viewer != "all":
        if not (viewer.isascii() and viewer.isdigit() and int(viewer) < position.players):
            raise Refusal("bad_request", 400, why="viewer")
        who = int(viewer)
    return await worked(request, Cost("replay", 0.02), steps, position, who)


TABLES_ROUTER = Router(
    "/",
    route_handlers=[lobby, create, show, sit, get_up, send_away, abort, close, quick, mine, view, export, replay],
    tags=["tables"],
)
