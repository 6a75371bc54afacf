"""What travels over a table's WebSocket, as msgspec types: docs/ws-schema.json is made from these.

Every message is one JSON object in one text frame; `type` says which. A client ignores keys and types it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ...site.records import Effects, MoveValue, Seat, Viewer
from .fair import Hash
from .languages import Language
from .tables import LobbyTable, TableInfo
from .views import ClockState, LogEvent, MatchState, View

Id = Annotated[str, Meta(max_length=40, description="Any text; repeated in the answer")]


class Join(msgspec.Struct, tag="join", tag_field="type", forbid_unknown_fields=True):
    """The first message: come into the room. Answered by `welcome`."""

    seq: Annotated[int, Meta(ge=0, le=1_000_000, description="How many log entries the client already has")] = 0
    seal: Annotated[
        Hash | None, Meta(description="Of my bytes for the deal, until all have sealed; null: I add none")
    ] = None
    knowledge: Annotated[bool, Meta(description="Send my knowledge record with every view")] = False
    effects: Annotated[bool, Meta(description="Send with every view what each move of the round did")] = False
    language: Language = "en"
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=7)] | None,
        Meta(description="As which of my seats; null: the first. A later `join` changes it"),
    ] = None


class Move(msgspec.Struct, tag="move", tag_field="type", forbid_unknown_fields=True):
    """Play. Answered by `update` with my `id` (after it is on disk), or by `refused`."""

    move: Annotated[str, Meta(max_length=40)]
    ply: Annotated[int, Meta(ge=0, le=10_000, description="How many moves had been played in this round")]
    seq: Annotated[int | None, Meta(description="How many log entries I had; guards against a take-back between")] = (
        None
    )
    id: Id | None = None


class Choose(msgspec.Struct, tag="choose", tag_field="type", forbid_unknown_fields=True):
    """In a match: I choose who starts the round."""

    first: Annotated[int, Meta(ge=0, le=7)]
    id: Id | None = None


class Say(msgspec.Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    id: Id | None = None


class Ask(msgspec.Struct, tag="ask", tag_field="type", forbid_unknown_fields=True):
    """Ask for a take-back or a rematch, or agree to one that was asked for. All humans must agree."""

    what: Literal["take_back", "rematch"]
    id: Id | None = None


class Decline(msgspec.Struct, tag="decline", tag_field="type", forbid_unknown_fields=True):
    """Do not agree, or withdraw."""

    what: Literal["take_back", "rematch"]
    id: Id | None = None


class Resign(msgspec.Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give the round up. With three or more sides a computer player takes the seat."""

    id: Id | None = None


class Claim(msgspec.Struct, tag="claim", tag_field="type", forbid_unknown_fields=True):
    """The mover's time is over."""

    id: Id | None = None


class Replace(msgspec.Struct, tag="replace", tag_field="type", forbid_unknown_fields=True):
    """A player has been away for a minute: let a computer player take the seat, if the table says so."""

    seat: Annotated[int, Meta(ge=0, le=7)]
    id: Id | None = None


class Mute(msgspec.Struct, tag="mute", tag_field="type", forbid_unknown_fields=True):
    """Send me no chat, or send it again."""

    on: bool = True
    id: Id | None = None


class Foresee(msgspec.Struct, tag="foresee", tag_field="type", forbid_unknown_fields=True):
    """What would each of my moves do? Answered by `foreseen`."""

    id: Id | None = None


class Ahead(msgspec.Struct, tag="ahead", tag_field="type", forbid_unknown_fields=True):
    """What might I play when it is my turn next, whatever is played until then? Answered by `ahead`."""

    id: Id | None = None


class Hint(msgspec.Struct, tag="hint", tag_field="type", forbid_unknown_fields=True):
    """What would the strongest computer player do in my place? Where no other person plays. Answered by `hint`."""

    id: Id | None = None


class Open(msgspec.Struct, tag="open", tag_field="type", forbid_unknown_fields=True):
    """All have sealed: my bytes for the deal. Answered by `done`; when all have opened it is dealt."""

    bytes: Hash
    id: Id | None = None


