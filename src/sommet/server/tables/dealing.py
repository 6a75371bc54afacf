"""Dealing a round, and showing afterwards that it was fair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..store.log import Entry
from . import fair
from .progress import Dealt, Progress
from .table import Table

if TYPE_CHECKING:
    from .room import Room


def next_deal(room: Room, first: int | None = None, chooser: int | None = None) -> Entry:
    """The entry that deals the next round."""
    hub, table, progress = room.hub, room.table, room.progress
    if table.brought is not None:
        record = msgspec.json.decode(table.brought)
        text = msgspec.json.encode(Dealt(record["setup"], None, record["moves"])).decode()
        return Entry(table.id, progress.seq, "deal", chooser, text, hub.now())
    settings, facts = table.settings, _facts(table, len(progress.rounds) + 1, first)
    record = hub.deal(settings.game, settings.players, settings.options, facts)
    text = msgspec.json.encode(Dealt(dict(record.setup), first)).decode()
    return Entry(table.id, progress.seq, "deal", chooser, text, hub.now())


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
