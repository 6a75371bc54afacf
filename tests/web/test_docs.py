"""The documentation, built as `make docs` does and opened from the disk."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import sommet

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All its pages; strict, so that a broken link or anchor fails."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """Every script, style and picture of every page is in the folder."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 10
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)=[\"']?(https?:[^\"'> ]+)", text)
        assert loaded == [], page.name


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    """With a heading of its own, from its docstring."""
    text = (site / "api.html").read_text(encoding="utf-8")
    for name in sommet.__all__:
        assert name.startswith("_") or f'id="sommet.{name}"' in text, name
    assert 'id="sommet.__getattr__"' not in text


def test_the_search_box_works_from_the_disk(site: Path, browser: Browser) -> None:
    """No server: a file is opened, a word is looked for, its page is found."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((site / "rules" / "kabaleo.html").as_uri())
        box = page.get_by_role("textbox", name="Search")
        box.click()
        box.press_sequentially("pyramids")
        found = page.locator(".md-search-result__link")
        expect(found.first).to_be_visible()
        assert "babylone" in " ".join(link.get_attribute("href") or "" for link in found.all())
