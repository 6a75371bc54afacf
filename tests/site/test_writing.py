"""What `sommet site` writes, and what it refuses to."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.core.errors import SommetError
from sommet.core.words import LANGUAGES
from sommet.site.plain_files import write_site


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page as the build leaves it."""
    made = tmp_path / "page"
    (made / "assets").mkdir(parents=True)
    (made / "index.html").write_text(
        '<html><head>\n    <meta charset="utf-8" />\n<link rel="icon" href="/icon.svg" />'
        '<script type="module" src="/assets/a-1.js"></script></head></html>'
    )
    (made / "assets" / "a-1.js").write_text("1")
    (made / "assets" / "a-1.js.gz").write_bytes(b"1")
    (made / "assets" / "a-1.js.br").write_bytes(b"1")
    (made / "manifest.webmanifest").write_text('{"start_url": "./", "shortcuts": [{"name": "G", "url": "new/g"}]}')
    return made


def test_all_is_named_from_where_it_is(page: Path, tmp_path: Path) -> None:
    """No address begins at the host's root; packed twins stay behind; the page is told that it is alone."""
    out = tmp_path / "new" / "site"
    written = {path.relative_to(out).as_posix() for path in write_site(out, page)}
    assert written == {"index.html", "assets/a-1.js", "manifest.webmanifest", ".nojekyll"}
    index = (out / "index.html").read_text()
    assert 'src="./assets/a-1.js"' in index
    assert 'href="./icon.svg"' in index
    assert '="/' not in index
    assert '<meta name="sommet-site"' in index
    assert "'wasm-unsafe-eval'" in index
    assert "frame-ancestors" not in index  # browsers complain about it in a page
    assert json.loads((out / "manifest.webmanifest").read_text())["shortcuts"][0]["url"] == "./#/new/g"
    assert sorted(path.name for path in out.parent.iterdir()) == ["site"]


def test_an_empty_folder_is_taken_a_full_one_is_not_touched(page: Path, tmp_path: Path) -> None:
    """Nor is a file, nor what a link points to."""
    empty, full, file, link = (tmp_path / name for name in ("empty", "full", "file", "link"))
    empty.mkdir()
    full.mkdir()
    (full / "precious").write_text("kept")
    file.write_text("kept")
    link.symlink_to(full)
    assert write_site(empty, page)
    for there in (full, file, link):
        with pytest.raises(SommetError) as refused:
            write_site(there, page)
        for language in LANGUAGES:
            assert there.name in refused.value.say(language)
    assert [path.name for path in full.iterdir()] == ["precious"]
    assert file.read_text() == "kept"
    assert link.is_symlink()


def test_without_a_page_nothing_is_written(tmp_path: Path) -> None:
    """One sentence says how it is built."""
    with pytest.raises(SommetError) as refused:
        write_site(tmp_path / "out", tmp_path / "nowhere")
    assert "make page" in refused.value.say("en")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(page: Path, tmp_path: Path) -> None:
    """Says so."""
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    with pytest.raises(SommetError):
        write_site(locked / "site", page)


def test_the_command_needs_a_folder() -> None:
    """Bad arguments are one line and status 2."""
    for arguments in (["site"], ["site", "--out"], ["site", "out"], ["site", "--out", "/dev/null/site"]):
        done = subprocess.run([sys.executable, "-m", "sommet", *arguments], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
