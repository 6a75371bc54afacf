"""Data and caches are where each operating system wants them."""

from pathlib import Path

import pytest

from sommet.core.folders import cache_folder, data_folder

HOME = Path.home()


@pytest.mark.parametrize(
    ("platform", "environ", "data", "cache"),
    [
        ("linux", {}, HOME / ".local/share/sommet", HOME / ".cache/sommet"),
        ("linux", {"XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"}, Path("/d/sommet"), Path("/c/sommet")),
        ("linux", {"XDG_DATA_HOME": " "}, HOME / ".local/share/sommet", HOME / ".cache/sommet"),
        ("darwin", {}, HOME / "Library/Application Support/sommet", HOME / "Library/Caches/sommet"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/sommet/sommet"), Path("/local/sommet/sommet/Cache")),
    ],
)
def test_folders(platform: str, environ: dict[str, str], data: Path, cache: Path) -> None:
    """The same folders as before, so that nobody's games are lost."""
    assert data_folder(platform, environ) == data
    assert cache_folder(platform, environ) == cache
