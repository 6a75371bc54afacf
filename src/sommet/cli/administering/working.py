"""What every task does: ask the store, say what was found or done."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ...server.admin import people
from ...server.admin.opening import opened
from ...server.config import Config
from ...server.store.database import Store
from ..terminal.language import tell
from .showing import as_json, pages, table

Answer = TypeVar("Answer")


def with_store(config: Config, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Do this with the store of these settings."""

    async def run() -> Answer:
        async with opened(config) as store:
            return await work(store)

    return asyncio.run(run())


def read(config: Config, function: Callable[..., Answer], *args: Any) -> Answer:
    """Ask the store."""
    return with_store(config, lambda store: store.read(lambda db: function(db, *args)))


def write(config: Config, function: Callable[..., Answer], *args: Any) -> Answer:
    """Change what is stored."""
    return with_store(config, lambda store: store.write(lambda db: function(db, *args)))


def show_list(
    args: argparse.Namespace, found: list[Any], count: int, heads: list[str], row: Callable[[Any], Any]
) -> int:
    """A page of what was found, each a row."""
    if args.json:
        as_json({"count": count, "page": args.page, "found": found})
    else:
        table([tell(f"admin.column.{head}") for head in heads], [row(one) for one in found])
        pages(count, args.page, args.size)
    return 0


def done(args: argparse.Namespace, key: str, found: Any, **values: object) -> int:
    """It is done: for a program what was found, for people a sentence."""
    if args.json:
        as_json(found)
    else:
        print(tell(f"admin.said.{key}", **values))
    return 0


def meant(config: Config, who: str | None) -> str | None:
    """The identity of whom is meant."""
    return None if who is None else str(read(config, people.found, who).id)
