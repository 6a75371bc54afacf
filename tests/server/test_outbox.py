"""The outbox: bounded, patient, and in nobody's way."""

import asyncio

from sommet.server.people.outbox import Again, Never, Outbox


def test_an_outbox_has_an_end_and_says_so() -> None:
    """What is too much is not taken, and what waits keeps nobody from going on."""

    async def run() -> tuple[list[bool], int]:
        async def stuck(_: int) -> None:
            await asyncio.Event().wait()

        outbox: Outbox[int] = Outbox("test", stuck, most=3, at_once=1)
        taken = [outbox.put(number) for number in range(5)]
        await asyncio.sleep(0)
        waiting = outbox.waiting
        await outbox.close()
        return taken, waiting

    assert asyncio.run(run()) == ([True, True, True, False, False], 3)


def test_what_fails_is_tried_again_and_not_for_ever() -> None:
    """As often as there are pauses; who is gone is asked once; a fault of ours is not tried again, and hurts nobody."""

    async def run() -> tuple[list[str], list[str]]:
        tried: list[str] = []
        gone: list[str] = []

        async def send(thing: str) -> None:
            tried.append(thing)
            if thing == "later":
                raise Again
            if thing == "gone":
                raise Never
            if thing == "wrong":
                raise KeyError

        async def never(thing: str) -> None:
            gone.append(thing)

        outbox: Outbox[str] = Outbox("test", send, never, pauses=(0.0, 0.001, 0.001))
        for thing in ("wrong", "later", "gone", "fine"):
            assert outbox.put(thing)
        while outbox.waiting:
            await asyncio.sleep(0.001)
        return sorted(tried), gone

    assert asyncio.run(run()) == (["fine", "gone", "later", "later", "later", "wrong"], ["gone"])
