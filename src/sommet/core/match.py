"""Matches: several rounds of one game. Clause B8, for any game.

Before a round somebody chooses who starts it: before the first the chooser of B3 (drawn, or set), later the loser of
the round before. With more than two players the loser is the one who stands worst, among equals the first in turn. A
round that several sides share counts for nobody and its chooser chooses again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import registry
from .chance import Chance
from .errors import BAD_REQUEST, SommetError, bad_argument
from .game import Game, Result
from .position import Position
from .record import Record, is_number

MOST_ROUNDS = 1_000_000


def shares(sides: Sequence[Sequence[int]], winners: Collection[int]) -> list[float]:
    """What each seat has of the win: an equal share for each winning side, a team's is each partner's."""
    won = [side for side in sides if side[0] in winners]
    return [1 / len(won) if any(seat in side for side in won) else 0.0 for seat in range(sum(map(len, sides)))]


def sides(game: Game, match: "Match") -> list[list[int]]:
    """Who plays together in a match, before anything is dealt: as in any deal of it."""
    return Position.of(game, game.deal(match.players, match.options, Chance(0))).sides


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
        game: Game | str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        rounds_to_win: int = 2,
        chooser: int | None = None,
        chance: Chance | None = None,
    ) -> "Match":
        """B3: the chooser is drawn unless set. B8: first to two won rounds. Raises SommetError."""
        playing = game if isinstance(game, Game) else registry.game(game)
        registry.check_players(playing, players)
        if not is_number(rounds_to_win, 1, MOST_ROUNDS):
            raise SommetError(BAD_REQUEST, "error.match_rounds", "B8")
        if chooser is not None and not is_number(chooser, 0, players - 1):
            raise bad_argument("chooser", chooser)
        drawn = (chance or Chance()).below(players) if chooser is None else chooser
        return cls(playing, players, dict(options or {}), rounds_to_win, drawn, (0,) * players)

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
        if list(winners) in position.sides:
            for seat in winners:
                won[seat] += 1
            chooser = _loser(position, result)
        return replace(self, position=None, won=tuple(won), chooser=chooser, records=(*self.records, position.record))


def _loser(position: Position, result: Result) -> int:
    """Who stands worst; among equals the first who would have been to move."""
    turn, standings = position.next_seats(), position.standings
    losers = [seat for seat in turn if seat not in (result.winners or ())]
    return min(losers, key=lambda seat: (standings[seat], turn.index(seat)))
