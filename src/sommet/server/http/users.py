"""HTTP: who somebody is."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter

from ..hub import Hub
from ..people import accounts, exporting, recovery, wishes
from ..people.accounts import COOKIE, COOKIE_DAYS, User
from ..wire.asgi import address_of
from ..wire.bodies import AccountRequest, GuestRequest, PasswordRequest, SignInRequest, Token, TokenRequest, Who
from ..wire.bodies_recovery import NewAccount
from ..wire.people import Export, TokenInfo
from ..wire.refusals import Refusal
from .answers import ERRORS, hub_of, known, language, signed_in

Req = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=40)]


def _cookie(hub: Hub, value: str, days: int) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=days * 86_400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=hub.config.base_url.startswith("https"),
    )


def _entered(hub: Hub, user: User) -> Cookie:
    return _cookie(hub, hub.signer.sign(user, hub.now()), COOKIE_DAYS)


def welcome(hub: Hub, user: User, status: int = 200) -> Response[Who]:
    """Signed in from now on."""
    return Response(Who(user.id, user.name, user.guest), status_code=status, cookies=[_entered(hub, user)])


async def hashed(hub: Hub, password: str) -> str:
    """A password as it is stored; Refusal when it is none."""
    accounts.check_password(password)
    return await asyncio.get_running_loop().run_in_executor(hub.password_threads, hub.passwords.hash, password)


async def right(hub: Hub, stored: str | None, password: str) -> bool:
    """Whether it is the password."""
    check = hub.passwords.right
    return await asyncio.get_running_loop().run_in_executor(hub.password_threads, check, stored, password)


def throttle(hub: Hub, *names: str) -> None:
    """Refusal when one of these has tried too often."""
    for name in names:
        if not hub.sign_in_limits.take(name):
            raise Refusal("slow_down", 429)


async def _renamed(hub: Hub, user: User, name: str) -> User:
    renamed = await hub.store.write(lambda db: accounts.rename(db, user, name))
    await hub.tables.person_changed(user.id)
    return renamed


@post("/session/guest", status_code=201, responses=ERRORS(400, 429), summary="Play as a guest")
async def guest(request: Req, data: JSONBody[GuestRequest]) -> Response[Who]:
    """Who is a guest already gets the new name."""
    hub = hub_of(request)
    present = await known(request)
    if present is not None and not present.bot:
        user = await _renamed(hub, present, data.name) if present.guest else present
    else:
        throttle(hub, "guest " + address_of(request.scope))  # type: ignore[arg-type]
        user = await hub.store.write(lambda db: accounts.new_guest(db, data.name, hub.now()))
    return welcome(hub, user, 201)


@get("/session", summary="Who is here?")
async def session(request: Req) -> Who | None:
    """The user of this cookie or token; nobody is a good answer, too."""
    user = await known(request)
    return None if user is None else Who(user.id, user.name, user.guest)


@post("/session", status_code=200, responses=ERRORS(400, 401, 429), summary="Sign in")
async def sign_in(request: Req, data: JSONBody[SignInRequest]) -> Response[Who]:
    """With an account's name and password."""
    hub, present = hub_of(request), await known(request)
    address, name = address_of(request.scope), accounts.handle(data.name)  # type: ignore[arg-type]
    mine = present is not None and not present.guest and not present.bot and accounts.handle(present.name) == name
    if not hub.sign_ins.take(address, name, mine):
        raise Refusal("slow_down", 429)
    found = await hub.store.read(lambda db: accounts.stored_password(db, data.name))
    if not await right(hub, found[1] if found else None, data.password) or found is None:
        raise Refusal("wrong_password", 401)
    hub.sign_ins.worked(address, name)
    if found[0].banned:
        raise Refusal("banned", 403)
    return welcome(hub, found[0])


@delete("/session", status_code=204, responses=ERRORS(401), summary="Sign out everywhere")
async def sign_out(request: Req) -> Response[None]:
    """All cookies given to this user are void."""
    hub, user = hub_of(request), await signed_in(request)
    await hub.store.write(lambda db: accounts.sign_out_everywhere(db, user))
    await hub.sessions.changed(user.id)
    return Response(None, status_code=204, cookies=[_cookie(hub, "", 0)])


