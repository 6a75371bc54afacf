"""Inserting what may be there already, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert


def inserting(db: sa.Connection, table: sa.Table) -> Any:
    """An insert that can be told what to do on a conflict."""
    return (postgresql_insert if db.dialect.name == "postgresql" else sqlite_insert)(table)


def once(db: sa.Connection, table: sa.Table) -> Any:
    """An insert that does nothing where there is such a row."""
    return inserting(db, table).on_conflict_do_nothing()
