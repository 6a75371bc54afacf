"""Atlas files: a header with version and checksum, then the bits, read through a memory map.

While it is being made, an atlas is a ``.part`` file, mapped and written in place, with a small journal beside it that
says how many levels are complete. Bits of a level that was cut short do no harm: they are set again to the same.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ....core.folders import data_folder
from .errors import AtlasError, Corrupted, NotBuilt, TooLarge

MAGIC = b"SOMMET ATLAS\n"
FORMAT = 1
HEADER_BYTES = 4096
CHUNK = 1 << 24
WINNERS, SETS, VALUES = "winners", "sets", "values"
"""Kinds of files: a bit for each position; a bit for each starting set; Grundy values and moves to the end."""

Header = dict[str, Any]


def default_folder() -> Path:
    """Where atlas files are: ``SOMMET_ATLAS``, or the user's folder for data."""
    if "SOMMET_ATLAS" in os.environ:
        return Path(os.environ["SOMMET_ATLAS"])
    return data_folder() / "atlas"


def file_name(tokens: int, colours: int, kind: str = WINNERS) -> str:
    """The name of an atlas file."""
    limit = "" if colours >= tokens else f"-in-{colours}"
    return f"babylone-{tokens}{limit}.{kind}"


def digest(data: NDArray[Any]) -> str:
    """The checksum of the data."""
    sum_ = hashlib.blake2b(digest_size=16)
    raw = data.view(np.uint8)
    for at in range(0, len(raw), CHUNK):
        sum_.update(raw[at : at + CHUNK].data)
    return sum_.hexdigest()


def header_bytes(header: Header) -> bytes:
    """The first page of a file: a magic line, a checksum of the rest of the page, and the header as JSON."""
    text = json.dumps(header, sort_keys=True).encode()
    check = hashlib.blake2b(text, digest_size=16).hexdigest().encode()
    page = MAGIC + check + b"\n" + text + b"\n"
    return page.ljust(HEADER_BYTES, b"\0")


def read_header(path: Path) -> Header:
    """The header of a file; says clearly what is wrong with it."""
    try:
        with path.open("rb") as file:
            page = file.read(HEADER_BYTES)
    except OSError as error:
        raise AtlasError(f"{path} cannot be read: {error.strerror}") from None
    lines = page.split(b"\n")
    if not page.startswith(MAGIC) or len(page) < HEADER_BYTES or len(lines) < 3:
        raise Corrupted(f"{path} is not an atlas")
    if hashlib.blake2b(lines[2], digest_size=16).hexdigest().encode() != lines[1]:
        raise Corrupted(f"{path}: its header is damaged; make it again")
    header: Header = json.loads(lines[2])
    if header["format"] != FORMAT:
        raise AtlasError(f"{path} has format {header['format']}, this program reads format {FORMAT}; make it again")
    return header


def read(path: Path, *, verify: bool = True) -> tuple[Header, NDArray[Any]]:
    """The header and the mapped data of a file; `verify` reads it once and compares the checksum."""
    header = read_header(path)
    kind = np.dtype(header["type"])
    if path.stat().st_size != HEADER_BYTES + header["entries"] * kind.itemsize:
        raise Corrupted(f"{path} is cut short; make it again")
    data = np.memmap(path, kind, "r", HEADER_BYTES, (header["entries"],))
    if verify and digest(data) != header["digest"]:
        raise Corrupted(f"{path} is damaged: its checksum is wrong; make it again")
    return header, data


def find(folder: Path, tokens: int, colours: int, kind: str = WINNERS) -> Path:
    """The file that holds positions of these numbers of tokens and colours: the full one, or the smallest that does."""
    full = folder / file_name(tokens, tokens, kind)
    if full.exists():
        return full
    for limit in range(colours, tokens):
        path = folder / file_name(tokens, limit, kind)
        if path.exists():
            return path
    raise NotBuilt(tokens, colours)


def journal_of(path: Path) -> Path:
    """Beside an atlas being made: what says how far it is."""
    return path.with_name(path.name + ".part.json")


class Part:
    """An atlas in the making."""

    def __init__(self, path: Path, tokens: int, colours: int, entries: int) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.journal = journal_of(path)
        self.progress: dict[str, Any] = {
            "format": FORMAT,
            "tokens": tokens,
            "colours": colours,
            "entries": entries,
            "level": 0,
            "solved": 0,
            "seconds": 0.0,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = self.part.open("r+b" if self.part.exists() else "w+b")
        try:
            lock(self.file, self.part)
            if not self.resume():
                self.journal.unlink(missing_ok=True)
                self.file.truncate(0)
                reserve(self.file, HEADER_BYTES + 8 * entries)
            self.data = np.memmap(self.file, np.dtype("<u8"), "r+", HEADER_BYTES, (entries,))
        except BaseException:
            self.close()
            raise

    def resume(self) -> bool:
        """Go on where a journal says that the same build stopped."""
        try:
            found = json.loads(self.journal.read_text())
        except (OSError, ValueError):
            return False
        same = all(found.get(key) == self.progress[key] for key in ("format", "tokens", "colours", "entries"))
        if not same or self.part.stat().st_size != HEADER_BYTES + 8 * self.progress["entries"]:
            return False
        self.progress = found
        return True

    def checkpoint(self, level: int, solved: int, seconds: float) -> None:
        """Everything up to this level is there and stays."""
        self.data.flush()
        self.progress |= {"level": level, "solved": solved, "seconds": round(seconds, 3)}
        fresh = self.journal.with_suffix(".new")
        fresh.write_text(json.dumps(self.progress))
        fresh.replace(self.journal)

    def finish(self, header: Header) -> None:
        """Make it an atlas."""
        self.data.flush()
        header = {"format": FORMAT, "type": "<u8", "entries": len(self.data), "digest": digest(self.data)} | header
        self.file.seek(0)
        self.file.write(header_bytes(header))
        self.file.flush()
        os.fsync(self.file.fileno())
        self.close()
        self.part.replace(self.path)
        self.journal.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the files."""
        if hasattr(self, "data"):
            del self.data
        self.file.close()


def write(path: Path, data: NDArray[Any], header: Header) -> None:
    """Write a small atlas at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = {"format": FORMAT, "type": data.dtype.str, "entries": len(data), "digest": digest(data)} | header
    fresh = path.with_name(path.name + ".part")
    fresh.write_bytes(header_bytes(header) + data.tobytes())
    fresh.replace(path)


def lock(file: IO[bytes], path: Path) -> None:
    """Let only one process make this file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise AtlasError(f"{path} is being made by another process") from None


def reserve(file: IO[bytes], count: int) -> None:
    """Take the room on the disk now, so that it cannot run out later."""
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, count)
        file.truncate(count)
    except OSError as error:
        raise TooLarge(f"the disk has no room for {count:,} bytes: {error.strerror}") from None
