"""What moves did or would do, as it travels. Made only for those who ask, and only once."""

from __future__ import annotations

import msgspec

from ...core.position import Position
from ...site import records as wire
from ..wire.messages import encode

MOST_FORESEEN = 1000  # legal moves: what all of them would do is told up to here


class Effects:
    """Those of one round's moves so far, made from a spectator's knowledge: everybody may see them."""

    def __init__(self) -> None:
        self._moves: list[str] = []
        self._made: list[msgspec.Raw] = []

    def clear(self) -> None:
        """A new round."""
        self._moves, self._made = [], []

    def of(self, known: Position) -> list[msgspec.Raw]:
        """One for each move; those that were made before stay, unless they have been taken back."""
        moves = known.moves
        same = next((n for n, pair in enumerate(zip(self._moves, moves, strict=False)) if pair[0] != pair[1]), None)
        kept = min(len(self._moves), len(moves)) if same is None else same
        del self._moves[kept:], self._made[kept:]
        if kept < len(moves):
            for told in effects_so_far(known, kept):
                self._made.append(msgspec.Raw(encode(told)))
            self._moves += moves[kept:]
        return list(self._made)


def effects_so_far(known: Position, start: int = 0) -> list[wire.Effects]:
    """What each move of the position's record did, from that ply on."""
    before = Position.of(known.game, known.record.with_moves(known.moves[:start]))
    found = []
    for move in known.moves[start:]:
        found.append(before.effects(move))
        before = before.play(move)
    return found


def foreseen(known: Position) -> dict[str, wire.Effects]:
    """What each legal move would do."""
    return {move: known.effects(move) for move in known.legal}
