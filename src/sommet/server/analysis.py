"""Analyses by the computer: queued, with progress, cancellable. They live in this process; a restart forgets them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Any

from ..bots import bot
from ..core.position import Position, View
from ..search.advice import Budget
from .metrics import ANALYSES
from .refusals import Refusal
from .store import new_id

if TYPE_CHECKING:
    from .hub import Hub

MOST_WAITING = 64
MOST_EACH = 4
KEPT = 600.0


@dataclass
class Analysis:
    """One request: a position, or every position of a game."""

    id: str
    owner: str
    positions: list[Position]
    level: str
    budget: Budget
    stop: Event = field(default_factory=Event)
    status: str = "waiting"
    done: float = 0.0
    results: list[dict[str, Any]] = field(default_factory=list)
    ended: float = 0.0

    def shown(self) -> dict[str, Any]:
        """As its owner sees it."""
        return {"id": self.id, "status": self.status, "progress": round(self.done, 3), "results": list(self.results)}


class Analyses:
    """The queue. Whoever asks may look at his own and cancel them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._all: dict[str, Analysis] = {}
        self._turn = asyncio.Semaphore(1)

    def add(self, owner: str, positions: list[Position], level: str, budget: Budget) -> Analysis:
        """Queue one more."""
        self._forget()
        waiting = [one for one in self._all.values() if one.status in ("waiting", "running")]
        if len(waiting) >= MOST_WAITING or sum(one.owner == owner for one in waiting) >= MOST_EACH:
            raise Refusal("queue_full", 429)
        analysis = Analysis(new_id(), owner, positions, level, budget)
        self._all[analysis.id] = analysis
        ANALYSES.inc()
        self._hub.spawn(self._run(analysis))
        return analysis

    def find(self, owner: str, name: str) -> Analysis:
        """One's own analysis."""
        found = self._all.get(name)
        if found is None or found.owner != owner:
            raise Refusal("no_analysis", 404)
        return found

    def cancel(self, owner: str, name: str) -> None:
        """Stop it, soon."""
        analysis = self.find(owner, name)
        analysis.stop.set()
        if analysis.status == "waiting":
            analysis.status = "cancelled"

    def close(self) -> None:
        """Stop them all."""
        for analysis in self._all.values():
            analysis.stop.set()

    def _forget(self) -> None:
        now = time.monotonic()
        for name, analysis in list(self._all.items()):
            if analysis.ended and now - analysis.ended > KEPT:
                del self._all[name]

    async def _run(self, analysis: Analysis) -> None:
        try:
            async with self._turn:
                if analysis.stop.is_set():
                    return
                analysis.status = "running"
                await asyncio.get_running_loop().run_in_executor(self._hub.slow, _analyse, analysis)
                analysis.status = "cancelled" if analysis.stop.is_set() else "done"
        except Exception:
            analysis.status = "failed"
            raise
        finally:
            if analysis.status in ("waiting", "running"):
                analysis.status = "cancelled"
            analysis.ended = time.monotonic()
            ANALYSES.dec()


def _analyse(analysis: Analysis) -> None:
    """Each position from its mover's knowledge only."""
    count = len(analysis.positions)
    for number, position in enumerate(analysis.positions):
        if analysis.stop.is_set():
            return
        mover = position.to_move
        line: dict[str, Any] = {"ply": len(position.moves), "to_move": mover}
        if mover is not None and (position.record.viewer is None or position.record.viewer == mover):
            view = position.view(mover) if position.record.viewer is None else View(position, mover)

            def progress(part: float, number: int = number) -> None:
                analysis.done = (number + part) / count

            advice = bot(position.game.name, analysis.level).think(
                view, analysis.budget, seed=1, stop=analysis.stop, progress=progress
            )
            if analysis.stop.is_set():
                return
            line |= {
                "best": advice.best,
                "exact": advice.exact,
                "moves": [move.as_dict() for move in advice.moves],
            }
        with contextlib.suppress(IndexError):
            line["played"] = analysis.positions[number + 1].moves[len(position.moves)]
        analysis.results.append(line)
        analysis.done = (number + 1) / count
