"""The working copy against an earlier version of itself, until it is clear whether it has become weaker."""

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .playing import Played
from .ratings import ELO, clustered
from .revisions import REV, commit_of, make
from .running import Jobs, Progress, run
from .schedule import Tournament
from .sprt import Bounds, decided


@dataclass(frozen=True)
class Regression:
    """What came out. `weaker` is None while it is not decided; the share is the working copy's."""

    game: str
    bot: str
    commit: str
    players: int
    games: int
    share: float
    low: float
    high: float
    elo0: float
    elo1: float
    ratio: float
    limit: float
    weaker: bool | None

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)

    def as_text(self) -> str:
        """For people."""
        said = {None: "Not decided yet", True: "Weaker", False: "Not weaker"}[self.weaker]
        elo = ""
        if self.players == 2:
            points = [ELO * math.log(each / (1 - each)) if 0 < each < 1 else 0.0 for each in (self.low, self.high)]
            elo = f", {points[0]:+.0f} to {points[1]:+.0f} Elo" if self.low > 0 and self.high < 1 else ""
        return (
            f"{self.bot} against its version of {self.commit[:12]}, {self.game}, {self.players} players: "
            f"{self.games} games, {self.share:.1%} won (95 %: {self.low:.1%} – {self.high:.1%}{elo}).\n"
            f"{said}: the log-likelihood ratio of {self.elo1:+g} to {self.elo0:+g} Elo is {self.ratio:+.2f} "
            f"(decided at ±{self.limit:.2f}).\n"
        )


def means(games: Sequence[Played], bot: str, players: int) -> list[float]:
    """What the bot won of each deal, in their order, up to the first that is not finished in every seat."""
    deals: dict[int, list[float]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game.shares[game.seats.index(bot)])
    found = []
    for number in range(len(deals)):
        shares = deals.get(number, [])
        if len(shares) < players:
            break
        found.append(sum(shares) / players)
    return found


def study(
    game: str,
    bot: str,
    revision: str,
    players: int = 2,
    most: int = 4000,
    bounds: Bounds | None = None,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    jobs: Jobs = None,
    progress: Progress | None = None,
    most_seconds: float | None = None,
) -> Regression:
    """Play until it is decided, or `most` games. What lies in the folder counts, and is not played again."""
    asked = bounds or Bounds()
    commit = commit_of(revision)
    specs = bot, f"{REV}:{commit}:{bot}"
    tournament = Tournament(game, specs, players, "among", most, seed, dict(options or {}))
    every: dict[str, Played] = {}

    def enough(played: Played) -> bool:
        every[played.key] = played
        return decided(means(list(every.values()), bot, players), asked, players)[2] is not None

    with tempfile.TemporaryDirectory() as spare:
        games = run(
            tournament,
            folder or Path(spare),
            {REV: make},
            jobs,
            False,
            progress,
            most_seconds,
            enough=enough,
        )
    deals, ratio, verdict = decided(means(games, bot, players), asked, players)
    shares = [(each.deal, each.shares[each.seats.index(bot)]) for each in games if each.deal < deals]
    share, low, high = clustered(shares) if shares else (0.0, 0.0, 1.0)
    weaker = None if verdict is None else not verdict
    return Regression(
        game,
        bot,
        commit,
        players,
        len(shares),
        share,
        low,
        high,
        asked.elo0,
        asked.elo1,
        ratio,
        asked.limit,
        weaker,
    )
