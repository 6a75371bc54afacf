"""Kabaleo: how well a bot's secret objective is guessed from its moves, quarter by quarter of the game.

The strongest bot plays itself. After every move each of the others, and an outside observer who knows no objective,
asks how probable the mover's true objective is, by the posterior over all models of how people move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.position import Position
from ..core.record import SPECTATOR
from ..core.registry import load
from ..games.kabaleo.bots.beliefs import Evidence
from . import plots
from .players import Maker
from .running import Progress, run
from .schedule import Tournament

QUARTERS = 4


@dataclass(frozen=True)
class Beliefs:
    """Averages over games and seats. Quarter q ends when q quarters of the moves are played."""

    bot: str
    players: int
    games: int
    prior: dict[str, float]
    opponents: tuple[float, ...]  # in each quarter: the true objective's posterior
    observer: tuple[float, ...]
    half_time: float  # the observer's, when half of the moves are played
    guessed: float  # how often the observer's likeliest colour is the true one, at half-time

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
            f"{self.bot} against itself, {self.players} players, {self.games} games: the true objective's chance.",
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
        labels = {"x": "quarter of the game", "y": "probability of the true objective"}
        plots.lines(curves, path, f"{self.bot} against itself, {self.players} players, {self.games} games", labels)


def truth(position: Position) -> NDArray[np.float64]:
    """Per viewer (the last one: an outside observer) and seat: what the moves so far give the seat's objective."""
    players = position.players
    colours = list(position.record.setup["colours"])
    objectives = [colours.index(colour) for colour in position.record.setup["objectives"]]
    table = np.zeros((players + 1, players))
    for viewer in (*range(players), SPECTATOR):
        beliefs = Evidence.of(position.view(viewer).known).beliefs()
        table[players if viewer == SPECTATOR else int(viewer)] = beliefs[range(players), objectives]
    return table


def _game(record: Mapping[str, Any], sums: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Add one game's posteriors, per quarter for opponents and observer; the observer's table at half-time."""
    full = load(record)
    plies, players = len(full.moves), full.players
    position = Position.of(full.game, full.record.with_moves(()))
    half = np.zeros(players)
    for ply, move in enumerate(full.moves[:-1], 1):  # after the last move all is shown
        position = position.play(move)
        table = truth(position)
        quarter = min(QUARTERS - 1, (ply - 1) * QUARTERS // plies)
        for seat in range(players):
            others = [viewer for viewer in range(players) if viewer != seat]
            sums[0, quarter] += table[others, seat].mean()
            sums[1, quarter] += table[players, seat]
            counts[quarter] += 1
        if ply == plies // 2:
            half = table[players]
    return half


def _named(record: Mapping[str, Any]) -> int:
    """How many objectives an observer at half-time names rightly."""
    full = load(record)
    half = Position.of(full.game, full.record.with_moves(full.moves[: len(full.moves) // 2]))
    beliefs = Evidence.of(half.view(SPECTATOR).known).beliefs()
    colours = full.record.setup["colours"]
    guesses = [colours[int(beliefs[seat].argmax())] for seat in range(full.players)]
    return sum(guess == true for guess, true in zip(guesses, full.record.setup["objectives"], strict=True))


def measured(bot: str, players: int, records: Sequence[Mapping[str, Any]]) -> Beliefs:
    """What finished games show."""
    sums, counts, halves, named = np.zeros((2, QUARTERS)), np.zeros(QUARTERS, np.int64), [], 0
    for record in records:
        halves.append(_game(record, sums, counts))
        named += _named(record)
    averages = sums / np.maximum(counts, 1)
    return Beliefs(
        bot=bot,
        players=players,
        games=len(records),
        prior={"opponents": 1 / (players + 1), "observer": 1 / (players + 2)},
        opponents=tuple(averages[0].tolist()),
        observer=tuple(averages[1].tolist()),
        half_time=float(np.mean(halves)) if halves else 0.0,
        guessed=named / max(1, players * len(records)),
    )


def study(
    bot: str,
    players: int = 2,
    games: int = 500,
    seed: int = 1,
    folder: Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    makers: Mapping[str, Maker] | None = None,
) -> Beliefs:
    """Let the bot play itself, and measure. Each deal is played once: rotating equals would only repeat it."""
    tournament = Tournament("kabaleo", (bot,), players, "self", games, seed)
    played = run(tournament, folder, makers, jobs, True, progress)
    return measured(bot, players, [game.record for game in played])
