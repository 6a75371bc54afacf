"""Games as they travel: records, results, and what each game declares for itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from ..core.game import Result
from ..core.record import FORMAT, Record

Seat = Annotated[int, Meta(title="Seat", description="Counted from 0")]
Viewer = Annotated[int | Literal["spectator"], Meta(title="Viewer", description="A seat, or whoever only watches")]

# What a game says in its own terms. Nothing here knows more of it than that it is an object.
Options = Annotated[dict[str, Any], Meta(title="Options", description="What was agreed, as the game declares it")]
Setup = Annotated[dict[str, Any], Meta(title="Setup", description="What was dealt, as the game declares it")]
State = Annotated[dict[str, Any], Meta(title="State", description="What is on the table, as the game shows it")]
Placed = Annotated[
    dict[str, Any], Meta(title="Placed", description="What lies where and whose turn it is, as the game has it told")
]
Layout = Annotated[dict[str, Any], Meta(title="Layout", description="A board to draw, as the game lays it out")]
Effects = Annotated[dict[str, Any], Meta(title="Effects", description="What a move does, as the game tells it")]

# A record that somebody brings: checked by the rules themselves, which say what is wrong with it
GivenRecord = Annotated[dict[str, Any], Meta(title="GameRecord", description="A record; the rules check it")]


class MoveValue(TypedDict):
    """A move and, if it is known, what it is worth to the mover: a share of a win, 0 to 1; and what the game adds."""

    move: str
    value: NotRequired[float]
    visits: int


class GameRecord(msgspec.Struct):
    """A game from its set-up to its last move so far; with a `viewer` only what that viewer knows of it."""

    format: Annotated[str, Meta(examples=[FORMAT])]
    game: str
    players: int
    options: Options
    setup: Setup
    moves: list[str]
    viewer: Viewer | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, record: Record) -> GameRecord:
        """A record as it travels."""
        viewer = msgspec.UNSET if record.viewer is None else record.viewer
        return cls(FORMAT, record.game, record.players, record.options, record.setup, list(record.moves), viewer)


__all__ = [
    "Effects",
    "GameRecord",
    "GivenRecord",
    "Layout",
    "MoveValue",
    "Options",
    "Result",
    "Seat",
    "Setup",
    "State",
    "Viewer",
]
