"""What a link to a table tells whoever sees the link: never more than anybody may watch."""

from __future__ import annotations

from ...core.position import Position, View
from ...core.record import SPECTATOR
from ...core.registry import game
from ...core.words import say
from ..people.telling import Verbatim
from ..wire.refusals import Refusal
from .room import Room
from .standing import public


def board(room: Room, number: int | None = None) -> View | None:
    """The board as it stands, or of that round at its end; None where strangers are shown none.

    While it is played: at a public table, as spectators see it. When it is over: wherever one could watch.
    """
    progress, settings = room.progress, room.table.settings
    if not settings.watch or progress.position is None or room.table.status == "closed":
        return None
    if not progress.over:
        late = room.shown_to(SPECTATOR)
        return late.view(SPECTATOR) if settings.public and number is None and late.position is not None else None
    if number is None:
        return progress.view(SPECTATOR)
    if not 1 <= number <= len(progress.rounds):
        raise Refusal("not_found", 404)
    record = progress.rounds[number - 1].record
    return Position.of(game(record.game), record).view(SPECTATOR)


def names(room: Room, language: str) -> tuple[str, ...]:
    """Who sits there, by seat; a free seat has an empty name."""
    seats = public(room.table, room.progress).seats
    computer = say(language, "server.shared.computer")
    return tuple(computer if seat.kind == "bot" else "" if seat.kind == "empty" else seat.name for seat in seats)


def told(room: Room, language: str) -> str | None:
    """A sentence about the table: who won, that one may watch, that a seat is free; None: nothing is told."""
    table = room.table
    if table.status == "open":
        return say(language, "server.shared.full" if table.full else "server.shared.free")
    if board(room) is None:
        return None
    if not room.progress.over:
        return say(language, "server.shared.running")
    winners, players = room.progress.winners or [], names(room, language)
    if not winners or len(winners) == len(players):
        return say(language, "server.shared.over")
    won = Verbatim(", ".join(players[seat] for seat in winners))
    return say(language, "server.shared.won", names=won)
