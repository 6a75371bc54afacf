"""How far a long computation is: a bar on the error stream, where somebody can see it and Rich is installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from ..core.extras import MissingExtra, optional_imports


class Show(Protocol):
    """Call it with how much is done, and of how much."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None:
        """Show it."""


@contextmanager
def bar(what: str, total: int | None = None) -> Iterator[Show]:
    """A bar while the block runs; elsewhere than at a terminal, nothing."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    try:
        with optional_imports():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
    except MissingExtra:  # a bar is pleasant, not needed
        yield _nothing
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(TextColumn("{task.description}"), *columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=total)

        def show(done: int, total: int | None = None, what: str | None = None) -> None:
            shown.update(task, completed=done, total=total, description=what)

        yield show


def _nothing(done: int, total: int | None = None, what: str | None = None) -> None:
    """Nobody looks."""
