"""Who meets whom: every line-up plays the same deals, and each deal with everybody once in every seat."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

from .errors import ArenaError

Mode = Literal["robin", "gauntlet", "among", "self", "against"]


@dataclass(frozen=True)
class Tournament:
    """All that decides which games are played. `specs` are the players; `games` how many a line-up, at least."""

    game: str
    specs: tuple[str, ...]
    players: int = 2
    mode: Mode = "robin"
    games: int = 200
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    def identity(self) -> dict[str, Any]:
        """What may not change while a tournament is resumed; `games` and further specs may."""
        return {"game": self.game, "players": self.players, "seed": self.seed, "options": self.options}


@dataclass(frozen=True)
class Fixture:
    """One game to be played: who sits where, on which deal."""

    lineup: tuple[str, ...]  # as it was drawn up; `seats` is a rotation of it
    deal: int
    rotation: int

    @property
    def seats(self) -> tuple[str, ...]:
        """Seat s is taken by the s-th of the line-up, moved on by the rotation."""
        return tuple(self.lineup[(seat - self.rotation) % len(self.lineup)] for seat in range(len(self.lineup)))

    @property
    def key(self) -> str:
        """Its name in the file of finished games."""
        return f"{' | '.join(self.lineup)} # {self.deal}.{self.rotation}"


def lineups(specs: Sequence[str], players: int, mode: Mode) -> list[tuple[str, ...]]:
    """Round-robin: every choice of bots for the seats; gauntlet: those with the first; among: one of the first.

    Self: each bot against itself, every deal once. Against: each of the others alone, the first in all other seats.
    """
    if mode == "self":
        return [(spec,) * players for spec in specs]
    if len(set(specs)) < len(specs):
        raise ArenaError("the same bot twice: give it another budget")
    if len(specs) < 2:
        raise ArenaError("it takes two")
    if mode == "against":
        return [(other, *[specs[0]] * (players - 1)) for other in specs[1:]]
    if mode == "among":
        return [(specs[0], *[other] * (players - 1)) for other in specs[1:]]
    if len(specs) < players:
        raise ArenaError(f"{players} seats need {players} bots, or --among: one of the first among the others")
    every = list(combinations(specs, players))
    return [lineup for lineup in every if lineup[0] == specs[0]] if mode == "gauntlet" else every


def fixtures(tournament: Tournament) -> list[Fixture]:
    """Every game, deal by deal, so that a tournament stopped early is balanced but for its last deal."""
    drawn = lineups(tournament.specs, tournament.players, tournament.mode)
    turns = 1 if tournament.mode == "self" else tournament.players
    deals, rotations = -(-tournament.games // turns), range(turns)
    return [Fixture(lineup, deal, turn) for deal in range(deals) for lineup in drawn for turn in rotations]
