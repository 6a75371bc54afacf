"""The rooms of this process: found, made from the store, kept as the store is, dropped when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from functools import partial

from ..metrics import ROOMS
from ..people import accounts
from ..wire.refusals import Refusal
from . import snapshot
from .following import Following
from .lobby import Lobby
from .neighbours import Neighbours
from .process import Process
from .progress import Progress
from .room import Room
from .snapshot import Snapshot
from .turns import Turns

log = logging.getLogger("sommet.rooms")
UNLOAD = 60.0
SHORT = 64  # entries that take no time to replay


class Rooms:
    """Rooms by the names of their tables."""

    def __init__(self, process: Process, others: Neighbours) -> None:
        self.process = process
        self.rooms: dict[str, Room] = {}
        self.lobby = Lobby(process, self.rooms, others)
        self.turns = Turns(process, self.finish)
        self.following = Following(process, others, self.rooms, self.lobby, self._find)
        others.on("person", lambda _, hint: process.spawn(self._look_at_person(hint["user"])))
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._too_old: set[str] = set()

    async def room(self, name: str, seq: int = 0) -> Room:
        """The room of that table, made from the store if it is not here; Refusal when there is no such table.

        Whoever asks may know `seq` entries: if the room knows fewer, it looks first.
        """
        room = self.rooms.get(name)
        if room is not None:
            if room.unsure or seq > room.progress.seq:
                await room.catch_up()
            return room
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    def _find(self, name: str) -> Room | None:
        """The room of that name, if it is here. Something is told of it: if it is being read, that may be too old."""
        room = self.rooms.get(name)
        if room is None and name in self._loading:
            self._too_old.add(name)
        return room

    async def _load(self, name: str) -> Room:
        found = await self.process.store.read(lambda db: snapshot.read(db, name))
        progress = await self._replayed(found)
        room = self._keep(Room(self, found.table, progress, found.chat, found.asked))
        self.following.arrived(room)
        if name in self._too_old:
            self._too_old.discard(name)
            await room.catch_up()
        self.turns.advance(room)
        return room

    async def _replayed(self, found: Snapshot) -> Progress:
        """The match of this log; a long one is replayed where nobody waits for it. Refusal when it cannot be."""
        replay = partial(snapshot.replayed, found.table, found.entries, self.process.pulse.outages)
        return replay() if len(found.entries) <= SHORT else await asyncio.to_thread(replay)

    def _keep(self, room: Room) -> Room:
        self.rooms[room.id] = room
        ROOMS.set(len(self.rooms))
        return room

    async def read(self, room: Room) -> None:
        """Have the room follow what is stored now; where the store has lost what the room knew, it is made anew."""
        known, after = room.known, max(0, room.progress.seq - 1)
        try:
            found = await self.process.store.read(lambda db: snapshot.read(db, room.id, after))
            if not room.behind(found, known) and room.follow(found):
                return
            log.warning("a room is made anew from what is stored", extra={"table": room.id})
            await room.settled()
            found = await self.process.store.read(lambda db: snapshot.read(db, room.id))
            room.start_anew(found, await self._replayed(found))
        except Refusal as refusal:  # the table is gone, or cannot be read
            self.rooms.pop(room.id, None)
            for connection in room.attendance.all():
                room.dismiss(connection, refusal)
            raise

    def unload(self, room: Room) -> None:
        """Drop a room that nobody is in; the store has it."""
        idle = time.monotonic() - room.used
        if room.attendance or (room.advancing and room.table.status != "over") or room.storing:
            return
        if room.progress.over and room.table.status == "running":
            return  # how it ended has yet to be stored
        if room.table.status == "over" or idle > UNLOAD:
            self.rooms.pop(room.id, None)
            ROOMS.set(len(self.rooms))

    async def person_changed(self, user: str) -> None:
        """Somebody has another name, or has been forgotten: it shows at once, here and at the other processes."""
        self.following.person_changed(user)
        await self._look_at_person(user)

    async def _look_at_person(self, user: str) -> None:
        """The name by which they speak, and the rooms that show it."""
        rooms = [room for room in self.rooms.values() if room.shows(user)]
        sockets = [one for room in rooms for one in room.attendance.all() if one.user and one.user.id == user]
        if sockets:
            found = await self.process.store.read(lambda db: accounts.by_id(db, user))
            for socket in sockets:
                if found is not None and socket.user is not None:
                    socket.user = replace(socket.user, name=found.name, guest=found.guest)
        for room in rooms:
            self.process.spawn(room.catch_up())

    def came_or_went(self, room: Room) -> None:
        """Who is in this room has changed."""
        self.following.came_or_went(room)

    def went_on(self, room: Room) -> None:
        """A match has: the server's own next step is taken."""
        if room.table.settings.public and room.table.settings.watch:
            self.lobby.stirred()
        self.turns.advance(room)

    def followed(self, room: Room) -> None:
        """It has by what another process did, which also takes the next step; the sweep sees to it that one does."""
        if room.table.settings.public and room.table.settings.watch:
            self.lobby.stirred()
        self.turns.reconsider(room)

    async def finish(self, room: Room) -> None:
        """The match is over: whoever serves the table settles it."""
        raise NotImplementedError
