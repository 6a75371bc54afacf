"""What a server process lends to its tables."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from ...core.record import Record
from ..config import Config
from ..people.limits import Payers
from ..store.bus import Bus
from ..store.database import Store
from ..store.journal import Journal
from ..store.pulse import Pulse
from ..work.scheduler import Scheduler
from . import fair


class Process(Protocol):
    """A clock, chance, a store, threads, and work in the background. The hub is one."""

    config: Config
    process: str  # its name among the others
    store: Store
    journal: Journal
    bus: Bus
    pulse: Pulse
    scheduler: Scheduler
    payers: Payers
    stopping: bool

    def now(self) -> int:
        """Milliseconds since 1970."""

    def new_keys(self) -> tuple[str, str]:
        """A new table's invitation and secret."""

    def deal(self, name: str, players: int, options: dict[str, Any], facts: fair.Fair) -> Record:
        """Deal a round."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in the background."""
