"""Matches: several rounds of one game. Clause B8, for any game.

Before a round somebody chooses who starts it: before the first the chooser of B3 (drawn, or set), later the loser of
the round before. With more than two players the loser is the one with the fewest points, among equals the first in
turn; in Babylone, where all losers have none, the first who was out. A round that several share counts for nobody
and its chooser chooses again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .chance import Chance
from .errors import BAD_REQUEST, SommetError
from .game import Game, Result
from .position import Position
from .record import Record


def sides(players: int, options: Mapping[str, Any]) -> list[list[int]]:
    """Who plays together (T25), or each alone."""
    seats = list(range(players))
    return [seats[0::2], seats[1::2]] if options.get("teams") else [[seat] for seat in seats]


def shares(players: int, options: Mapping[str, Any], winners: Collection[int]) -> list[float]:
    """What each seat has of the win: an equal share for each winning side, a team's is each partner's."""
    won = [side for side in sides(players, options) if side[0] in winners]
    return [1 / len(won) if any(seat in side for side in won) else 0.0 for seat in range(players)]


@dataclass(frozen=True)
class Match:
    """A match, between moves. Immutable; `position` is the round being played, or None while a starter is chosen."""

    game: Game
    players: int
    options: Mapping[str, Any]
    rounds_to_win: int
    chooser: int
    won: tuple[int, ...]
    records: tuple[Record, ...] = ()
    position: Position | None = None

    @classmethod
    def start(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        rounds_to_win: int = 2,
        chooser: int | None = None,
        chance: Chance | None = None,
    ) -> "Match":
        """B3: the chooser is drawn unless set. B8: first to two won rounds."""
        if rounds_to_win < 1:
            raise SommetError(BAD_REQUEST, "error.match_rounds", "B8")
        drawn = (chance or Chance()).below(players) if chooser is None else chooser
        return cls(game, players, dict(options or {}), rounds_to_win, drawn, (0,) * players)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the match: nobody yet, or the seats (partners, where there are teams) with enough rounds."""
        return tuple(seat for seat, rounds in enumerate(self.won) if rounds >= self.rounds_to_win)

    def choose(self, first: int, chance: Chance, **choices: Any) -> "Match":
        """B3, B8: the chooser says who starts; the round is dealt."""
        if self.winners:
            raise SommetError(BAD_REQUEST, "error.match_over", "B8")
        if self.position is not None:
            raise SommetError(BAD_REQUEST, "error.not_choosing", "B8")
        record = self.game.deal(self.players, self.options, chance, first, **choices)
        return self._at(Position.of(self.game, record))

    def play(self, move: str) -> "Match":
        """Play a move of the round; its last one also settles the round."""
        if self.position is None:
            key = "error.match_over" if self.winners else "error.choose_first"
            raise SommetError(BAD_REQUEST, key, "B8", seat=self.chooser)
        return self._at(self.position.play(move))

    def _at(self, position: Position) -> "Match":
        """The match with its round there; a round that is over is settled."""
        result = position.result
        if result is None:
            return replace(self, position=position)
        won = list(self.won)
        chooser = self.chooser
        winners = result.winners or ()
        if self._one_side(winners):
            for seat in winners:
                won[seat] += 1
            chooser = self._loser(position, result)
        return replace(self, position=None, won=tuple(won), chooser=chooser, records=(*self.records, position.record))

    def _one_side(self, winners: tuple[int, ...]) -> bool:
        """One winner, or one team."""
        return len(winners) == 1 or (bool(self.options.get("teams")) and 0 < len(winners) < self.players)

    def _loser(self, position: Position, result: Result) -> int:
        """The fewest points; among equals the first who would have been to move."""
        winners, scores = result.winners or (), result.scores or ()
        turn = position.next_seats()
        losers = [seat for seat in turn if seat not in winners]
        return min(losers, key=lambda seat: (scores[seat], turn.index(seat)))
