"""HTTP: tables, the lobby, what can be seen of a running game and what of a finished one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import sqlalchemy as sa
from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...core.links import link
from ...core.position import Position
from ...core.record import SPECTATOR
from ...core.registry import game
from ..hub import Hub
from ..people import ratings
from ..people.accounts import User
from ..store.database import new_id
from ..store.schema import SEATS, TABLES
from ..tables import stored
from ..tables import table as tables
from ..tables.dealing import fair_facts
from ..tables.replays import Who, steps
from ..tables.room import Room
from ..tables.standing import public, standing
from ..tables.table import Seat, Table
from ..wire.bodies import QuickRequest, SitRequest, TableRequest
from ..wire.games import FinishedGame, LobbyLists, RunningGame, Step
from ..wire.people import RankedPlayer
from ..wire.records import GameRecord
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from ..wire.tables import OwnTable, Standing
from .answers import ERRORS, hub_of, known, signed_in

Req = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40)]
MOST_TABLES = 50


@get("/lobby", summary="Open tables, and games to watch")
async def lobby(request: Req) -> LobbyLists:
    """The newest fifty of each; the lobby's socket sends the same live."""
    found = await hub_of(request).lobby.read()
    return LobbyLists(found.open, found.running)


def _check_seated(settings: Settings, user: User) -> None:
    if settings.rated and (user.guest or user.bot):
        raise Refusal("accounts_only", 403)


def _count_mine(db: sa.Connection, user: User) -> None:
    mine = (
        sa.select(sa.func.count(SEATS.c.table_id.distinct()))
        .select_from(SEATS.join(TABLES, TABLES.c.id == SEATS.c.table_id))
        .where(SEATS.c.user_id == user.id, TABLES.c.status.in_(("open", "running")))
    )
    if db.execute(mine).scalar_one() >= MOST_TABLES:
        raise Refusal("too_many_tables", 429)


@post("/tables", status_code=201, responses=ERRORS(401), summary="A new table")
async def create(request: Req, data: JSONBody[TableRequest]) -> OwnTable:
    """The answer holds the commitment to the deal, and the invitation to give to friends."""
    hub, user = hub_of(request), await signed_in(request)
    return (await _create(hub, user, data.settings, data.seat, data.record)).own(user.id)


async def _create(
    hub: Hub, user: User, settings: Settings, at: int | None, record: dict[str, Any] | None = None
) -> Table:
    tables.check(settings)
    brought = None if record is None else tables.check_brought(settings, record)
    if at is not None:
        _check_seated(settings, user)
    seats = tables.places(settings, user, at)
    name, keys = new_id(), hub.new_keys()

    def write(db: sa.Connection) -> Table:
        _count_mine(db, user)
        stored.create(db, name, user.id, settings, seats, keys, hub.now(), brought)
        return stored.find(db, name)

    table = await hub.store.write(write)
    if settings.public:
        hub.lobby.changed()
    if table.ready:  # computer players only
        await _start(hub, table)
    return table


async def _start(hub: Hub, table: Table) -> None:
    mine = TABLES.update().where(TABLES.c.id == table.id, TABLES.c.status == "open")
    await hub.store.write(lambda db: db.execute(mine.values(status="running", changed=hub.now())))
    table.status = "running"
    await hub.room(table.id)


@get("/tables/{table_id:str}", responses=ERRORS(404), summary="A table")
async def show(request: Req, table_id: TableId) -> OwnTable:
    """What everybody may know of it; for those who sit at it also their seat and the invitation."""
    hub, user = hub_of(request), await known(request)
    room = await hub.room(table_id)
    shown = room.table.owned(public(room.table, room.progress), user.id if user else None)
    shown.seat = room.seat_of(user)
    return shown


@post("/tables/{table_id:str}/seats", status_code=200, responses=ERRORS(401, 404, 409), summary="Sit down")
async def sit(request: Req, table_id: TableId, data: JSONBody[SitRequest]) -> OwnTable:
    """At an open table; by invitation where the table is not public."""
    hub, user = hub_of(request), await signed_in(request)
    room = await hub.room(table_id)
    await _sit(hub, room, user, data)
    return room.table.own(user.id)


