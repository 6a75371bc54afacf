"""How well a bot's secret is guessed from its moves, quarter by quarter of the game; for any game with beliefs.

A bot plays itself. After every move each of the others, and an outside observer who knows no secret, asks how probable
each seat's true secret is, by the posterior over all models of how people move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots import beliefs
from ..core.position import Position
from ..core.record import SPECTATOR
from ..core.registry import load
from . import plots
from .errors import ArenaError
from .players import Maker
from .playing import deal
from .running import Jobs, Progress, run
from .schedule import Tournament

QUARTERS = 4
OUTSIDE = "outside"


@dataclass(frozen=True)
class Beliefs:
    """Averages over games and seats. Quarter q ends when q quarters of the moves are played."""

    bot: str
    players: int
    games: int
    prior: dict[str, float]
    opponents: tuple[float, ...]  # in each quarter: the true secret's posterior
    observer: tuple[float, ...]
    half_time: float  # the observer's, when half of the moves are played
    guessed: float  # how often the observer's likeliest guess is the true one, at half-time

    @property
    def gain(self) -> float:
        """The last quarter's posterior as opponents have it, in priors."""
        return self.opponents[-1] / self.prior["opponents"]

    @property
    def observer_gain(self) -> float:
        """The same for an outside observer."""
        return self.observer[-1] / self.prior["observer"]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {**vars(self), "gain": self.gain, "observer_gain": self.observer_gain}

    def as_text(self) -> str:
        """For people."""
        lines = [f"{'':24}{'prior':>8}" + "".join(f"{f'quarter {q}':>12}" for q in range(1, QUARTERS + 1))]
        for name, values in (("opponents", self.opponents), ("outside observer", self.observer)):
            prior = self.prior["opponents" if name == "opponents" else "observer"]
            lines.append(f"{name:24}{prior:>8.1%}" + "".join(f"{value:>12.1%}" for value in values))
        gains = f"{self.gain:.2f} times its prior for opponents, {self.observer_gain:.2f} times for an outside observer"
        lines += [
            f"{self.bot} against itself, {self.players} players, {self.games} games: the true secret's posterior.",
            f"In the last quarter it is {gains}.",
            f"At half-time the observer gives it {self.half_time:.1%}, and names it in {self.guessed:.1%} of cases.",
        ]
        return "\n".join(lines) + "\n"

    def draw(self, path: Path) -> None:
        """Both curves and their priors."""
        curves = {
            "opponents": self.opponents,
            "outside observer": self.observer,
            "prior of opponents": [self.prior["opponents"]] * QUARTERS,
            "prior of the observer": [self.prior["observer"]] * QUARTERS,
        }
        labels = {"x": "quarter of the game", "y": "posterior of the true secret"}
        plots.lines(curves, path, f"{self.bot} against itself, {self.players} players, {self.games} games", labels)


def secrets(position: Position) -> list[str]:
    """Each seat's secret: the field of the set-up, one value a seat, that an outside observer is not told."""
    setup = position.record.setup
    known = position.game.known(position.record, SPECTATOR).setup
    for name, values in setup.items():
        if isinstance(values, Sequence) and len(values) == position.players and known.get(name) != values:
            return [str(value) for value in values]
    raise ArenaError(f"in {position.game.name} no seat has a secret to be guessed")


def truth(position: Position, hidden: Sequence[str]) -> NDArray[np.float64]:
    """Per viewer (the last one: an outside observer) and seat: the posterior of the seat's secret."""
    told = beliefs(position)
    if told is None:
        raise ArenaError(f"{position.game.name} has no model of what players believe")
    table = np.full((position.players + 1, position.players), np.nan)
    for viewer, others in told.items():
        row = position.players if viewer == OUTSIDE else int(viewer)
        for seat, posterior in others.items():
            table[row, int(seat)] = posterior[hidden[int(seat)]]
    return table


def guesses(position: Position) -> list[str]:
    """What an outside observer thinks likeliest of each seat."""
    told = beliefs(position)
    assert told is not None
    return [max(told[OUTSIDE][str(seat)].items(), key=lambda item: item[1])[0] for seat in range(position.players)]


class Sums:
    """Posteriors added up over games: per quarter, of opponents and of an outside observer."""

    def __init__(self) -> None:
        self.prior = np.zeros(2)
        self.quarters = np.zeros((2, QUARTERS))
        self.counts = np.zeros(QUARTERS, np.int64)
        self.halves: list[float] = []
        self.named: list[float] = []

    def add(self, record: Mapping[str, Any]) -> None:
        """One finished game."""
        full = load(record)
        hidden, plies, players = secrets(full), len(full.moves), full.players
        position = Position.of(full.game, full.record.with_moves(()))
        self.prior += _both(truth(position, hidden))
        for ply, move in enumerate(full.moves[:-1], 1):  # after the last move all is shown
            position = position.play(move)
            table = truth(position, hidden)
            quarter = min(QUARTERS - 1, (ply - 1) * QUARTERS // plies)
            self.quarters[:, quarter] += _both(table)
            self.counts[quarter] += 1
            if ply == plies // 2:
                self.halves.append(float(table[players].mean()))
                named = zip(guesses(position), hidden, strict=True)
                self.named.append(sum(guess == true for guess, true in named) / players)


def _both(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean posterior of opponents, and of an outside observer."""
    return np.array([np.nanmean(table[:-1]), table[-1].mean()])


def measured(bot: str, players: int, records: Sequence[Mapping[str, Any]]) -> Beliefs:
    """What finished games show."""
    sums = Sums()
    for record in records:
        sums.add(record)
    games = max(1, len(records))
    averages = sums.quarters / np.maximum(sums.counts, 1)
    prior = sums.prior / games
    return Beliefs(
        bot=bot,
        players=players,
        games=len(records),
        prior={"opponents": float(prior[0]), "observer": float(prior[1])},
        opponents=tuple(averages[0].tolist()),
        observer=tuple(averages[1].tolist()),
        half_time=sum(sums.halves) / max(1, len(sums.halves)),
        guessed=sum(sums.named) / max(1, len(sums.named)),
    )


def study(
    game: str,
    bot: str,
    players: int = 2,
    games: int = 500,
    seed: int = 1,
    folder: Path | None = None,
    jobs: Jobs = None,
    progress: Progress | None = None,
    makers: Mapping[str, Maker] | None = None,
) -> Beliefs:
    """Let the bot play itself, and measure. Each deal is played once: rotating equals would only repeat it."""
    tournament = Tournament(game, (bot,), players, "self", games, seed)
    start = deal(tournament, 0)
    truth(start, secrets(start))  # a game without secrets is refused before it is played
    played = run(tournament, folder, makers, jobs, True, progress)
    return measured(bot, players, [game.record for game in played if game.forfeit is None])
