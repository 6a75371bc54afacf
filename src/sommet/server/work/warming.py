"""Getting ready: a machine's very first start compiles the rules and then the strongest computer players."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from ...bots import loading
from ...core.puzzles import LEVELS, puzzles_of
from ...core.registry import new, players

LOOK = 0.05  # seconds


class Warming:
    """How far that is. Everything works meanwhile: the rules interpreted, the opponents by simpler ones."""

    def __init__(self) -> None:
        self.going_on = True
        self.ready: list[str] = []  # the games whose rules and strongest opponents run compiled

    async def run(self) -> None:
        """The rules of every game first, then opponent after opponent, then puzzles; in a thread of its own."""
        loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "warm")
        try:
            for name in players():
                await loop.run_in_executor(thread, _load_rules, name)
            await self._opponents()
            for name in players():
                await loop.run_in_executor(thread, _load_puzzles, name)
        finally:
            thread.shutdown(wait=False, cancel_futures=True)
            self.going_on = False

    async def _opponents(self) -> None:
        for name in players():
            position = new(name, 2, seed=1)
            job = loading(position.view(position.to_move or 0))
            while job is not None and not job.over:
                await asyncio.sleep(LOOK)
            if job is None or job.wait(0):  # else a simpler opponent answers, and the log says why
                self.ready.append(name)


def _load_rules(name: str) -> None:
    position = new(name, 2, seed=1)
    position.prepare()


def _load_puzzles(name: str) -> None:
    made = puzzles_of(name)
    if made is not None:
        made.puzzle(LEVELS[0], 0)
