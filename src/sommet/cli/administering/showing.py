"""What an operator's task found or did: as text for people, or as one JSON object for programs."""

import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from ..terminal.language import tell


def day(at: int | None) -> str:
    """A time, in UTC."""
    return "–" if not at else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at / 1000))


def yes(truth: bool) -> str:
    """In a column: a mark, or nothing."""
    return "✓" if truth else ""


def as_json(found: Any) -> None:
    """Print it for a program."""
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns, as wide as they need be; control characters of what strangers typed are not sent to the terminal."""
    lines = [[_plain(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def facts(found: Sequence[tuple[str, str]]) -> None:
    """A name and a value a line."""
    width = max(len(name) for name, _ in found)
    for name, value in found:
        print(f"{name.ljust(width)}  {_plain(value)}".rstrip())


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def pages(count: int, page: int, size: int) -> None:
    """Where one is in a list."""
    last = max(1, -(-count // size))
    print(tell("admin.said.page", page=page, pages=last, count=count))


def confirmed(question: str, sure: bool) -> bool:
    """Whether to go on: `--yes`, or asked at a terminal; otherwise it is said how."""
    if sure:
        return True
    if not sys.stdin.isatty():
        print(tell("admin.error.unconfirmed", question=question), file=sys.stderr)
        return False
    answer = input(tell("admin.said.sure", question=question) + " ").strip().casefold()
    return answer in tell("admin.said.yes").split()
