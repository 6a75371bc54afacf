"""Lessons and pictures as positions."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import sommet
from sommet.core.learn import Step, lesson, pictures
from sommet.core.position import Position


def steps(game: str) -> dict[str, Step]:
    """The lesson's steps by id."""
    return {step.id: step for step in lesson(game, "en")}


def wanted(step: Step) -> tuple[Position, list[str], list[str]]:
    """Where it is played, the moves that are wanted, and the other legal ones."""
    position = sommet.load(step.record.as_dict())
    answers = position.legal if step.answers is None else step.answers
    return position, list(answers), [move for move in position.legal if move not in answers]


@dataclass(frozen=True)
class Course:
    """What a picture shows: its positions from its start on, and what the moves between them do."""

    positions: list[Position]
    told: list[dict[str, Any]]

    @property
    def first(self) -> Position:
        """Where it starts."""
        return self.positions[0]

    @property
    def before(self) -> Position:
        """Before the last move."""
        return self.positions[-2]

    @property
    def end(self) -> Position:
        """After it."""
        return self.positions[-1]

    @property
    def last(self) -> dict[str, Any]:
        """What the last move does."""
        return self.told[-1]


def course(game: str, clause: str) -> Course:
    """The picture of a clause."""
    picture = pictures(game)[clause]
    record = picture.record.as_dict()
    moves = record["moves"]
    positions = [sommet.load({**record, "moves": moves[:ply]}) for ply in range(picture.start, len(moves) + 1)]
    return Course(positions, [p.effects(move) for p, move in zip(positions, moves[picture.start :], strict=False)])


def seen(position: Position, colour: str) -> int:
    """On how many locations of Kabaleo a colour is seen."""
    return Counter(pile[-1] for pile in position.shown["locations"])[colour]


def topped(position: Position, colour: str) -> list[int]:
    """The heights of the piles of Kabaleo that a colour tops, bases not counted."""
    return [len(pile) - 1 for pile in position.shown["locations"] if len(pile) > 1 and pile[-1] == colour]


def ending(position: Position) -> tuple[list[int] | None, str | None, list[int] | None]:
    """Winners, reason and scores."""
    assert position.result is not None
    found = position.result.as_dict()
    return found["winners"], found["reason"], found["scores"]
