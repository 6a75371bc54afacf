"""The other processes of this server: what they are told, and what they say. Only ever hints: a reason to look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .process import Process

Hint = dict[str, Any]


class Neighbours:
    """Those who serve the same tables."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._listeners: dict[str, Callable[[Hint], None]] = {}

    def on(self, kind: str, hear: Callable[[Hint], None]) -> None:
        """From now on hints of this kind are given to `hear`."""
        self._listeners[kind] = hear

    def tell(self, kind: str, **more: Any) -> None:
        """Tell the other processes."""
        if not self._process.stopping and not self._process.bus.alone:
            self._process.spawn(self._process.bus.tell({"kind": kind, "from": self._process.process, **more}))

    def hear(self, hint: Hint) -> None:
        """Another process says something."""
        if hint.get("from") != self._process.process and not self._process.stopping:
            listener = self._listeners.get(str(hint.get("kind")))
            if listener is not None:
                listener(hint)
