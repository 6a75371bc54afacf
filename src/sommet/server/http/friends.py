"""HTTP: friends, challenges, blocks, reports."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post, put
from litestar.params import JSONBody, PathParameter

from ..hub import Hub
from ..people import blocks, friends, reports
from ..people.accounts import User
from ..wire.friends import Challenge, ChallengeRequest, Friends, Known, ReportRequest
from ..wire.refusals import Refusal
from ..wire.tables import OwnTable
from .answers import ERRORS, hub_of, signed_in

Req = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=40)]


async def _person(request: Req, account: bool = True, changes: bool = True) -> tuple[Hub, User]:
    """Who asks; Refusal for programs, and for whoever changes too much at once."""
    hub, user = hub_of(request), await signed_in(request, person=True, account=account)
    if changes and not hub.circle_limits.take(user.id):
        raise Refusal("slow_down", 429)
    return hub, user


@get("/me/friends", responses=ERRORS(401), summary="My friends")
async def my_friends(request: Req) -> Friends:
    """Whether somebody is online is told of those who call me a friend, too."""
    hub, user = await _person(request, changes=False)
    return await hub.store.read(lambda db: friends.of(db, user.id, hub.now()))


@put("/me/friends/{user_id:str}", status_code=204, responses=ERRORS(401, 404, 409), summary="Call somebody a friend")
async def befriend(request: Req, user_id: Id) -> None:
    """They find me in `asking`, unless they have blocked me; they answer by the same, or by removing me."""
    hub, user = await _person(request)
    await hub.store.write(lambda db: friends.add(db, user.id, user_id, hub.now()))


@delete("/me/friends/{user_id:str}", status_code=204, responses=ERRORS(401), summary="No longer a friend")
async def unfriend(request: Req, user_id: Id) -> None:
    """Either way."""
    hub, user = await _person(request)
    await hub.store.write(lambda db: friends.remove(db, user.id, user_id))


@get("/me/blocks", responses=ERRORS(401), summary="Whom I have blocked")
async def my_blocks(request: Req) -> list[Known]:
    """The newest first."""
    hub, user = await _person(request, account=False, changes=False)
    return await hub.store.read(lambda db: blocks.listed(db, user.id))


@put("/me/blocks/{user_id:str}", status_code=204, responses=ERRORS(401, 404, 409), summary="Block somebody")
async def block(request: Req, user_id: Id) -> None:
    """They cannot challenge me or sit down at my table, and I do not hear what they say. They are not told."""
    hub, user = await _person(request, account=False)
    await hub.store.write(lambda db: blocks.add(db, user.id, user_id, hub.now()))
    await hub.sessions.changed(user.id)
    hub.challenges.tell(user.id)


@delete("/me/blocks/{user_id:str}", status_code=204, responses=ERRORS(401), summary="Unblock somebody")
async def unblock(request: Req, user_id: Id) -> None:
    """At once."""
    hub, user = await _person(request, account=False)
    await hub.store.write(lambda db: blocks.remove(db, user.id, user_id))
    await hub.sessions.changed(user.id)
    hub.challenges.tell(user.id)


@post("/reports", status_code=204, responses=ERRORS(401, 404, 409), summary="Report somebody")
async def report(request: Req, data: JSONBody[ReportRequest]) -> None:
    """To those who run this server, with the chat of the table. Three at once, then one every ten minutes."""
    hub, user = await _person(request, account=False, changes=False)
    if data.table is not None:
        room = await hub.tables.room(data.table)
        if room.seat_of(user) is None and not room.may_watch(user):
            raise Refusal("no_watching", 403)
    if not hub.report_limits.take(hub.payers.of(user.id)):
        raise Refusal("slow_down", 429)
    await hub.store.write(lambda db: reports.make(db, user.id, data, hub.now()))


@get("/me/challenges", responses=ERRORS(401), summary="Challenges that wait for an answer")
async def challenges(request: Req) -> list[Challenge]:
    """To me and by me, the newest first. To accept one, sit down at its table."""
    hub, user = await _person(request, changes=False)
    return await hub.challenges.of(user)


@post("/challenges", status_code=201, responses=ERRORS(401, 404, 409), summary="Challenge somebody")
async def challenge(request: Req, data: JSONBody[ChallengeRequest]) -> OwnTable:
    """A table with a seat that is kept for them; they are told. To withdraw it, close the table."""
    hub, user = await _person(request, changes=False)
    return (await hub.challenges.make(user, data)).own(user.id)


@delete("/challenges/{table_id:str}", status_code=204, responses=ERRORS(401, 404, 409), summary="Decline a challenge")
async def decline(request: Req, table_id: Id) -> None:
    """By whom the seat is kept for: the table is closed."""
    hub, user = await _person(request, changes=False)
    await hub.challenges.decline(user, table_id)


FRIENDS = Router(
    "/",
    route_handlers=[
        my_friends,
        befriend,
        unfriend,
        my_blocks,
        block,
        unblock,
        report,
        challenges,
        challenge,
        decline,
    ],
    tags=["people"],
)
