"""HTTP: ways back into an account whose password is lost."""

from __future__ import annotations

from litestar import Response, Router, post
from litestar.params import JSONBody

from ..hub import Hub
from ..people import accounts, recovery
from ..people.accounts import User
from ..wire.asgi import address_of
from ..wire.bodies import Who
from ..wire.bodies_recovery import CodeRequest, LinkRequest, ProofRequest, RecoveryCodes
from ..wire.refusals import Refusal
from .answers import ERRORS, hub_of, signed_in
from .users import Req, hashed, right, throttle, welcome


async def proven(request: Req, password: str) -> User:
    """Who asks, an account, and it is really them: they gave their password once more."""
    hub, user = hub_of(request), await signed_in(request, person=True, account=True)
    throttle(hub, "password " + user.id)
    found = await hub.store.read(lambda db: accounts.stored_password(db, user.name))
    if not await right(hub, found[1] if found else None, password):
        raise Refusal("wrong_password", 401)
    return user


async def _renewed(hub: Hub, user: User, kind: str, text: str, password: str) -> Response[Who]:
    if user.banned:
        raise Refusal("banned", 403)
    stored = await hashed(hub, password)
    user = await hub.store.write(lambda db: recovery.use(db, kind, text, stored, hub.now()))
    await hub.sessions.changed(user.id)
    return welcome(hub, user)


@post("/me/recovery/codes", status_code=201, responses=ERRORS(401, 429), summary="New recovery codes")
async def codes(request: Req, data: JSONBody[ProofRequest]) -> RecoveryCodes:
    """Ten, shown this once; those of before are void."""
    hub, user = hub_of(request), await proven(request, data.password)
    return RecoveryCodes(await hub.store.write(lambda db: recovery.new_codes(db, user.id, hub.now())))


@post("/recovery/code", status_code=200, responses=ERRORS(400, 401, 429), summary="A new password by a recovery code")
async def by_code(request: Req, data: JSONBody[CodeRequest]) -> Response[Who]:
    """Each code works once. Every other session of the account ends, its bot tokens too."""
    hub = hub_of(request)
    throttle(hub, "recovery " + address_of(request.scope))  # type: ignore[arg-type]
    found = await hub.store.read(lambda db: recovery.holder(db, "code", data.code, hub.now()))
    if found is None or accounts.handle(found.name) != accounts.handle(data.name):
        throttle(hub, "recovery " + accounts.handle(data.name))  # only who is wrong: strangers keep nobody out
        raise Refusal("wrong_code", 401)
    return await _renewed(hub, found, "code", data.code, data.password)


@post("/recovery/link", status_code=200, responses=ERRORS(400, 401, 429), summary="A new password by a link")
async def by_link(request: Req, data: JSONBody[LinkRequest]) -> Response[Who]:
    """Each link works once, for a day. Every other session of the account ends, its bot tokens too."""
    hub = hub_of(request)
    throttle(hub, "recovery " + address_of(request.scope))  # type: ignore[arg-type]
    found = await hub.store.read(lambda db: recovery.holder(db, "link", data.link, hub.now()))
    if found is None:
        raise Refusal("wrong_link", 401)
    return await _renewed(hub, found, "link", data.link, data.password)


RECOVERY = Router("/", route_handlers=[codes, by_code, by_link], tags=["recovery"])
