"""Lessons and rules as they travel, as msgspec types: the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Html = Annotated[str, Meta(description="HTML; clauses are linked as #K9", examples=["<p>…</p>"])]


class RefusedTry(msgspec.Struct):
    """A move that the rules do not allow there, and the clause that says so."""

    move: str
    clause: str


class LessonStep(msgspec.Struct):
    """One move to make."""

    id: str
    title: str
    text: str
    task: str
    after: Annotated[str, Meta(description="Said when it is done")]
    otherwise: Annotated[str, Meta(description="Said to a legal move that is not wanted")]
    clause: Annotated[str, Meta(description="What it teaches", examples=["K9"])]
    record: dict[str, Any]
    view: Annotated[int, Meta(description="The seat that moves")]
    answers: Annotated[list[str] | None, Meta(description="The moves that are wanted; null: any legal one")]
    refused: Annotated[RefusedTry | None, Meta(description="A try that teaches as well")]


class Lesson(msgspec.Struct):
    """A game's lesson."""

    steps: list[LessonStep]


class ClausePicture(msgspec.Struct):
    """A clause at work: the record's moves from a ply on; what is refused is tried there first."""

    record: dict[str, Any]
    start: Annotated[int, Meta(ge=0)] = msgspec.field(name="from")
    refused: RefusedTry | None


class RuleClause(msgspec.Struct):
    """A numbered paragraph of the rules."""

    id: Annotated[str, Meta(examples=["K9"])]
    title: str
    section: str
    html: Html
    picture: ClausePicture | None


class RuleNote(msgspec.Struct):
    """A section without clauses."""

    title: str
    html: Html


class Rules(msgspec.Struct):
    """A game's rules."""

    title: str
    intro: Html
    clauses: list[RuleClause]
    notes: list[RuleNote]
