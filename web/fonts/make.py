"""The page's two faces, cut down to what it needs: ``make fonts`` writes web/src/fonts anew, the same bytes each time.

Both come from npm as their authors release them, by exact version and hash. What the texts of all languages use, and
the letters of Western Europe's names, is one file each that every visitor loads; other Latin letters are a second one,
loaded when a name has them. fontTools and Brotli are needed here and nowhere else.
"""

from __future__ import annotations

import hashlib
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).resolve().parent.parent
INTO = WEB / "src" / "fonts"
MARKS = "«»°·×–—‘’‚“”„…−Œœ\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
ASCII, WESTERN, LATIN = range(0x20, 0x7F), range(0xC0, 0x100), range(0x100, 0x180)
CORE = {*ASCII, *map(ord, MARKS), *(code for code in WESTERN if chr(code).isalpha())}
MORE = {*LATIN} - CORE
FEATURES = ["kern"]


class Face(NamedTuple):
    """A file of a package, what is kept of it, and under which name."""

    package: str
    file: str
    sha256: str
    codes: set[int]
    weights: tuple[int, int] | None
    name: str


NOTO, SPECTRAL = "@fontsource-variable/noto-sans@5.3.0", "@fontsource/spectral@5.3.0"
FACES = [
    Face(
        NOTO,
        "noto-sans-latin-wght-normal",
        "51ca196f49a33e79e7870ff88ebd2829a3f627a51e7d690986618f0e7ad2b52d",
        CORE,
        (400, 700),
        "sans",
    ),
    Face(
        NOTO,
        "noto-sans-latin-ext-wght-normal",
        "6d5a79315528df191b9d86f97b0c4272a8b588fcb166773fe6588ac795de0613",
        MORE,
        (400, 700),
        "sans-more",
    ),
    Face(
        SPECTRAL,
        "spectral-latin-600-normal",
        "33faca8b5795a0de1af77cbc43a050a3655c4b1e03e04847fdef4d19d2e361d2",
        CORE,
        None,
        "serif",
    ),
    Face(
        SPECTRAL,
        "spectral-latin-ext-600-normal",
        "dea6bd9ca650814af1f750b7474d7205b7fe0e4c79a6b58c6f7157d90dc8815c",
        MORE,
        None,
        "serif-more",
    ),
]


def cut(face: Face, source: Path) -> TTFont:
    """The font with those characters and weights alone."""
    options = Options(layout_features=FEATURES, hinting=False, notdef_outline=False, name_IDs=[0, 1, 2, 13, 14])
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=face.codes)
    subsetter.subset(font)
    if face.weights is not None:
        font = instantiateVariableFont(font, {"wght": face.weights})
    font.flavor = "woff2"
    return font


def main() -> None:
    """Fetch, check, cut, write."""
    sys.path.insert(0, str(WEB.parent))
    from hatch_build import npm

    INTO.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package in (NOTO, SPECTRAL):
            npm(folder, "pack", "--silent", package)
        for archive in folder.glob("*.tgz"):
            with tarfile.open(archive) as packed:
                packed.extractall(folder, filter="data", members=[one for one in packed if "/files/" in one.name])
        for face in FACES:
            source = folder / "package" / "files" / f"{face.file}.woff2"
            found = hashlib.sha256(source.read_bytes()).hexdigest()
            if found != face.sha256:
                raise SystemExit(f"{face.file}: {found}, not {face.sha256}")
            out = INTO / f"{face.name}.woff2"
            cut(face, source).save(out)
            print(out.name, out.stat().st_size)


if __name__ == "__main__":
    main()
