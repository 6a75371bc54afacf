"""Ratings: Bradley and Terry's model, for any number of players at the table; Wilson's interval for a share.

A seat wins with chance ``strength / sum of the strengths at the table``. With two players that is Bradley and Terry's
model and, on a logarithmic scale, Elo's. A shared win counts in parts.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .playing import Played

ELO = 400 / math.log(10)
Z = 1.959964
PRIOR = 0.5  # of a game, won and lost by each of a line-up: what is always won has a finite rating
STEPS = 200


@dataclass(frozen=True)
class Rating:
    """A bot's Elo, the average of all being 0, and half the width of its 95 % interval."""

    elo: float
    margin: float


def wilson(won: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    share, spread = won / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, centre - half), min(1.0, centre + half)


def clustered(rows: Sequence[tuple[int, float]]) -> tuple[float, float, float]:
    """The mean of some shares and its 95 % interval. Each share comes with its deal; only deals are independent.

    The interval is Wilson's for as many games as would give a mean the spread that the deals' means have.
    """
    count, clusters = len(rows), Counter(cluster for cluster, _ in rows)
    mean = math.fsum(share for _, share in rows) / max(1, count)
    rest: dict[int, float] = dict.fromkeys(clusters, 0.0)
    for cluster, share in rows:
        rest[cluster] += share - mean
    spread = math.fsum(each * each for each in rest.values()) / max(1, count) ** 2
    spread *= len(clusters) / max(1, len(clusters) - 1)
    worth = mean * (1 - mean) / spread if spread > 0 and len(clusters) > 1 else float(len(clusters))
    return mean, *wilson(mean * worth, worth)


def _tables(games: Sequence[Played], place: Mapping[str, int]) -> list[tuple[list[int], NDArray[np.float64], float]]:
    """Equal tables together: the bots at it, what each seat's bot won there, how many games."""
    found: dict[tuple[str, ...], tuple[NDArray[np.float64], float]] = {}
    for game in games:
        order = sorted(range(len(game.seats)), key=lambda seat: game.seats[seat])
        key = tuple(game.seats[seat] for seat in order)
        won, count = found.get(key, (np.zeros(len(key)), 0.0))
        parts = np.array([game.shares[seat] for seat in order])
        found[key] = won + parts / parts.sum(), count + 1  # partners have the team's share each; here one win
    return [
        ([place[name] for name in key], won + PRIOR, count + PRIOR * len(key)) for key, (won, count) in found.items()
    ]


def bradley_terry(games: Sequence[Played]) -> dict[str, Rating]:
    """The likeliest ratings, by Newton's method; intervals from the curvature there."""
    names = sorted({name for game in games for name in game.seats})
    if len(names) < 2:
        return {name: Rating(0.0, 0.0) for name in names}
    tables = _tables(games, {name: number for number, name in enumerate(names)})
    theta = np.zeros(len(names))
    curvature = np.zeros((len(names), len(names)))
    for _ in range(STEPS):
        slope = np.zeros(len(names))
        curvature = np.full((len(names), len(names)), 1.0)  # the average is held at 0
        for seats, won, count in tables:
            chance = np.exp(theta[seats] - theta[seats].max())
            chance /= chance.sum()
            np.add.at(slope, seats, won - count * chance)
            spread = count * (np.diag(chance) - np.outer(chance, chance))
            np.add.at(curvature, np.ix_(seats, seats), spread)
        step = np.linalg.solve(curvature, slope)
        far = float(np.abs(step).max())
        theta += step if far < 0.1 else step / (1 + far)
        if far < 1e-10:
            break
    margin = Z * ELO * np.sqrt(np.diag(np.linalg.inv(curvature)) - 1 / len(names) ** 2)
    return {name: Rating(ELO * float(theta[n]), float(margin[n])) for n, name in enumerate(names)}


def openskill(games: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """OpenSkill's mu and sigma (Plackett and Luce), game after game; nothing where it is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in sorted({name for game in games for name in game.seats})}
    for game in games:
        sat = dict(enumerate(game.seats))
        before = [[ratings[sat[seat]]] for seat in sat]
        ranks = [0.0 if seat in game.winners else 1.0 for seat in sat]
        after = model.rate(before, ranks=ranks)
        for name in set(game.seats):  # a bot in several seats: their mean
            seats = [seat for seat in sat if sat[seat] == name]
            mu = sum(after[seat][0].mu for seat in seats) / len(seats)
            sigma = sum(after[seat][0].sigma for seat in seats) / len(seats)
            ratings[name] = model.rating(name=name, mu=mu, sigma=sigma)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}
