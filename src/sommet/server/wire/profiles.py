"""What everybody may know of a player: how they stand, how they got there, and the games that could be watched."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...site.records import Seat
from .people import GameRating
from .tables import Rated, SeatInfo

Outcome = Literal["won", "shared", "lost"]


class RatingPoint(msgspec.Struct):
    """A player's rating after one of their rated matches."""

    number: Annotated[int, Meta(description="Their first, second, … of this game")]
    rating: float
    at: Annotated[int, Meta(description="Milliseconds since 1970")]


class Tally(msgspec.Struct):
    """How a player's matches of one game went: those with other people that were rated, or that all could watch."""

    game: str
    played: int
    won: int
    shared: int
    streak: Annotated[int, Meta(description="Won in a row, up to now")]
    longest: Annotated[int, Meta(description="The most that they ever won in a row")]


class Profile(msgspec.Struct):
    """A player with an account, as everybody may know them."""

    id: str
    name: str
    since: Annotated[int, Meta(description="The day of their first visit, as milliseconds since 1970")]
    ratings: list[GameRating]
    course: Annotated[dict[str, list[RatingPoint]], Meta(description="By game, the newest 200, the oldest first")]
    tallies: Annotated[list[Tally], Meta(description="The most played first")]


class PastGame(msgspec.Struct):
    """A match that is over, in somebody's history."""

    id: str
    game: str
    ended: Annotated[int, Meta(description="Milliseconds since 1970")]
    rounds: Annotated[int, Meta(description="That had to be won")]
    rated: bool
    seats: Annotated[list[SeatInfo], Meta(description="To strangers guests have no name")]
    seat: Annotated[Seat, Meta(description="Theirs, whose history it is; on one device the first")]
    outcome: Annotated[Outcome, Meta(description="For them")]
    device: Annotated[bool, Meta(description="Played on one device")]
    change: Annotated[Rated | None, Meta(description="Of their rating")]


class History(msgspec.Struct):
    """A page of somebody's history, the newest first."""

    games: list[PastGame]
    next: Annotated[str | None, Meta(description="`before` of the next page; null: that was the last")]
