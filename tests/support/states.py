"""Comparing states."""

from typing import Any

from sommet.core.arrays import Records
from sommet.core.position import Position


def contents(records: Records) -> list[Any]:
    """Every field of every record. (Their bytes also hold padding, which means nothing and may be anything.)"""
    assert records.dtype.names is not None
    return [records[name].tolist() for name in records.dtype.names]


def same(a: Position, b: Position) -> bool:
    """The same record, the same setting and the same state."""
    return (
        a.record == b.record
        and a.state.dtype == b.state.dtype
        and contents(a.state) == contents(b.state)
        and contents(a.setting) == contents(b.setting)
    )
