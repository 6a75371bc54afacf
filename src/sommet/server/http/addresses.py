"""HTTP: an account's mail address. Where the server cannot send mail there is nothing of this but its absence."""

from __future__ import annotations

import sqlalchemy as sa
from litestar import Response, Router, delete, get, post, put
from litestar.params import JSONBody

from ..hub import Hub
from ..people import addresses, recovery, wishes
from ..people.mail import clean_address, letter
from ..wire.asgi import address_of
from ..wire.bodies_notices import AddressRequest, ConfirmRequest, Reach
from ..wire.bodies_recovery import LostRequest
from ..wire.refusals import Refusal
from .answers import ERRORS, hub_of, language, signed_in
from .recovery import proven
from .users import Req, throttle


def _mailing(hub: Hub) -> None:
    if not hub.mail.offered:
        raise Refusal("no_mail")


@get("/me/reach", responses=ERRORS(401), summary="How am I reached when my password is lost?")
async def reach(request: Req) -> Reach:
    """By mail, or by recovery codes."""
    hub, user = hub_of(request), await signed_in(request, person=True, account=True)

    def read(db: sa.Connection) -> Reach:
        email, waiting = addresses.of(db, user.id, hub.now())
        return Reach(hub.mail.offered, email, waiting, recovery.codes_left(db, user.id))

    return await hub.store.read(read)


@put("/me/email", status_code=202, responses=ERRORS(401, 409, 429), summary="A mail address")
async def set_email(request: Req, data: JSONBody[AddressRequest]) -> Response[None]:
    """It is sent a link; the address counts once that has been followed, within two days."""
    hub = hub_of(request)
    _mailing(hub)
    to = clean_address(data.email)
    user = await proven(request, data.password)
    spoken = language(request)
    if not hub.mail_limits.take(f"to {to.lower()}") or not hub.mail_limits.take(f"by {user.id}"):
        raise Refusal("slow_down", 429)

    def write(db: sa.Connection) -> str:
        wishes.set_language(db, user.id, spoken)
        return addresses.ask_to_confirm(db, user.id, to, hub.now())

    token = await hub.store.write(write)
    hub.mail.put(letter(to, spoken, "confirm", f"{hub.config.base_url.rstrip('/')}/confirm#{token}"))
    return Response(None, status_code=202)


@delete("/me/email", status_code=204, responses=ERRORS(401), summary="No mail address")
async def remove_email(request: Req) -> None:
    """Nor one that waits to be confirmed."""
    hub, user = hub_of(request), await signed_in(request, person=True, account=True)
    await hub.store.write(lambda db: addresses.remove(db, user.id))


@post("/email/confirm", status_code=204, responses=ERRORS(401, 429), summary="Confirm a mail address")
async def confirm(request: Req, data: JSONBody[ConfirmRequest]) -> None:
    """By the link that was sent there."""
    hub = hub_of(request)
    throttle(hub, "recovery " + address_of(request.scope))  # type: ignore[arg-type]
    await hub.store.write(lambda db: addresses.confirm(db, data.link, hub.now()))


@post("/recovery", status_code=202, responses=ERRORS(409, 429), summary="I lost my password")
async def lost(request: Req, data: JSONBody[LostRequest]) -> Response[None]:
    """Whoever has an account of that name and a mail address is sent a link. The answer is the same for every name."""
    hub = hub_of(request)
    _mailing(hub)
    throttle(hub, "recovery " + address_of(request.scope))  # type: ignore[arg-type]
    hub.spawn(_send_link(hub, data.name))  # later, so that not even the time says whether there is one
    return Response(None, status_code=202)


async def _send_link(hub: Hub, name: str) -> None:
    found = await hub.store.write(lambda db: recovery.link_for(db, name, hub.now()))
    if found is not None:
        to, spoken, token = found
        hub.mail.put(letter(to, spoken, "lost", recovery.link_address(hub.config.base_url, token)))


ADDRESSES = Router("/", route_handlers=[reach, set_email, remove_email, confirm, lost], tags=["recovery"])
