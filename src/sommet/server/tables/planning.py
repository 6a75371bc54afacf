"""Which moves a player may plan while somebody else thinks. From what they know, by the rules."""

from __future__ import annotations

from ...core.position import Position
from ...site.described import chance

MOST_LEGAL = 300  # of the moves before theirs: beyond that nothing can be planned


def ahead(known: Position, seat: int) -> list[str]:
    """What may be legal for that seat when the mover has moved, in the order in which it is found; [] where the seat
    does not come next, or something is turned up before."""
    if chance(known.game) or known.over or known.to_move == seat or len(known.legal) > MOST_LEGAL:
        return []
    found: dict[str, None] = {}
    for move in known.legal:
        after = known.play(move)
        if after.to_move == seat:
            found |= dict.fromkeys(after.legal)
    return list(found)
