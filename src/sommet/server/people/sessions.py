"""Open connections by whose they are, and their end when the cookie or token that opened them is void.

Whoever changes an account, or whom it has blocked, says so here, after it is stored: sockets that may no longer be
there end at once, what the blocked say is no longer told, and the other processes are told to look. A hint may be
lost: every ten seconds all who are connected are compared anyhow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Protocol

import sqlalchemy as sa

from ..store.database import Store, StoreError
from ..store.schema import TOKENS, USERS
from ..wire.messages import Refused
from ..wire.refusals import Refusal
from . import blocks
from .accounts import User

log = logging.getLogger("sommet.sessions")
SIGNED_OUT = 4001
EVERY = 10.0
AT_ONCE = 500


class Session(Protocol):
    """What is opened by a cookie or a token. A connection is one."""

    user: User | None
    language: str
    blocked: frozenset[str]

    def say(self, message: object) -> None:
        """Tell them something."""

    def close(self, code: int) -> None:
        """It ends."""


class Sessions:
    """Those of this process."""

    def __init__(self, store: Store, tell: Callable[[str], None]) -> None:
        self._store, self._tell = store, tell
        self._open: dict[str, set[Session]] = {}
        self.looked = 0  # how often: whoever opens one meanwhile looks once more

    def add(self, session: Session) -> None:
        """One more; of nobody, none."""
        if session.user is not None:
            self._open.setdefault(session.user.id, set()).add(session)

    def discard(self, session: Session) -> None:
        """One fewer."""
        if session.user is not None:
            there = self._open.get(session.user.id, set())
            there.discard(session)
            if not there:
                self._open.pop(session.user.id, None)

    def users(self) -> list[User]:
        """Everybody who holds one, once."""
        return [user for there in self._open.values() if (user := next(iter(there)).user) is not None]

    def say(self, user: str, message: object) -> None:
        """Tell somebody something, wherever they are connected to this process."""
        for session in list(self._open.get(user, ())):
            session.say(message)

    async def changed(self, user: str) -> None:
        """This account has changed, or is gone: end what is void, here and at the other processes."""
        self._tell(user)
        await self.look([user])

    async def look(self, users: Iterable[str]) -> None:
        """End the sessions of these that are void by now."""
        self.looked += 1
        names = [user for user in users if user in self._open]
        for start in range(0, len(names), AT_ONCE):
            part = names[start : start + AT_ONCE]
            epochs, tokens, blocked = await self._store.read(partial(_valid, part))
            for user in part:
                self._end(user, epochs.get(user), tokens)
                for session in self._open.get(user, ()):
                    session.blocked = blocked.get(user, frozenset())

    def _end(self, user: str, epoch: int | None, tokens: Collection[str]) -> None:
        for session in list(self._open.get(user, ())):
            who = session.user
            assert who is not None
            if epoch is None or (who.token not in tokens if who.bot else who.epoch != epoch):
                self.discard(session)
                refusal = Refusal("signed_out", 401)
                session.say(Refused(None, refusal.code, refusal.say(session.language)))
                session.close(SIGNED_OUT)

    async def look_at_all(self) -> None:
        """End all that are void by now."""
        await self.look(list(self._open))

    async def run(self) -> None:
        """Compare all, again and again."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look_at_all()
            except StoreError as error:
                log.debug("sessions are not compared: %s", error)
            except Exception:
                log.exception("sessions could not be compared")


def _valid(users: list[str], db: sa.Connection) -> tuple[dict[str, int], set[str], dict[str, frozenset[str]]]:
    """What these users' cookies have to say, of those who are there and welcome; the tokens that are valid; whom each
    of them has blocked."""
    epochs = sa.select(USERS.c.id, USERS.c.epoch).where(USERS.c.id.in_(users), USERS.c.banned.is_(False))
    tokens = sa.select(TOKENS.c.id).where(TOKENS.c.user_id.in_(users))
    found = {row.id: row.epoch for row in db.execute(epochs)}
    return found, set(db.execute(tokens).scalars()), blocks.of(db, users)
