"""Whether what a bot calls a chance to win is one: what it told of its moves, against what it then won.

Before every move a bot says what its own first choice is worth. Positions are put together by that value, a tenth at a
time, and their mean is set beside the share of the win that the bot had in the end. Positions of one deal are not
independent, so intervals are those of a mean over deals.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import plots
from .players import Maker
from .playing import Played
from .ratings import clustered
from .running import Jobs, Progress, run
from .schedule import Tournament

BUCKETS = 10


@dataclass(frozen=True)
class Bucket:
    """Positions whose value was told within a tenth: how many, of how many deals; told and got, with its interval."""

    least: float
    positions: int
    deals: int
    told: float
    got: float
    low: float
    high: float


@dataclass(frozen=True)
class Reliability:
    """All that a bot told in some games. `error`: the mean distance of told and got, over the buckets."""

    buckets: tuple[Bucket, ...]
    whole: Bucket | None  # of all positions together
    proved: Bucket | None  # those that were told to be exact, which are in no bucket
    error: float
    brier: float  # the mean square of the difference of told and got


@dataclass(frozen=True)
class Calibration:
    """A bot's reliability, against itself and against others, by line-up."""

    game: str
    bot: str
    players: int
    games: dict[str, int]
    against: dict[str, Reliability]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)

    def as_json(self) -> str:
        """The same as text."""
        return json.dumps(self.as_dict(), indent=1) + "\n"

    def as_text(self) -> str:
        """For people."""
        parts = []
        for name, found in self.against.items():
            head = f"{self.bot} against {name}, {self.game}, {self.players} players, {self.games[name]} games\n"
            parts.append(head + "\n".join(_lines(found)) + "\n")
        return "\n".join(parts)

    def draw(self, path: Path) -> None:
        """Told against got, the diagonal being the truth."""
        points = {
            name: [(each.told, each.got, each.got - each.low, each.high - each.got) for each in found.buckets]
            for name, found in self.against.items()
        }
        plots.reliability(points, path, f"{self.game}: {self.bot}, {self.players} players")


def _lines(found: Reliability) -> list[str]:
    lines = [f"{'told':>10}  {'mean':>6}  {'got':>6}  {'95 %':>15}  {'positions':>9}  {'deals':>5}"]
    named = [(f"{each.least:.1f} – {each.least + 1 / BUCKETS:.1f}", each) for each in found.buckets]
    for name, each in [*named, ("all", found.whole), ("proved", found.proved)]:
        if each is not None:
            interval = f"{each.low:.1%} – {each.high:.1%}"
            numbers = f"{each.told:>6.1%}  {each.got:>6.1%}  {interval:>15}"
            lines.append(f"{name:>10}  {numbers}  {each.positions:>9}  {each.deals:>5}")
    lines.append(f"On average a bucket is off by {found.error:.1%}; the Brier score is {found.brier:.3f}.")
    return lines


Told = tuple[int, float, float]  # the deal, what was told, what was got


def _bucket(least: float, rows: Sequence[Told]) -> Bucket | None:
    if not rows:
        return None
    got, low, high = clustered([(deal, won) for deal, _, won in rows])
    told = sum(value for _, value, _ in rows) / len(rows)
    return Bucket(least, len(rows), len({deal for deal, _, _ in rows}), told, got, low, high)


def reliability(bot: str, games: Sequence[Played]) -> Reliability:
    """What the bot told in finished games, whoever else played."""
    rows: list[Told] = []
    proved: list[Told] = []
    for game in games:
        for said in game.told:
            if game.forfeit is None and game.seats[said.seat] == bot:
                (proved if said.exact else rows).append((game.deal, said.value, game.shares[said.seat]))
    places = [min(BUCKETS - 1, int(BUCKETS * value)) for _, value, _ in rows]
    found = [
        _bucket(number / BUCKETS, [row for row, place in zip(rows, places, strict=True) if place == number])
        for number in range(BUCKETS)
    ]
    buckets = tuple(each for each in found if each is not None)
    count = max(1, len(rows))
    return Reliability(
        buckets,
        _bucket(0.0, rows),
        _bucket(0.0, proved),
        error=sum(each.positions * abs(each.told - each.got) for each in buckets) / count,
        brier=math.fsum((value - won) ** 2 for _, value, won in rows) / count,
    )


def tournaments(
    game: str, specs: Sequence[str], players: int, games: int, seed: int, options: Mapping[str, Any]
) -> dict[str, Tournament]:
    """The first bot against itself, and against each of the others (all other seats are that one's)."""
    bot, *others = specs
    found = {"itself": Tournament(game, (bot,), players, "self", games, seed, dict(options))}
    for other in others:
        found[other] = Tournament(game, (bot, other), players, "among", games, seed, dict(options))
    return found


def study(
    game: str,
    specs: Sequence[str],
    players: int = 2,
    games: int = 200,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    jobs: Jobs = None,
    progress: Progress | None = None,
    makers: Mapping[str, Maker] | None = None,
    most_seconds: float | None = None,
) -> Calibration:
    """Play, and measure the first of the bots. What lies in the folder is not played again."""
    against, counts = {}, {}
    for name, tournament in tournaments(game, specs, players, games, seed, options or {}).items():
        played = run(tournament, folder, makers, jobs, False, progress, most_seconds)
        against[name], counts[name] = reliability(specs[0], played), len(played)
    return Calibration(game, specs[0], players, counts, against)
