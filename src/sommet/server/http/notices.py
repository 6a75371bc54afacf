"""HTTP: what somebody wants to be told, on which devices, and one click to stop."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from litestar import Router, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from litestar.response import Redirect

from ..hub import Hub
from ..people import wishes
from ..people.accounts import User
from ..people.push import check_device, public_key
from ..people.wishes import Wishes
from ..wire.bodies_notices import DeviceAnswer, DeviceRequest, Notices, NoticesRequest
from ..wire.refusals import Refusal
from .answers import ERRORS, hub_of, signed_in
from .users import Id, Req

Stop = Annotated[str, PathParameter(max_length=60, pattern=r"^[\w-]+$")]


def _shown(hub: Hub, db: sa.Connection, user: User) -> Notices:
    person = wishes.person(db, user.id)
    if person is None:
        raise Refusal("sign_in", 401)
    wished = person.wishes
    return Notices(
        mail=wished.mail,
        push=wished.push,
        zone=wished.zone,
        language=person.language,
        quiet_from=wished.quiet_from,
        quiet_to=wished.quiet_to,
        devices=[device.id for device in person.devices],
        key=public_key(hub.push.key) if hub.push.key else None,
        mailable=hub.mail.offered and person.email is not None,
    )


@get("/me/notices", responses=ERRORS(401), summary="What am I told, and how?")
async def notices(request: Req) -> Notices:
    """In games with days a move: that it is my turn, and that my clock will end."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    return await hub.store.read(lambda db: _shown(hub, db, user))


@put("/me/notices", responses=ERRORS(401), summary="Tell me so")
async def set_notices(request: Req, data: JSONBody[NoticesRequest]) -> Notices:
    """By mail, by push messages, not in quiet hours."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    if (data.quiet_from is None) != (data.quiet_to is None):
        raise Refusal("bad_request", 400, why="quiet_from, quiet_to")
    wished = Wishes(data.mail, data.push, data.quiet_from, data.quiet_to, data.zone)

    def write(db: sa.Connection) -> Notices:
        wishes.keep(db, user.id, wished, data.language)
        return _shown(hub, db, user)

    return await hub.store.write(write)


@post("/me/notices/devices", status_code=201, responses=ERRORS(401, 409), summary="Tell me on this device")
async def add_device(request: Req, data: JSONBody[DeviceRequest]) -> DeviceAnswer:
    """A browser's push subscription. Signing out everywhere ends them all, and so does a new password."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    if not hub.push.key:
        raise Refusal("no_push")
    device = check_device(user.id, data.endpoint, data.keys.p256dh, data.keys.auth, hub.config.push_hosts)
    await hub.store.write(lambda db: wishes.add_device(db, device, data.language, data.zone, hub.now()))
    return DeviceAnswer(device.id)


@delete(
    "/me/notices/devices/{device_id:str}", status_code=204, responses=ERRORS(401, 404), summary="Not on this device"
)
async def remove_device(request: Req, device_id: Id) -> None:
    """It is sent nothing more."""
    hub, user = hub_of(request), await signed_in(request, person=True)
    if not await hub.store.write(lambda db: wishes.remove_device(db, device_id, user.id)):
        raise Refusal("not_found", 404)


@get("/notices/stop/{token:str}", status_code=303, responses=ERRORS(), summary="Where notices are stopped")
async def ask_to_stop(request: Req, token: Stop) -> Redirect:
    """A page with a button: programs that look at mails follow links, and must not stop anything."""
    return Redirect(f"/stop#{token}", status_code=303)


@post("/notices/stop/{token:str}", status_code=204, responses=ERRORS(404), summary="No more notices")
async def stop(request: Req, token: Stop) -> None:
    """One click, from the page or from a mail program (RFC 8058), signed in or not."""
    await hub_of(request).store.write(lambda db: wishes.stop(db, token))


NOTICES = Router(
    "/",
    route_handlers=[notices, set_notices, add_device, remove_device, ask_to_stop, stop],
    tags=["notices"],
)
