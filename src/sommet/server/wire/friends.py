"""Friends, challenges, blocks and reports, as they travel."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .bodies import Text
from .settings import Settings
from .tables import OwnTable

Why = Literal["chat", "name", "play", "other"]
UserId = Annotated[str, Meta(min_length=1, max_length=40)]


class Known(msgspec.Struct):
    """Somebody with an account."""

    id: str
    name: str


class Friend(Known):
    """Somebody whom I call a friend."""

    mutual: Annotated[bool, Meta(description="Whether they call me one, too")]
    online: Annotated[bool | None, Meta(description="Whether they are here now; null: they do not call me a friend")]


class Friends(msgspec.Struct):
    """My friends, and who would like to be one."""

    friends: list[Friend]
    asking: Annotated[list[Known], Meta(description="They call me a friend, and I have not answered; the newest first")]


class Challenge(msgspec.Struct):
    """A table at which somebody keeps a seat for me, or I for somebody."""

    table: OwnTable
    by: Known
    to: Known
    mine: Annotated[bool, Meta(description="Whether it was I who challenged")]
    expires: Annotated[int, Meta(description="Milliseconds since 1970")]


class ChallengeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whom I challenge, to what, and where I sit. The table is not public; a seat is kept for them."""

    user: UserId
    settings: Settings
    seat: Annotated[int, Meta(ge=0, le=7)] = 0


class ReportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whom I report to those who run the server, why, and at which table it happened."""

    user: UserId
    why: Why
    table: Annotated[
        Text | None, Meta(description="Its chat is shown with the report; null: it is about their name")
    ] = None
    text: Annotated[str, Meta(max_length=500, examples=["They insult everybody."])] = ""


class StoredReport(msgspec.Struct):
    """A report that somebody made."""

    about: str
    table: str | None
    why: str
    text: str
    at: int


class StoredCircle(msgspec.Struct):
    """Whom somebody calls a friend, whom they have blocked, what they have reported, when they were last here."""

    friends: list[str]
    blocked: list[str]
    reports: list[StoredReport]
    online: int | None
