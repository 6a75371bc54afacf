"""What travels over HTTP, as msgspec types: the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...analysis.line import Line, TurningPoint
from ...site.bodies import Level
from ...site.records import GivenRecord, Options, Placed, Viewer
from .agreements import Chosen
from .examples import GAME
from .fair import Check, GivenFacts, Hash, Kept
from .settings import Clock, Settings

Name = Annotated[str, Meta(min_length=1, max_length=40, examples=["Ana"])]
Password = Annotated[str, Meta(min_length=8, max_length=200, examples=["correct horse"])]
Text = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(max_length=40)]


class Error(msgspec.Struct):
    """What went wrong."""

    code: Annotated[str, Meta(examples=["seat_taken"])]
    message: Annotated[str, Meta(examples=["This seat is taken."])]
    clause: Annotated[str | None, Meta(examples=["K9"])] = None


class ErrorBody(msgspec.Struct):
    """Every answer that is not a success."""

    error: Error


class Who(msgspec.Struct):
    """A user, as they see themselves."""

    id: str
    name: str
    guest: bool


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Play at once."""

    name: Name


class SignInRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Name and password."""

    name: Name
    password: Annotated[str, Meta(max_length=200)]


class AccountRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new account."""

    name: Name
    password: Password


class PasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The old password and the new."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What the token is for."""

    label: Annotated[str, Meta(min_length=1, max_length=40, examples=["my bot"])]


class Token(msgspec.Struct):
    """A bot token; its text is shown this once."""

    id: str
    token: str


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new table, and where its maker sits (null: nowhere; on one device: everywhere); dealt, or with a game begun."""

    settings: Settings
    seat: Annotated[int, Meta(ge=0, le=7)] | None = 0
    record: Annotated[
        GivenRecord | None,
        Meta(description="A game begun elsewhere, to go on with; whoever brings it may know all that is hidden in it"),
    ] = None


class SitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down: where (null: the first free seat), by which invitation, with which part in the deal."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    invite: Text | None = None
    seal: Annotated[Hash | None, Meta(description="Of my bytes for the deal; null: not yet")] = None


class QuickRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A quick match: whoever wants the same."""

    game: Annotated[str, Meta(max_length=20, examples=[GAME])]
    players: Annotated[int, Meta(ge=2, le=8)] = 2
    clock: Clock = Clock(kind="total", seconds=300, increment=5)
    rated: bool = False


class AskedPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position to set up by hand; what may be left open (null) is drawn by the seed."""

    game: Annotated[str, Meta(max_length=20, examples=[GAME])]
    position: Placed
    players: Annotated[int, Meta(ge=1, le=8)] = 2
    options: Options = {}
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None


class PositionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A record (or knowledge record), a link or a position to set up; moves to play from there; what else to tell."""

    record: GivenRecord | None = None
    link: Annotated[str, Meta(max_length=4000, examples=[f"{GAME}~…"])] | None = None
    asked: AskedPosition | None = None
    moves: Annotated[list[MoveText], Meta(max_length=200, description="To be played first", examples=[[]])] = []
    view: Viewer | None = None
    effects: Annotated[bool, Meta(description="What each move so far did: `effects`")] = False
    foresee: Annotated[bool, Meta(description="What each legal move would do: `foreseen`")] = False
    steps: Annotated[bool, Meta(description="Every position from the first on, as a replay gives them: `steps`")] = (
        False
    )


class DealRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new game for the analysis board; the same seed gives the same deal."""

    game: Annotated[str, Meta(max_length=20, examples=[GAME])]
    players: Annotated[int, Meta(ge=1, le=8)] = 2
    options: Options = {}
    choices: dict[str, Chosen] = {}
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    first: Annotated[int, Meta(ge=0, le=7)] | None = None


class PuzzleAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The move that is meant to win, or nothing but the wish to be told."""

    move: MoveText | None = None
    give_up: bool = False


class VerifyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An exported game, and what the player's own device kept of its deal."""

    record: GivenRecord
    fair: Annotated[GivenFacts | msgspec.UnsetType | None, Meta(description="Left out: a plain record")] = msgspec.UNSET
    mine: Kept | None = None
    commitment: Annotated[Hash | None, Meta(description="As I wrote it down before the deal")] = None


class Sentence(Check, frozen=True, kw_only=True):
    """What was compared, in words too."""

    text: str


class Verified(msgspec.Struct):
    """Whether the deal was fair: only where everything was compared, the player's own part included."""

    outcome: Literal["fair", "not_fair", "cannot_be_checked"]
    checks: list[Sentence]
    notes: Annotated[list[str], Meta(description="What is not wrong, but worth knowing, in words")]


class AnalysisRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What to analyse: a finished table's round, or a record or link; one position, or every one of the game."""

    table: Text | None = None
    round: Annotated[int, Meta(ge=1, le=50)] = 1
    record: GivenRecord | None = None
    link: Annotated[str, Meta(max_length=4000)] | None = None
    whole: Annotated[bool, Meta(description="Every position, not only the last")] = True
    level: Level = "hard"
    seconds: Annotated[float, Meta(gt=0, le=10, description="For each position")] = 1.0
    unplayed: Annotated[int, Meta(ge=0, le=200, description="So many of the first moves nobody made")] = 0


class AnalysisState(msgspec.Struct):
    """How far it is."""

    id: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    progress: float
    results: Annotated[list[Line], Meta(description="One a ply")]
    turning_points: Annotated[list[TurningPoint], Meta(description="When it is done, the worst first")] = []


class ServerStatus(msgspec.Struct):
    """Which version, whether anything is still being compiled, which games run at full speed, and which there are."""

    version: str
    compiling: bool
    ready: Annotated[list[str], Meta(examples=[[GAME]])]
    games: Annotated[list[str], Meta(examples=[[GAME]])]
    mail: Annotated[bool, Meta(description="Whether a lost password can be replaced by mail")]


class Health(msgspec.Struct):
    """How the server is, part by part."""

    status: Annotated[str, Meta(description="`ok`; `limping`: games go on, but something is away; `failing`: with 503")]
    version: str
    parts: Annotated[
        dict[str, str], Meta(description="`store`, `journal` and `bus`: `ok`, or why not", examples=[{"store": "ok"}])
    ]


class Failing(ErrorBody):
    """The same when games cannot go on."""

    status: str
    version: str
    parts: dict[str, str]
