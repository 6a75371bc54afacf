"""How a game is learnt: a lesson, one move at each step, and a picture for each clause. Both are data of the game.

A game's folder `learn` holds `tables.toml` (deals, each by a name), `lesson.toml` (steps) and `pictures.toml` (by
clause); a step and a picture name their table and the moves that lead there. What a step says stands in the
catalogue, under ``<game>.lesson.<step>``. The tests play everything; nothing is checked again here.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .packages import folder
from .record import Record
from .words import say


@dataclass(frozen=True)
class Refused:
    """A move that the rules do not allow there, and the clause that says so."""

    move: str
    clause: str


@dataclass(frozen=True)
class Step:
    """One move to make. `answers` are the moves that are wanted; None: any legal one."""

    id: str
    clause: str  # what it teaches
    record: Record
    view: int  # the seat that moves
    answers: tuple[str, ...] | None
    refused: Refused | None  # a try that teaches as well
    title: str
    text: str
    task: str
    after: str  # said when it is done
    otherwise: str  # said kindly to another legal move


@dataclass(frozen=True)
class Picture:
    """A clause at work: the record's moves from `start` on. `refused` is tried first, at `start`."""

    record: Record
    start: int
    refused: Refused | None


def _read(game: str, name: str) -> dict[str, Any]:
    """A file of that folder; nothing where the game has none."""
    file = folder(game) / "learn" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def _tables(game: str) -> dict[str, Any]:
    return _read(game, "tables")


def _record(game: str, found: Mapping[str, Any]) -> Record:
    table = _tables(game)[found["table"]]
    return Record(game, table["players"], table.get("options", {}), table["setup"], tuple(found.get("moves", ())))


def _refused(found: Mapping[str, Any]) -> Refused | None:
    return Refused(**found["refused"]) if "refused" in found else None


@cache
def lesson(game: str, language: str) -> tuple[Step, ...]:
    """The steps of a game's lesson, in order."""
    return tuple(_step(game, found, language) for found in _read(game, "lesson").get("step", ()))


def _step(game: str, found: Mapping[str, Any], language: str) -> Step:
    texts = {
        part: say(language, f"{game}.lesson.{found['id']}.{part}")
        for part in ("title", "text", "task", "after", "otherwise")
    }
    return Step(
        id=found["id"],
        clause=found["clause"],
        record=_record(game, found),
        view=found["view"],
        answers=tuple(found["answers"]) if "answers" in found else None,
        refused=_refused(found),
        **texts,
    )


@cache
def pictures(game: str) -> Mapping[str, Picture]:
    """A picture for each clause that can be shown."""
    return {
        clause: Picture(_record(game, found), found["from"], _refused(found))
        for clause, found in _read(game, "pictures").items()
    }