@post("/accounts", status_code=201, responses=ERRORS(400, 409, 429), summary="Make an account")
async def account(request: Req, data: JSONBody[AccountRequest]) -> Response[NewAccount]:
    """A guest who makes one keeps their identity and their games. The recovery codes are shown this once."""
    hub = hub_of(request)
    throttle(hub, "account " + address_of(request.scope))  # type: ignore[arg-type]
    present = await known(request)
    if present is not None and present.bot:
        raise Refusal("bots_only", 403)
    stored = await hashed(hub, data.password)

    def make(db: sa.Connection) -> tuple[User, list[str]]:
        made = accounts.new_account(db, data.name, stored, present, hub.now())
        wishes.set_language(db, made.id, language(request))
        return made, recovery.new_codes(db, made.id, hub.now())

    made, codes = await hub.store.write(make)
    await hub.sessions.changed(made.id)
    await hub.tables.person_changed(made.id)
    return Response(NewAccount(made.id, made.name, made.guest, codes), status_code=201, cookies=[_entered(hub, made)])


@get("/me", responses=ERRORS(401), summary="Who am I?")
async def me(request: Req) -> Who:
    """The user of this cookie or token."""
    user = await signed_in(request)
    return Who(user.id, user.name, user.guest)


@patch("/me", responses=ERRORS(400, 401, 409), summary="Another name")
async def rename(request: Req, data: JSONBody[GuestRequest]) -> Who:
    """At once."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    renamed = await _renamed(hub, user, data.name)
    return Who(renamed.id, renamed.name, renamed.guest)


@put("/me/password", responses=ERRORS(400, 401, 429), summary="Another password")
async def password(request: Req, data: JSONBody[PasswordRequest]) -> Response[Who]:
    """Every other cookie and every token becomes void."""
    hub, user = hub_of(request), await signed_in(request, person=True, account=True)
    throttle(hub, "password " + user.id)
    found = await hub.store.read(lambda db: accounts.stored_password(db, user.name))
    if not await right(hub, found[1] if found else None, data.old):
        raise Refusal("wrong_password", 401)
    stored = await hashed(hub, data.new)
    changed = await hub.store.write(lambda db: accounts.set_password(db, user, stored))
    await hub.sessions.changed(user.id)
    return welcome(hub, changed)


@get("/me/export", responses=ERRORS(401), summary="All that is stored about me")
async def export(request: Req) -> Export:
    """As JSON."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    return await hub.store.read(lambda db: exporting.export(db, user))


@delete("/me", status_code=204, responses=ERRORS(401), summary="Forget me")
async def forget(request: Req) -> Response[None]:
    """Name, password, tokens, ratings and chat are deleted; moves stay in the others' games, without a name.

    Games that are still being played are given up.
    """
    hub, user = hub_of(request), await signed_in(request, person=True)
    await hub.store.write(lambda db: accounts.delete(db, user))
    hub.spawn(hub.overdue.give_up(user))
    await hub.sessions.changed(user.id)
    await hub.tables.person_changed(user.id)
    return Response(None, status_code=204, cookies=[_cookie(hub, "", 0)])


@get("/me/tokens", responses=ERRORS(401), summary="My bot tokens")
async def tokens(request: Req) -> list[TokenInfo]:
    """Without their texts."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    return await hub.store.read(lambda db: accounts.tokens(db, user))


@post("/me/tokens", status_code=201, responses=ERRORS(400, 401, 409), summary="A new bot token")
async def new_token(request: Req, data: JSONBody[TokenRequest]) -> Token:
    """A program sends it as `Authorization: Bearer …`. It can play, but not change the account."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    return Token(*await hub.store.write(lambda db: accounts.new_token(db, user, data.label, hub.now())))


@delete("/me/tokens/{token_id:str}", status_code=204, responses=ERRORS(401, 404), summary="Remove a bot token")
async def remove_token(request: Req, token_id: Id) -> None:
    """Void at once."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    await hub.store.write(lambda db: accounts.remove_token(db, user, token_id))
    await hub.sessions.changed(user.id)


USERS = Router(
    "/",
    route_handlers=[
        guest,
        session,
        sign_in,
        sign_out,
        account,
        me,
        rename,
        password,
        export,
        forget,
        tokens,
        new_token,
        remove_token,
    ],
    tags=["users"],
)
