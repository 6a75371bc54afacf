"""Games in words, lessons and rules as they travel, as msgspec types: the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .records import GameRecord, Options, Seat

Html = Annotated[str, Meta(description="HTML; clauses are linked as #K9", examples=["<p>…</p>"])]

Level = Annotated[
    Literal["beginner", "easy", "medium", "hard", "master"], Meta(title="Level", description="A computer player's")
]
OptionValue = bool | int | str | list[str | int]


class NamesFor(msgspec.Struct):
    """The members there are with certain options."""

    options: Options
    texts: list[str]


class NamesInfo(msgspec.Struct):
    """The names that an option's members come from."""

    word: str
    most: int
    keyed: bool
    texts: Annotated[list[str] | UnsetType, Meta(description="Always the same")] = UNSET
    usual: Annotated[int | UnsetType | None, Meta(description="How many of these most games need; null: all")] = UNSET
    by_players: Annotated[
        dict[int, int] | UnsetType, Meta(description="How many, counted from 1, by the number of players")
    ] = UNSET
    by_options: Annotated[list[NamesFor] | UnsetType, Meta(description="By the options they are for")] = UNSET


class OptionInfo(msgspec.Struct, kw_only=True):
    """Something to agree on before a game, as the game declares it, with its words."""

    name: str
    kind: Literal["choice", "flag", "text", "some", "counts"]
    clause: str
    default: Annotated[OptionValue | None, Meta(description="null: it depends, or it is drawn")]
    players: Annotated[list[int], Meta(description="The numbers of players it is offered for; empty: all")]
    stored: Annotated[bool, Meta(description="Part of the record; otherwise a choice about the deal")]
    values: Annotated[
        list[bool | int | str] | UnsetType, Meta(description="choice, flag: all values. text: those suggested")
    ] = UNSET
    only: Annotated[
        dict[str, list[int]] | UnsetType, Meta(description="choice, flag: values kept for some numbers of players")
    ] = UNSET
    names: Annotated[NamesInfo | UnsetType, Meta(description="some: of which names; how many:")] = UNSET
    exactly: Annotated[dict[int, int] | UnsetType, Meta(description="By the number of players; or")] = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    kinds: Annotated[int | UnsetType, Meta(description="counts: the most kinds")] = UNSET
    total: Annotated[int | UnsetType, Meta(description="counts: the most things together")] = UNSET
    label: str
    help: str | UnsetType = UNSET
    note: Annotated[str | UnsetType, Meta(description="What a summary says when it is not as usual")] = UNSET
    note_one: Annotated[str | UnsetType, Meta(description="The same where that counts one thing")] = UNSET
    value_words: dict[str, str]
    value_help: dict[str, str]


class GameInfo(msgspec.Struct):
    """A game: what it is called, how many may play, what may be agreed, and what else its package has."""

    name: str
    title: str
    tagline: str
    levels: Annotated[dict[str, str], Meta(description="How each computer player plays, where the game says so")]
    robots: Annotated[dict[str, str], Meta(description="What each computer player is called, where the game says so")]
    players: list[int]
    private: Annotated[bool, Meta(description="Seats know different things")]
    chance: Annotated[bool, Meta(description="Something is turned up while it is played: no move can be planned")]
    options: list[OptionInfo]
    lessons: bool
    rules: bool
    puzzles: bool
    words: Annotated[dict[str, str], Meta(description="What is shown of it, in words")]


class Games(msgspec.Struct):
    """The games and the computer players."""

    games: Annotated[dict[str, list[int]], Meta(description="The numbers of players, by game")]
    levels: Annotated[list[Level], Meta(description="Of the computer players, the weakest first")]
    about: dict[str, GameInfo]


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
    record: GameRecord
    view: Annotated[Seat, Meta(description="That moves")]
    answers: Annotated[list[str] | None, Meta(description="The moves that are wanted; null: any legal one")]
    refused: Annotated[RefusedTry | None, Meta(description="A try that teaches as well")]


class Lesson(msgspec.Struct):
    """A game's lesson."""

    steps: list[LessonStep]


class ClausePicture(msgspec.Struct):
    """A clause at work: the record's moves from a ply on; what is refused is tried there first."""

    record: GameRecord
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
