"""`sommet site`: the page as plain files that any web host can serve, in any folder. No server of ours behind it."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from .. import __version__
from ..core.errors import BAD_REQUEST, SommetError
from .policy import POLICY

PAGE = Path(__file__).resolve().parent.parent / "server" / "page"  # as the build of web/ left it
INDEX, MANIFEST = "index.html", "manifest.webmanifest"
PACKED = {"br": ".br", "gzip": ".gz"}  # what browsers call it, and how its files end; the smaller first
FIRST = '<meta charset="utf-8" />'  # must come early
MARK = f'<meta name="sommet-site" content="{__version__}" />'  # by this the page knows that there is no server
GUARD = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
AS_THEY_ARE = ".nojekyll"  # some hosts leave out files whose names begin with an underscore, unless this is there


def write_site(out: Path, page: Path = PAGE) -> list[Path]:
    """Write the site; its files. SommetError, and nothing is touched, where the folder has something in it already."""
    if not (page / INDEX).is_file():
        raise SommetError(BAD_REQUEST, "site.error.not_built")
    if out.is_symlink() or (out.exists() and not out.is_dir()) or (out.is_dir() and any(out.iterdir())):
        raise SommetError(BAD_REQUEST, "site.error.not_empty", folder=out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".sommet-site-", dir=out.parent) as place:
            made = Path(place) / "site"
            shutil.copytree(page, made, ignore=shutil.ignore_patterns(*(f"*{ending}" for ending in PACKED.values())))
            _change(made)
            if out.is_dir():
                out.rmdir()
            made.rename(out)
    except OSError as error:
        why = error.strerror or str(error)
        raise SommetError(BAD_REQUEST, "site.error.not_written", folder=out, why=why) from error
    return sorted(path for path in out.rglob("*") if path.is_file())


def _change(folder: Path) -> None:
    """What differs from the page that a server sends: everything is named from where it is."""
    index = folder / INDEX
    text = re.sub(r' (href|src)="/', r' \1="./', index.read_text(encoding="utf-8"))
    index.write_text(text.replace(FIRST, f"{FIRST}\n    {GUARD}\n    {MARK}", 1), encoding="utf-8")
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["shortcuts"] = [{**way, "url": f"./#/{way['url']}"} for way in manifest.get("shortcuts", [])]
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False), encoding="utf-8")
    (folder / AS_THEY_ARE).touch()
