"""Judging by the clock: nobody loses on time before all time that was nobody's is known.

A computer player never does: it thinks when the server lets it, and how long it waits for that is not its doing.
"""

from __future__ import annotations

from ..store.log import Entry
from ..wire.refusals import Refusal
from .connection import Connection
from .room import Room
from .storing import Made


def lost(room: Room, seat: int, reason: str) -> Made:
    """The entry for a seat that goes on no longer: with two sides the end, with more a computer player."""
    progress, at = room.progress, room.process.now()
    if len(progress.sides()) == 2:
        return Entry(room.id, progress.seq, "end", seat, reason, at), None
    level = room.table.settings.replace or "easy"
    return Entry(room.id, progress.seq, "replace", seat, level, at), None


def fallen(room: Room, at: int) -> int | None:
    """The seat whose time is over; None where nobody's is, or a computer player's."""
    progress = room.progress
    mover = progress.to_move
    if mover is None or mover in progress.bots or not progress.clocks.fallen(at):
        return None
    return mover


async def ran_out(room: Room, claimer: Connection | None = None, name: str | None = None) -> None:
    """The mover's time is over: store what follows. Refusal where it is not. Somebody claims it, in message `name`."""
    at = room.process.now()

    def build() -> Made:
        mover = fallen(room, at)
        if mover is None:
            raise Refusal("no_time_out")
        return lost(room, mover, "time")

    if fallen(room, at) is None:
        raise Refusal("no_time_out")
    await room.process.pulse.sure(at)
    await room.commit(build, claimer, name)
