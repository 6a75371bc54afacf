"""How a table stands, as everybody may know it."""

from __future__ import annotations

from ..wire.tables import MatchResult, Standing, TableInfo
from .progress import Progress
from .table import Table


def public(table: Table, progress: Progress) -> TableInfo:
    """The table as everybody may see it now."""
    shown = table.public()
    for number, level in progress.bots.items():
        seat = shown.seats[number]
        seat.kind, seat.bot, seat.ready = "bot", level, True
    if progress.over:
        shown.status, shown.result = "over", table.result or result(progress)
    return shown


def standing(table: Table, progress: Progress) -> Standing | None:
    """How far it is: the round, its moves, who moves or chooses; None: not running."""
    if table.status != "running" or progress.over:
        return None
    to_move = progress.to_move if progress.to_move is not None else progress.choosing
    return Standing(progress.match_state().round, progress.ply, to_move)


def result(progress: Progress) -> MatchResult:
    """How the match ended."""
    places = progress.places()
    return MatchResult(
        progress.winners or [],
        [finished.result for finished in progress.rounds],
        [places[seat] for seat in range(progress.settings.players)],
    )
