"""The matches that somebody has played, page by page: by when they ended, so that nothing new shifts a page.

A page looks through a bounded number of them, whatever is searched for; where that did not suffice, the next goes on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..store.schema import SEATS, TABLES, USERS
from ..wire.profiles import History, Outcome, PastGame
from ..wire.refusals import Refusal
from ..wire.tables import SeatInfo
from . import stored
from .table import Seat, Table

PAGE = 25
LOOKED_THROUGH = 500
_CURSOR = re.compile(r"([0-9]{1,15})\.([0-9A-Za-z_-]{1,24})")


@dataclass(frozen=True)
class Wanted:
    """What is searched for: a game, an outcome, part of the name of somebody who played along."""

    game: str | None = None
    outcome: Outcome | None = None
    name: str | None = None
    before: str | None = None  # `next` of the page before


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _after(cursor: str) -> sa.ColumnElement[bool]:
    """What comes after that place."""
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise Refusal("bad_request", 400, why="before")
    ended, table = int(found[1]), found[2]
    return sa.or_(SEATS.c.ended < ended, sa.and_(SEATS.c.ended == ended, SEATS.c.table_id < table))


def page(db: sa.Connection, user: str, wanted: Wanted, stranger: bool) -> History:
    """A page of this user's history; to a stranger only what everybody could have watched, and guests without names."""
    query = (
        sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.ended, SEATS.c.outcome, SEATS.c.shown, TABLES.c.game)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(SEATS.c.user_id == user, SEATS.c.ended.is_not(None))
        .order_by(SEATS.c.ended.desc(), SEATS.c.table_id.desc(), SEATS.c.seat)
        .limit(LOOKED_THROUGH)
    )
    if wanted.before is not None:
        query = query.where(_after(wanted.before))
    rows = db.execute(query).all()
    fitting: dict[str, Any] = {}
    for row in rows:
        seen = row.shown or not stranger
        if seen and wanted.game in (None, row.game) and wanted.outcome in (None, row.outcome):
            fitting.setdefault(row.table_id, row)  # on one device they may have several seats
    if wanted.name is not None and fitting:
        named = _played_with(db, list(fitting), user, _folded(wanted.name), stranger)
        fitting = {name: row for name, row in fitting.items() if name in named}
    chosen = list(fitting.values())[:PAGE]
    last = chosen[-1] if len(fitting) > PAGE else rows[-1] if len(rows) == LOOKED_THROUGH else None
    found = stored.several(db, sa.select(TABLES).where(TABLES.c.id.in_([row.table_id for row in chosen])))
    by_name = {table.id: table for table in found}
    unnamed = _banned(db, {seat.user for table in found for seat in table.seats if seat.user is not None})
    games = [_told(by_name[row.table_id], row.seat, row.ended, row.outcome, stranger, unnamed) for row in chosen]
    return History(games, None if last is None else f"{last.ended}.{last.table_id}")


def _banned(db: sa.Connection, users: Set[str]) -> frozenset[str]:
    """Who of these was banned."""
    query = sa.select(USERS.c.id).where(USERS.c.id.in_(sorted(users)), USERS.c.banned.is_(True))
    return frozenset(db.execute(query).scalars())


def _played_with(db: sa.Connection, tables: list[str], user: str, part: str, stranger: bool) -> set[str]:
    """At which of these tables somebody else sat whose name has this part."""
    names = sa.select(SEATS.c.table_id, SEATS.c.name).where(SEATS.c.table_id.in_(tables), SEATS.c.user_id != user)
    banned = sa.exists().where(USERS.c.id == SEATS.c.user_id, USERS.c.banned.is_(True))
    names = names.where(~banned)
    if stranger:
        names = names.where(SEATS.c.guest.is_(False))
    return {table for table, name in db.execute(names) if part in _folded(name)}


def _told(table: Table, seat: int, ended: int, outcome: Outcome, stranger: bool, unnamed: frozenset[str]) -> PastGame:
    ratings = table.result.ratings if table.result is not None else []
    return PastGame(
        table.id,
        table.settings.game,
        ended,
        table.settings.rounds,
        table.settings.rated,
        [_seen(each, stranger, unnamed) for each in table.seats],
        seat,
        outcome,
        table.settings.device,
        ratings[seat] if seat < len(ratings) else None,
    )


def _seen(seat: Seat, stranger: bool, unnamed: frozenset[str]) -> SeatInfo:
    """Whoever was banned has no name there, nor has a guest to whoever did not play with them."""
    shown = seat.info()
    if seat.user in unnamed or (stranger and shown.kind == "guest"):
        shown.name, shown.user = "", None
    return shown
