"""A table's match in memory and those who look at it: who is here, and what each of them is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from msgspec import UNSET

from ...core.record import SPECTATOR, Viewer
from ...core.registry import game
from ...site.records import Effects
from ..people.accounts import User
from ..store.log import Entry
from ..wire.messages import Offer, Presence, Refused, Seats, Update, Welcome, encode
from ..wire.refusals import Refusal
from ..work.queues import Urgency
from ..work.scheduler import Cost
from .attendance import Attendance, Here
from .connection import Connection
from .delaying import Late, told
from .effects import MOST_FORESEEN, foreseen
from .process import Process
from .progress import Progress
from .snapshot import RECENT_CHAT
from .standing import public
from .stored_chat import Line
from .table import Table

POLICY = 1008


class Audience:
    """A table as it is known here, and everybody who is connected to it here."""

    def __init__(
        self, process: Process, table: Table, progress: Progress, chat: list[Line], offers: dict[str, list[int]]
    ) -> None:
        self.process = process
        self.table, self.progress, self.chat, self.offers = table, progress, chat, offers
        self.attendance = Attendance(table.settings.players)
        self._foreseen: tuple[int, asyncio.Task[dict[str, Effects]]] | None = None
        self._late = Late()

    @property
    def id(self) -> str:
        """The table's name."""
        return self.table.id

    # who is here

    def seats_of(self, user: User | None) -> list[int]:
        """Where this user sits; a seat that a computer player took is no longer theirs."""
        seats = self.table.seats_of(user.id if user else None)
        return [seat for seat in seats if seat not in self.progress.bots]

    def seat_of(self, user: User | None) -> int | None:
        """The first of them."""
        return next(iter(self.seats_of(user)), None)

    def humans(self) -> list[int]:
        """The seats that people hold."""
        return [
            seat
            for seat, place in enumerate(self.table.seats)
            if place.user is not None and seat not in self.progress.bots
        ]

    def shows(self, user: str) -> bool:
        """Whether anything here bears this user's name."""
        return (
            bool(self.table.seats_of(user))
            or user in self.table.challenged
            or any(line.user == user for line in self.chat)
            or any(one.user is not None and one.user.id == user for one in self.attendance.all())
        )

    def may_watch(self, user: User | None) -> bool:
        """Whether somebody without a seat may look on: until it starts, where the table says so, or as its player."""
        if self.table.settings.watch or self.table.status == "open":
            return True
        return self.table.seat_of(user.id if user else None) is not None

    def here(self) -> Here:
        """The seats and how many spectators are connected to this process."""
        return self.attendance.here(self.humans() if self.table.settings.device else None)

    def presence(self) -> Presence:
        """Who is connected, to any process."""
        return self.attendance.presence(self.here(), self.progress.bots)

    def heard_presence(self, process: str, seats: list[int], watching: int) -> None:
        """Another process says who is there."""
        before = self.presence()
        self.attendance.heard(process, seats, watching)
        after = self.presence()
        if after != before:
            self.to_all(encode(after))

    def rehome(self) -> None:
        """Everybody sees what they may see now; those whose place has changed are welcomed anew."""
        self.welcome_again(self.reseat())

    def reseat(self) -> set[Connection]:
        """Who sat down has a seat, others the table, who may not watch goes. Those whose place has changed."""
        moved = set()
        for connection in self.attendance.all():
            seats = self.seats_of(connection.user)
            viewer: Viewer = connection.viewer
            if viewer not in seats:
                viewer = seats[0] if seats else SPECTATOR
            if viewer == SPECTATOR and not self.may_watch(connection.user):
                self.dismiss(connection, Refusal("no_watching", 403))
            elif viewer != connection.viewer:
                self.attendance.seat(connection, viewer)
                moved.add(connection)
        return moved

    def welcome_again(self, connections: Collection[Connection]) -> None:
        """They are told everything anew."""
        for connection in connections:
            connection.say(self.welcome(connection, 0))

    def dismiss(self, connection: Connection, refusal: Refusal) -> None:
        """Send somebody away, and say why."""
        self.attendance.remove(connection)
        connection.say(Refused(None, refusal.code, refusal.say(connection.language)))
        connection.close(POLICY)

    def is_late(self, viewer: Viewer) -> bool:
        """Whether they are shown the match as it was a while ago: whoever watches a table that wants that."""
        return viewer == SPECTATOR and self.table.settings.delay > 0 and not self.progress.over

    def shown_to(self, viewer: Viewer) -> Progress:
        """The match as far as this viewer may follow it now. Whatever is told to spectators is made from this."""
        if not self.is_late(viewer):
            return self.progress
        return self._late.of(self.table, self.progress, self.process.pulse.outages)

    # what goes out

    def to_all(self, data: bytes) -> None:
        """To everybody in the room: only what everybody may see."""
        for there in list(self.attendance.viewers.values()):
            for connection in list(there):
                connection.push(data)

    def tell_table(self) -> None:
        """The table changed."""
        self.to_all(encode(Seats(public(self.table, self.progress))))

    def tell_chat(self, line: Line) -> None:
        """Somebody said something."""
        self.chat.append(line)
        del self.chat[:-RECENT_CHAT]
        data = encode(line.said)
        for viewer, there in self.attendance.viewers.items():
            if viewer == SPECTATOR and not self.table.settings.watchers_chat:
                continue
            for connection in list(there):
                if not connection.muted and line.user not in connection.blocked:
                    connection.push(data)

    def follow_chat(self, chat: list[Line]) -> None:
        """New lines are told; where old ones have gone, everybody is told everything."""
        last, first = self.chat[-1].id if self.chat else 0, chat[0].id if len(chat) == RECENT_CHAT else 0
        if [line for line in self.chat if line.id >= first] != [line for line in chat if line.id <= last]:
            self.chat = chat
            self.welcome_again(self.attendance.all())
            return
        for line in chat:
            if line.id > last:
                self.tell_chat(line)

    def tell_offer(self, what: str, seats: list[int]) -> None:
        """Something is being asked for."""
        self.offers[what] = seats
        data = encode(Offer(what, seats))  # type: ignore[arg-type]
        for viewer, there in self.attendance.viewers.items():
            if viewer != SPECTATOR:
                for connection in list(there):
                    connection.push(data)

    def welcome(self, connection: Connection, seq: int) -> Welcome:
        """Everything as it is now for this connection's viewer, and what they missed."""
        viewer, progress = connection.viewer, self.shown_to(connection.viewer)
        hears = viewer != SPECTATOR or self.table.settings.watchers_chat
        offers = [Offer(what, seats) for what, seats in self.offers.items() if seats]  # type: ignore[arg-type]
        return Welcome(
            public(self.table, self.progress),
            viewer,
            progress.seq,
            [entry.public() for entry in progress.entries[seq:]],
            progress.message(viewer, connection.knowledge, connection.effects),
            progress.match_state(),
            None if self.is_late(viewer) else progress.clock_state(self.process.now()),
            self.presence(),
            [line.said for line in self.chat if line.user not in connection.blocked] if hears else [],
            offers if viewer != SPECTATOR else [],
            self.seats_of(connection.user),
            game(self.table.settings.game).private,
        )

    def broadcast(
        self,
        entries: list[Entry],
        cause: Connection | None = None,
        name: str | None = None,
        skip: Collection[Connection] = (),
    ) -> None:
        """Entries were added: to each viewer their view. `name`: the id of the message that did it, for its sender."""
        events = [entry.public() for entry in entries]
        progress, delay = self.progress, self.table.settings.delay
        match, clock, seq = progress.match_state(), progress.clock_state(self.process.now()), progress.seq
        for viewer, there in list(self.attendance.viewers.items()):
            if delay and viewer == SPECTATOR:
                self._tell_late(there, seq - len(entries), bool(entries), skip)
                continue
            shown = progress.message(viewer)
            update = Update(seq, events, shown, match, clock)
            made: dict[tuple[bool, bool, bool], bytes] = {}
            for connection in list(there):
                mine = connection is cause
                if connection in skip and not mine:
                    continue
                wanted = connection.knowledge, connection.effects, mine
                if wanted not in made:
                    update.id = name if mine and name is not None else UNSET
                    fuller = (connection.knowledge or connection.effects) and shown is not None
                    update.view = progress.message(viewer, *wanted[:2]) if fuller else shown
                    made[wanted] = encode(update)
                connection.push(made[wanted])

    def _tell_late(self, there: Collection[Connection], known: int, more: bool, skip: Collection[Connection]) -> None:
        """To those who watch late: what they may know now and did not when the log had `known` entries."""
        progress, late = self.shown_to(SPECTATOR), self.is_late(SPECTATOR)
        events = [entry.public() for entry in progress.entries[told(known, self.table.settings.delay) :]]
        if more and not events:
            return
        clock = None if late else progress.clock_state(self.process.now())
        for connection in list(there):
            if connection not in skip:
                view = progress.message(SPECTATOR, connection.knowledge, connection.effects)
                connection.say(Update(progress.seq, events, view, progress.match_state(), clock))

    async def foresee(self, seat: int) -> dict[str, Effects]:
        """What each move of that seat, which is to move, would do; made once for a position. {}: they are too many."""
        seq, known = self.progress.seq, self.progress.known(seat)
        if len(known.legal) > MOST_FORESEEN:
            return {}
        if self._foreseen is None or self._foreseen[0] != seq or self._foreseen[1].cancelled():
            payer = self.process.payers.of(self.table.seats[seat].user or self.table.owner)
            cost = Cost("foresee", 1e-4, len(known.legal))
            work = self.process.scheduler.run(payer, cost, foreseen, known, urgency=Urgency.LOOK)
            self._foreseen = seq, asyncio.ensure_future(work)
        try:
            return await asyncio.shield(self._foreseen[1])
        except Refusal:
            self._foreseen = None
            raise
