"""Tables as they travel: to everybody, to those who sit there, and as lines of the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...site.records import Result, Seat
from .fair import Seals
from .settings import Settings

Status = Literal["open", "running", "over", "closed"]


class SeatInfo(msgspec.Struct):
    """Who sits there."""

    name: Annotated[str, Meta(description="At an empty seat: for whom it is kept")]
    kind: Literal["empty", "guest", "account", "bot"]
    ready: bool
    bot: str | None = None
    user: Annotated[str | None, Meta(description="Their public identity")] = None


class Standing(msgspec.Struct):
    """Where a running table stands."""

    round: int
    ply: int
    to_move: Annotated[Seat | None, Meta(description="Whose turn it is: to move, or to choose who starts")]


class Rated(msgspec.Struct, frozen=True):
    """What a rated match changed for one player."""

    before: Annotated[float, Meta(description="Their rating until then: mu - 3 sigma")]
    after: float


class MatchResult(msgspec.Struct, omit_defaults=True):
    """How a match ended."""

    winners: list[Seat]
    rounds: list[Result]
    places: Annotated[list[int], Meta(description="By seat, 1 the best")]
    ratings: Annotated[list[Rated | None], Meta(description="By seat, where it was rated; null: has left")] = []


class TableInfo(msgspec.Struct):
    """A table as everybody who knows its name may see it."""

    id: str
    status: Status
    created: Annotated[int, Meta(description="Milliseconds since 1970")]
    settings: Settings
    seats: list[SeatInfo]
    commitment: Annotated[str, Meta(description="To the deal: what the server has bound itself to")]
    seals: Annotated[
        Seals | None, Meta(description="When all have sealed their part of the deal: now they open. Null: not all have")
    ]
    result: MatchResult | None
    rematch: Annotated[str | None, Meta(description="The table at which it goes on")]
    brought: Annotated[bool, Meta(description="Begun elsewhere: not dealt here")]


class OwnTable(TableInfo, kw_only=True):
    """The same for one user: those who sit at it may invite."""

    seat: Annotated[Seat | None, Meta(description="Where I sit; on one device the first of my seats")]
    owner: Annotated[bool, Meta(description="Whether I made it")]
    invite: Annotated[str | msgspec.UnsetType, Meta(description="To be given to friends")] = msgspec.UNSET
    progress: Annotated[
        Standing | msgspec.UnsetType | None, Meta(description="In the list of my tables; null: it does not run")
    ] = msgspec.UNSET


class LobbyTable(msgspec.Struct):
    """A line of the lobby."""

    id: str
    status: Status
    created: Annotated[int, Meta(description="Milliseconds since 1970")]
    settings: Settings
    seats: list[SeatInfo]
    brought: bool
    progress: Annotated[
        Standing | msgspec.UnsetType | None, Meta(description="Of games to watch; null: played elsewhere")
    ] = msgspec.UNSET