class Ping(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""

    id: Id | None = None


Said = Move | Choose | Say | Ask | Decline | Resign | Claim | Replace | Mute | Foresee | Ahead | Hint | Open | Ping
FromClient = Join | Said


class Chat(msgspec.Struct, tag="chat", tag_field="type"):
    """Somebody said something."""

    name: str
    seat: Seat | None
    text: str
    at: int


class Presence(msgspec.Struct, tag="presence", tag_field="type"):
    """Who is connected."""

    seats: list[bool]
    watching: int


class Offer(msgspec.Struct, tag="offer", tag_field="type"):
    """A take-back or a rematch is being asked for; no seats: no longer."""

    what: Literal["take_back", "rematch"]
    seats: list[Seat]


class Welcome(msgspec.Struct, tag="welcome", tag_field="type"):
    """The answer to `join`: everything as it is now, and the log entries I missed."""

    table: TableInfo
    viewer: Viewer
    seq: int
    events: list[LogEvent]
    view: View | None
    match: MatchState
    clock: ClockState | None
    presence: Presence
    chat: list[Chat]
    offers: list[Offer]
    seats: Annotated[list[Seat], Meta(description="The seats I hold: several on one device, none as a spectator")]
    private: Annotated[bool, Meta(description="Seats know different things: a device is handed over unseen")]


class Update(msgspec.Struct, tag="update", tag_field="type"):
    """Log entries were added. `id` is there when it was my message that did it."""

    seq: int
    events: list[LogEvent]
    view: View | None
    match: MatchState
    clock: ClockState | None
    id: str | msgspec.UnsetType = msgspec.UNSET


class Seats(msgspec.Struct, tag="table", tag_field="type"):
    """The table changed: somebody sat down, got up or got ready."""

    table: TableInfo


class Done(msgspec.Struct, tag="done", tag_field="type"):
    """Done: what was asked for has no `update` of its own, or was done before (a repeated move)."""

    id: str | None
    seq: int


class Foreseen(msgspec.Struct, tag="foreseen", tag_field="type"):
    """What each legal move would do at that ply; nothing where it is not my turn."""

    id: str | None
    ply: int
    moves: Annotated[dict[str, Effects], Meta(description="By move, as in a view")]


class Planned(msgspec.Struct, tag="ahead", tag_field="type"):
    """The moves that may be legal when it is my turn next, seen from that ply.

    Nothing where it is my turn, where others come between, or where something is turned up before.
    """

    id: str | None
    ply: int
    moves: list[str]


class Advised(msgspec.Struct, tag="hint", tag_field="type"):
    """A hint: the strongest computer player's choice at that ply, from what this seat knows."""

    id: str | None
    ply: int
    best: str
    moves: Annotated[list[MoveValue], Meta(description="The three best")]
    exact: Annotated[bool, Meta(description="Whether that is proved")]
    why: Annotated[str, Meta(description="Why the best move, in a sentence or two of the language of my `join`")]


class Refused(msgspec.Struct, tag="refused", tag_field="type"):
    """Not done. `clause` names the rule, where it is one."""

    id: str | None
    code: str
    message: str
    clause: str | None = None


class Rematch(msgspec.Struct, tag="rematch", tag_field="type"):
    """All agreed: the new table."""

    table: str


class Lobby(msgspec.Struct, tag="lobby", tag_field="type"):
    """The open tables and the games to watch, newest first (over the lobby's own socket)."""

    open: list[LobbyTable]
    running: list[LobbyTable]


class Challenged(msgspec.Struct, tag="challenged", tag_field="type"):
    """My challenges have changed: `GET /me/challenges` tells how. To whoever is signed in, over any socket."""


class Bye(msgspec.Struct, tag="bye", tag_field="type"):
    """The server stops or restarts: come back after this many milliseconds."""

    retry: int


Told = Welcome | Update | Seats | Presence | Chat | Offer | Done | Foreseen | Planned | Advised | Refused | Rematch
FromServer = Told | Lobby | Challenged | Bye

JsonSchema = Annotated[dict[str, Any], Meta(title="JsonSchema", description="A JSON Schema document")]
encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def schema() -> JsonSchema:
    """JSON Schema of every message."""
    (from_client, from_server), components = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sommet: the messages over a table's WebSocket",
        "$defs": {**components, "FromClient": from_client, "FromServer": from_server},
    }
