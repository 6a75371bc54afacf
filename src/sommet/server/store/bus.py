"""What the processes tell each other: hints only. Whoever misses one finds the truth in the store.

Without a bus (one process) nothing is told. PostgreSQL: LISTEN/NOTIFY. Valkey or Redis: publish/subscribe.
A text holds many hints: `{"from": process, "hints": [{"kind": …}, …]}`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol
from urllib.parse import quote

import msgspec

from ..metrics import BUS_UP
from ..wire.reasons import Unusable
from .database import CHANNEL, Store, StoreError

log = logging.getLogger("sommet.bus")
Hint = dict[str, Any]
Hear = Callable[[str, list[Hint]], None]  # from which process
AGAIN: Hint = {"kind": "again"}
MOST = 7_500  # PostgreSQL takes 8,000 bytes
RETRY = 1.0


class Bus(Protocol):
    """Tells all other processes. `transactional`: log entries are told by the store's own commit."""

    transactional: bool
    alone: bool  # nobody to tell
    listening: asyncio.Event

    async def open(self, hear: Hear) -> None:
        """From now on `hear` is called with what the others say; also with AGAIN, from nobody, after a gap."""

    async def close(self) -> None:
        """Stop."""

    async def tell(self, texts: Sequence[str]) -> None:
        """Tell the others; never raises, for a hint may be lost."""


class NoBus:
    """One process: nobody to tell."""

    transactional = True
    alone = True

    def __init__(self) -> None:
        self.listening = asyncio.Event()

    async def open(self, hear: Hear) -> None:
        """Nothing to hear."""

    async def close(self) -> None:
        """Nothing to stop."""

    async def tell(self, texts: Sequence[str]) -> None:
        """Nobody to tell."""


class PostgresBus:
    """LISTEN/NOTIFY on the game's own database; listens anew when the connection is lost."""

    transactional = True
    alone = False

    def __init__(self, store: Store, process: str) -> None:
        self._store, self._own = store, _opening(process)
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    async def open(self, hear: Hear) -> None:
        """Start listening; returns when the first connection listens, or after a few seconds without one."""
        self._task = asyncio.create_task(self._listen(hear))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.listening.wait(), 5)

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self, hear: Hear) -> None:
        import asyncpg

        url = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            lost = asyncio.Event()
            connection = None
            try:
                connection = await asyncpg.connect(url, timeout=5)
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, lambda _c, _p, _ch, text: _heard(hear, text, self._own))
                self.listening.set()
                BUS_UP.set(1)
                hear("", [AGAIN])
                while not lost.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), 10)
                        break
                    await connection.execute("select 1", timeout=5)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("bus lost: %s", type(error).__name__)
            finally:
                self.listening.clear()
                BUS_UP.set(0)
                if connection is not None and not connection.is_closed():
                    connection.terminate()
            await asyncio.sleep(RETRY)

    async def tell(self, texts: Sequence[str]) -> None:
        """NOTIFY."""
        with contextlib.suppress(StoreError):
            await self._store.write(lambda connection: self._store.notify(connection, texts))


class RedisBus:
    """Publish and subscribe over Valkey or Redis."""

    transactional = False
    alone = False

    def __init__(self, url: str, process: str) -> None:
        import redis.asyncio

        self._own = _opening(process)
        self._client: Any = redis.asyncio.from_url(url, socket_connect_timeout=5)
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    async def open(self, hear: Hear) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._listen(hear))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.listening.wait(), 5)

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._client.aclose()

    async def _listen(self, hear: Hear) -> None:
        import redis

        while True:
            try:
                async with self._client.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    self.listening.set()
                    BUS_UP.set(1)
                    hear("", [AGAIN])
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            _heard(hear, message["data"].decode(), self._own)
            except (OSError, redis.RedisError) as error:
                log.warning("bus lost: %s", type(error).__name__)
            finally:
                self.listening.clear()
                BUS_UP.set(0)
            await asyncio.sleep(RETRY)

    async def tell(self, texts: Sequence[str]) -> None:
        """PUBLISH."""
        import redis

        with contextlib.suppress(OSError, redis.RedisError):
            for text in texts:
                await self._client.publish(CHANNEL, text)


class _Told(msgspec.Struct):
    """What one process says at a time."""

    sender: str = msgspec.field(name="from")
    hints: list[Hint]


_decoder = msgspec.json.Decoder(_Told)


def _opening(process: str) -> str:
    return f'{{"from":"{process}","hints":['


def pack(process: str, hints: Iterable[Hint]) -> list[str]:
    """These hints in as few texts as are short enough to be told; a hint too long for any is left out."""
    opening, texts, size = _opening(process), list[list[str]](), MOST
    for hint in hints:
        text = msgspec.json.encode(hint).decode()
        length = len(text.encode()) + 1
        if len(opening) + length + 2 > MOST:
            continue
        if size + length > MOST:
            texts.append([])
            size = len(opening) + 2
        texts[-1].append(text)
        size += length
    return [f"{opening}{','.join(each)}]}}" for each in texts]


def _heard(hear: Hear, text: str, own: str) -> None:
    """A text has come; PostgreSQL tells us our own ones too."""
    if text.startswith(own):
        return
    try:
        told = _decoder.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return
    hear(told.sender, told.hints)


def make_bus(url: str, store: Store, process: str) -> Bus:
    """The bus of that address; none given: the store's own, if it has one."""
    if url.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        return RedisBus(url.replace("valkey://", "redis://", 1), process)
    if url and not url.startswith("postgres"):
        raise Unusable("serve.unusable.bus", kind=quote(url.partition(":")[0]))
    return NoBus() if store.sqlite else PostgresBus(store, process)
