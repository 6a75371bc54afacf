"""One browser and one server for all tests of the page in a process."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from sommet.server.http.page_files import FOLDER

from ..server.inside import Inside
from .browser import ARGUMENTS, HOW, Visitor, chromium
from .plain_host import hosted

Meet = Callable[..., Visitor]

expect.set_options(timeout=60_000)  # as for everything else: a busy machine is slow, not wrong


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without one these tests are skipped and say how to get it."""
    program = chromium()
    if program is None:
        pytest.skip(HOW)
    assert (FOLDER / "index.html").exists(), "the page is not built: make page"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with the page."""
    with Inside(Path(tmp_path_factory.mktemp("web"))) as inside:
        yield inside


@pytest.fixture
def meet(browser: Browser, server: Inside) -> Iterator[Meet]:
    """Meet somebody with a browser; all leave at the end, and nobody's page may have made a mistake."""
    visitors: list[Visitor] = []

    def come(*given: Any, base: str = server.base, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, base, *given, **more))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture(scope="session")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page as plain files, in a folder of a host."""
    with hosted(tmp_path_factory.mktemp("host")) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Meet]:
    """Somebody comes to the site; at the end nobody's page may have made a mistake or asked for what is not there."""
    visitors: list[Visitor] = []
    lacking: list[str] = []

    def come(*given: Any, **more: Any) -> Visitor:
        visitor = Visitor(browser, site, *given, **more)
        visitor.context.on("response", lambda answer: lacking.append(answer.url) if answer.status >= 400 else None)
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.close()
    assert lacking == []
