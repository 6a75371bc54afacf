"""Pictures of boards as PNG: one is made at a time, in a process of its own; the newest are kept.

Whoever asks for what is being made waits for the same; where too many wait, who comes next is refused.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from pathlib import Path

from ...drawing.card import HIGH, WIDE, Card
from ..people.limits import Buckets
from ..wire.refusals import Refusal
from .fonts import letters

log = logging.getLogger("sommet.painter")
PROGRAM = Path(__file__).with_name("painting.py")
KEPT = 64  # pictures of a fifth of a megabyte
MOST_WAITING = 16
SECONDS = 30.0  # for one picture


class Painter:
    """Makes pictures for whoever asks."""

    def __init__(self, rate: float) -> None:
        """`rate`: requests a second from one address; a picture that is not there yet counts for many."""
        self._limits = Buckets(rate / 40, max(10.0, rate))
        self._kept: OrderedDict[Card, bytes] = OrderedDict()
        self._making: dict[Card, asyncio.Task[bytes]] = {}
        self._one = asyncio.Lock()

    async def png(self, card: Card, address: str) -> bytes:
        """The picture; Refusal where that address, or all together, want too many."""
        found = self._kept.get(card)
        if found is not None:
            self._kept.move_to_end(card)
            return found
        task = self._making.get(card)
        if task is None:
            if len(self._making) >= MOST_WAITING:
                raise Refusal("busy", 429)
            if not self._limits.take(address):
                raise Refusal("slow_down", 429)
            task = self._making[card] = asyncio.create_task(self._make(card))
            task.add_done_callback(lambda _: self._making.pop(card, None))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Nobody waits any more."""
        making = list(self._making.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)

    async def _make(self, card: Card) -> bytes:
        async with self._one:
            drawn = await self.paint(card)
        self._kept[card] = drawn
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return drawn

    async def paint(self, card: Card) -> bytes:
        """The picture, made anew; Refusal when that fails."""
        found = await asyncio.to_thread(letters)
        svg = await asyncio.to_thread(card.svg, found is not None)
        fonts = () if found is None else (found.sans, found.monospace, *found.files)
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", str(PROGRAM), str(WIDE), str(HIGH), *fonts),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(SECONDS):
                drawn, wrong = await program.communicate(svg.encode())
        except TimeoutError:
            drawn, wrong = b"", b"it took too long"
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()
        if program.returncode != 0:
            log.error("a picture could not be painted: %s", wrong.decode(errors="replace")[-500:])
            raise Refusal("busy", 429)
        return drawn
