"""A connection over which nothing comes any more, and nobody says so: the page notices by itself, and comes back."""

from asyncio import Transport
from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.inside import Inside
from .conftest import Meet
from .hands import seated
from .moving import from_list, wait_for_ply

STEP = 200  # milliseconds: the page waits longer than that before it comes back


async def _stand_still(server: Inside, table: str) -> Transport:
    """From now on the server does not hear what Ana's page says."""
    (connection,) = server.hub.tables.rooms[table].attendance.viewers[0]
    frames: Any = connection._write
    transport: Transport = frames.__self__.transport
    transport.pause_reading()
    return transport


@pytest.mark.parametrize("announced", [False, True], ids=["silence", "no_network"])
def test_a_connection_that_stands_still_is_left(meet: Meet, server: Inside, announced: bool) -> None:
    """That is said before anybody has closed it, sooner where the device itself says that it has no network; then the
    page comes back over another, and the game goes on."""
    ana = meet()
    clock, lost = ana.page.clock, ana.page.get_by_text("Connection lost")
    clock.install()
    page = seated(ana, game="babylone", bots=[None, "beginner"])
    clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    transport = server.run(_stand_still(server, page.url.rpartition("/")[2].partition("?")[0]))
    if announced:
        ana.context.set_offline(True)
    took = 0
    while lost.count() == 0:
        clock.run_for(STEP)
        took += STEP
        assert took < 25_000
    assert (took < 11_000) == announced
    assert not transport.is_closing()
    ana.context.set_offline(False)
    clock.resume()
    expect(lost).to_have_count(0)
    view = ana.wait_for_turn()
    assert view is not None
    from_list(ana, view["legal"][0])
    wait_for_ply(ana, view["ply"] + 1)
