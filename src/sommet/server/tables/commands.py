"""What a client may ask for in a room, one function a message."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from ...core.position import View
from ...site.records import Effects, MoveValue
from ..store.journal import Told
from ..store.log import Entry
from ..wire import messages
from ..wire.messages import Advised, Done, Foreseen, Planned
from ..wire.refusals import Refusal
from ..work.queues import Urgency
from ..work.scheduler import Cost, Gone
from . import fair_play
from .connection import Connection
from .dealing import next_deal
from .judging import lost, ran_out
from .planning import ahead
from .room import Room
from .service import Tables
from .storing import Made

AWAY = 60.0
HINTED = 3
MOST_BACK = 100  # take-backs in a round: a log that others replay has an end


def _seat(room: Room, connection: Connection) -> int:
    seat = connection.viewer
    if not isinstance(seat, int) or seat in room.progress.bots:
        raise Refusal("not_seated", 403)
    return seat


def _done(room: Room, connection: Connection, name: str | None) -> Done:
    """Done, and how long the log is as far as they may know."""
    return Done(name, room.shown_to(connection.viewer).seq)


def _takers(room: Room, seat: int) -> list[int]:
    """Whose last move a take-back goes back to: the asker's; on one device, anybody's who plays there."""
    return room.humans() if room.table.settings.device else [seat]


def _played(room: Room, connection: Connection, message: messages.Move, came: int) -> Callable[[], Made]:
    """What makes the entry of a move that came at that time."""
    seat = connection.viewer if isinstance(connection.viewer, int) else None
    if seat is not None and seat in room.progress.bots:
        seat = None

    def build() -> Made:
        at = max(came, room.progress.newest)
        after = room.progress.try_move(seat, message, at)
        if after is None:
            return None
        return Entry(room.id, room.progress.seq, "move", seat, message.move, at), after

    return build


async def move(tables: Tables, room: Room, connection: Connection, message: messages.Move) -> None:
    """Play a move; one that was played before is acknowledged again."""
    came = room.process.now()
    played = _played(room, connection, message, came)
    try:
        done = await room.commit(played, connection, message.id)
    except Refusal as refusal:
        if refusal.code != "time_out":
            raise
        await room.process.pulse.sure(came)
        done = await room.commit(played, connection, message.id)
    if not done:
        connection.say(_done(room, connection, message.id))


def move_now(room: Room, connection: Connection, message: messages.Move, told: Told) -> bool:
    """The same at once, in a room that is free; `told` hears how it went. False: it was played before.

    The refusal `time_out` is not the last word: `move` knows better.
    """
    begun = room.begin(_played(room, connection, message, room.process.now()), told, connection, message.id)
    if not begun:
        connection.say(_done(room, connection, message.id))
    return begun


async def choose(tables: Tables, room: Room, connection: Connection, message: messages.Choose) -> None:
    """In a match: the chooser says who starts."""
    seat = _seat(room, connection)

    def build() -> Made:
        if room.table.status != "running" or room.progress.choosing != seat:
            raise Refusal("not_choosing")
        if message.first >= room.table.settings.players:
            raise Refusal("bad_message", 400, why="first")
        return next_deal(room, message.first, seat), None

    await room.commit(build, connection, message.id)


async def say(tables: Tables, room: Room, connection: Connection, message: messages.Say) -> None:
    """Chat."""
    user = connection.user
    if user is None:
        raise Refusal("sign_in", 401)
    seat = connection.viewer if isinstance(connection.viewer, int) else None
    await tables.conversation.say(room, user, seat, message.text)
    connection.say(_done(room, connection, message.id))


async def ask(tables: Tables, room: Room, connection: Connection, message: messages.Ask) -> None:
    """Ask, or agree. What all humans agree to is done."""
    seat = _seat(room, connection)
    progress, what = room.progress, message.what
    if what == "take_back":
        if room.table.settings.rated:
            raise Refusal("rated_take_back")
        if not progress.playing:
            raise Refusal("not_started" if progress.position is None else "over")
        if progress.taken_back >= MOST_BACK:
            raise Refusal("too_many_take_backs", most=MOST_BACK)
        if not room.offers.get(what) and progress.back_to(_takers(room, seat)) is None:
            raise Refusal("nothing_to_take_back")
    elif not progress.over:
        raise Refusal("not_over")
    seq = progress.seq
    first = await tables.conversation.ask(room, connection.user, seat, what)
    if first is None or what == "rematch":
        connection.say(_done(room, connection, message.id))
        return

    def build() -> Made:
        ply = room.progress.back_to(_takers(room, first))
        if room.progress.seq != seq or ply is None:
            raise Refusal("stale")
        return Entry(room.id, seq, "back", first, str(ply), room.process.now()), None

    await room.commit(build, connection, message.id)


async def decline(tables: Tables, room: Room, connection: Connection, message: messages.Decline) -> None:
    """No."""
    _seat(room, connection)
    await tables.conversation.decline(room, message.what)
    connection.say(_done(room, connection, message.id))


async def resign(tables: Tables, room: Room, connection: Connection, message: messages.Resign) -> None:
    """Give up. Who says so several times at once does it once."""
    seat = connection.viewer
    if not isinstance(seat, int):
        raise Refusal("not_seated", 403)
    given_up = len(room.progress.gave_up)

    def build() -> Made:
        progress = room.progress
        if seat in progress.gave_up[given_up:]:
            return None
        if seat in progress.bots:
            raise Refusal("not_seated", 403)
        if not progress.playing:
            raise Refusal("over" if progress.over else "not_started")
        return lost(room, seat, "resigned")

    if not await room.commit(build, connection, message.id):
        connection.say(_done(room, connection, message.id))


async def claim(tables: Tables, room: Room, connection: Connection, message: messages.Claim) -> None:
    """The mover's time is over."""
    _seat(room, connection)
    await ran_out(room, connection, message.id)


