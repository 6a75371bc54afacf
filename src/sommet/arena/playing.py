"""One game of a tournament.

A player that raises, answers with what is no legal move, takes longer than the limit or brings its process down
forfeits that game: every other side has won it, and the reason is kept.
"""

import logging
import os
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..bots.secret import secret_of
from ..core.chance import number_of
from ..core.errors import SommetError
from ..core.match import shares
from ..core.position import Position, View
from ..core.registry import new
from .errors import ArenaError
from .players import BotPlayer, Player
from .schedule import Fixture, Tournament
from .worth import Worth

log = logging.getLogger("sommet.arena")
FORFEIT = "forfeit"
LONGEST_REASON = 200
FINE = 4  # digits


@dataclass(frozen=True)
class Forfeit:
    """Who forfeited a game, and why."""

    seat: int
    reason: str


@dataclass(frozen=True)
class Belief:
    """What a seat believed of another after this many moves: how probable everything is that the other may hide."""

    ply: int
    seat: int
    of: int
    chances: dict[str, float]


@dataclass(frozen=True)
class Said:
    """What a player said its move was worth to itself, and whether it had proved that."""

    seat: int
    value: float
    exact: bool = False


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
    shares: tuple[float, ...]  # of the win; each partner has the team's
    reason: str
    scores: tuple[int, ...]
    plies: int
    seconds: tuple[float, ...] = ()  # of thinking, per seat
    load: float = 0.0  # of the machine, per core, when it ended: above 1, time was shared with others
    record: dict[str, Any] = field(default_factory=dict)  # where records are kept
    forfeit: Forfeit | None = None
    version: str = ""  # of Sommet
    bots: dict[str, str] = field(default_factory=dict)  # each spec's fingerprint
    beliefs: tuple["Belief", ...] = ()  # of players that say what they believe
    told: tuple[Said, ...] = ()  # by those who say what their moves are worth

    @property
    def key(self) -> str:
        """As its fixture's."""
        return Fixture(self.lineup, self.deal, self.rotation).key


def deal(tournament: Tournament, number: int) -> Position:
    """The n-th deal of a tournament: the same for every line-up."""
    seed = number_of(tournament.seed, "deal", number)
    return new(tournament.game, tournament.players, seed, options=tournament.options)


def play(
    tournament: Tournament,
    fixture: Fixture,
    players: Mapping[str, Player],
    keep: bool = False,
    asks: Callable[[int, tuple[str, ...]], None] | None = None,
) -> Played:
    """Play it out. Each player is given its own view, and a seed that the fixture settles.

    `asks` is told who is about to be asked for a move, and the moves so far.
    """
    position = deal(tournament, fixture.deal)
    seconds = [0.0] * tournament.players
    beliefs: list[Belief] = []
    told: list[Said] = []
    while (seat := position.to_move) is not None:
        player, seed = players[fixture.seats[seat]], number_of(tournament.seed, fixture.key, len(position.moves))
        view = _view(position, seat, player)
        if asks is not None:
            asks(seat, position.moves)
        began = time.perf_counter()
        try:
            move = player.move(view, seed)
            spent = time.perf_counter() - began
            for of, chances in (getattr(player, "believed", None) or {}).items():
                beliefs.append(Belief(len(position.moves), seat, of, dict(chances)))
            position = _after(position, move)
        except (Exception, SystemExit) as error:
            log.debug("%s raised", fixture.seats[seat], exc_info=True)
            return finished(tournament, fixture, position, keep, Forfeit(seat, reason_of(error)), seconds)
        seconds[seat] += spent
        worth: Worth | None = getattr(player, "worth", None)
        if worth is not None:
            told.append(Said(seat, round(worth.value, FINE), worth.exact))
    ended = finished(tournament, fixture, position, keep, None, seconds)
    return replace(ended, beliefs=tuple(beliefs), told=tuple(told))


def _view(position: Position, seat: int, player: Player) -> View:
    """What the seat may know, and of a judge that is there to cheat everybody's secret too."""
    secret = secret_of(position.game) if isinstance(player, BotPlayer) and player.cheats else None
    return position.view(seat) if secret is None else secret.betrayed(position, seat)


def _after(position: Position, move: object) -> Position:
    if not isinstance(move, str):
        raise ArenaError(f"answered {move!r:.60}, which is no move")
    try:
        return position.play(move)
    except SommetError as error:
        raise ArenaError(f"played {move!r:.40}: {error}") from None


def reason_of(error: BaseException) -> str:
    """An error in one line: its sentence, and where in the player's own code it was raised."""
    said = " ".join(str(error).split())
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if not _ours(frame.filename)]
    if isinstance(error, SystemExit):
        said = f"left the program ({error.code!r})"
    elif own or not isinstance(error, ArenaError | ValueError):
        said = f"{type(error).__name__}: {said}".removesuffix(": ")
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return said[: LONGEST_REASON - len(where)] + where


def _ours(filename: str) -> bool:
    return Path(filename).is_relative_to(Path(__file__).parents[1])


def forfeited(
    tournament: Tournament, fixture: Fixture, moves: Sequence[str], forfeit: Forfeit, keep: bool = False
) -> Played:
    """A game that ended after these moves because a seat forfeited it."""
    position = deal(tournament, fixture.deal).after(moves)
    return finished(tournament, fixture, position, keep, forfeit, [0.0] * tournament.players)


def finished(
    tournament: Tournament,
    fixture: Fixture,
    position: Position,
    keep: bool,
    forfeit: Forfeit | None,
    seconds: Sequence[float],
) -> Played:
    """What is kept of a game that ended here, by the rules or because a seat forfeited it."""
    sides = position.sides
    result = position.result
    if forfeit is not None:
        beaten = next(side for side in sides if forfeit.seat in side)
        winners, reason = tuple(seat for seat in range(position.players) if seat not in beaten), FORFEIT
    else:
        assert result is not None
        assert result.winners is not None
        winners, reason = result.winners, result.reason or ""
    start = deal(tournament, fixture.deal)
    return Played(
        lineup=fixture.lineup,
        deal=fixture.deal,
        rotation=fixture.rotation,
        seats=fixture.seats,
        first=start.to_move or 0,
        last=start.after(position.moves[:-1]).to_move or 0,
        winners=winners,
        shares=tuple(shares(sides, winners)),
        reason=reason,
        scores=position.scores,
        plies=len(position.moves),
        seconds=tuple(round(spent, 3) for spent in seconds),
        load=round(os.getloadavg()[0] / (os.cpu_count() or 1), 2) if hasattr(os, "getloadavg") else 0.0,
        record=position.record.as_dict() if keep else {},
        forfeit=forfeit,
    )
