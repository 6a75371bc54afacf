"""How Kabaleo's minds choose: greedily, or by search, with beliefs and with discretion."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.numbers import exp, log
from ....search.choosing import by_visits, put_first, shuffle, take_one
from ....search.guide import ANSWERED, SEARCH, UNFINISHED
from ..declared import MOST_LOCATIONS
from ..rules import MOST_MOVES, UNKNOWN, can, legal, mover
from .beliefs import forget, inform
from .endgame import expect
from .explain import look_back, reveal
from .guide import gain, twin

NEARLY, OFTEN = 0.3, 1000  # a move's value is trusted when it was tried nearly as often as the best, or this often
# Odds found and odds of the win that was got (`fit.py`). Per number of players: a shift at the beginning and what is
# added by degrees, and the same of a slope
CHANCES = np.array(
    [[0.0, 0.0, 1.0, 0.0]] * 2 + [[-0.075, -0.29, 0.3, 0.64], [-0.66, 0.31, 0.1, 0.58], [-1.06, 0.46, 0.05, 0.52]]
)
EDGE = 0.01  # with more than two nothing is certain that the search takes for certain: no chance is nearer to 0 or 1


@kernel
def tune(setting: Any, guide: Any) -> Any:
    """By trial: with two the win is all; with more, where one rarely decides who wins, locations, and every move."""
    guide.tries = 4
    if setting.players == 2:
        guide.exploration = 0.5
        guide.wide = 8.0
        guide.widening = 0.5
    else:
        guide.exploration = 0.15
        guide.wide = 100.0
        guide.warmth = 1.0


@kernel
def charge(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """Every move costs its mover what it gives away of an objective that is known in this state.

    Somebody outside may believe in it as in any other colour; to mislead them further is worth nothing.
    """
    if guide.guesses != 0 and guide.secrecy > 0.0 and state.objective[mover(setting, state)] != UNKNOWN:
        before = reveal(setting, state, desk)
        fair = 1.0 / setting.colours
        for move in range(MOST_MOVES):
            if can(setting, state, move):
                after = before + desk.given_away[move]
                guide.tolls[move] = guide.secrecy * (max(after, fair) - max(before, fair))


@kernel
def worth_hiding(setting: Any, guide: Any, state: Any) -> Any:
    """In the first half of a game of two; and only an objective that is known in this state."""
    early = 2 * np.int64(state.ply) < setting.pieces
    own = state.objective[mover(setting, state)] != UNKNOWN
    return early and own and setting.players == 2 and guide.guesses != 0 and guide.price > 0.0


@kernel
def consider(setting: Any, guide: Any, state: Any, starts: Any, moves: Any, rng: Any, desk: Any, most: Any) -> Any:
    """Who may hold which objective; the last moves, where that is not too much, are played out."""
    desk.solved[0] = -1
    if guide.searches == 0:
        return ANSWERED
    tune(setting, guide)
    forget(desk.evidence[0])
    if guide.guesses != 0:
        look_back(setting, starts, moves, desk)
    inform(setting, state, desk.evidence[0], guide)
    if guide.guesses != 0:
        desk.solved[0] = expect(setting, guide, state, desk)
    if desk.solved[0] < 0 and setting.players > 2:
        charge(setting, guide, state, desk)
    if desk.solved[0] >= 0:
        return ANSWERED
    return UNFINISHED + guide.enough if guide.enough > 0 and worth_hiding(setting, guide, state) else SEARCH


@kernel
def greedy(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, told: Any) -> Any:
    """The best gain first, any of the best. How many moves.

    Who does not look at the whole table sees what there is to gain near the last move; all else is alike to them, and
    so is what costs them a location.
    """
    objective = state.objective[mover(setting, state)]
    moves = desk.kinds
    seen = desk.seen
    reach = guide.reach + setting.players - 2  # the more players, the more there is to see
    count = legal(setting, state, moves)
    shuffle(rng, moves, count)
    for k in range(count):
        seen[k] = gain(state, moves[k] // MOST_LOCATIONS, moves[k] % MOST_LOCATIONS, objective)
        if guide.reach > 0:
            far = state.last >= 0 and abs(moves[k] % MOST_LOCATIONS - state.last) > reach
            seen[k] = 0.0 if far else max(0.0, seen[k])
    place = 0
    for wanted in range(1, -2, -1):  # a pass for each, whatever there is: the time does not tell the objective
        for k in range(count):
            if seen[k] == wanted:
                told.moves[place] = moves[k]
                told.values[place] = np.nan  # a gain is no chance to win
                told.visits[place] = 0
                place += 1
    return count


@kernel
def quietest(told: Any, count: Any, given_away: Any, price: Any) -> Any:
    """Of moves told, the best first: the one that gives least away among those as good but for the price."""
    tried = min(NEARLY * told.visits[0], OFTEN)
    chosen = 0
    for k in range(1, count):
        good = told.visits[k] >= tried and told.values[k] >= told.values[0] - price
        if good and given_away[told.moves[k]] < given_away[told.moves[chosen]]:
            chosen = k
    return chosen


@kernel
def sober(setting: Any, state: Any, value: Any) -> Any:
    """What one like this wins on average when a search tells such a share: early on it knows less than it says."""
    players = np.int64(setting.players)
    edge = EDGE if players > 2 else 0.0
    if np.isnan(value) or (players == 2 and not 0.0 < value < 1.0):
        return value
    found = min(max(value, edge), 1.0 - edge)
    progress = state.ply / setting.pieces
    shift = CHANCES[players, 0] + CHANCES[players, 1] * progress
    slope = CHANCES[players, 2] + CHANCES[players, 3] * progress
    return 1.0 / (1.0 + exp(-shift - slope * log(found / (1.0 - found))))


@kernel
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """The most visited first; moves that are alike share what was found; perhaps a quieter one before all."""
    if guide.searches == 0:
        return greedy(setting, guide, state, rng, desk, told)
    for k in range(desk.solved[0]):
        found[desk.kinds[k], 0] = 1.0
        found[desk.kinds[k], 1] = desk.worth[k]
    count = legal(setting, state, told.moves)
    for k in range(count):
        location = told.moves[k] % MOST_LOCATIONS
        same = told.moves[k] - location + twin(setting, state, location)
        take_one(found, same, told, k)
    by_visits(told, count)
    if worth_hiding(setting, guide, state):
        reveal(setting, state, desk)
        put_first(told, quietest(told, count, desk.given_away, guide.price))
    if guide.guesses != 0:
        for k in range(count):
            told.values[k] = sober(setting, state, told.values[k])
    return count