async def _sit(hub: Hub, room: Room, user: User, data: SitRequest) -> None:
    table = room.table
    if table.status != "open":
        raise Refusal("not_open")
    if table.settings.device:
        raise Refusal("one_device", 403)
    if not table.settings.public and data.invite != table.invite and user.id != table.owner:
        raise Refusal("not_invited", 403)
    _check_seated(table.settings, user)

    def write(db: sa.Connection) -> None:
        found = stored.find(db, room.id, lock=True)
        if found.status != "open":
            raise Refusal("not_open")
        if found.seat_of(user.id) is not None:
            raise Refusal("seated")
        _count_mine(db, user)
        free = [number for number, seat in enumerate(found.seats) if seat.free]
        wanted = free[:1] if data.seat is None else [data.seat]
        seat = Seat(user.id, None, user.name, user.guest)
        if not wanted or wanted[0] >= len(found.seats) or not stored.sit(db, room.id, wanted[0], seat):
            raise Refusal("seat_taken")

    await hub.store.write(write)
    await hub.refresh(room)
    if data.entropy is not None:
        await hub.get_ready(room, room.table.seats_of(user.id), data.entropy)


@delete("/tables/{table_id:str}/seats/me", status_code=204, responses=ERRORS(401, 404, 409), summary="Get up")
async def get_up(request: Req, table_id: TableId) -> None:
    """Before the game starts."""
    hub, user = hub_of(request), await signed_in(request)
    room = await hub.room(table_id)

    def write(db: sa.Connection) -> None:
        found = stored.find(db, room.id, lock=True)
        if found.status != "open":
            raise Refusal("not_open")
        if found.seat_of(user.id) is None:
            raise Refusal("not_seated", 403)
        if found.settings.device:
            raise Refusal("one_device", 403)
        mine = (SEATS.c.table_id == room.id, SEATS.c.user_id == user.id)
        empty = {"user_id": None, "name": "", "guest": False, "ready": False, "entropy": None}
        db.execute(SEATS.update().where(*mine).values(**empty))

    await hub.store.write(write)
    await hub.refresh(room)


@delete("/tables/{table_id:str}", status_code=204, responses=ERRORS(401, 404, 409), summary="Close a table")
async def close(request: Req, table_id: TableId) -> None:
    """By its owner, before the game starts."""
    hub, user = hub_of(request), await signed_in(request)
    room = await hub.room(table_id)

    def write(db: sa.Connection) -> None:
        found = stored.find(db, room.id, lock=True)
        if found.owner != user.id:
            raise Refusal("not_yours", 403)
        if found.status != "open":
            raise Refusal("not_open")
        db.execute(TABLES.update().where(TABLES.c.id == room.id).values(status="closed", changed=hub.now()))

    await hub.store.write(write)
    await hub.refresh(room)


@post("/quick", status_code=200, responses=ERRORS(401), summary="Quick match")
async def quick(request: Req, data: JSONBody[QuickRequest]) -> OwnTable:
    """Sit down where somebody waits for just this, or wait at a new public table."""
    hub, user = hub_of(request), await signed_in(request)
    settings = Settings(game=data.game, players=data.players, clock=data.clock, rated=data.rated, public=True)
    tables.check(settings)
    _check_seated(settings, user)

    def waiting(db: sa.Connection) -> list[Table]:
        query = sa.select(TABLES).where(
            TABLES.c.status == "open", TABLES.c.public.is_(True), TABLES.c.game == settings.game
        )
        return stored.several(
            db, query.where(TABLES.c.players == settings.players).order_by(TABLES.c.created).limit(50)
        )

    for table in await hub.store.read(waiting):
        if table.settings == settings and not table.full and table.seat_of(user.id) is None:
            try:
                room = await hub.room(table.id)
                await _sit(hub, room, user, SitRequest())
            except Refusal:
                continue  # somebody was faster
            return room.table.own(user.id)
    return (await _create(hub, user, settings, 0)).own(user.id)


