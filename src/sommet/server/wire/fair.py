"""Fair deals as they travel: what the server reveals, what a device keeps, what comes out (`tables.fair` says how)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ...site.records import Seat, Setup
from .agreements import Chosen

SCHEME = "sommet-fair/2"
Hash = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64, description="32 bytes as hexadecimal text")
]
GivenFacts = Annotated[dict[str, Any], Meta(title="Facts", description="As the server revealed it; it is checked")]
Name = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=40)]
Round = Annotated[int, Meta(ge=1, le=50)]
Place = Annotated[Seat, Meta(ge=0, le=7)]
First = Annotated[Place | None, Meta(description="Who was chosen to start; null: drawn")]
Seals = Annotated[
    list[Hash | None], Meta(max_length=8, description="By seat; null: a computer player, or a program that declined")
]


class Facts(msgspec.Struct, frozen=True, kw_only=True, tag=SCHEME, tag_field="scheme"):
    """What the server reveals at the end, for one round."""

    table: Name
    commitment: Hash
    secret: Hash
    seals: Seals
    opened: Annotated[
        list[Hash | None], Meta(max_length=8, description="By seat, the bytes; null with a seal: not opened in time")
    ]
    round: Round = 1
    first: First = None
    choices: dict[str, Chosen] = {}


class FirstFacts(msgspec.Struct, frozen=True, kw_only=True, tag="sommet-fair/1", tag_field="scheme"):
    """The same of a table of scheme 1."""

    table: Name
    commitment: Hash
    secret: Hash
    entropy: list[Annotated[str, Meta(pattern="^([0-9a-f][0-9a-f])*$", max_length=128)] | None]
    round: Round = 1
    first: First = None
    choices: dict[str, Chosen] = {}


class Kept(msgspec.Struct, kw_only=True, tag=SCHEME, tag_field="scheme"):
    """What a player's own device keeps, and compares with the facts when the match is over."""

    table: Name
    bytes: Hash
    seat: Place | None = None
    commitment: Annotated[Hash | None, Meta(description="As published before these bytes were opened")] = None
    seals: Annotated[Seals | None, Meta(description="Likewise")] = None
    opened: Annotated[Literal["no", "sent", "taken"], Meta(description="`taken`: the server acknowledged it")] = "no"
    again: Annotated[
        int, Meta(ge=0, description="How often bytes had been opened here before, for a deal that did not come about")
    ] = 0
    shown: Annotated[dict[str, Setup], Meta(description="By round: what the device was first shown of the set-up")] = {}


class Check(msgspec.Struct, frozen=True):
    """One thing that was compared, or could not be."""

    what: Literal["facts", "secret", "seals", "deal", "promise", "mine", "others", "shown"]
    found: Literal["same", "differs", "not_compared"]
    why: Annotated[str | None, Meta(description="More, where there is more to say")] = None


class Verdict(msgspec.Struct, frozen=True):
    """What came out, and of what."""

    outcome: Literal["fair", "not_fair", "cannot_be_checked"]
    checks: list[Check]
    absent: Annotated[list[Seat], Meta(description="The seats whose devices sealed and then did not open")] = []
    again: Annotated[int, Meta(description="How often this device had opened before, in vain")] = 0
