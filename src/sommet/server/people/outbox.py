"""What is sent to people, by whichever way: in the background, not too much at once, and again later when it failed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from ..metrics import SENT

log = logging.getLogger("sommet.outbox")
T = TypeVar("T")
PAUSES = (0.0, 5.0, 60.0, 600.0, 3600.0)  # seconds before each try
MOST = 2000


class Again(Exception):
    """It could not be sent now; later it may."""


class Never(Exception):
    """It cannot be sent: nobody is there to have it."""


class Outbox(Generic[T]):
    """Sends what is put into it. What waits is lost with the process: nothing here is more than a notice."""

    def __init__(
        self,
        way: str,
        send: Callable[[T], Awaitable[None]],
        never: Callable[[T], Awaitable[None]] | None = None,
        pauses: tuple[float, ...] = PAUSES,
        most: int = MOST,
        at_once: int = 4,
    ) -> None:
        self._way, self._send, self._never, self.pauses, self._most = way, send, never, pauses, most
        self._few = asyncio.Semaphore(at_once)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How much has not been sent yet."""
        return len(self._tasks)

    def put(self, thing: T) -> bool:
        """Send it soon. False: too much waits already, and this is not sent."""
        if self.waiting >= self._most:
            SENT.labels(self._way, "dropped").inc()
            return False
        task = asyncio.get_running_loop().create_task(self._deliver(thing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _deliver(self, thing: T) -> None:
        for pause in self.pauses:
            await asyncio.sleep(pause)
            try:
                async with self._few:
                    await self._send(thing)
            except Again as error:
                log.warning("not sent yet", extra={"way": self._way, "why": str(error)})
            except Never:
                SENT.labels(self._way, "refused").inc()
                if self._never is not None:
                    await self._never(thing)
                return
            except Exception:
                SENT.labels(self._way, "failed").inc()
                log.exception("not sent", extra={"way": self._way})
                return
            else:
                SENT.labels(self._way, "sent").inc()
                return
        SENT.labels(self._way, "failed").inc()

    async def close(self) -> None:
        """Let go of what waits."""
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
