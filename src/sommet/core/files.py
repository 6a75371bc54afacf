"""Games in files: one record or link for the whole file, or one on each line; saved tables and exports too."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from .errors import BAD_JSON, BAD_REQUEST, SommetError, bad_argument
from .links import link
from .position import Position
from .registry import load, read_link

MOST_BYTES = 50_000_000
TABLE_FORMAT = "sommet-table/1"

Source = str | os.PathLike[str] | IO[str]


def read(source: Source) -> Position:
    """The game in a file (a path or an open file; of several the first), or of a link. Raises SommetError."""
    for position in read_all(source):
        return position
    raise SommetError(BAD_REQUEST, "error.file.empty")


def read_all(source: Source) -> Iterator[Position]:
    """Every game there, one after another. Raises SommetError at the first that is none."""
    text = text_of(source).strip()
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        for line in text.splitlines():
            if line.strip():
                yield from _of_line(line.strip())
        return
    yield from _of_data(whole)


def write(positions: Position | Iterable[Position], path: str | os.PathLike[str], *, links: bool = False) -> None:
    """Write one game or several, each record (or link) on a line of its own; whole, or not at all."""
    games = [positions] if isinstance(positions, Position) else positions
    if not isinstance(path, str | os.PathLike):
        raise bad_argument("path", path)
    if not isinstance(games, Iterable):
        raise bad_argument("positions", games)
    games = list(games)
    for game in games:
        if not isinstance(game, Position):
            raise bad_argument("positions", game)
    lines = [link(game) if links else json.dumps(game.record.as_dict()) for game in games]
    write_text(Path(path), "".join(f"{line}\n" for line in lines))


def write_text(path: Path, text: str) -> None:
    """Write a file whole, or leave what was there. Raises SommetError."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """The same of bytes."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise SommetError(BAD_REQUEST, "error.file.write", file=str(path)[-60:], why=why) from error


def text_of(source: Source) -> str:
    """The text of a file, or of standard input for "-"; a link is returned as it is."""
    if isinstance(source, str) and is_link(source):
        return source
    if isinstance(source, str) and source == "-":
        source = sys.stdin
    if not isinstance(source, str | os.PathLike):
        if not hasattr(source, "read"):
            raise bad_argument("source", source)
        return source.read(MOST_BYTES)
    try:
        path = Path(source).expanduser()
        if path.stat().st_size > MOST_BYTES:
            raise OSError(0, "> 50 MB")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise SommetError(BAD_REQUEST, "error.file.read", file=str(source)[-60:], why=why) from error


def is_link(text: str) -> bool:
    """Whether that looks like a link: a name, a tilde, digits; no path."""
    return "~" in text and "/" not in text and "\\" not in text and not text.startswith(("~", "{")) and text.isascii()


def _of_line(line: str) -> Iterator[Position]:
    if is_link(line):
        yield read_link(line)
        return
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SommetError(BAD_JSON, "error.bad_json", why=str(error)[:80]) from error
    yield from _of_data(data)


def _of_data(data: Any) -> Iterator[Position]:
    """A record, a list of them, a link, all games of a saved table, or a record with what belongs to it."""
    if isinstance(data, list):
        for item in data:
            yield from _of_data(item)
    elif isinstance(data, str):
        yield read_link(data)
    elif isinstance(data, dict) and data.get("format") == TABLE_FORMAT:
        played = data.get("played")
        for text in (*(played if isinstance(played, list) else ("",)), data.get("now")):
            if text is not None:
                yield read_link(str(text))
    elif isinstance(data, dict) and isinstance(data.get("record"), dict):
        yield load(data["record"])
    else:
        yield load(data)
