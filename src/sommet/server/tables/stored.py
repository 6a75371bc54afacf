"""Tables in the store: made, found, changed. Every change but those of the log gets the next number, `changes`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from ...core.record import Record
from ..store.log import Entry
from ..store.schema import LOG, SEATS, TABLES
from ..wire.profiles import Outcome
from ..wire.refusals import Refusal
from ..wire.settings import Settings
from ..wire.tables import MatchResult, Status
from .editions import rules
from .table import Seat, Table

UNFINISHED = ("open", "running")
LOOKED_THROUGH = 1000  # of the newest public tables
# What is asked for every game is built once: to build a statement takes longer than SQLite takes to answer it.
_NEW_TABLE, _NEW_SEAT = TABLES.insert(), SEATS.insert()


def create(
    db: sa.Connection,
    name: str,
    owner: str,
    settings: Settings,
    seats: list[Seat],
    keys: tuple[str, str],
    at: int,
    brought: Record | None = None,
) -> Table:
    """Store a new table; `keys` are its invitation and its secret, `brought` is the game that it begins with."""
    invite, secret = keys
    kept = msgspec.structs.replace(settings, names=[])  # names stand at the seats, where they can be forgotten
    table = Table(
        id=name,
        owner=owner,
        settings=kept,
        status="open",
        invite=invite,
        secret=secret,
        created=at,
        seats=seats,
        brought=None if brought is None else msgspec.json.encode(brought.as_dict()).decode(),
        rules=rules(settings.game),
    )
    if table.ready:  # computer players only
        table.status = "running"
    columns = {
        "id": name,
        "owner": owner,
        "game": settings.game,
        "players": settings.players,
        "settings": msgspec.json.encode(kept).decode(),
        "public": settings.public,
        "status": table.status,
        "invite": invite,
        "secret": secret,
        "created": at,
        "changed": at,
        "pace": settings.clock.start if settings.clock.kind == "days" else None,
        "brought": table.brought,
        "rules": table.rules,
        "scheme": table.scheme,
    }
    db.execute(_NEW_TABLE, columns)
    db.execute(_NEW_SEAT, [{"table_id": name, "seat": number} | _values(seat) for number, seat in enumerate(seats)])
    return table


def _values(seat: Seat) -> dict[str, Any]:
    return {
        "user_id": seat.user,
        "bot": seat.bot,
        "name": seat.name,
        "guest": seat.guest,
        "ready": seat.ready,
        "entropy": seat.entropy,
        "sealed": seat.sealed,
        "reserved": seat.reserved,
    }


def _seat(row: Any) -> Seat:
    return Seat(row.user_id, row.bot, row.name, row.guest, row.ready, row.entropy, row.sealed, row.reserved)


def _table(row: Any, seats: Sequence[Any]) -> Table:
    return Table(
        id=row.id,
        owner=row.owner,
        settings=msgspec.json.decode(row.settings, type=Settings),
        status=row.status,
        invite=row.invite,
        secret=row.secret,
        created=row.created,
        seats=[_seat(seat) for seat in seats],
        result=None if row.result is None else msgspec.json.decode(row.result, type=MatchResult),
        rematch=row.rematch,
        brought=row.brought,
        scheme=row.scheme,
        changes=row.changes,
        rules=row.rules,
    )


_NAMED = TABLES.c.id == sa.bindparam("of_table")
_LOCKED = sa.select(TABLES.c.id).where(_NAMED).with_for_update()
_FOUND = sa.select(TABLES, SEATS).join(SEATS, SEATS.c.table_id == TABLES.c.id).where(_NAMED).order_by(SEATS.c.seat)


def find(db: sa.Connection, name: str, lock: bool = False) -> Table:
    """The table of that name; Refusal when there is none. `lock`: nobody else changes it before the commit."""
    if lock and db.dialect.name != "sqlite":  # that has one writer; elsewhere, while we wait, somebody may sit down
        db.execute(_LOCKED, {"of_table": name})
    rows = db.execute(_FOUND, {"of_table": name}).all()
    if not rows:
        raise Refusal("no_table", 404)
    return _table(rows[0], rows)


def several(db: sa.Connection, query: sa.Select[Any]) -> list[Table]:
    """The tables of a query on TABLES."""
    rows = db.execute(query).all()
    found: dict[str, list[Any]] = {row.id: [] for row in rows}
    if found:
        seats = sa.select(SEATS).where(SEATS.c.table_id.in_(found)).order_by(SEATS.c.table_id, SEATS.c.seat)
        for seat in db.execute(seats):
            found[seat.table_id].append(seat)
    return [_table(row, found[row.id]) for row in rows]


_ENTRIES = sa.select(LOG).where(LOG.c.table_id == sa.bindparam("name"), LOG.c.seq >= sa.bindparam("after"))
_ENTRIES = _ENTRIES.order_by(LOG.c.seq)


def entries(db: sa.Connection, name: str, after: int = 0) -> list[Entry]:
    """The log from that entry on."""
    rows = db.execute(_ENTRIES, {"name": name, "after": after})
    return [Entry(row.table_id, row.seq, row.kind, row.seat, row.text, row.at) for row in rows]


def just_begun(db: sa.Connection, name: str) -> bool:
    """Whether the match is in its first round, and one move has been made in it at most."""
    found = db.execute(sa.select(LOG.c.kind).where(LOG.c.table_id == name).order_by(LOG.c.seq).limit(3)).scalars()
    return list(found) in ([], ["deal"], ["deal", "move"])


# changes of a table that was found with `lock`: the table given is afterwards as it is stored


def changed(db: sa.Connection, table: str) -> int:
    """What is stored of a table besides its log is being changed: the number of this change."""
    counted = TABLES.update().where(TABLES.c.id == table).values(changes=TABLES.c.changes + 1)
    return int(db.execute(counted.returning(TABLES.c.changes)).scalar_one())


_SEAT = SEATS.update().where(SEATS.c.table_id == sa.bindparam("of_table"), SEATS.c.seat == sa.bindparam("of_seat"))
_TABLE = TABLES.update().where(_NAMED)


def save(db: sa.Connection, table: Table, seats: Sequence[int] = (), **values: Any) -> Table:
    """Store these seats of the table as they stand now, and these columns; the change gets its number."""
    for number in seats:
        db.execute(_SEAT, {"of_table": table.id, "of_seat": number} | _values(table.seats[number]))
    table.changes += 1
    db.execute(_TABLE, {"of_table": table.id, "changes": table.changes} | values)
    return table


def open_seat(db: sa.Connection, table: Table, seat: int) -> None:
    """Store the bytes that a seat opened. Nobody may see them before the end, so nothing is told, and no number."""
    db.execute(_SEAT, {"of_table": table.id, "of_seat": seat, "entropy": table.seats[seat].entropy})


def end_seats(db: sa.Connection, table: str, outcomes: Sequence[Outcome], shown: bool, at: int) -> None:
    """The match is over: how for each seat, and whether strangers may be told. The table's own change tells of it."""
    ended = {"of_table": table, "ended": at, "shown": shown}
    db.execute(_SEAT, [ended | {"of_seat": seat, "outcome": each} for seat, each in enumerate(outcomes)])


