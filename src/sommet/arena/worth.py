"""What a player says its move is worth to itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..search.advice import Advice


@dataclass(frozen=True)
class Worth:
    """A share of the win, from 0 to 1, and whether that is proved."""

    value: float
    exact: bool = False


def worth_of(advice: Advice) -> Worth | None:
    """What an advice says of its first move."""
    value = advice.moves[0].value if advice.moves else None
    return None if value is None else Worth(value, advice.exact)


def worth_said(reply: Mapping[str, Any]) -> Worth | None:
    """What an engine's reply says of its best move; None where it says nothing that makes sense."""
    moves = reply.get("moves")
    for each in moves if isinstance(moves, list) else []:
        if isinstance(each, dict) and each.get("move") == reply.get("best"):
            value: Any = each.get("value")
            sensible = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
            return Worth(float(value), reply.get("exact") is True) if sensible else None
    return None
