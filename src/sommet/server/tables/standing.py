"""How a table stands, as everybody may know it."""

from __future__ import annotations

from typing import Any

from .progress import Progress
from .table import Table


def public(table: Table, progress: Progress) -> dict[str, Any]:
    """The table as everybody may see it now."""
    shown = table.public()
    for seat, level in progress.bots.items():
        shown["seats"][seat] |= {"kind": "bot", "bot": level, "ready": True}
    if progress.over:
        shown |= {"status": "over", "result": result(progress)}
    return shown


def standing(table: Table, progress: Progress) -> dict[str, Any] | None:
    """How far it is: the round, its moves, who moves or chooses; None: not running."""
    if table.status != "running" or progress.over:
        return None
    to_move = progress.to_move if progress.to_move is not None else progress.choosing
    return {"round": progress.match_state().round, "ply": progress.ply, "to_move": to_move}


def result(progress: Progress) -> dict[str, Any]:
    """How the match ended."""
    places = progress.places()
    return {
        "winners": progress.winners,
        "rounds": [finished.result.as_dict() for finished in progress.rounds],
        "places": [places[seat] for seat in range(progress.settings.players)],
    }
