"""What may be agreed before a game of Pebbles. Clauses P11, P12."""

from collections.abc import Mapping
from typing import Any

from sommet.core.names import ByOption
from sommet.core.options import Choice, Flag, Options

OPTIONS = Options(
    (
        Choice("heaps", "P12", ("three", "four"), {"four": ((3,), "pebbles.error.four_heaps")}),
        Flag("rest", "P11"),
    )
)
MOST_HEAPS = 4


def _heaps(options: Mapping[str, Any]) -> tuple[str, ...]:
    """P2, P12."""
    return ("A", "B", "C", "D") if options.get("heaps") == "four" else ("A", "B", "C")


HEAP = ByOption("heap", _heaps, MOST_HEAPS, ({}, {"heaps": "four"}))
