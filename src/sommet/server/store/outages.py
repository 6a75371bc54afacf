"""When was there no server? Every process sends a heartbeat every two seconds; a gap is an outage, and is stored."""

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .database import setting
from .schema import LOG, OUTAGES, SETTINGS, TABLES

ALIVE = "alive"
GAP = 6_000  # milliseconds: three beats missed
REMEMBERED = 60 * 86_400_000


def known_outages(db: sa.Connection, now: int) -> list[tuple[int, int]]:
    """All that may still matter to a clock; at a start, the one that ends now is among them."""
    beat(db, now)
    db.execute(OUTAGES.delete().where(OUTAGES.c.ended < now - REMEMBERED))
    return [(row.began, row.ended) for row in db.execute(sa.select(OUTAGES).order_by(OUTAGES.c.began))]


def beat(db: sa.Connection, now: int) -> list[tuple[int, int]]:
    """Store a heartbeat. The outages of the last minute, the one that ends with this beat included."""
    before = int(setting(db, ALIVE, lambda: str(now)))
    if now - before > GAP:
        last = db.execute(
            sa.select(sa.func.max(LOG.c.at)).where(
                LOG.c.table_id.in_(sa.select(TABLES.c.id).where(TABLES.c.status == "running"))
            )
        ).scalar()
        began = max(before, last or 0)
        if last is not None and began < now:
            try:
                with db.begin_nested():
                    db.execute(OUTAGES.insert().values(began=began, ended=now))
            except IntegrityError:
                pass  # another process has noticed it too
    if now > before:
        db.execute(SETTINGS.update().where(SETTINGS.c.key == ALIVE).values(value=str(now)))
    recent = sa.select(OUTAGES).where(OUTAGES.c.ended >= now - 60_000)
    return [(row.began, row.ended) for row in db.execute(recent)]
