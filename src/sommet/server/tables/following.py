"""What the other processes do at the same tables: their hints, what we tell them, and what no hint told us.

A hint says which change of a table, or which entry of its log, it is about. Who has that already does nothing; who has
all before it takes it from the hint; who misses something reads the store.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from ..metrics import FOLLOW_SECONDS
from ..store.bus import Hint
from ..store.log import Entry
from ..wire.messages import Chat
from . import stored
from .lobby import Lobby
from .neighbours import Neighbours
from .process import Process
from .room import Room
from .stored_chat import Line

AT_ONCE = 500  # rooms in one query
COMPLETELY = 15.0  # seconds: who is where is told anew
Find = Callable[[str], Room | None]


class Following:
    """Keeps this process' rooms as the store is."""

    def __init__(self, process: Process, others: Neighbours, rooms: dict[str, Room], lobby: Lobby, find: Find) -> None:
        """`find`: the room of that name, if it is here; one that is being read just now is read once more."""
        self._process, self._others, self._rooms, self._lobby, self._find = process, others, rooms, lobby, find
        self._told = time.monotonic()
        others.on("again", self._again)
        others.on("lobby", lambda _, __: lobby.changed(tell=False))
        others.on("log", self._log)
        others.on("change", self._change)
        others.on("presence", self._presence)
        others.on("who", self._who)

    # telling

    def changed(self, room: Room, line: Line | None = None) -> None:
        """The table has changed; `line` was said."""
        if self._others.alone:
            return
        hint: Hint = {"table": room.id, "changes": room.table.changes}
        if line is not None:
            said = line.said
            hint |= {"line": line.id, "user": line.user, "said": [said.name, said.seat, said.text, said.at]}
        self._others.tell("change", **hint)

    def person_changed(self, user: str) -> None:
        """Somebody has another name, or none."""
        self._others.tell("person", user=user)

    def came_or_went(self, room: Room) -> None:
        """Who is here may have changed."""
        if not self._others.alone and (here := room.here()) != room.attendance.told:
            room.attendance.told = here
            self._tell_presence(room)

    def arrived(self, room: Room) -> None:
        """This process has just taken up a table: who is there?"""
        self._others.tell("who", table=room.id)

    def tell_all(self) -> None:
        """Every now and then: who is where, completely, for those who missed something."""
        if not self._others.alone and time.monotonic() - self._told > COMPLETELY:
            self._told = time.monotonic()
            for room in list(self._rooms.values()):
                if room.attendance:
                    self._tell_presence(room)

    def _tell_presence(self, room: Room) -> None:
        seats, watching = room.here()
        self._others.tell("presence", table=room.id, seats=seats, watching=watching)

    # hearing

    def _again(self, sender: str, hint: Hint) -> None:
        """After a gap anything may have been missed."""
        for room in self._rooms.values():
            room.doubt()
        self._process.spawn(self.compare(list(self._rooms)))
        self._lobby.changed(tell=False)

    def _log(self, sender: str, hint: Hint) -> None:
        room = self._find(hint["table"])
        if room is None:
            return
        if "entry" in hint:
            entry = Entry(room.id, hint["seq"], *hint["entry"])
            FOLLOW_SECONDS.observe(max(0, self._process.now() - entry.at) / 1000)
            known = room.told(entry, hint["follows"], hint["changes"])
        else:
            known = hint["seq"] < room.progress.seq
        if not known:
            self._process.spawn(room.catch_up())

    def _change(self, sender: str, hint: Hint) -> None:
        room = self._find(hint["table"])
        if room is None or hint["changes"] <= room.table.changes:
            return
        if "line" in hint and room.next_change(hint["changes"]):
            room.tell_chat(Line(hint["line"], hint["user"], Chat(*hint["said"])))
        else:
            self._process.spawn(room.catch_up())

    def _presence(self, sender: str, hint: Hint) -> None:
        room = self._rooms.get(hint["table"])
        if room is not None:
            room.heard_presence(sender, hint["seats"], hint["watching"])

    def _who(self, sender: str, hint: Hint) -> None:
        room = self._rooms.get(hint["table"])
        if room is not None and room.attendance:
            self._tell_presence(room)

    # what no hint told

    async def poll(self) -> None:
        """Compare all rooms in which somebody is."""
        await self.compare([room.id for room in self._rooms.values() if room.attendance])

    async def compare(self, names: list[str]) -> None:
        """Compare the numbers of these rooms with those in the store; only where they differ more is read."""
        for start in range(0, len(names), AT_ONCE):
            known = {name: room.numbers for name in names[start : start + AT_ONCE] if (room := self._rooms.get(name))}
            found = await self._process.store.read(partial(stored.numbers, names=list(known)))
            for name, before in known.items():
                there, current = found.get(name), self._rooms.get(name)
                if current is None or current.storing:
                    continue
                if there == before[:2]:
                    current.reassure(before.doubts)
                elif there != current.numbers[:2]:
                    self._process.spawn(current.catch_up())
