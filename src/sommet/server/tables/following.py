"""What the other processes do at the same tables: their hints, and what we tell them."""

from __future__ import annotations

from ..wire.messages import Chat
from .lobby import Lobby
from .neighbours import Hint, Neighbours
from .process import Process
from .room import Room
from .stored_chat import Line


class Following:
    """Keeps this process' rooms as the others', as far as hints come through."""

    def __init__(self, process: Process, others: Neighbours, rooms: dict[str, Room], lobby: Lobby) -> None:
        self._process, self._others, self._rooms, self._lobby = process, others, rooms, lobby
        for kind, hear in {
            "again": self._again,
            "log": self._log,
            "lobby": lambda _: lobby.changed(tell=False),
            "change": self._change,
            "presence": self._presence,
        }.items():
            others.on(kind, hear)

    # telling

    def changed(self, room: Room, line: Line | None = None) -> None:
        """The table has changed; `line` was said."""
        more = (
            {}
            if line is None
            else {"line": line.id, "said": [line.said.name, line.said.seat, line.said.text, line.said.at]}
        )
        self._others.tell("change", table=room.id, changes=room.table.changes, **more)

    def came_or_went(self, room: Room) -> None:
        """Who is here has changed."""
        seats, watching = room.here()
        self._others.tell("presence", table=room.id, seats=seats, watching=watching)

    # hearing

    def _again(self, hint: Hint) -> None:
        """After a gap anything may have been missed."""
        for room in list(self._rooms.values()):
            room.doubt()
            self._process.spawn(room.catch_up())
        self._lobby.changed(tell=False)

    def _log(self, hint: Hint) -> None:
        for name in hint.get("tables", ()):
            room = self._rooms.get(name)
            if room is not None:
                self._process.spawn(room.catch_up())

    def _change(self, hint: Hint) -> None:
        room = self._rooms.get(str(hint.get("table")))
        if room is None or hint["changes"] <= room.table.changes:
            return
        if "line" in hint and room.next_change(hint["changes"]):
            room.tell_chat(Line(hint["line"], Chat(*hint["said"])))
        else:
            self._process.spawn(room.catch_up())

    def _presence(self, hint: Hint) -> None:
        room = self._rooms.get(str(hint.get("table")))
        if room is not None:
            room.heard_presence(hint["from"], hint["seats"], hint["watching"])
