"""One game of a tournament."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import SommetError
from ..core.position import Position
from ..core.registry import new
from .errors import ArenaError
from .players import Player
from .schedule import Fixture, Tournament, number_of


@dataclass(frozen=True)
class Played:
    """A finished game: who sat where, who won, how."""

    lineup: tuple[str, ...]
    deal: int
    rotation: int
    seats: tuple[str, ...]
    first: int
    last: int  # the seat that made the last move
    winners: tuple[int, ...]
    shares: tuple[float, ...]
    reason: str
    scores: tuple[int, ...]
    plies: int
    seconds: tuple[float, ...] = ()  # of thinking, per seat
    load: float = 0.0  # of the machine, per core, when it ended: above 1, time was shared with others
    record: dict[str, Any] = field(default_factory=dict)  # where records are kept

    @property
    def key(self) -> str:
        """As its fixture's."""
        return Fixture(self.lineup, self.deal, self.rotation).key


def deal(tournament: Tournament, number: int) -> Position:
    """The n-th deal of a tournament: the same for every line-up."""
    seed = number_of(tournament.seed, "deal", number)
    return new(tournament.game, tournament.players, seed, options=tournament.options)


def play(tournament: Tournament, fixture: Fixture, players: Mapping[str, Player], keep: bool = False) -> Played:
    """Play it out. Each player is given his own view, and a seed that the fixture settles."""
    position = deal(tournament, fixture.deal)
    first, last, seconds = position.to_move, None, [0.0] * tournament.players
    while (seat := position.to_move) is not None:
        spec = fixture.seats[seat]
        view, seed = position.view(seat), number_of(tournament.seed, fixture.key, len(position.moves))
        began = time.perf_counter()
        move = players[spec].move(view, seed)
        seconds[seat] += time.perf_counter() - began
        try:
            position = position.play(move)
        except SommetError as error:
            raise ArenaError(f"{spec} played {move!r:.40}: {error}") from None
        last = seat
    result = position.result
    assert result is not None
    assert result.winners is not None
    assert result.scores is not None
    return Played(
        lineup=fixture.lineup,
        deal=fixture.deal,
        rotation=fixture.rotation,
        seats=fixture.seats,
        first=first or 0,
        last=last or 0,
        winners=result.winners,
        shares=shares(result.winners, tournament.players),
        reason=result.reason or "",
        scores=result.scores,
        plies=len(position.moves),
        seconds=tuple(round(spent, 3) for spent in seconds),
        load=round(os.getloadavg()[0] / (os.cpu_count() or 1), 2) if hasattr(os, "getloadavg") else 0.0,
        record=position.record.as_dict() if keep else {},
    )


def shares(winners: Sequence[int], players: int) -> tuple[float, ...]:
    """The win, divided equally among its winners (partners too)."""
    return tuple((seat in winners) / len(winners) for seat in range(players))
