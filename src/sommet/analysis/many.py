"""Many games, each by itself: here or on a cluster, and kept in a folder so that what is there is not done again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from ..bots import bot
from ..cluster import Cluster
from ..core.errors import BAD_REQUEST, SommetError
from ..core.files import read_all, write_text
from ..core.position import Position
from ..core.registry import load
from ..search.advice import Budget
from .game import Analysis, analyse
from .line import Line


@dataclass(frozen=True)
class How:
    """Who judges, and for how long: with a number of simulations, all that decides what is found."""

    bot: str
    budget: Budget | None = None
    seed: int = 1

    def as_dict(self) -> dict[str, Any]:
        """As a kept analysis tells it."""
        budget = {} if self.budget is None else {"seconds": self.budget.seconds, "simulations": self.budget.simulations}
        return {"bot": self.bot, **budget, "seed": self.seed, "version": __version__}


def games_in(folder: Path) -> Iterator[tuple[str, Position]]:
    """Every game of every file there, in the order of their names; each with a name of its own. Raises SommetError."""
    for file in sorted(folder.iterdir()):
        if file.is_file() and not file.name.startswith("."):
            games = list(read_all(file))
            for number, position in enumerate(games, 1):
                yield file.name if len(games) == 1 else f"{file.name}-{number}", position


def analyse_on(
    cluster: Cluster, positions: Sequence[Position], how: How, keep: Callable[[int, Analysis], None]
) -> None:
    """Analyse each; `keep` is told which one is done, whichever is first. Raises SommetError."""

    def finished(job: tuple[int, Mapping[str, Any]], found: list[Line]) -> None:
        position = positions[job[0]]
        keep(job[0], Analysis(position, bot(position.game.name, how.bot), how.budget, how.seed, lines=found))

    cluster.run(_lines, how, [(number, each.record.as_dict()) for number, each in enumerate(positions)], finished)


def _lines(how: How, jobs: Sequence[tuple[int, Mapping[str, Any]]]) -> Iterator[list[Line]]:
    """In a process of the cluster: the lines of each game."""
    for _, record in jobs:
        yield analyse(load(record), how.bot, how.budget, how.seed).lines


class Kept:
    """A folder of analyses, one file each. One that was made otherwise, or of another game, is not touched."""

    def __init__(self, folder: Path, how: How) -> None:
        self._folder, self._how = folder, how

    def has(self, name: str, position: Position) -> bool:
        """Whether this very analysis is there. Raises SommetError where another one is."""
        path = self._folder / f"{name}.json"
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return False
        except (OSError, ValueError):
            found = None
        if not isinstance(found, dict) or any(found.get(key) != value for key, value in self._about(position).items()):
            raise SommetError(BAD_REQUEST, "analysis.error.other", file=str(path)[-60:])
        return True

    def add(self, name: str, found: Analysis, language: str) -> None:
        """Write it, whole or not at all. Raises SommetError."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise SommetError(BAD_REQUEST, "error.file.write", file=str(self._folder)[-60:], why=why) from error
        told = {**self._about(found.position), **found.as_dict(language)}
        write_text(self._folder / f"{name}.json", json.dumps(told) + "\n")

    def _about(self, position: Position) -> dict[str, Any]:
        about: dict[str, Any] = json.loads(
            json.dumps({"made": self._how.as_dict(), "record": position.record.as_dict()})
        )
        return about
