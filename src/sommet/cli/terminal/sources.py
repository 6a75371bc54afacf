"""Records from outside: a file, a link, standard input; one or many."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...core.errors import BAD_JSON, BAD_REQUEST, SommetError
from ...core.position import Position
from ...core.registry import load, read_link
from .table import FORMAT, Table

MOST_BYTES = 50_000_000


def text_of(source: str) -> str:
    """What stands in a file, or comes from standard input for "-"; a link stands for itself."""
    if source == "-":
        return sys.stdin.read(MOST_BYTES)
    if is_link(source):
        return source
    try:
        path = Path(source).expanduser()
        if path.stat().st_size > MOST_BYTES:
            raise OSError(0, "> 50 MB")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise SommetError(BAD_REQUEST, "cli.error.read", file=source[-60:], why=why) from error


def is_link(text: str) -> bool:
    """Whether that looks like a link: a name, a tilde, digits; no path."""
    return "~" in text and "/" not in text and "\\" not in text and not text.startswith("~") and text.isascii()


def positions(source: str) -> Iterator[Position]:
    """Every game in the source: one JSON value over any number of lines, or one JSON value or link on each line."""
    text = text_of(source).strip()
    try:
        whole = [json.loads(text)]
    except (ValueError, RecursionError):
        whole = None
    if whole is not None:
        yield from of_data(whole[0])
        return
    for line in text.splitlines():
        if line.strip():
            yield from of_line(line.strip())


def of_line(line: str) -> Iterator[Position]:
    """A link or JSON."""
    if is_link(line) and not line.startswith("{"):
        yield read_link(line)
        return
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SommetError(BAD_JSON, "error.bad_json", why=str(error)[:80]) from error
    yield from of_data(data)


def of_data(data: Any) -> Iterator[Position]:
    """A record, a list of records, or all games of a saved table."""
    if isinstance(data, list):
        for item in data:
            yield load(item)
    elif isinstance(data, str):
        yield read_link(data)
    elif isinstance(data, dict) and data.get("format") == FORMAT:
        match = Table.read(data, None).match
        yield from (Position.of(match.game, record) for record in match.records)
        if match.position is not None:
            yield match.position
    else:
        yield load(data)


def one_position(source: str, link: bool = False) -> Position:
    """The only game in the source (or the first)."""
    found = read_link(source) if link else next(positions(source), None)
    if found is None:
        raise SommetError(BAD_REQUEST, "cli.error.empty")
    return found


def saved_table(source: str, seed: int | None) -> Table | None:
    """A saved table, or None when the source is something else."""
    if source == "-" or is_link(source):
        return None
    text = text_of(source)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return Table.read(data, seed) if isinstance(data, dict) and data.get("format") == FORMAT else None
