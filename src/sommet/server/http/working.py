"""HTTP: work for whoever asks, in a thread and in their turn; left undone when they have gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request

from ..people.limits import payer
from ..wire.asgi import address_of
from ..wire.refusals import Refusal
from ..work.queues import Urgency
from ..work.scheduler import Cost
from .answers import hub_of, known

Answer = TypeVar("Answer")
HUNG_UP = 499  # as others call it; nobody reads it


async def worked(request: Request[Any, Any, Any], cost: Cost, function: Callable[..., Answer], *args: Any) -> Answer:
    """What the function gives, when it is the asker's turn; Refusal where too much waits already."""
    who = payer(await known(request), address_of(request.scope))  # type: ignore[arg-type]
    work = asyncio.ensure_future(hub_of(request).scheduler.run(who, cost, function, *args, urgency=Urgency.LOOK))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refusal("busy", HUNG_UP)
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


async def _gone(request: Request[Any, Any, Any]) -> None:
    """Until the client has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
