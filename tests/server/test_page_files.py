"""The page's files: what is served, how long it is kept, and that nothing else is."""

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from sommet.server.http import page_files

from .inside import Inside

INDEX = b"<!doctype html><title>Sommet</title>"
SCRIPT = b"console.log('hello');" * 50
SMALLER = b"as brotli has it"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page, and a secret beside it."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.txt").write_text("secret")
    page = outside / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_bytes(INDEX)
    (page / "manifest.webmanifest").write_bytes(b"{}")
    (page / ".hidden").write_bytes(b"secret")
    (page / "link.txt").symlink_to(outside / "secret.txt")
    (page / "assets" / "main-4f2a.js").write_bytes(SCRIPT)
    (page / "assets" / "main-4f2a.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    (page / "assets" / "main-4f2a.js.br").write_bytes(SMALLER)
    return page


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with that page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "FOLDER", folder)
        with Inside(tmp_path_factory.mktemp("server")) as inside:
            yield inside


def ask(
    server: Inside, path: str, headers: dict[str, str] | None = None, method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body, exactly as they come."""
    connection = http.client.HTTPConnection(server.base.removeprefix("http://"), timeout=30)
    try:
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_the_index_and_every_path_of_the_page(server: Inside) -> None:
    """The page's own router reads the path."""
    for path in ("/", "/index.html", "/table/abc", "/learn/on_top?x=1", "/apiary", "/link.txt", "/.hidden"):
        status, headers, body = ask(server, path, HTML)
        assert (status, body) == (200, INDEX), path
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
    assert ask(server, "/")[2] == INDEX


def test_assets_are_kept_for_a_year_and_may_be_packed(server: Inside) -> None:
    """Packed for those who accept it, as small as they accept; never a page in a script's place."""
    ways = {
        "gzip, br": "br",
        "gzip, br;q=0.5": "br",
        "gzip, br;q=0": "gzip",
        "x-gzip": "gzip",
        "gzip;q=0": None,
        "": None,
    }
    bodies = {"br": SMALLER, "gzip": gzip.compress(SCRIPT, mtime=0), None: SCRIPT}
    for accepted, packed in ways.items():
        status, headers, body = ask(server, "/assets/main-4f2a.js", {"Accept-Encoding": accepted})
        assert status == 200
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert headers["vary"] == "accept-encoding"
        assert headers.get("content-encoding") == packed
        assert body == bodies[packed]
    for path in ("/assets/main-old.js", "/assets/main-4f2a.js.gz", "/assets/main-4f2a.js.br", "/assets", "/assets/"):
        assert ask(server, path)[0] == 404, path
    assert ask(server, "/assets/main-old.js", HTML)[0] == 404
    assert ask(server, "/nothing.js")[0] == 404


def test_nothing_is_sent_twice(server: Inside) -> None:
    """ETags; those of the packed file and of the plain one differ."""
    tags = []
    for path, more in (("/", {}), ("/assets/main-4f2a.js", {}), ("/assets/main-4f2a.js", {"Accept-Encoding": "gzip"})):
        tag = ask(server, path, more)[1]["etag"]
        tags.append(tag)
        for header in (tag, f'"other", W/{tag}', "*"):
            status, headers, body = ask(server, path, more | {"If-None-Match": header})
            assert (status, body) == (304, b"")
            assert headers["etag"] == tag
        assert ask(server, path, more | {"If-None-Match": '"other"'})[0] == 200
    assert len(set(tags)) == 3


def test_head_is_get_without_the_body(server: Inside) -> None:
    """The same headers."""
    for path in ("/", "/assets/main-4f2a.js", "/manifest.webmanifest"):
        got, head = ask(server, path), ask(server, path, method="HEAD")
        assert (head[0], head[2]) == (200, b"")
        assert {**head[1], "date": ""} == {**got[1], "date": ""}


def test_a_new_build_is_seen(server: Inside, folder: Path) -> None:
    """Without a restart."""
    before = ask(server, "/manifest.webmanifest")
    assert before[1]["content-type"] == "application/manifest+json"
    (folder / "manifest.webmanifest").write_bytes(b'{"name": "Sommet"}')
    after = ask(server, "/manifest.webmanifest", {"If-None-Match": before[1]["etag"]})
    assert (after[0], after[2]) == (200, b'{"name": "Sommet"}')


def test_no_way_out_of_the_folder(server: Inside) -> None:
    """However it is written."""
    ways = ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/assets/%2e%2e%2f%2e%2e%2fsecret.txt"]
    ways += ["//secret.txt", "/..%5csecret.txt", "/link.txt", "/.hidden", "/" + "x" * 3000, "/assets/\\..\\x"]
    for path in ways:
        for headers in ({}, HTML):
            status, _, body = ask(server, path, headers)
            assert b"secret" not in body, path
            assert (status, body) == (200, INDEX) if headers and "assets" not in path else status == 404, path
    assert ask(server, "/%00")[0] == 400  # at the door


def test_the_other_doors_stay(server: Inside) -> None:
    """What programs use is not the page's, also for a browser; only GET and HEAD read files."""
    for path, status in (("/api/v1/nothing", 404), ("/api", 404), ("/healthz", 200), ("/metrics", 200)):
        found = ask(server, path, HTML)
        assert found[0] == status
        assert INDEX not in found[2]
    assert ask(server, "/", method="POST")[0] in (404, 405)
    assert ask(server, "/")[1]["content-security-policy"].count("blob:") == 1
    assert "img-src 'self' data: blob:" in ask(server, "/")[1]["content-security-policy"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [("fr-BE,fr;q=0.9", "construite"), ("nl", "gebouwd"), ("de", "gebaut"), ("it", "built"), ("", "built")],
)
def test_where_the_page_is_not_built(
    asked: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain words, in the client's language."""
    monkeypatch.setattr(page_files, "FOLDER", tmp_path / "none")
    with Inside(tmp_path) as server:
        status, headers, body = ask(server, "/", HTML | {"Accept-Language": asked})
        assert status == 503
        assert headers["content-type"] == "text/plain; charset=utf-8"
        assert expected in body.decode()
        assert ask(server, "/api/v1/games")[0] == 200