async def replace(tables: Tables, room: Room, connection: Connection, message: messages.Replace) -> None:
    """A computer player takes the seat of one who has been away for a minute."""
    seat = _seat(room, connection)
    level = room.table.settings.replace
    if level is None or not room.table.settings.replaces:
        raise Refusal("no_replacing")

    def build() -> Made:
        progress = room.progress
        if not progress.playing:
            raise Refusal("over" if progress.over else "not_started")
        if message.seat not in room.humans() or message.seat == seat:
            raise Refusal("not_yours", 403)
        if room.presence().seats[message.seat] or time.monotonic() - room.attendance.away[message.seat] < AWAY:
            raise Refusal("not_away")
        return Entry(room.id, progress.seq, "replace", message.seat, level, room.process.now()), None

    await room.commit(build, connection, message.id)


async def foresee(tables: Tables, room: Room, connection: Connection, message: messages.Foresee) -> None:
    """What each of the mover's moves would do, from what they know."""
    progress, seat, ply = room.progress, connection.viewer, room.shown_to(connection.viewer).ply
    moves: dict[str, Effects] = {}
    if isinstance(seat, int) and seat == progress.to_move and seat not in progress.bots:
        moves = await room.foresee(seat)
    connection.say(Foreseen(message.id, ply, moves))


async def plan(tables: Tables, room: Room, connection: Connection, message: messages.Ahead) -> None:
    """What a seat may play next, from what it knows."""
    progress, seat, moves = room.progress, _seat(room, connection), list[str]()
    if progress.playing and progress.to_move != seat:
        payer = room.process.payers.of(room.table.seats[seat].user or room.table.owner)
        known = progress.known(seat)
        cost = Cost("ahead", 2e-4, len(known.legal))
        moves = await room.process.scheduler.run(payer, cost, ahead, known, seat, urgency=Urgency.LOOK)
    connection.say(Planned(message.id, progress.ply, moves))


async def hint(tables: Tables, room: Room, connection: Connection, message: messages.Hint) -> None:
    """The strongest computer player's advice, where that harms nobody; it thinks in a thread, and nobody waits."""
    seat, progress, user = _seat(room, connection), room.progress, connection.user
    if user is None or room.humans() != room.seats_of(user) or room.table.settings.rated:
        raise Refusal("no_hints", 403)
    if not progress.playing:
        raise Refusal("over" if progress.over else "not_started")
    if progress.to_move != seat:
        raise Refusal("not_your_turn", 403)
    if not tables.hint_limits.take(user.id):
        raise Refusal("slow_down", 429)
    fair_play.refuse(progress.known(seat), await fair_play.running(tables, user))
    tables.process.spawn(_advise(tables, connection, message.id, progress.view(seat), progress.ply))


async def _advise(tables: Tables, connection: Connection, name: str | None, view: View, ply: int) -> None:
    assert connection.user is not None
    payer = tables.process.payers.of(connection.user.id)
    try:
        advice, why = await tables.turns.advise(view, payer, connection.language, lambda: not connection.closed)
    except Gone:
        return
    except Refusal as refusal:
        connection.say(messages.Refused(name, refusal.code, refusal.say(connection.language), None))
        return
    best = [cast(MoveValue, move.as_dict()) for move in advice.moves[:HINTED]]
    connection.say(Advised(name, ply, advice.best, best, advice.exact, why))


async def mute(tables: Tables, room: Room, connection: Connection, message: messages.Mute) -> None:
    """No chat, please."""
    connection.muted = message.on
    connection.say(_done(room, connection, message.id))


async def open_part(tables: Tables, room: Room, connection: Connection, message: messages.Open) -> None:
    """My part of the deal, which I had sealed."""
    await tables.opening.open(room, connection.user, message.bytes)
    connection.say(_done(room, connection, message.id))


async def ping(tables: Tables, room: Room, connection: Connection, message: messages.Ping) -> None:
    """I am here."""
    connection.say(_done(room, connection, message.id))


COMMANDS: dict[type[Any], Any] = {
    messages.Move: move,
    messages.Choose: choose,
    messages.Say: say,
    messages.Ask: ask,
    messages.Decline: decline,
    messages.Resign: resign,
    messages.Claim: claim,
    messages.Replace: replace,
    messages.Mute: mute,
    messages.Foresee: foresee,
    messages.Ahead: plan,
    messages.Hint: hint,
    messages.Open: open_part,
    messages.Ping: ping,
}
