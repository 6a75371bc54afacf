"""A finished game in a page of another site."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Meet
from .plain_host import Quiet
from .test_study import given_up

PAGE = '<!doctype html><title>Elsewhere</title><iframe width="{wide}" height="{high}" src="{address}"></iframe>'


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Another site's address, and the folder of its pages."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=host.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{host.server_address[1]}", tmp_path
    host.shutdown()
    thread.join(30)
    host.server_close()


def test_a_public_game_is_shown_in_another_sites_page(meet: Meet, elsewhere: tuple[str, Path]) -> None:
    """What the button copies works there, small too: the board, who played, every move. A private game is not shown,
    and no other page of ours can be."""
    site, folder = elsewhere
    ana, bram = meet(), meet((400, 460))
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = given_up(ana, "babylone", 1, public=True)
    page.get_by_role("button", name="Embed").locator("visible=true").click()
    expect(page.get_by_role("button", name="Copied").locator("visible=true")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    (folder / "page.html").write_text(f"<!doctype html><title>Elsewhere</title>{copied}")
    there = bram.page
    asked: list[str] = []
    there.on("request", lambda request: asked.append(request.url))
    there.goto(f"{site}/page.html")
    inside = there.frame_locator("iframe")
    expect(inside.get_by_role("slider")).to_be_visible()
    expect(inside.get_by_role("listitem")).to_have_text(["Ana", "Dumu (Beginner)"])
    last = inside.get_by_role("slider").input_value()
    inside.get_by_role("button", name="Previous move").click()
    expect(inside.get_by_role("slider")).to_have_value(str(int(last) - 1))
    expect(inside.get_by_role("link")).to_have_attribute("target", "_blank")
    assert not [url for url in asked if url.endswith(("/me", "/sw.js"))], "nobody is asked for, nothing is kept"

    place = page.url.partition("?")[0]
    (folder / "refused.html").write_text(PAGE.format(wide=380, high=440, address=place))
    there.goto(f"{site}/refused.html")
    there.wait_for_load_state("networkidle")
    assert there.frames[1].url == "chrome-error://chromewebdata/"
    bram.mistakes.clear()  # the browser says that it refused: that is what was wanted

    page = given_up(meet(), "babylone", 1)
    private = page.url.partition("?")[0].replace("/t/", "/embed/").removesuffix("/replay")
    expect(page.get_by_role("button", name="Embed")).to_have_count(0)
    (folder / "private.html").write_text(PAGE.format(wide=380, high=440, address=private))
    there.goto(f"{site}/private.html")
    expect(inside.get_by_text("This game can’t be shown here.")).to_be_visible()
