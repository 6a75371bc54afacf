"""Fitting how the strongest bot moves (`manners.FITTED`): a logit over what its moves do for its own objective.

And what it wins when its search finds this or that (`mind.CHANCES`): a logit as well.
`python -m sommet.games.kabaleo.bots.fit [GAMES [SIMULATIONS]]` lets it play itself, with two, three and four players,
and prints the weights.
"""

import sys
from collections.abc import Iterator
from math import copysign, log
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ....bots.mind import Level, Mind
from ....core.position import Position
from ....core.registry import new
from ..declared import MOST_LOCATIONS
from . import KIND, LEVELS
from .manners import AMOUNTS, liking, showing
from .mind import CHANCES, EDGE, FEW_LEFT, FINAL, LOST

GAMES, SIMULATIONS, FIRST_DEAL = 200, 1000, 20_000
RIDGE, STEPS, CLOSE = 1e-3, 50, 1e-6  # a weight that no move tells apart stays small

Decision = tuple[NDArray[np.float64], int]  # what each legal move does (see `manners.liking`), and which was made


def decision(position: Position, move: str) -> Decision:
    """A move of a game whose objectives are all known."""
    setting, state, seat = position.setting[0], position.state[0], position.to_move
    objective, progress = int(state["objective"][seat]), len(position.moves) / int(setting["pieces"])
    like, shown = cast(Any, liking).interpreted, cast(Any, showing).interpreted(setting, state)
    each = np.eye(AMOUNTS)  # what counts is one amount, each in turn
    rows = [like(setting, state, shown, each, seat, objective, *divmod(n, MOST_LOCATIONS)) for n in position.numbers]
    plain = np.array(rows)
    return np.hstack([plain, plain * progress]), position.numbers.index(position.notation.numbers[move])


def amounts(players: int, pieces: int, ply: int, odds: float) -> NDArray[np.float64]:
    """What each of `mind.CHANCES` counts for, where a search found these odds."""
    progress, left = ply / pieces, pieces - ply
    if players > 2 and left <= FEW_LEFT:
        surest, begins = edge(players), np.zeros(FINAL)
        if abs(odds) < surest:
            return np.hstack([begins, 1.0, left - 1, odds, 0.0, 0.0, 0.0])
        return np.hstack([begins, 0.0, 0.0, 0.0, *((1.0, left - 1, 0.0) if odds > 0 else (0.0, 0.0, 1.0))])
    above, below = max(odds, 0.0), min(odds, 0.0)
    shift = np.array([1.0, progress, progress**2])
    slopes = above, above * progress, below, below * progress
    return np.hstack([shift, slopes, shift * (left % players == 1), np.zeros(LOST + 1 - FINAL)])


def edge(players: int) -> float:
    """The logarithm of the odds that are certain."""
    return log((1.0 - EDGE[players]) / EDGE[players])


def found_odds(players: int, pieces: int, ply: int, told: float) -> float:
    """The logarithm of the odds that a search found, from the chance it told (`mind.sober`)."""

    def moved(odds: float) -> float:
        return float(CHANCES[players] @ amounts(players, pieces, ply, odds))

    wanted, even, surest = log(told / (1 - told)), moved(0.0), edge(players)
    for certain in (-surest, surest):
        if abs(wanted - moved(certain)) < CLOSE:
            return certain
    return (wanted - even) / abs(moved(copysign(1.0, wanted - even)) - even)


def outcome(players: int, pieces: int, ply: int, told: float, share: float) -> Iterator[Decision]:
    """Whether the game was won, as a decision between winning and not; of a shared win, both."""
    won = amounts(players, pieces, ply, found_odds(players, pieces, ply, told))
    rows = np.array([won, won * 0.0])
    return ((rows, made) for made in (0, 1) if share != made)


def played(players: int, games: int, simulations: int, hides: bool) -> Iterator[tuple[list[Decision], list[Decision]]]:
    """Games of the strongest bot against itself, hiding or not: its moves, and what came of them."""
    numbers = LEVELS[-1].numbers if hides else {"searches": 1, "guesses": 1}
    bot = Mind(KIND, Level("master", simulations, numbers=numbers))
    for deal in range(FIRST_DEAL, FIRST_DEAL + games):
        position, made, told = new("kabaleo", players, seed=deal), [], []
        while (seat := position.to_move) is not None:
            best = bot.think(position.view(seat), seed=deal).moves[0]
            made.append(decision(position, best.move))
            told.append((seat, best.value))
            position = position.play(best.move)
        winners = (position.result and position.result.winners) or ()
        ended: list[Decision] = []
        for ply, (seat, value) in enumerate(told):
            if value is not None and 0.0 < value < 1.0:
                ended += outcome(players, len(told), ply, value, (seat in winners) / len(winners))
        yield made, ended


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


def show(weights: NDArray[np.float64]) -> str:
    """As they stand in the sources."""
    return ", ".join(f"{weight:.3f}" for weight in weights)


def main(games: int = GAMES, simulations: int = SIMULATIONS) -> None:
    """Print them. With two, of games in which nobody hides and as many in which both do.

    With more: how those move who do not hide, and what those win who do.
    """
    for players in (2, 3, 4):
        openly, hiding = (list(played(players, games // 2, simulations, hides)) for hides in (False, True))
        both = openly + hiding
        moves = [each for made, _ in (both if players == 2 else openly) for each in made]
        for row in fitted(moves).reshape(2, AMOUNTS):
            print(f"FITTED[{players}]: {show(row)}")
        ends = [each for _, ended in (both if players == 2 else hiding) for each in ended]
        print(f"CHANCES[{players}]: {show(fitted(ends))}")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