@get("/me/tables", responses=ERRORS(401), summary="My tables")
async def mine(
    request: Req, status: Annotated[Literal["open", "running", "over", "closed"] | None, QueryParameter()] = None
) -> list[OwnTable]:
    """The newest hundred; the running ones with their `progress`."""
    hub, user = hub_of(request), await signed_in(request)
    query = sa.select(TABLES).where(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user.id)))
    if status is not None:
        query = query.where(TABLES.c.status == status)
    newest = query.order_by(TABLES.c.created.desc()).limit(100)
    found = await hub.store.read(lambda db: stored.several(db, newest))
    shown = []
    for table in found:
        shown.append(table.own(user.id))
        shown[-1].progress = await _standing(hub, table)
    return shown


async def _standing(hub: Hub, table: Table) -> Standing | None:
    if table.status != "running":
        return None
    room = await hub.room(table.id)
    return standing(room.table, room.progress)


@get("/tables/{table_id:str}/view", responses=ERRORS(403, 404, 409), summary="The running game, as I may see it")
async def view(request: Req, table_id: TableId) -> RunningGame:
    """A player's own view, otherwise the spectator's. The same as over the socket, with the knowledge record."""
    hub, user = hub_of(request), await known(request)
    room = await hub.room(table_id)
    seat = room.seat_of(user)
    if seat is None and not room.table.settings.watch:
        raise Refusal("no_watching", 403)
    if room.progress.position is None:
        raise Refusal("not_started")
    return RunningGame(
        room.progress.seq,
        room.progress.message(SPECTATOR if seat is None else seat, knowledge=True),
        room.progress.match_state(),
        room.progress.clock_state(hub.now()),
        [entry.public() for entry in room.progress.entries],
    )


async def finished(hub: Hub, user: User | None, table_id: str, number: int) -> tuple[Room, Position]:
    """A round of a match that is over; Refusal while anything of it may still be hidden."""
    room = await hub.room(table_id)
    if (
        room.seat_of(user) is None
        and not room.table.settings.watch
        and room.table.seat_of(user.id if user else None) is None
    ):
        raise Refusal("no_watching", 403)
    if not room.progress.over:
        raise Refusal("not_over")
    if not 1 <= number <= len(room.progress.rounds):
        raise Refusal("not_found", 404)
    record = room.progress.rounds[number - 1].record
    return room, Position.of(game(record.game), record)


Number = Annotated[int, PathParameter(ge=1, le=50)]


@get("/tables/{table_id:str}/rounds/{number:int}", responses=ERRORS(404, 409), summary="A finished game")
async def export(request: Req, table_id: TableId, number: Number) -> FinishedGame:
    """Everything is revealed: the record, the fair-deal data (`sommet verify` checks them), a link, the log."""
    room, position = await finished(hub_of(request), await known(request), table_id, number)
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
    _, position = await finished(hub_of(request), await known(request), table_id, number)
    who: Who = "all"
    if viewer == SPECTATOR:
        who = SPECTATOR
    elif viewer != "all":
        if not (viewer.isascii() and viewer.isdigit() and int(viewer) < position.players):
            raise Refusal("bad_request", 400, why="viewer")
        who = int(viewer)
    return await hub_of(request).soon(steps, position, who)


@get("/ratings/{game_name:str}", responses=ERRORS(404), summary="The best players of a game")
async def best(request: Req, game_name: Annotated[str, PathParameter(max_length=20)]) -> list[RankedPlayer]:
    """By what they are surely worth: mu - 3 sigma."""
    return await hub_of(request).store.read(lambda db: ratings.best(db, game_name))


TABLES_ROUTER = Router(
    "/",
    route_handlers=[lobby, create, show, sit, get_up, close, quick, mine, view, export, replay, best],
    tags=["tables"],
)
__all__ = ["TABLES_ROUTER", "finished"]
