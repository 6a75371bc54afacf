"""What people at a table say and ask of each other: chat, take-backs, rematches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import sqlalchemy as sa

from ..people import blocks
from ..people.accounts import User
from ..people.limits import Buckets
from ..store.database import new_id
from ..wire.messages import Chat
from ..wire.refusals import Refusal
from . import stored, stored_chat
from .following import Following
from .process import Process
from .room import Room
from .table import Seat, Table

TakeUp = Callable[[Room, Table], Awaitable[None]]


class Conversation:
    """Words at the tables of this process."""

    def __init__(self, process: Process, following: Following, take_up: TakeUp) -> None:
        self._process, self._following, self._take_up = process, following, take_up
        self._limits = Buckets(0.5, 5)

    async def say(self, room: Room, user: User, seat: int | None, said: str) -> None:
        """Somebody says something, from their seat or from among the spectators."""
        if seat is None and not room.table.settings.watchers_chat:
            raise Refusal("muted", 403)
        if not self._limits.take(user.id):
            raise Refusal("slow_down", 429)
        text = "".join(letter if letter.isprintable() else " " for letter in said).strip()
        if not text:
            raise Refusal("bad_message", 400, why="text")
        name = user.name if seat is None else room.table.seats[seat].name
        chat = Chat(name, seat, text, self._process.now())
        line, changes = await self._process.store.write(lambda db: stored_chat.say(db, room.id, user.id, chat))
        if room.next_change(changes):
            room.tell_chat(line)
            self._following.changed(room, line)
        else:
            await room.catch_up()
            self._following.changed(room)

    async def ask(self, room: Room, user: User | None, seat: int, what: str) -> int | None:
        """Ask for something, or agree; who asked first, when all have agreed. A rematch is made then."""
        seq = room.progress.seq if what == "take_back" else 0
        humans, mine, bots = room.humans(), room.seats_of(user), dict(room.progress.bots)

        def write(db: sa.Connection) -> tuple[Table, list[int], int | None]:
            table = stored.find(db, room.id, lock=True)
            if what == "rematch" and blocks.among(db, [table.seats[other].user for other in humans]):
                raise Refusal("no_rematch", 403)
            seats, first, new = stored_chat.ask(db, room.id, what, seq, seat, mine)
            agreed = set(humans) <= set(seats)
            if what == "rematch" and agreed and table.rematch is None:
                table.rematch = self._rematch(db, table, bots)
                stored.save(db, table, rematch=table.rematch)
            elif new:
                stored.save(db, table)
            return table, seats, first if agreed else None

        table, seats, first = await self._process.store.write(write)
        await self._take_up(room, table)
        if first is None and room.table.changes == table.changes and room.offers.get(what, []) != seats:
            room.tell_offer(what, seats)
        self._following.changed(room)
        return first

    def _rematch(self, db: sa.Connection, table: Table, bots: dict[int, str]) -> str:
        """The same once more, everybody one seat further, so that somebody else starts.

        Where computer players sit nobody moves on. One that took the seat of somebody who left keeps it, so that those
        who agreed can play at once; such a game is not rated.
        """
        name, settings, places = new_id(), table.settings, table.seats
        if bots:
            levels = [bots.get(seat) for seat in range(settings.players)]
            replaced = levels != [*settings.bots, *[None] * (settings.players - len(settings.bots))]
            settings = msgspec.structs.replace(settings, bots=levels, rated=settings.rated and not replaced)
        elif not settings.device:
            places = places[-1:] + places[:-1]
        seats = [
            Seat(bot=bots[number], ready=True) if number in bots else Seat(place.user, None, place.name, place.guest)
            for number, place in enumerate(places)
        ]
        stored.create(db, name, table.owner, settings, seats, self._process.new_keys(), self._process.now())
        return name

    async def decline(self, room: Room, what: str) -> None:
        """No, or no longer."""

        def write(db: sa.Connection) -> Table:
            table = stored.find(db, room.id, lock=True)
            stored_chat.decline(db, room.id, what)
            return stored.save(db, table)

        table = await self._process.store.write(write)
        await self._take_up(room, table)
        if room.table.changes == table.changes and room.offers.get(what):
            room.tell_offer(what, [])
        self._following.changed(room)
