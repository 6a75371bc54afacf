"""Sending Web Push messages: one session, checked name lookups, no redirects, nothing read that is not needed."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from email.utils import parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..config import Config
from .outbox import PAUSES, Again, Never, Outbox
from .push import Message, allowed, public, sealed, trusted

if TYPE_CHECKING:
    from aiohttp import ClientSession

PATIENCE = 15.0  # seconds for one message, name server and all


class Pusher:
    """Sends to devices; `gone` hears of those that are no more."""

    def __init__(
        self, config: Config, gone: Callable[[Message], Awaitable[None]], pauses: tuple[float, ...] = PAUSES
    ) -> None:
        self._hosts = config.push_hosts
        sender = parseaddr(config.mail_from)[1]
        self._contact = f"mailto:{sender}" if sender else config.base_url
        self._threads = ThreadPoolExecutor(1, "push")
        self._session: ClientSession | None = None
        self.key = ""  # see `new_key`; whoever has none sends nothing
        self.outbox: Outbox[Message] = Outbox("push", self._send, gone, pauses)

    def put(self, message: Message) -> bool:
        """Send it soon; False where it will not be."""
        return bool(self.key) and self.outbox.put(message)

    async def _send(self, message: Message) -> None:
        endpoint = message.device.endpoint
        if not allowed(endpoint, self._hosts):  # the settings may have changed
            raise Never
        loop = asyncio.get_running_loop()
        body, headers = await loop.run_in_executor(self._threads, sealed, message, self.key, self._contact)
        import aiohttp  # loaded by now, in that thread

        if self._session is None:
            self._session = session(self._hosts)
        try:
            asked = self._session.post(endpoint, data=body, headers=headers, allow_redirects=False)
            async with asked as answer:
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise Again(type(error).__name__) from error
        if status in (404, 410):
            raise Never
        if status >= 500 or status == 429:
            raise Again(f"HTTP {status}")
        if status >= 300:
            raise RuntimeError(f"a push service answered {status}")

    async def close(self) -> None:
        """Stop; what waits is not sent."""
        await self.outbox.close()
        if self._session is not None:
            await self._session.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def session(hosts: str) -> ClientSession:
    """A client that looks up no private address, but for origins that the settings trust by name."""
    import aiohttp
    from aiohttp.abc import ResolveResult
    from aiohttp.resolver import ThreadedResolver

    named = {urlsplit(text).hostname for text in hosts.replace(",", " ").split() if trusted(text, hosts)}

    class Checked(ThreadedResolver):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            found = await super().resolve(host, port, family)
            if host not in named and not all(public(one["host"]) for one in found):
                raise OSError("a push service is not at home")
            return found

    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(resolver=Checked(), limit=20, limit_per_host=10, use_dns_cache=False),
        timeout=aiohttp.ClientTimeout(total=PATIENCE),
        cookie_jar=aiohttp.DummyCookieJar(),
        max_line_size=4096,
        max_field_size=4096,
    )
