"""Who is connected to a table's room: here, and at the other processes."""

from __future__ import annotations

import time

from ...core.record import SPECTATOR, Viewer
from ..wire.messages import Presence
from .connection import Connection

LASTS = 35.0  # seconds: what a process said about itself counts so long
Here = tuple[list[int], int]  # the seats, and how many spectators


class Attendance:
    """The connections of one room by viewer, and what is known of those elsewhere."""

    def __init__(self, seats: int) -> None:
        self.viewers: dict[Viewer, set[Connection]] = {}
        self.elsewhere: dict[str, tuple[list[int], int, float]] = {}
        self.away = dict.fromkeys(range(seats), time.monotonic())  # since when a seat has not been seen
        self.told: Here = ([], 0)  # what the other processes were told last

    def __bool__(self) -> bool:
        return bool(self.viewers)

    def all(self) -> list[Connection]:
        """Everybody here."""
        return [connection for there in self.viewers.values() for connection in there]

    def add(self, connection: Connection) -> None:
        """Somebody comes in, as `connection.viewer`."""
        self.viewers.setdefault(connection.viewer, set()).add(connection)

    def remove(self, connection: Connection) -> bool:
        """Somebody goes; False: they were not here."""
        there = self.viewers.get(connection.viewer)
        if there is None or connection not in there:
            return False
        there.discard(connection)
        if not there:
            del self.viewers[connection.viewer]
            if isinstance(connection.viewer, int):
                self.away[connection.viewer] = time.monotonic()
        return True

    def seat(self, connection: Connection, viewer: Viewer) -> None:
        """From now on this connection sees what that viewer sees, and nothing else."""
        if self.remove(connection):
            connection.viewer = viewer
            self.add(connection)

    def here(self, humans: list[int] | None) -> Here:
        """Who is connected to this process; `humans`: the seats that are present together, on one device."""
        seats = sorted(viewer for viewer in self.viewers if isinstance(viewer, int))
        return (humans if seats and humans is not None else seats), len(self.viewers.get(SPECTATOR, ()))

    def presence(self, here: Here, bots: dict[int, str]) -> Presence:
        """Who is connected, to any process."""
        present, watching = set(here[0]) | set(bots), here[1]
        now = time.monotonic()
        for others, watchers, seen in self.elsewhere.values():
            if now - seen < LASTS:
                present |= set(others)
                watching += watchers
        return Presence([seat in present for seat in range(len(self.away))], watching)

    def heard(self, process: str, seats: list[int], watching: int) -> None:
        """Another process says who is there."""
        now = time.monotonic()
        self.elsewhere[process] = (seats, watching, now)
        for seat in seats:
            if seat in self.away:
                self.away[seat] = now
