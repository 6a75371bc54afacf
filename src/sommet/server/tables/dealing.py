"""Dealing a round, and showing afterwards that it was fair."""

from __future__ import annotations

import msgspec

from ..store.log import Entry
from . import fair
from .progress import Dealt, Progress
from .room import Room
from .table import Table


def next_deal(room: Room, first: int | None = None, chooser: int | None = None) -> Entry:
    """The entry that deals the next round."""
    process, table, progress = room.process, room.table, room.progress
    if table.brought is not None:
        record = msgspec.json.decode(table.brought)
        text = msgspec.json.encode(Dealt(record["setup"], None, record["moves"])).decode()
        return Entry(table.id, progress.seq, "deal", chooser, text, process.now())
    settings, facts = table.settings, _facts(table, len(progress.rounds) + 1, first)
    record = process.deal(settings.game, settings.players, settings.options, facts)
    text = msgspec.json.encode(Dealt(dict(record.setup), first)).decode()
    return Entry(table.id, progress.seq, "deal", chooser, text, process.now())


def fair_facts(table: Table, progress: Progress) -> list[fair.Fair]:
    """What is revealed when the match is over, round by round."""
    return [_facts(table, number, dealt.first) for number, dealt in enumerate(progress.rounds, 1)]


def _facts(table: Table, number: int, first: int | None) -> fair.Fair:
    return fair.Fair(
        table=table.id,
        commitment=fair.commitment(table.id, table.secret),
        secret=table.secret,
        entropy=table.entropy,
        round=number,
        first=first,
        choices=table.settings.choices,
    )
