"""Limits: how much one address or one connection may do. Token buckets in memory; nothing is stored."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from ..wire.asgi import network

if TYPE_CHECKING:
    from .accounts import User


def payer(user: User | None, address: str) -> str:
    """Who pays for work: an account by itself; by their address guests and strangers, whom anybody can be many of."""
    if user is None or user.guest:
        return f"address {network(address)}"
    return user.id


class Payers:
    """Who pays for what a user began. A guest's address is known from when they last came; nothing is stored."""

    def __init__(self, most: int = 50_000) -> None:
        self._most = most
        self._payers: OrderedDict[str, str] = OrderedDict()  # by user, the longest unseen first
        self._guests: dict[str, set[str]] = {}  # by payer

    def note(self, user: User, address: str) -> str:
        """They have come, from this address: who pays for them."""
        paying = payer(user, address)
        if self._payers.get(user.id) != paying:
            self._forget(user.id)
            self._guests.setdefault(paying, set()).add(user.id)
        self._payers[user.id] = paying
        self._payers.move_to_end(user.id)
        if len(self._payers) > self._most:
            self._forget(next(iter(self._payers)))
        return paying

    def _forget(self, user: str) -> None:
        paying = self._payers.pop(user, None)
        if paying is not None:
            together = self._guests[paying]
            together.discard(user)
            if not together:
                del self._guests[paying]

    def of(self, user: str) -> str:
        """Who pays for this user; they themselves, if they have not been seen."""
        return self._payers.get(user, user)

    def together(self, user: str) -> list[str]:
        """Everybody who pays together with this user, and the user."""
        return sorted(self._guests.get(self.of(user), set()) | {user})


class Bucket:
    """A number a second, and a few seconds' worth at once."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * 3) if burst is None else burst
        self._left, self._filled = self._burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether that much may be done now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def spend(self, cost: float, now: float) -> float:
        """Take that much even if it is not there; the seconds until the debt is paid, 0 when there is none."""
        left = self._left + (now - self._filled) * self._rate
        self._left = left = (left if left < self._burst else self._burst) - cost
        self._filled = now
        return 0.0 if left >= 0 else -left / self._rate


class Buckets:
    """One bucket for each name, the longest unused forgotten."""

    def __init__(self, rate: float, burst: float | None = None, most: int = 20_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        """This name's."""
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._burst)
        self._buckets[name] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, name: str, cost: float = 1.0) -> bool:
        """Whether this name may do that much now."""
        return self.of(name).take(cost)


class Counter:
    """How many of something each name has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, name: str) -> bool:
        """One more, if it may."""
        count = self._open.get(name, 0)
        if count >= self._most:
            return False
        self._open[name] = count + 1
        return True

    def leave(self, name: str) -> None:
        """One fewer."""
        count = self._open.get(name, 0) - 1
        if count > 0:
            self._open[name] = count
        else:
            self._open.pop(name, None)


class SignIns:
    """Attempts to sign in: few from an address, fewer for one name from there, few for a name from all strangers.

    The last keeps guessers with many addresses slow. It never keeps out whoever is known: an address from which that
    account was signed in to, or the holder of its cookie. So nobody can lock somebody else's name.
    """

    def __init__(self, rate: float, most: int = 20_000) -> None:
        self._addresses, self._there = Buckets(rate, max(10, rate * 10)), Buckets(rate / 2, max(5, rate * 5))
        self._strangers = Buckets(rate / 2, max(20, rate * 20))
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._most = most

    def take(self, address: str, name: str, known: bool = False) -> bool:
        """Whether this address may try this name now; `known`: it has the account's cookie."""
        if not self._addresses.take(address) or not self._there.take(f"{address} {name}"):
            return False
        return known or (address, name) in self._known or self._strangers.take(name)

    def worked(self, address: str, name: str) -> None:
        """The password was right."""
        self._known[address, name] = None
        self._known.move_to_end((address, name))
        if len(self._known) > self._most:
            self._known.popitem(last=False)
