"""Who knew what: the positions of a game as their movers saw them.

A full record tells everybody's knowledge at every ply. A viewer's knowledge record tells that viewer's; and everybody's
in a game without secrets, or when the game is over and everything has been shown.
"""

from ..core.chance import Chance
from ..core.position import Position, View


def complete(position: Position) -> Position:
    """The position under a full record, where a knowledge record tells all: at the end everything has been shown."""
    viewer = position.record.viewer
    return position if viewer is None or not position.over else View(position, viewer).redeal(Chance(0))


def at(position: Position, ply: int) -> Position:
    """The position after this many moves, with what the record's viewer, if it has one, knew then."""
    game, record = position.game, position.record.with_moves(position.moves[:ply])
    return Position.of(game, record if record.viewer is None else game.known(record, record.viewer))


def public(position: Position) -> bool:
    """Whether nobody knows more than anybody else in this game."""
    return not position.game.private


def movers_view(position: Position, everybody: bool, unplayed: int = 0) -> View | None:
    """What the mover knows; None after the end, and where only they know it. `everybody`: the game is `public`."""
    seat, viewer = position.to_move, position.record.viewer
    if seat is None or not (everybody or viewer in (None, seat)):
        return None
    return View(position.view(seat).known, seat, unplayed)
