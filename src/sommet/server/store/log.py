"""An entry of a table's log."""

from __future__ import annotations

import msgspec

from ..wire.views import LogEvent


class Entry(msgspec.Struct, frozen=True):
    """One entry of a log, as it is stored."""

    table_id: str
    seq: int
    kind: str
    seat: int | None
    text: str | None
    at: int

    def public(self) -> LogEvent:
        """As everybody may see it: of a deal only that there was one."""
        event = LogEvent(self.seq, self.kind, self.at, self.seat)  # type: ignore[arg-type]
        if self.kind == "move":
            event.move = self.text
        elif self.kind == "back":
            event.ply = int(self.text or 0)
        elif self.kind == "end":
            event.reason = self.text  # type: ignore[assignment]
        elif self.kind == "replace":
            event.bot = self.text
        return event
