"""A mail host in a thread of the test: real SMTP, and what it was given."""

import asyncio
import email
import email.policy
import threading
import time
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope


class Letters:
    """Takes every mail; `answer` may refuse it."""

    def __init__(self, answer: Callable[[EmailMessage], str] = lambda letter: "250 taken") -> None:
        self.taken: list[EmailMessage] = []
        self.asked = 0
        self.answer = answer
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:  # noqa: N802
        """One mail."""
        assert isinstance(envelope.content, bytes)
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        letter["X-To"] = ",".join(envelope.rcpt_tos)
        self.asked += 1
        said = self.answer(letter)
        if said.startswith("2"):
            self.taken.append(letter)
        return said

    def __enter__(self) -> "Letters":
        self._thread.start()
        opening = self._loop.create_server(lambda: SMTP(self, hostname="mail.test"), "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(opening, self._loop).result(30)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()

    async def _stop(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def wait(self, count: int = 1, of: Callable[[], int] | None = None) -> list[EmailMessage]:
        """Until so many have come."""
        deadline = time.monotonic() + 60
        while (len(self.taken) if of is None else of()) < count:
            assert time.monotonic() < deadline, "no mail came"
            time.sleep(0.02)
        return self.taken


def text(letter: EmailMessage) -> str:
    """What it says."""
    return str(letter.get_content())
