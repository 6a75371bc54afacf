"""What a server process lends to its tables."""

from __future__ import annotations

from typing import Any, Protocol

from ...core.record import Record
from ..config import Config
from ..store.bus import Bus
from ..store.journal import Journal
from ..store.pulse import Pulse
from ..wire.fair import Facts, FirstFacts
from ..work.worker import Worker


class Process(Worker, Protocol):
    """Chance, the journal of moves and the other processes as well. The hub is one."""

    config: Config
    journal: Journal
    bus: Bus
    pulse: Pulse

    def new_keys(self) -> tuple[str, str]:
        """A new table's invitation and secret."""

    def deal(self, name: str, players: int, options: dict[str, Any], facts: Facts | FirstFacts) -> Record:
        """Deal a round."""
