"""Who is here: whoever holds a socket or asks for something. Stored every half minute, for friends at any process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from ..store.database import Store, StoreError
from ..store.inserting import inserting
from ..store.schema import ONLINE, USERS
from .accounts import User

log = logging.getLogger("sommet.online")
EVERY = 30.0
AT_ONCE = 500


def store(db: sa.Connection, users: Iterable[str], at: int) -> None:
    """These are here now. Rows are locked in one order; whoever has gone for good is left out."""
    here = sa.select(USERS.c.id, sa.literal(at)).where(USERS.c.id.in_(list(users))).order_by(USERS.c.id)
    new = inserting(db, ONLINE).from_select(["user_id", "at"], here)
    db.execute(new.on_conflict_do_update(index_elements=["user_id"], set_={"at": new.excluded.at}))


class Online:
    """The accounts that this process has seen lately."""

    def __init__(self, database: Store, now: Callable[[], int], connected: Callable[[], Iterable[User]]) -> None:
        """`connected`: those who hold a socket."""
        self._store, self._now, self._connected = database, now, connected
        self._seen: set[str] = set()

    def note(self, user: User) -> None:
        """They have asked for something. Guests have no friends."""
        if not user.guest:
            self._seen.add(user.id)

    async def tell(self) -> None:
        """Store who is here, and forget who asked."""
        seen, self._seen = self._seen, set()
        users = sorted(seen | {user.id for user in self._connected() if not user.guest})
        for start in range(0, len(users), AT_ONCE):
            part = users[start : start + AT_ONCE]
            await self._store.write(lambda db, part=part: store(db, part, self._now()))  # type: ignore[misc]

    async def run(self) -> None:
        """Again and again."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.tell()
            except StoreError as error:
                log.debug("who is here is not stored: %s", error)
            except Exception:
                log.exception("who is here could not be stored")
