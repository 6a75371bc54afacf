"""All that is stored of a table at one moment, and the match that follows from it."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from ...core.chance import Chance
from ..store.log import Entry
from ..store.outages import Outages
from . import fair, stored, stored_chat
from .progress import Progress
from .stored_chat import Line
from .table import Table

RECENT_CHAT = 50


class Snapshot(NamedTuple):
    """A table, its log from some entry on, the last lines of its chat, and what is being asked for."""

    table: Table
    entries: list[Entry]
    length: int  # of the log
    chat: list[Line]
    asked: dict[str, list[int]]


def read(db: sa.Connection, name: str, after: int = 0) -> Snapshot:
    """As one transaction sees it: seats and log belong together. Refusal when there is no such table."""
    table, entries = stored.find(db, name), stored.entries(db, name, after)
    length = entries[-1].seq + 1 if entries else after
    said, asked = stored_chat.recent(db, name, RECENT_CHAT), stored_chat.asked(db, name, length)
    return Snapshot(table, entries, length, said, asked)


def begun(table: Table, outages: Outages) -> Progress:
    """The match of a table before its first entry; once all are ready it is known who chooses the starter."""
    settings, chooser = table.settings, None
    if settings.rounds > 1 and table.ready:
        chooser = Chance(fair.seed(table.id, table.secret, table.entropy, 0)).below(settings.players)
    return Progress(settings, chooser, outages)


def replayed(table: Table, entries: list[Entry], outages: Outages) -> Progress:
    """The match that this log tells."""
    progress = begun(table, outages)
    for entry in entries:
        progress.add(entry)
    return progress
