"""What a server process lends to what takes long."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from ..people.limits import Payers
from ..store.database import Store
from .scheduler import Scheduler


class Worker(Protocol):
    """A clock, a store, threads, and work in the background. The hub is one."""

    process: str  # its name among the others
    store: Store
    scheduler: Scheduler
    payers: Payers
    stopping: bool

    def now(self) -> int:
        """Milliseconds since 1970."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in the background."""
