"""The other processes of this server: what they are told, and what they say. Only ever hints: a reason to look."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from ..metrics import HINTS
from ..store.bus import Hint, pack
from .process import Process

log = logging.getLogger("sommet.neighbours")
PAUSE = 0.005  # seconds: what is to be told meanwhile is told together
MOST_WAITING = 10_000
TOLD, HEARD = HINTS.labels("told"), HINTS.labels("heard")
Listener = Callable[[str, Hint], None]  # which process says what


class Neighbours:
    """Those who serve the same tables."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._listeners: dict[str, Listener] = {}
        self._waiting: list[Hint] = []
        self._telling = False

    @property
    def alone(self) -> bool:
        """Whether there is nobody to tell."""
        return self._process.bus.alone

    def on(self, kind: str, hear: Listener) -> None:
        """From now on hints of this kind are given to `hear`."""
        self._listeners[kind] = hear

    def tell(self, kind: str, **more: Any) -> None:
        """Tell the other processes, in a moment. What cannot be told, for the store is away, may be forgotten."""
        if self._process.stopping or self.alone or len(self._waiting) >= MOST_WAITING:
            return
        hint = {"kind": kind, **more}
        if not more and hint in self._waiting:
            return
        self._waiting.append(hint)
        TOLD.inc()
        if not self._telling:
            self._telling = True
            self._process.spawn(self._tell())

    async def _tell(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(PAUSE)
                hints, self._waiting = self._waiting, []
                await self._process.bus.tell(pack(self._process.process, hints))
        finally:
            self._telling = False

    def hear(self, sender: str, hints: list[Hint]) -> None:
        """Another process says something."""
        HEARD.inc(len(hints))
        for hint in hints:
            listener = self._listeners.get(str(hint.get("kind")))
            if listener is not None and not self._process.stopping:
                try:
                    listener(sender, hint)
                except Exception:
                    log.exception("a hint was not understood", extra={"hint": hint.get("kind")})
