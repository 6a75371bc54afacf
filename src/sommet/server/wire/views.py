"""A match as one viewer may see it: what happened, how it stands, the clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...site.records import GameRecord, Result, Seat, Viewer

# what a game says in its own terms, made once for many who are told: `records.State` and `records.Effects`
Encoded = Annotated[
    msgspec.Raw,
    Meta(title="State", description="What is on the table, as the game shows it", extra_json_schema={"type": "object"}),
]
EncodedEffects = Annotated[
    msgspec.Raw,
    Meta(title="Effects", description="What a move does, as the game tells it", extra_json_schema={"type": "object"}),
]


class LogEvent(msgspec.Struct, omit_defaults=True):
    """One entry of the table's log, as everybody may see it."""

    seq: int
    kind: Literal["deal", "move", "back", "end", "replace"]
    at: Annotated[int, Meta(description="Milliseconds since 1970, by the server's clock")]
    seat: Seat | None = None
    move: str | None = None
    ply: Annotated[int | None, Meta(description="back: how many moves are left")] = None
    reason: Annotated[Literal["resigned", "time"] | None, Meta(description="end")] = None
    bot: Annotated[str | None, Meta(description="replace: the computer player's level")] = None


class View(msgspec.Struct):
    """What this viewer may see of the round being played; the engine protocol explains `state` and `result`."""

    viewer: Viewer
    ply: int
    to_move: Seat | None
    legal: Annotated[Sequence[str], Meta(description="In the mover's own view only")]
    state: Encoded
    result: Result | None
    knowledge: GameRecord | msgspec.UnsetType = msgspec.UNSET
    effects: Annotated[list[EncodedEffects] | msgspec.UnsetType, Meta(description="Of each move so far")] = (
        msgspec.UNSET
    )


class MatchState(msgspec.Struct):
    """Where the match stands."""

    round: int
    won: list[int]
    to_win: int
    choosing: Annotated[Seat | None, Meta(description="The seat that now chooses who starts")]
    winners: Annotated[list[Seat] | None, Meta(description="When it is over")]


class ClockState(msgspec.Struct):
    """Milliseconds left per seat at the time `at`; `running` runs."""

    left: list[int]
    running: Seat | None
    at: int
