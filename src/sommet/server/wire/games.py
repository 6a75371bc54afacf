"""Games to be looked at, as they travel over HTTP: running, finished, position by position, and as puzzles."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ...site.records import Effects, GameRecord, Result, Seat, Setup, State
from .fair import Facts, FirstFacts
from .tables import LobbyTable
from .views import ClockState, LogEvent, MatchState, View


class LobbyLists(msgspec.Struct):
    """The open tables and the games to watch, newest first."""

    open: list[LobbyTable]
    running: list[LobbyTable]


class RunningGame(msgspec.Struct):
    """A running game, as one viewer may see it."""

    seq: int
    view: View | None
    match: MatchState
    clock: ClockState | None
    events: list[LogEvent]


class FinishedGame(msgspec.Struct):
    """A finished round, with all that was hidden."""

    record: GameRecord
    fair: Annotated[
        Facts | FirstFacts | None, Meta(description="For `sommet verify`; null: the game was brought along")
    ]
    result: Result
    link: str


class Step(msgspec.Struct):
    """One position of a replay."""

    ply: int
    move: Annotated[str | None, Meta(description="The move that led here")]
    to_move: Seat | None
    legal: list[str]
    setup: Annotated[Setup, Meta(description="What the viewer knew of the set-up then")]
    state: State
    result: Result | None
    effects: Annotated[Effects | None, Meta(description="What the move that led here did")]


class PositionAnswer(msgspec.Struct):
    """A position, or one viewer's view of it; and what else was asked for."""

    to_move: Seat | None
    legal: list[str]
    state: State
    result: Result | None
    link: str
    record: GameRecord
    effects: Annotated[list[Effects] | msgspec.UnsetType, Meta(description="Of each move so far")] = msgspec.UNSET
    foreseen: Annotated[dict[str, Effects] | msgspec.UnsetType, Meta(description="By legal move")] = msgspec.UNSET
    steps: Annotated[list[Step] | msgspec.UnsetType, Meta(description="From the first position on")] = msgspec.UNSET


class PuzzleInfo(msgspec.Struct):
    """A position in which one kind of move is better than all others, as its mover knows it; the same level and seed

    give the same puzzle.
    """

    level: int
    seed: int
    link: str
    record: GameRecord
    moves_to_end: Annotated[int, Meta(description="With the right move and best play")]
    kinds: Annotated[int, Meta(description="How many kinds of moves there are")]


class PuzzleVerdict(msgspec.Struct):
    """What an answer to a puzzle is worth."""

    wins: Annotated[bool, Meta(description="It is the move that was looked for")]
    refutation: Annotated[str | None, Meta(description="The answer to another, where it can be named")]
    moves_to_end: Annotated[int, Meta(description="With best play from there, that move included")]
    share: Annotated[float | None, Meta(description="Of the win, from 0 to 1; null without a move")]
    best_share: Annotated[float, Meta(description="The same of the right move")]
    told: Annotated[float | None, Meta(description="How much it tells of the mover’s secret; null where there is none")]
    best_told: Annotated[float | None, Meta(description="The same of the right move")]
    solutions: Annotated[list[str] | msgspec.UnsetType, Meta(description="To whoever found one, or gives up")] = (
        msgspec.UNSET
    )
