"""Dealing a round, and showing afterwards that it was fair."""

from __future__ import annotations

import msgspec

from ..store.log import Entry
from ..wire.fair import Facts, FirstFacts
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


def fair_facts(table: Table, progress: Progress) -> list[Facts | FirstFacts]:
    """What is revealed when the match is over, round by round."""
    return [_facts(table, number, dealt.first) for number, dealt in enumerate(progress.rounds, 1)]


def _facts(table: Table, number: int, first: int | None) -> Facts | FirstFacts:
    bound, opened = fair.commitment(table.id, table.secret, table.scheme), [seat.entropy for seat in table.seats]
    choices = table.settings.choices
    if table.scheme == 1:
        return FirstFacts(
            table=table.id,
            commitment=bound,
            secret=table.secret,
            entropy=opened,
            round=number,
            first=first,
            choices=choices,
        )
    return Facts(
        table=table.id,
        commitment=bound,
        secret=table.secret,
        seals=[seat.sealed for seat in table.seats],
        opened=opened,
        round=number,
        first=first,
        choices=choices,
    )
