"""Fitting how the strongest bot moves (`beliefs.FITTED`): a logit over what its moves do for its own objective.

`python -m sommet.games.kabaleo.bots.fit` lets it play itself, with two, three and four players, and prints the weights.
"""

import sys
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ....bots.mind import Level, Mind
from ....core.position import Position
from ....core.registry import new
from ..declared import MOST_LOCATIONS
from . import KIND, PRICE
from .guide import gain

GAMES, SIMULATIONS = 200, 1000
RIDGE, STEPS, CLOSE = 1e-3, 50, 1e-6  # a weight that no move tells apart stays small

Decision = tuple[NDArray[np.float64], int]  # what each legal move does (see `beliefs.utility`), and which was made


def decision(position: Position, move: str) -> Decision:
    """A move of a game whose objectives are all known."""
    state, seat, value = position.state[0], position.to_move, cast(Any, gain).interpreted
    objective = int(state["objective"][seat])
    progress = len(position.moves) / int(position.setting["pieces"][0])
    rows = []
    for number in position.numbers:
        colour, location = divmod(number, MOST_LOCATIONS)
        gained = int(value(state, colour, location, objective))
        rows.append((gained > 0, gained < 0, colour == objective))
    plain = np.array(rows, np.float64)
    return np.hstack([plain, plain * progress]), position.numbers.index(position.notation.numbers[move])


def decisions(players: int, games: int, simulations: int, price: float) -> Iterator[Decision]:
    """Of the strongest bot against itself, which pays that much to hide its objective."""
    bot = Mind(KIND, Level("master", simulations, numbers={"searches": 1, "guesses": 1, "price": price}))
    for deal in range(games):
        position = new("kabaleo", players, seed=deal)
        while (seat := position.to_move) is not None:
            move = bot.think(position.view(seat), seed=deal).best
            yield decision(position, move)
            position = position.play(move)


def log_likelihood(weights: NDArray[np.float64], found: list[Decision]) -> float:
    """The logarithm of how likely the moves are by these weights, less something for large ones."""
    total = -RIDGE / 2 * float(weights @ weights)
    for rows, made in found:
        worth = rows @ weights
        total += float(worth[made] - worth.max() - np.log(np.exp(worth - worth.max()).sum()))
    return total


def fitted(found: list[Decision]) -> NDArray[np.float64]:
    """The likeliest weights, by Newton's method; a step that leads down is halved."""
    weights = np.zeros(found[0][0].shape[1])
    best = log_likelihood(weights, found)
    for _ in range(STEPS):
        slope, curvature = -RIDGE * weights, RIDGE * np.eye(len(weights))
        for rows, made in found:
            chance = np.exp(rows @ weights - (rows @ weights).max())
            chance /= chance.sum()
            mean = chance @ rows
            slope += rows[made] - mean
            curvature += (rows * chance[:, None]).T @ rows - np.outer(mean, mean)
        step = np.linalg.solve(curvature, slope)
        while (after := log_likelihood(weights + step, found)) < best and np.abs(step).max() > CLOSE:
            step /= 2
        if np.abs(step).max() <= CLOSE:
            break
        weights, best = weights + step, after
    return weights


def main(games: int = GAMES, simulations: int = SIMULATIONS) -> None:
    """Print what goes into `beliefs.FITTED`."""
    for players, price in ((2, 0.0), (2, PRICE), (3, 0.0), (4, 0.0)):
        weights = fitted(list(decisions(players, games, simulations, price)))
        print(f"{players}: ({', '.join(f'{weight:.3f}' for weight in weights)}),", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
