"""The server's own next step at a table: deal, let a computer player move, settle the end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from threading import Event

from ...bots import LEVELS, opponent, reasons
from ...core.chance import Chance
from ...core.position import View
from ...search.advice import Advice, Budget
from ..metrics import LATE_MOVES, THINK_SECONDS, THINKING
from ..store.log import Entry
from ..wire.messages import Move
from ..work.queues import QUICK, Urgency
from ..work.scheduler import Cost, Gone
from . import pacing
from .dealing import next_deal
from .process import Process
from .room import Room
from .storing import Made

log = logging.getLogger("sommet.turns")
HINT_SECONDS = 1.0
LIGHT, A_SIMULATION = 0.02, 50e-6  # seconds, before anything was measured


class Turns:
    """The server's own turns, at every table."""

    def __init__(self, process: Process, finish: Callable[[Room], Awaitable[None]]) -> None:
        self._process, self._finish = process, finish
        self._thinking: dict[str, tuple[int, Event]] = {}  # by table: about which entry, and what ends it

    def advance(self, room: Room) -> None:
        """Take the server's next step at this table, if there is one."""
        self.reconsider(room)
        if self._process.stopping or room.advancing or not self._due(room):
            return
        room.advancing = True
        self._process.spawn(self._advance(room))

    def reconsider(self, room: Room) -> None:
        """A computer player that thinks about what has been taken back, or given up, may leave it."""
        seq, stop = self._thinking.get(room.id, (room.progress.seq, None))
        if stop is not None and seq != room.progress.seq:
            stop.set()

    def _due(self, room: Room) -> bool:
        progress = room.progress
        if room.table.status != "running":
            return False
        if progress.playing:
            return bool(progress.bots) and progress.to_move in progress.bots
        return progress.wants_deal or progress.over or progress.choosing in progress.bots

    async def _advance(self, room: Room) -> None:
        try:
            while not self._process.stopping and self._due(room):
                progress = room.progress
                if progress.wants_deal:
                    await room.commit(lambda: (next_deal(room), None) if room.progress.wants_deal else None)
                elif progress.over:
                    await self._finish(room)
                elif progress.choosing is not None:
                    await self._bot_chooses(room, progress.choosing)
                else:
                    await self._bot_moves(room)
        finally:
            room.advancing = False

    async def _bot_chooses(self, room: Room, seat: int) -> None:
        first = Chance().below(room.table.settings.players)
        await room.commit(lambda: (next_deal(room, first, seat), None) if room.progress.choosing == seat else None)

    async def _bot_moves(self, room: Room) -> None:
        """The computer player is given the seat's view and nothing else; it thinks in a thread, and keeps its time."""
        progress = room.progress
        seat = progress.to_move
        assert seat is not None
        seq, ply = progress.seq, progress.ply
        chosen = await self._chosen(room, seat)
        if chosen is None:
            return

        def build() -> Made:
            if room.progress.seq != seq:
                return None
            at = self._process.now()
            after = room.progress.try_move(seat, Move(chosen, ply), at)
            return (Entry(room.id, seq, "move", seat, chosen, at), after) if after is not None else None

        await room.commit(build)

    async def _chosen(self, room: Room, seat: int) -> str | None:
        """The computer player's move; any move, if its time would be over otherwise. None: nobody wants one now."""
        progress, clock = room.progress, room.table.settings.clock
        view, seq, level = progress.view(seat), progress.seq, progress.bots[seat]
        began, left = time.perf_counter(), progress.clocks.remaining(self._process.now())[seat] / 1000
        most = pacing.within(opponent(view.game.name, level).budget, pacing.thought(clock, left)).seconds
        cost, stop = _cost(view, level, most), Event()
        urgency = Urgency.BOT
        if pacing.short(clock, left) or self._process.scheduler.expected(cost) <= QUICK:
            urgency = Urgency.CLOCK
        if not room.humans():
            urgency = Urgency.IDLE

        def wanted() -> bool:
            return room.progress.seq == seq and room.table.status == "running"

        def think() -> str:
            waited = time.perf_counter() - began
            return _think(view, level, pacing.thought(clock, left - waited), stop)

        self._thinking[room.id] = seq, stop
        payer = self._process.payers.of(room.table.owner)
        try:
            with THINKING.track_inprogress(), THINK_SECONDS.labels(level).time():
                async with asyncio.timeout(pacing.limit(clock, left)):
                    return await self._process.scheduler.run(
                        payer, cost, think, urgency=urgency, owed=True, stop=stop, wanted=wanted
                    )
        except Gone:
            return None
        except TimeoutError:
            log.warning("a computer player had no time to think", extra={"table": room.id, "level": level})
        except Exception:
            log.exception("a computer player failed", extra={"table": room.id, "level": level})
        finally:
            del self._thinking[room.id]
        LATE_MOVES.inc()
        return view.legal[Chance().below(len(view.legal))]

    async def advise(self, view: View, payer: str, language: str, wanted: Callable[[], bool]) -> tuple[Advice, str]:
        """The strongest computer player's advice to the viewer, and why; from their view and nothing else."""
        cost = _cost(view, LEVELS[-1], HINT_SECONDS)
        with THINKING.track_inprogress():
            run = self._process.scheduler.run
            return await run(payer, cost, _advise, view, language, urgency=Urgency.HINT, wanted=wanted)


def _cost(view: View, level: str, seconds: float | None) -> Cost:
    """What a level's move takes, at a table of this size; at first by its budget."""
    budget = opponent(view.game.name, level).budget
    guess = LIGHT + (budget.simulations or 0) * A_SIMULATION if budget.seconds is None else budget.seconds
    return Cost(f"{view.game.name} {level} {view.known.state.dtype.itemsize}", guess, most=seconds)


def _advise(view: View, language: str) -> tuple[Advice, str]:
    advice = opponent(view.game.name, LEVELS[-1]).think(view, Budget(seconds=HINT_SECONDS))
    return advice, reasons(view, advice, language)


def _think(view: View, level: str, seconds: float | None, stop: Event) -> str:
    player = opponent(view.game.name, level)
    return player.think(view, pacing.within(player.budget, seconds), stop=stop).best
