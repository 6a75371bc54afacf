"""What the server reveals of a deal, so that anybody can check it (`sommet.server.tables.fair` says how)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ...site.records import Seat
from .agreements import Chosen

SCHEME = "sommet-fair/1"
GivenFair = Annotated[dict[str, Any], Meta(title="Fair", description="As the server revealed it; it is checked")]


class Fair(msgspec.Struct, frozen=True, kw_only=True):
    """What the server reveals at the end, for one round."""

    scheme: str = SCHEME
    table: str
    commitment: str
    secret: str
    entropy: Annotated[
        list[str | None], Meta(description="By seat; null: a computer player, or a program that added nothing")
    ]
    round: int = 1
    first: Annotated[Seat | None, Meta(description="Who was chosen to start; null: drawn")] = None
    choices: dict[str, Chosen] = {}
