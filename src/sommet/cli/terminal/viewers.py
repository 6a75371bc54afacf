"""Whose eyes to look through."""

import re

from ...core.errors import BAD_REQUEST, SommetError, shown
from ...core.position import Position
from ...core.record import SPECTATOR, Viewer


def viewer(text: str | None, position: Position) -> Viewer:
    """A viewer of this game; a knowledge record has one already."""
    own = position.record.viewer
    if text is None:
        return SPECTATOR if own is None else own
    found: Viewer | None = SPECTATOR if text == SPECTATOR else None
    if re.fullmatch(r"[0-9]", text) and int(text) < position.players:
        found = int(text)
    if found is None or own not in (None, found):
        raise SommetError(BAD_REQUEST, "cli.error.viewer", given=shown(text), most=position.players - 1)
    return found
