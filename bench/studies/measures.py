"""What the games show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sommet.arena.playing import Played
from sommet.arena.ratings import clustered

PARTS = 10  # of a game


@dataclass(frozen=True)
class Share:
    """Of the wins, with its 95 % interval."""

    won: float
    low: float
    high: float


def by_turn(games: Sequence[Played]) -> list[Share]:
    """What whoever moves first, second … won."""
    players = len(games[0].seats)
    turns = [[(game.deal, game.shares[(game.first + turn) % players]) for game in games] for turn in range(players)]
    return [Share(*clustered(rows)) for rows in turns]


def endings(games: Sequence[Played]) -> dict[str, float]:
    """How often each thing decided."""
    return {reason: count / len(games) for reason, count in Counter(game.reason for game in games).most_common()}


def lead(game: Played) -> int:
    """Of a game of two: by how much whoever began was ahead."""
    return game.scores[game.first] - game.scores[1 - game.first]


def foreseen(games: Sequence[Played]) -> NDArray[np.float64]:
    """Of games of two, tenth by tenth: how often the side that the mover's own value favoured won in the end."""
    right: list[list[float]] = [[] for _ in range(PARTS)]
    for game in games:
        for ply, said in enumerate(game.told):
            if said.value != 0.5:
                share = game.shares[said.seat]
                right[ply * PARTS // len(game.told)].append(share if said.value > 0.5 else 1 - share)
    return np.array([np.mean(part) if part else np.nan for part in right])


def explained(rows: Sequence[tuple[int, float]]) -> float:
    """The part of the variance that groups explain: the intraclass correlation of a one-way layout, never below 0."""
    groups: dict[int, list[float]] = {}
    for group, value in rows:
        groups.setdefault(group, []).append(value)
    sizes = np.array([len(values) for values in groups.values()])
    means = np.array([np.mean(values) for values in groups.values()])
    total = np.mean([value for _, value in rows])
    within = sum(float(np.sum((np.array(values) - np.mean(values)) ** 2)) for values in groups.values())
    within /= max(1, len(rows) - len(groups))
    between = float(np.sum(sizes * (means - total) ** 2)) / max(1, len(groups) - 1)
    size = (len(rows) - float(np.sum(sizes**2)) / len(rows)) / max(1, len(groups) - 1)
    spread = between + (size - 1) * within
    return max(0.0, (between - within) / spread) if spread > 0 else 0.0


def explained_by_deal(games: Sequence[Played], samples: int = 500, seed: int = 1) -> Share:
    """How much of the lead the deal explains; the interval by drawing deals again."""
    rows = [(game.deal, float(lead(game))) for game in games]
    deals = sorted({deal for deal, _ in rows})
    of_deal = {deal: [value for each, value in rows if each == deal] for deal in deals}
    dice, found = np.random.default_rng(seed), []
    for _ in range(samples):
        drawn = dice.choice(deals, len(deals))
        found.append(explained([(place, value) for place, deal in enumerate(drawn) for value in of_deal[int(deal)]]))
    low, high = np.quantile(found, [0.025, 0.975])
    return Share(explained(rows), float(low), float(high))
