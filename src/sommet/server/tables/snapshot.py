"""All that is stored of a table at one moment, and the match that follows from it."""

from __future__ import annotations

import logging
from typing import NamedTuple

import sqlalchemy as sa

from ...core.chance import Chance
from ..store.log import Entry
from ..store.outages import Outages
from ..wire.refusals import Refusal
from . import fair, stored, stored_chat
from .editions import rules
from .progress import Progress
from .standing import result
from .stored_chat import Line
from .table import Table

log = logging.getLogger("sommet.rooms")
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
    """The match of a table before its first entry; once it runs it is known who chooses the starter."""
    settings, chooser = table.settings, None
    if settings.rounds > 1 and table.status != "open":
        drawn = fair.seed(table.id, table.secret, table.entropy, 0, table.scheme)
        chooser = Chance(drawn).below(settings.players)
    return Progress(settings, chooser, outages)


def replayed(table: Table, entries: list[Entry], outages: Outages) -> Progress:
    """The match that this log tells. Refusal when today's rules do not allow it, or make it end in another way."""
    try:
        progress = begun(table, outages)
        for entry in entries:
            progress.add(entry)
    except Exception as error:  # whatever the rules, the game's code or the record's form say to it
        log.warning("a log cannot be replayed", exc_info=error, extra={"table": table.id, "rules": table.rules})
        raise Refusal("old_rules") from error
    if table.rules not in ("", rules(table.settings.game)) and table.result not in (None, result(progress)):
        raise Refusal("old_rules")
    return progress
