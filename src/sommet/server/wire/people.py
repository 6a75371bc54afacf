"""People as they travel: their ratings, their tokens, and all that is stored about one of them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ...site.records import Seat
from .friends import StoredCircle
from .tables import Status


class Rating(msgspec.Struct):
    """How strong somebody is at a game, and how surely."""

    rating: Annotated[float, Meta(description="A cautious estimate: mu - 3 sigma")]
    mu: float
    sigma: float
    games: int


class RankedPlayer(Rating):
    """One of the best players of a game."""

    name: str
    user: Annotated[str, Meta(description="Their public identity")]


class GameRating(Rating):
    """A player's rating at one of the games."""

    game: str
    place: Annotated[int | None, Meta(description="Among all who play it, 1 the best; null beyond a thousand")] = None


class TokenInfo(msgspec.Struct):
    """A bot token, without its text."""

    id: str
    label: str
    created: int


class StoredUser(msgspec.Struct):
    """Who somebody is, as it is stored."""

    id: str
    name: str
    account: bool
    created: int


class StoredSeat(msgspec.Struct):
    """A table where they sit or sat."""

    id: str
    seat: Seat
    game: str
    status: Status
    created: int


class StoredLine(msgspec.Struct):
    """What they said at a table."""

    table: str
    text: str
    at: int


class StoredRating(msgspec.Struct):
    """How strong they are at a game."""

    game: str
    mu: float
    sigma: float
    games: int


class StoredPoint(msgspec.Struct):
    """Their rating after a match."""

    game: str
    number: int
    rating: float
    at: int


class StoredTally(msgspec.Struct):
    """How often they have played and won a game."""

    game: str
    played: int
    won: int
    shared: int
    streak: int
    longest: int


class StoredReach(msgspec.Struct):
    """How somebody is reached, and what they wish to be told."""

    language: str
    email: str | None
    unconfirmed: str | None
    codes: int
    mail: bool
    push: bool
    quiet_from: int | None
    quiet_to: int | None
    zone: str
    devices: list[str]


class Export(msgspec.Struct):
    """All that is stored about somebody."""

    user: StoredUser
    tokens: list[TokenInfo]
    tables: list[StoredSeat]
    chat: list[StoredLine]
    ratings: list[StoredRating]
    course: list[StoredPoint]
    tallies: list[StoredTally]
    sent_away: Annotated[list[str], Meta(description="The tables that they were sent away from")]
    circle: StoredCircle
    reach: StoredReach
