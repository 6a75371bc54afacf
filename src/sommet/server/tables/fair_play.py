"""No help from this server for a rated game of one's own while it runs: no analysis, no hint, no computer player.

A game is known again by its public state: whatever passes through the state after its first move, or through the one
in which it stands, is taken for that game. That is fair play by the server; it cannot see another device.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from typing import TYPE_CHECKING

from ...core.position import Position
from ..people.accounts import User
from ..wire.messages import encode
from ..wire.refusals import Refusal
from . import stored
from .progress import Progress

if TYPE_CHECKING:
    from .service import Tables


def marks(progress: Progress) -> set[bytes]:
    """By what a running game is known again."""
    position = progress.position
    if position is None or not progress.playing:
        return set()
    begun = Position.of(position.game, position.record.with_moves(position.moves[:1]))
    return {_mark(begun), _mark(position)}


def _mark(position: Position) -> bytes:
    return position.game.name.encode() + encode(position.shown)


def refuse(given: Position, running: Set[bytes]) -> None:
    """Refusal where this position, or one that led to it, is one of those games'."""
    if not running:
        return
    if _mark(given) in running or any(_mark(earlier) in running for earlier, _ in given.positions()):
        raise Refusal("rated_running", 403)


async def running(tables: Tables, user: User | None) -> frozenset[bytes]:
    """The marks of all rated games that this user plays now."""
    if user is None:
        return frozenset()
    names = await tables.process.store.read(lambda db: stored.rated_of(db, user.id))
    found: set[bytes] = set()
    for name in names:
        with suppress(Refusal):  # one that cannot be read is in nobody's way
            found |= marks((await tables.room(name)).progress)
    return frozenset(found)