def set_status(db: sa.Connection, table: Table, status: Status, at: int, seats: Sequence[int] = ()) -> Table:
    """The table is opened, started, closed."""
    table.status = status
    return save(db, table, seats, status=status, changed=at)


# questions


_OPEN = TABLES.c.status.in_(UNFINISHED)
_MADE = sa.select(TABLES.c.id).where(TABLES.c.owner == sa.bindparam("user"), _OPEN)
_SEATED = sa.select(SEATS.c.table_id).join(TABLES, TABLES.c.id == SEATS.c.table_id)
_SEATED = _SEATED.where(SEATS.c.user_id == sa.bindparam("user"), _OPEN)
_UNFINISHED_OF = sa.select(sa.func.count()).select_from(_MADE.union(_SEATED).subquery())
_OWNED = TABLES.c.owner.in_(sa.bindparam("owners", expanding=True))
_UNFINISHED_BY = (
    sa.select(sa.func.count()).select_from(TABLES).where(_OWNED, _OPEN, TABLES.c.created >= sa.bindparam("since"))
)


def unfinished_of(db: sa.Connection, user: str) -> int:
    """How many tables that are not over they have made or sit at, each counted once."""
    return int(db.execute(_UNFINISHED_OF, {"user": user}).scalar_one())


def unfinished_by(db: sa.Connection, owners: Sequence[str], since: int) -> int:
    """How many tables these have made since then that are not over."""
    return int(db.execute(_UNFINISHED_BY, {"owners": owners, "since": since}).scalar_one())


def unpeopled_by(db: sa.Connection, owners: Sequence[str]) -> int:
    """How many tables that are not over these have made for computer players alone."""
    person = sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.bot.is_(None))
    made = (TABLES.c.owner.in_(owners), TABLES.c.status.in_(UNFINISHED), ~person)
    return int(db.execute(sa.select(sa.func.count()).select_from(TABLES).where(*made)).scalar_one())


def waiting(db: sa.Connection, game: str, players: int) -> list[Table]:
    """The public tables of that game and size that wait for players, the oldest first."""
    query = sa.select(TABLES).where(TABLES.c.status == "open", TABLES.c.public.is_(True), TABLES.c.game == game)
    return several(db, query.where(TABLES.c.players == players).order_by(TABLES.c.created).limit(50))


