"""What is forgotten after a while, in batches that take milliseconds each. Nothing of a running game, ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec
import sqlalchemy as sa

from ..config import Config
from ..metrics import FORGOTTEN
from ..people import reports
from ..people.accounts import User
from ..people.recovery import forget_old
from ..store.database import Store, StoreError, setting
from ..store.schema import CHAT, SEATS, SETTINGS, TABLES, USERS
from ..tables.stored import UNFINISHED
from .people import forget
from .tables import retold

log = logging.getLogger("sommet.retention")
DAY = 86_400_000
USERS_AT_ONCE, LINES_AT_ONCE, TABLES_AT_ONCE = 50, 500, 20
BREATH = 0.05  # seconds between two batches: whoever plays comes first
START, LOOK = 30.0, 3600.0  # seconds
DONE = "retention"  # the setting that holds when this was last done
Batch = Callable[[sa.Connection], int]  # how many rows went; 0: that was all


class Forgotten(msgspec.Struct):
    """How many of each."""

    guests: int = 0
    chat: int = 0
    games: int = 0
    closed: int = 0


def guests(db: sa.Connection, before: int, most: int = USERS_AT_ONCE) -> int:
    """Guests who have not come since then and do not sit at a table that is not over."""
    playing = (
        sa.select(SEATS.c.user_id)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(TABLES.c.status.in_(UNFINISHED), SEATS.c.user_id.is_not(None))
    )
    old = sa.select(USERS).where(USERS.c.handle.is_(None), USERS.c.seen < before, USERS.c.banned.is_(False))
    rows = db.execute(old.where(USERS.c.id.not_in(playing)).order_by(USERS.c.seen).limit(most)).all()
    for row in rows:
        forget(db, User(row.id, row.name, True, row.epoch))
    return len(rows)


def chats(db: sa.Connection, before: int) -> int:
    """What was said at tables that were over by then."""
    old = sa.select(CHAT.c.id).join(TABLES, TABLES.c.id == CHAT.c.table_id)
    old = old.where(TABLES.c.status.not_in(UNFINISHED), TABLES.c.changed < before).limit(LINES_AT_ONCE)
    lines = list(db.execute(old).scalars())
    retold(db, sa.select(CHAT.c.table_id).where(CHAT.c.id.in_(lines)).distinct())
    db.execute(CHAT.delete().where(CHAT.c.id.in_(lines)))
    return len(lines)


def tables(db: sa.Connection, status: str, before: int) -> int:
    """Whole tables that have been over, or closed, since then."""
    assert status not in UNFINISHED
    old = sa.select(TABLES.c.id).where(TABLES.c.status == status, TABLES.c.changed < before)
    names = list(db.execute(old.order_by(TABLES.c.changed).limit(TABLES_AT_ONCE)).scalars())
    db.execute(TABLES.delete().where(TABLES.c.id.in_(names), TABLES.c.status == status))
    return len(names)


async def run(store: Store, config: Config, now: int) -> Forgotten:
    """Forget all that is due."""
    wanted: list[tuple[str, int, Callable[[sa.Connection, int], int]]] = [
        ("games", config.keep_games, lambda db, before: tables(db, "over", before)),
        ("closed", config.keep_closed, lambda db, before: tables(db, "closed", before)),
        ("chat", config.keep_chats, chats),
        ("guests", config.keep_guests, guests),
    ]
    counts = {}
    for name, days, some in wanted:
        counts[name] = await _all(store, partial(_before, some, now - days * DAY)) if days else 0
        FORGOTTEN.labels(name).inc(counts[name])
    await store.write(lambda db: forget_old(db, now))
    if config.keep_chats:
        await store.write(lambda db: reports.forget_old(db, now - config.keep_chats * DAY))
    return Forgotten(**counts)


def _before(some: Callable[[sa.Connection, int], int], before: int, db: sa.Connection) -> int:
    return some(db, before)


async def _all(store: Store, batch: Batch) -> int:
    count = 0
    while gone := await store.write(batch):
        count += gone
        await asyncio.sleep(BREATH)
    return count


async def purge_guests(store: Store, days: int, now: int) -> int:
    """Guests who have not come for that many days."""
    return await _all(store, partial(_before, guests, now - days * DAY))


def claim(db: sa.Connection, now: int) -> bool:
    """Whether this process is to do it today: one of all does."""
    before = setting(db, DONE, lambda: "0")
    mine = SETTINGS.update().where(SETTINGS.c.key == DONE, SETTINGS.c.value == before)
    return now - int(before) >= DAY and db.execute(mine.values(value=str(now))).rowcount == 1


async def daily(store: Store, config: Config, now: Callable[[], int]) -> None:
    """In a server: once a day, by one of its processes; what goes wrong is logged, and tried again."""
    await asyncio.sleep(START)
    while True:
        try:
            if await store.write(lambda db: claim(db, now())):
                forgotten = await run(store, config, now())
                log.info("forgotten what is no longer kept", extra=msgspec.structs.asdict(forgotten))
        except StoreError as error:
            log.warning("what is no longer kept could not be forgotten: %s", error)
        except Exception:
            log.exception("what is no longer kept could not be forgotten")
        await asyncio.sleep(LOOK)
