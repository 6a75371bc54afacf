"""What a table is for, and how long its players may think."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...site.bodies import Level
from ...site.records import Options
from .agreements import Chosen
from .examples import GAME

DAY = 86_400


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long the players may think: `seconds` a move, `seconds` in all and an `increment` a move, `days` a move."""

    kind: Literal["none", "move", "total", "days"] = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0

    def right(self) -> bool:
        """Whether its numbers fit its kind."""
        if self.kind == "none":
            return (self.seconds, self.increment, self.days) == (0, 0, 0)
        if self.kind == "move":
            return 1 <= self.seconds <= 3600 and (self.increment, self.days) == (0, 0)
        if self.kind == "total":
            return 1 <= self.seconds <= 10_800 and 0 <= self.increment <= 180 and self.days == 0
        return 1 <= self.days <= 14 and (self.seconds, self.increment) == (0, 0)

    @property
    def start(self) -> int:
        """Milliseconds on the clock at first."""
        return 1000 * (self.days * DAY if self.kind == "days" else self.seconds)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is for."""

    game: Annotated[str, Meta(max_length=20, examples=[GAME])]
    players: Annotated[int, Meta(ge=1, le=8)] = 2
    options: Annotated[Options, Meta(description="As in a record", examples=[{}])] = {}
    choices: Annotated[
        dict[str, Chosen],
        Meta(description="What is not drawn but chosen: options of the game that are not `stored`", examples=[{}]),
    ] = {}
    public: Annotated[bool, Meta(description="Listed in the lobby; otherwise by invitation only")] = False
    watch: Annotated[bool, Meta(description="Others may watch")] = True
    delay: Annotated[
        int,
        Meta(ge=0, le=20, description="Until the match is over, those who watch are so many entries of the log behind"),
    ] = 0
    watchers_chat: Annotated[bool, Meta(description="Those who watch see the chat and may speak")] = False
    clock: Clock = Clock()
    rounds: Annotated[
        int, Meta(ge=1, le=5, description="Rounds to win; from 2 on, a loser chooses who starts the next")
    ] = 1
    rated: bool = False
    bots: Annotated[
        list[Level | None], Meta(max_length=8, description="Computer players by seat", examples=[[None, "easy"]])
    ] = []
    replace: Annotated[Level | None, Meta(description="The computer player that may take a leaver's seat")] = None
    device: Annotated[
        bool, Meta(description="Played on one device: its maker holds every seat that no computer player holds")
    ] = False
    names: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=40)]],
        Meta(max_length=8, description="On one device, by seat; shown in `seats`, not here", examples=[[]]),
    ] = []

    @property
    def replaces(self) -> bool:
        """Whether a computer player may take an absent player's seat: not where that would cost them their rating,
        nor where whoever thinks for a day may well be away."""
        return not self.rated and self.clock.kind != "days"
