"""A game position by position, with what a viewer knew then."""

from __future__ import annotations

from typing import Literal

from ...core.position import Position
from ...core.record import Viewer
from ...site.records import Effects
from ..wire.games import Step

Who = Viewer | Literal["all"]


def steps(position: Position, who: Who) -> list[Step]:
    """From the first position to this one: what that viewer could see, or all; and what the last move did.

    `setup` is what they knew of it then.
    """
    record, found = position.record, []
    here = Position.of(position.game, record.with_moves(()))
    told: Effects | None = None
    for ply in range(len(record.moves) + 1):
        view = None if who == "all" else here.view(who)
        known = here if view is None else view.known
        found.append(
            Step(
                ply,
                record.moves[ply - 1] if ply else None,
                known.to_move,
                list(known.legal),
                known.record.setup,
                here.shown if view is None else view.shown,
                known.result,
                told,
            )
        )
        if ply < len(record.moves):
            told = known.effects(record.moves[ply])
            here = here.play(record.moves[ply])
    return found
