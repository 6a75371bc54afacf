"""A program's part in a table's deal: sealed first, opened when everybody has sealed, and kept throughout.

Bytes that were opened are never sealed again. What is kept is written down before anything is said.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from ..server.tables.fair import new_bytes, seal
from ..server.wire.fair import Kept


class Part:
    """At one table; in a folder, if there is one, it outlives the program."""

    def __init__(self, table: str, folder: Path | None = None) -> None:
        self.table = table
        self.file = None if folder is None else folder / f"{table}.json"
        self.kept = self._read()
        self._fresh: Kept | None = None  # for a deal after one that was opened for, if there is to be one

    def _read(self) -> Kept | None:
        if self.file is None or not self.file.exists():
            return None
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Kept)
        except msgspec.DecodeError:
            return None  # whatever it was

    def _keep(self) -> None:
        if self.file is None or self.kept is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        whole = self.file.with_suffix(".new")
        whole.write_bytes(msgspec.json.format(msgspec.json.encode(self.kept), indent=1))
        os.replace(whole, self.file)

    def _new(self) -> Kept:
        return Kept(table=self.table, bytes=new_bytes())

    def seal(self) -> str:
        """The seal to come in with, or to sit down with."""
        if self.kept is not None and self.kept.opened == "no":
            return seal(self.table, self.kept.bytes)
        if self._fresh is None:
            self._fresh = self._new()
        return seal(self.table, self._fresh.bytes)

    def hear(self, table: dict[str, Any], seats: list[int], anew: bool) -> dict[str, Any] | None:
        """The table is so now, and these seats are mine; what to say. `anew`: we have just come in."""
        if table["status"] != "open" or not seats:
            return None
        kept, seals = self._current(table["seals"], seats), table["seals"]
        kept.commitment = kept.commitment or table["commitment"]
        self._keep()
        if not all(table["seats"][seat]["ready"] for seat in seats):
            return None if anew else {"type": "join"}
        mine = seal(self.table, kept.bytes)
        seat = next((seat for seat in seats if seals is not None and seals[seat] == mine), None)
        if seat is None:
            return None  # not all have sealed; or another program of mine has
        if kept.opened != "no" and (kept.seals != seals or (kept.opened == "taken" and not anew)):
            return None
        kept.seat, kept.seals = seat, seals
        kept.opened = "sent" if kept.opened == "no" else kept.opened
        self._keep()
        return {"type": "open", "bytes": kept.bytes, "id": "open"}

    def _current(self, seals: list[str | None] | None, seats: list[int]) -> Kept:
        """What this deal is dealt with; something new where the last was opened for a deal that did not come."""
        kept, fresh = self.kept, self._fresh
        taken = fresh is not None and seals is not None and seal(self.table, fresh.bytes) in [seals[s] for s in seats]
        if kept is not None and (kept.opened == "no" or (seals is not None and not taken)):
            return kept
        found = fresh or self._new()
        if kept is not None:
            found.commitment, found.again = kept.commitment, kept.again + 1
        self._fresh, self.kept = None, found
        return found

    def taken(self) -> None:
        """The server has the bytes."""
        if self.kept is not None and self.kept.opened == "sent":
            self.kept.opened = "taken"
            self._keep()

    def saw(self, match: dict[str, Any], view: dict[str, Any]) -> None:
        """A view of a round: what we were first shown of its set-up is kept, where knowledge is told."""
        kept, number = self.kept, str(match["round"])
        if kept is None or kept.opened == "no" or number in kept.shown:
            return
        if view["result"] is None and view["viewer"] == kept.seat and "knowledge" in view:
            kept.shown = {**kept.shown, number: view["knowledge"]["setup"]}
            self._keep()
