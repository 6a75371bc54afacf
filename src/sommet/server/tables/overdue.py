"""Clocks that run where nobody looks, and what a process left behind when it died."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from heapq import heappop, heappush

from ...core.chance import Chance
from ..people.accounts import User
from ..wire.refusals import Refusal
from . import stored
from .dealing import next_deal
from .judging import lost, ran_out
from .process import Process
from .room import Room
from .service import Tables
from .storing import Made

log = logging.getLogger("sommet.overdue")
CHOOSING = 60_000  # milliseconds to say who starts, where a clock runs by the minute
UNSETTLED = 60_000  # a match that had ended so long before its process died has been settled


class Overdue:
    """What is due at tables, whether anybody is there or not."""

    def __init__(self, process: Process, tables: Tables) -> None:
        self._process, self._tables = process, tables
        self._falls: list[tuple[int, str]] = []  # when the clock falls of a table that was unloaded
        self._choosing: dict[str, tuple[int, int]] = {}  # by table: at which entry, since when

    async def resume(self, died: list[int]) -> None:
        """Go on where processes died: computer players move, clocks run, matches that had just ended are settled."""
        since = min(died, default=self._process.now()) - UNSETTLED
        names = await self._process.store.read(lambda db: stored.left_behind(db, since))
        for name in names:
            await self._look(name)

    def resume_soon(self, died: int) -> None:
        """The same in the background: another process has died."""
        self._process.spawn(self.resume([died]))

    async def give_up(self, user: User) -> None:
        """Somebody has deleted their account: they give up the games that they play with others."""
        for name in await self._process.store.read(lambda db: stored.running_of(db, user.id)):
            try:
                room = await self._tables.room(name)
            except Refusal:
                continue  # it cannot be read: the others can
            mine = room.table.seats_of(user.id)
            for seat in [seat for seat in room.humans() if seat in mine]:
                if not set(room.humans()) <= set(mine):
                    await room.commit(partial(_gave_up, room, seat))

    def unloaded(self, room: Room) -> None:
        """Nobody is in this room any more, but its clock may run."""
        self._choosing.pop(room.id, None)
        progress, now = room.progress, self._process.now()
        if progress.playing and progress.settings.clock.kind in ("move", "total") and progress.to_move is not None:
            heappush(self._falls, (now + progress.clocks.remaining(now)[progress.to_move], room.id))

    def look(self) -> None:
        """Whose clocks have fallen meanwhile?"""
        now = self._process.now()
        while self._falls and self._falls[0][0] <= now:
            _, name = heappop(self._falls)
            if name not in self._tables.rooms:
                self._process.spawn(self._look(name))

    async def look_at_days(self) -> None:
        """The same where days are counted; the store knows when the last move was made."""
        now, outages = self._process.now(), self._process.pulse.outages
        for name, since, pace in await self._process.store.read(lambda db: stored.overdue(db, now)):
            if now - since - outages.within(since, now) >= pace:
                await self._look(name, choose=True)

    async def _look(self, name: str, choose: bool = False) -> None:
        try:
            room = await self._tables.room(name)
            if choose and room.progress.choosing is not None:
                await self._choose(room)
            elif room.progress.playing:
                await ran_out(room)
        except Refusal:
            return
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a table could not be looked after", extra={"table": name})

    def look_at_choice(self, room: Room) -> None:
        """Who may choose the starter has a minute for it where a clock runs by the minute."""
        progress, now = room.progress, self._process.now()
        if progress.choosing is None or progress.choosing in progress.bots:
            self._choosing.pop(room.id, None)
        elif progress.settings.clock.kind in ("move", "total"):
            seq, since = self._choosing.setdefault(room.id, (progress.seq, now))
            if seq != progress.seq:
                self._choosing[room.id] = progress.seq, now
            elif now - since - self._process.pulse.outages.within(since, now) > CHOOSING:
                self._process.spawn(self._choose(room))

    async def _choose(self, room: Room) -> None:
        """Whoever starts has a clock that runs: nobody keeps a match from going on by not choosing."""
        chooser, first = room.progress.choosing, Chance().below(room.table.settings.players)
        if room.table.status == "running" and chooser is not None and chooser not in room.progress.bots:
            await room.commit(lambda: (next_deal(room, first, chooser), None) if _chooses(room, chooser) else None)


def _chooses(room: Room, seat: int) -> bool:
    return room.progress.choosing == seat


def _gave_up(room: Room, seat: int) -> Made:
    """Nothing where the game is over, or a computer player has the seat."""
    return lost(room, seat, "resigned") if room.progress.playing and seat in room.humans() else None
