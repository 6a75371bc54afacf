"""What players add to a deal, before it: they seal, and open when all have sealed. Changes a table in memory only."""

from __future__ import annotations

from ..wire.refusals import Refusal
from . import fair
from .table import Table


def seal(table: Table, seats: list[int], given: str | None) -> list[int]:
    """One player's program has come, with its seal or with none; the first of their seats has it. Which seats change.

    Until all have sealed a device may replace its seal: it may have lost its bytes, or it is another one.
    """
    changing = [seat for seat in seats if not table.seats[seat].ready]
    first = min(seats)
    place = table.seats[first]
    if place.ready and given not in (None, place.sealed) and not table.ready and table.brought is None:
        changing.append(first)
    if first in changing and table.brought is None:
        place.sealed = given
    for seat in changing:
        table.seats[seat].ready = True
    return changing


def opens(table: Table, seats: list[int], given: str) -> int | None:
    """Which of these seats these bytes open; None: it is open already. Refusal when they do not fit, or not now."""
    if any(table.seats[seat].entropy == given for seat in seats):
        return None
    if table.status != "open" or table.seals is None:
        raise Refusal("not_opening")
    sealed = fair.seal(table.id, given)
    for seat in seats:
        if table.seats[seat].sealed == sealed:
            return seat
    raise Refusal("not_sealed")


def begin_anew(table: Table) -> list[int]:
    """Somebody got up: what was opened meanwhile is void, and must be sealed anew with other bytes. Which seats."""
    void = [seat for seat, place in enumerate(table.seats) if place.entropy is not None]
    for seat in void:
        table.seats[seat].sealed = table.seats[seat].entropy = None
        table.seats[seat].ready = False
    return void