def listed(db: sa.Connection, status: Status, each: int, chosen: Callable[[Sequence[str]], list[int]]) -> list[Table]:
    """The newest public tables in that status, at most so many of one owner; `chosen` of them, by their owners."""
    newest = sa.select(TABLES.c.id, TABLES.c.owner, TABLES.c.created)
    newest = newest.where(TABLES.c.status == status, TABLES.c.public.is_(True))
    found = newest.order_by(TABLES.c.created.desc()).limit(LOOKED_THROUGH).subquery()
    place = sa.func.row_number().over(partition_by=found.c.owner, order_by=found.c.created.desc())
    numbered = sa.select(found, place.label("place")).subquery()
    fair = sa.select(numbered.c.id, numbered.c.owner).where(numbered.c.place <= each)
    rows = db.execute(fair.order_by(numbered.c.created.desc())).all()
    names = [rows[place].id for place in chosen([row.owner for row in rows])]
    return several(db, sa.select(TABLES).where(TABLES.c.id.in_(names)).order_by(TABLES.c.created.desc()))


def newest_of(db: sa.Connection, user: str, status: str | None, most: int = 100) -> list[Table]:
    """The tables at which they sit: those that are not over, then the newest others."""
    query = sa.select(TABLES).where(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user)))
    if status is not None:
        query = query.where(TABLES.c.status == status)
    over = sa.case((TABLES.c.status.in_(UNFINISHED), 0), else_=1)
    return several(db, query.order_by(over, TABLES.c.created.desc()).limit(most))


def rated_of(db: sa.Connection, user: str) -> list[str]:
    """The rated games that they play now."""
    query = sa.select(TABLES).where(TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user)))
    return [table.id for table in several(db, query.where(TABLES.c.status == "running")) if table.settings.rated]


def running_of(db: sa.Connection, user: str) -> list[str]:
    """The games that they play now."""
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.user_id == user)
    return list(db.execute(sa.select(TABLES.c.id).where(TABLES.c.id.in_(mine), TABLES.c.status == "running")).scalars())


def _newest() -> sa.ScalarSelect[int]:
    """When the newest entry of a table's log was made."""
    return (
        sa.select(LOG.c.at)
        .where(LOG.c.table_id == TABLES.c.id)
        .order_by(LOG.c.seq.desc())
        .limit(1)
        .correlate(TABLES)
        .scalar_subquery()
    )


def left_behind(db: sa.Connection, since: int) -> list[str]:
    """Running tables at which the server has something to do: a computer player sits there, a clock runs by the minute,
    or something happened since then, which may have been the end."""
    bots = sa.select(SEATS.c.table_id).where(SEATS.c.bot.is_not(None))
    replaced = sa.select(LOG.c.table_id).where(LOG.c.table_id == TABLES.c.id, LOG.c.kind == "replace")
    timed = [TABLES.c.settings.like(f'%"kind":"{kind}"%') for kind in ("move", "total")]
    left = sa.or_(TABLES.c.id.in_(bots), sa.exists(replaced), *timed, _newest() >= since)
    running = sa.select(TABLES.c.id).where(TABLES.c.status == "running", left)
    return list(db.execute(running.order_by(TABLES.c.changed.desc())).scalars())


def overdue(db: sa.Connection, now: int) -> list[tuple[str, int, int]]:
    """Running tables at which nothing has happened for the days of a move: since when, how long a move may take."""
    since = sa.func.coalesce(_newest(), TABLES.c.changed)
    late = (TABLES.c.status == "running", TABLES.c.pace.is_not(None), since + TABLES.c.pace <= now)
    return [
        (name, at, pace) for name, at, pace in db.execute(sa.select(TABLES.c.id, since, TABLES.c.pace).where(*late))
    ]


_LENGTH = sa.select(sa.func.max(LOG.c.seq)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()
_NUMBERS = sa.select(TABLES.c.id, TABLES.c.changes, sa.func.coalesce(_LENGTH + 1, 0))
_NUMBERS = _NUMBERS.where(TABLES.c.id.in_(sa.bindparam("names", expanding=True)))


def numbers(db: sa.Connection, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """How often each of these tables was changed, and the length of its log."""
    return {name: (changes, count) for name, changes, count in db.execute(_NUMBERS, {"names": names})}


def close_old(db: sa.Connection, before: int, now: int) -> None:
    """Tables made before then that nobody filled are closed."""
    old = TABLES.update().where(TABLES.c.status == "open", TABLES.c.created < before)
    db.execute(old.values(status="closed", changed=now, changes=TABLES.c.changes + 1))
