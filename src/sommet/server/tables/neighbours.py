"""The other processes of this server: what they are told, and what they say. Only ever hints: a reason to look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..wire.messages import Chat, Rematch, encode

if TYPE_CHECKING:
    from ..hub import Hub
    from .room import Room


class Neighbours:
    """Those who serve the same tables."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def tell(self, hint: dict[str, Any]) -> None:
        """Tell the other processes."""
        if not self._hub.stopping and not self._hub.bus.alone:
            self._hub.spawn(self._hub.bus.tell(hint | {"from": self._hub.process}))

    def tell_presence(self, room: Room) -> None:
        """Tell the others who is here."""
        seats, watching = room.here()
        self.tell({"kind": "presence", "table": room.id, "seats": seats, "watching": watching})

    def hear(self, hint: dict[str, Any]) -> None:
        """Another process says something; it is only ever a reason to look."""
        if hint.get("from") == self._hub.process or self._hub.stopping:
            return
        kind = hint.get("kind")
        if kind == "again":
            for room in list(self._hub.rooms.values()):
                room.unsure = True
                self._hub.spawn(room.catch_up())
            self._hub.lobby.changed(tell=False)
        elif kind == "log":
            for name in hint.get("tables", ()):
                room_ = self._hub.rooms.get(name)
                if room_ is not None:
                    self._hub.spawn(room_.catch_up())
        elif kind == "lobby":
            self._hub.lobby.changed(tell=False)
        elif (found := self._hub.rooms.get(str(hint.get("table")))) is not None:
            self._hear_of(found, hint)

    def _hear_of(self, room: Room, hint: dict[str, Any]) -> None:
        kind = hint["kind"]
        if kind == "table":
            self._hub.spawn(self._hub.reread(room))
        elif kind == "presence":
            room.heard_presence(hint["from"], hint["seats"], hint["watching"])
        elif kind == "chat":
            room.tell_chat(Chat(hint["name"], hint["seat"], hint["text"], hint["at"]))
        elif kind == "offer":
            room.tell_offer(hint["what"], hint["seats"])
        elif kind == "rematch":
            room.table.rematch = hint["new"]
            room.to_all(encode(Rematch(hint["new"])))
