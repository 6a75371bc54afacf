"""A table: what is played at it and who sits at it. The stored facts, and how they are shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from ...bots import LEVELS
from ...core.chance import Chance
from ...core.errors import BAD_REQUEST, BadRecord, SommetError, shown
from ...core.position import Position
from ...core.record import Record
from ...core.registry import game, load, players
from ..people.accounts import User
from ..wire.agreements import check_agreed
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from ..wire.tables import MatchResult, OwnTable, SeatInfo, Status, TableInfo
from .fair import NEWEST, commitment

OPEN_FOR = 86_400_000  # milliseconds: a table that nobody fills is closed


@dataclass
class Seat:
    """One place."""

    user: str | None = None
    bot: str | None = None
    name: str = ""
    guest: bool = False
    ready: bool = False  # their program has come, and sealed its part of the deal or declined
    entropy: str | None = None  # that part, once it is opened
    sealed: str | None = None
    reserved: str | None = None  # the user for whom it is kept free; `name` is theirs then

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.user is None and self.bot is None

    def free_for(self, user: str) -> bool:
        """Whether they may sit down."""
        return self.free and self.reserved in (None, user)

    def info(self) -> SeatInfo:
        """As everybody sees it."""
        if self.bot is not None:
            return SeatInfo(self.name, "bot", True, self.bot)
        if self.user is None:
            return SeatInfo(self.name, "empty", False)
        return SeatInfo(self.name, "guest" if self.guest else "account", self.ready, None, self.user)


@dataclass
class Table:
    """A stored table. `secret` never leaves the server before the end, nor does `brought`, the game it begins with."""

    id: str
    owner: str
    settings: Settings
    status: Status
    invite: str
    secret: str
    created: int
    seats: list[Seat] = field(default_factory=list)
    result: MatchResult | None = None
    rematch: str | None = None
    brought: str | None = None
    rules: str = ""  # by which its log was written; empty: before this was stored
    changes: int = field(default=0, compare=False)  # how often anything but the log was changed
    scheme: int = NEWEST  # of its fair deals

    @property
    def entropy(self) -> list[str | None]:
        """What the players added to the deal."""
        return [seat.entropy for seat in self.seats]

    def seats_of(self, user: str | None) -> list[int]:
        """Where this user sits: one place, or, on one device, several."""
        return [] if user is None else [number for number, seat in enumerate(self.seats) if seat.user == user]

    def seat_of(self, user: str | None) -> int | None:
        """The first of them."""
        return next(iter(self.seats_of(user)), None)

    @property
    def challenged(self) -> list[str]:
        """For whom seats are kept."""
        return [seat.reserved for seat in self.seats if seat.reserved is not None]

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.free for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether all sit, and every human's program has come and sealed its part of the deal, or declined."""
        return self.full and all(seat.ready or seat.bot is not None for seat in self.seats)

    @property
    def seals(self) -> list[str | None] | None:
        """What is published when all have sealed: now they open."""
        if self.scheme == 1 or self.brought is not None or not self.ready:
            return None
        return [seat.sealed for seat in self.seats]

    @property
    def opened(self) -> bool:
        """Whether it can be dealt: all are ready, and whoever sealed has opened."""
        return self.ready and all(seat.sealed is None or seat.entropy is not None for seat in self.seats)

    def public(self) -> TableInfo:
        """As everybody who knows its name may see it."""
        return TableInfo(
            self.id,
            self.status,
            self.created,
            self.settings,
            [seat.info() for seat in self.seats],
            commitment(self.id, self.secret, self.scheme),
            self.seals,
            self.result,
            self.rematch,
            self.brought is not None,
        )

    def own(self, user: str | None) -> OwnTable:
        """The same for one user: those who sit at it may invite."""
        return self.owned(self.public(), user)

    def owned(self, shown: TableInfo, user: str | None) -> OwnTable:
        """What is shown of it to everybody, and what this user may know besides."""
        seat, owner = self.seat_of(user), user == self.owner
        invite = msgspec.UNSET if seat is None and not owner else self.invite
        return OwnTable(*msgspec.structs.astuple(shown), seat=seat, owner=owner, invite=invite)


def check(settings: Settings) -> None:
    """Raise SommetError for what the rules or this server do not allow. Deals once, on trial."""
    counts = players().get(settings.game)
    if counts is None:
        raise BadRecord("error.game", given=shown(settings.game), games=", ".join(players()))
    if settings.players not in counts or settings.players < 2:
        raise BadRecord("error.players", given=settings.players, least=max(2, min(counts)), most=max(counts))
    playing = game(settings.game)
    check_agreed(playing, settings.players, settings.options, settings.choices)
    Position.of(playing, playing.deal(settings.players, settings.options, Chance(0), None, **settings.choices))
    if not settings.clock.right():
        raise SommetError(BAD_REQUEST, "server.error.clock")
    if len(settings.bots) > settings.players:
        raise SommetError(BAD_REQUEST, "server.error.bots", levels=", ".join(LEVELS))
    if settings.rated and (any(settings.bots) or settings.choices):
        raise SommetError(BAD_REQUEST, "server.error.rated")
    if settings.rated and settings.clock.kind == "none":
        raise SommetError(BAD_REQUEST, "server.error.rated_clock")
    if settings.replace is not None and not settings.replaces:
        raise SommetError(BAD_REQUEST, "server.error.replace")
    if settings.device and (settings.public or settings.rated):
        raise SommetError(BAD_REQUEST, "server.error.device")
    if len(settings.names) > (settings.players if settings.device else 0):
        raise SommetError(BAD_REQUEST, "server.error.names")
    if not all(name.isprintable() and name.strip() for name in settings.names):
        raise SommetError(BAD_REQUEST, "server.error.names")


def check_brought(settings: Settings, data: object) -> Record:
    """The game that such a table is to begin with; SommetError for what is no such game, or is over."""
    position = load(data)
    record = position.record
    same = (record.game, record.players, record.options) == (settings.game, settings.players, settings.options)
    alone = not (settings.rated or settings.public or settings.choices or settings.rounds > 1)
    if not (same and alone and record.viewer is None):
        raise SommetError(BAD_REQUEST, "server.error.record")
    if position.over:
        raise SommetError(BAD_REQUEST, "server.error.record_over")
    return record


def places(settings: Settings, maker: User, at: int | None) -> list[Seat]:
    """Who sits at a new table: computer players, and its maker at one place, at none, or, on one device, at all."""
    bots = [*settings.bots, *[None] * (settings.players - len(settings.bots))]
    names = [*(name.strip() for name in settings.names), *[maker.name] * settings.players]
    seats = [Seat(bot=level, ready=level is not None) for level in bots]
    if settings.device:
        return [seat if seat.bot else Seat(maker.id, None, names[n], maker.guest) for n, seat in enumerate(seats)]
    if at is not None:
        if at >= settings.players or not seats[at].free:
            raise Refusal("seat_taken")
        seats[at] = Seat(maker.id, None, maker.name, maker.guest)
    return seats
