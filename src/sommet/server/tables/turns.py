"""The server's own next step at a table: deal, let a computer player move, settle the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ...bots import LEVELS, opponent
from ...core.chance import Chance
from ...core.position import View
from ...search.advice import Advice, Budget
from ..metrics import THINKING
from ..store.log import Entry
from ..wire.messages import Move
from ..wire.refusals import Refusal
from .dealing import next_deal
from .process import Process
from .room import Made, Room

HINT_SECONDS = 1.0


class Turns:
    """The server's own turns, at every table."""

    def __init__(self, process: Process, finish: Callable[[Room], Awaitable[None]]) -> None:
        self._process, self._finish = process, finish

    def advance(self, room: Room) -> None:
        """Take the server's next step at this table, if there is one."""
        if self._process.stopping or room.advancing or not self._due(room):
            return
        room.advancing = True
        self._process.spawn(self._advance(room))

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
        """The computer player is given the seat's view and nothing else; it thinks in a thread."""
        progress = room.progress
        seat = progress.to_move
        assert seat is not None
        view, seq, ply, level = progress.view(seat), progress.seq, progress.ply, progress.bots[seat]
        with THINKING.track_inprogress():
            chosen = await asyncio.get_running_loop().run_in_executor(self._process.threads, _think, view, level)

        def build() -> Made:
            if room.progress.seq != seq:
                return None
            at = self._process.now()
            after = room.progress.try_move(seat, Move(chosen, ply), at)
            return (Entry(room.id, seq, "move", seat, chosen, at), after) if after is not None else None

        try:
            await room.commit(build)
        except Refusal as refusal:
            if refusal.code != "time_out":
                raise
            await room.commit(
                lambda: (Entry(room.id, room.progress.seq, "end", seat, "time", self._process.now()), None)
            )

    async def advise(self, view: View) -> Advice:
        """The strongest computer player's advice to the viewer, from their view and nothing else."""
        with THINKING.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._process.threads, _advise, view)


def _advise(view: View) -> Advice:
    return opponent(view.game.name, LEVELS[-1]).think(view, Budget(seconds=HINT_SECONDS))


def _think(view: View, level: str) -> str:
    return opponent(view.game.name, level).think(view).best
