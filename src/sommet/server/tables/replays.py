"""A game position by position, with what a viewer knew then."""

from __future__ import annotations

from typing import Any, Literal

from ...core.position import Position
from ...core.record import Viewer

Who = Viewer | Literal["all"]


def steps(position: Position, who: Who) -> list[dict[str, Any]]:
    """From the first position to this one: what that viewer could see, or all; and what the last move did.

    `setup` is what they knew of it then.
    """
    record, found = position.record, []
    here = Position.of(position.game, record.with_moves(()))
    told: dict[str, Any] | None = None
    for ply in range(len(record.moves) + 1):
        view = None if who == "all" else here.view(who)
        known = here if view is None else view.known
        result = known.result
        found.append(
            {
                "ply": ply,
                "move": record.moves[ply - 1] if ply else None,
                "to_move": known.to_move,
                "legal": list(known.legal),
                "setup": dict(known.record.setup),
                "state": here.shown if view is None else view.shown,
                "result": None if result is None else result.as_dict(),
                "effects": told,
            }
        )
        if ply < len(record.moves):
            told = known.effects(record.moves[ply])
            here = here.play(record.moves[ply])
    return found
