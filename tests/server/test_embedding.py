"""Other sites may show a finished game in their pages, and nothing else of Sommet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sommet.server.http import page_files

from .inside import Inside
from .test_page_files import HTML, ask


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with a page."""
    page: Path = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("<!doctype html><title>Sommet</title>")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "FOLDER", page)
        with Inside(tmp_path_factory.mktemp("server")) as inside:
            yield inside


def test_a_replay_may_be_shown_anywhere(server: Inside) -> None:
    """Its policy says so, and is otherwise that of all pages; it leaves no cookie."""
    plain = ask(server, "/", HTML)[1]["content-security-policy"]
    for path in ("/embed/CISQaC7Hceextm0-", "/embed/abc_DEF-1/2", "/embed/abc?lang=nl"):
        status, headers, body = ask(server, path, HTML)
        assert (status, body[:15]) == (200, b"<!doctype html>")
        assert headers["content-security-policy"] == plain.replace("frame-ancestors 'none'", "frame-ancestors *")
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/abc",
        "/t/abc/replay",
        "/account",
        "/embed",
        "/embed/",
        "/embed/a/b",
        "/embed/a/1/2",
        "/embed/a/1/",
        "/embed//a",
        "/embed/a%2f..%2f..%2faccount",
        "/embed/..%2faccount",
        "/embed/a%0a",
        "/embed/%d9%a1",
        "/embed/" + "a" * 41,
        "/EMBED/a",
        "/x/embed/a",
        "/api/v1/lobby",
        "/api/v1/tables/abc",
    ],
)
def test_nothing_else_may(server: Inside, path: str) -> None:
    """Whatever the address looks like."""
    _, headers, _ = ask(server, path, HTML)
    assert headers["content-security-policy"].endswith("; frame-ancestors 'none'")
    assert headers["cross-origin-resource-policy"] == "same-origin"
