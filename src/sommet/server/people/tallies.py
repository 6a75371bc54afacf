"""How often somebody has played and won, by game: counted once, with a match's end."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from ..store.inserting import once
from ..store.schema import TALLIES, USERS
from ..wire.profiles import Outcome, Tally

_ADDED = ("played", "won", "shared")


def count(db: sa.Connection, game: str, outcomes: Mapping[str, Outcome]) -> None:
    """These users have played a match of this game. Rows are locked in one order, and after those of ratings."""
    here = sa.select(USERS.c.id).where(USERS.c.id.in_(outcomes)).order_by(USERS.c.id)
    users = list(db.execute(here.with_for_update(read=True, key_share=True)).scalars())
    if not users:
        return
    nought = {"game": game, "played": 0, "won": 0, "shared": 0, "streak": 0, "longest": 0}
    db.execute(once(db, TALLIES), [{"user_id": user} | nought for user in users])
    mine = sa.select(TALLIES).where(TALLIES.c.game == game, TALLIES.c.user_id.in_(users)).order_by(TALLIES.c.user_id)
    for row in db.execute(mine.with_for_update()).all():
        ended = outcomes[row.user_id]
        streak = row.streak + 1 if ended == "won" else 0
        values = {name: getattr(row, name) + (name in ("played", ended)) for name in _ADDED}
        this = (TALLIES.c.user_id == row.user_id, TALLIES.c.game == game)
        db.execute(TALLIES.update().where(*this).values(**values, streak=streak, longest=max(streak, row.longest)))


def of(db: sa.Connection, user: str) -> list[Tally]:
    """One player's, the most played game first."""
    rows = db.execute(sa.select(TALLIES).where(TALLIES.c.user_id == user).order_by(TALLIES.c.played.desc()))
    return [Tally(row.game, row.played, row.won, row.shared, row.streak, row.longest) for row in rows]
