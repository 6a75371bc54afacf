"""A pool's connections are tried before they are used, but only those that have rested: the others were just in use."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError

RESTED = 1.0  # seconds


def ping_rested(engine: sa.Engine) -> None:
    """One that does not answer is thrown away, and the pool tries the next."""
    dialect: Any = engine.dialect

    def given(connection: Any, record: Any, _: object) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < RESTED:
            return
        try:
            alive = dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error
        if not alive:
            raise DisconnectionError

    def returned(_: object, record: Any) -> None:
        record.info["used"] = time.monotonic()

    sa.event.listen(engine, "checkout", given)
    sa.event.listen(engine, "checkin", returned)
