"""How Kabaleo's minds choose: greedily, or by search, with beliefs and with discretion."""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.numbers import exp, log
from ....core.rules import see
from ....search.choosing import by_visits, put_first, shuffle, take_one
from ....search.guide import ANSWERED, SEARCH, UNFINISHED
from ..declared import MOST_LOCATIONS
from ..rules import MOST_MOVES, UNKNOWN, can, legal, mover, shows_after
from .beliefs import average, forget, give_out, heed, inform
from .endgame import expect
from .explain import OUTSIDE, look_back, reveal
from .guide import gain, twin
from .manners import fourths, showing

# Odds found and odds of the win that was got (`fit.py`). Per number of players: a shift at the beginning and what is
# added by degrees, and by their square; two slopes, above even odds and below, each at the beginning and by degrees;
# and a shift for who will lay the last piece, like the first. Then, for the last pieces of three and four players, a
# shift with one left and what each further one adds, and a slope; and the odds of a certain win, likewise, and of none
CHANCES = np.array(
    [[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]] * 2
    + [
        [-0.939, 1.031, -2.33, 0.251, 0.405, 0.05, 0.743, 1.455, 1.347, -2.227, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        [-0.963, 0.623, -0.637, 0.05, 0.842, 0.05, 0.736, 0.757, 0.181, -0.584, -1.82, 0.28, 0.51, 4.92, -1.2, -4.4],
        [-1.293, 1.184, -0.994, 0.05, 0.958, 0.05, 0.568, 0.61, -0.345, 0.29, -1.76, 0.38, 0.57, 4.39, -1.09, -4.5],
    ]
)
ABOVE, BELOW, LAST, FINAL, SURE, LOST = 3, 5, 7, 10, 13, 15  # where those begin
FEW_LEFT = 3  # pieces
OWN, DEAR = 10.0, 0.6  # to who only takes: a location that shows their colour, a piece of it; in fourths of locations
EDGE = np.array([0.01, 0.01, 0.02, 0.01, 0.01])  # per number of players: no chance found is nearer to 0 or 1


@kernel
def tune(setting: Any, guide: Any) -> Any:
    """By trial: with two the win is all; with more, where one rarely decides who wins, locations, and every move."""
    guide.tries = 4
    if (setting.players == 2) != (guide.guesses != 0):
        guide.rivalry = 0.0  # of two it helps those who guess, of more those who do not
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
    return early and own and setting.players == 2 and guide.guesses != 0


@kernel
def suspect(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """How probably each colour is one of a seat's rivals', in the eyes of somebody outside.

    Who does not guess minds a colour the more, the more it shows: a location in four is as bad as a certainty.
    """
    shown = showing(setting, state)
    outside = desk.outside[0]
    evidence = desk.evidence[1]
    see(setting, state, OUTSIDE, outside)
    desk.evidence[1] = desk.evidence[0]
    average(setting, evidence)
    heed(setting, evidence, guide)
    give_out(setting, outside, evidence)
    for seat in range(setting.players):
        for colour in range(setting.colours):
            guide.rival[seat, colour] = 0.0
            if guide.guesses == 0:
                guide.rival[seat, colour] = fourths(shown, colour)
                continue
            for other in range(setting.players):
                if other != seat:
                    guide.rival[seat, colour] += evidence.belief[other, colour]


@kernel
def pose(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """A share of the worlds are those of somebody who knows all that the mover does but for the mover's own colour.

    So the search finds what is good on average over the colours that the mover may be thought to have.
    """
    doubted = desk.outside[0]
    evidence = desk.evidence[1]
    desk.outside[0] = state
    doubted.objective[mover(setting, state)] = UNKNOWN
    desk.evidence[1] = desk.evidence[0]
    average(setting, evidence)
    heed(setting, evidence, guide)
    give_out(setting, doubted, evidence)
    own = np.int64(guide.worlds)
    together = 1.0 - guide.pose
    for world in range(own):
        guide.chance[world] *= together
    for world in range(evidence.worlds):
        together += guide.pose * evidence.chance[world]
        guide.chance[own + world] = together
        for seat in range(setting.players):
            guide.world[own + world, seat] = evidence.world[world, seat]
    guide.worlds = own + evidence.worlds


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
    if guide.rivalry > 0.0:
        suspect(setting, guide, state, desk)
    if guide.guesses != 0:
        desk.solved[0] = expect(setting, guide, state, desk)
    hiding = guide.pose > 0.0 and desk.solved[0] < 0 and worth_hiding(setting, guide, state)
    if hiding:
        pose(setting, guide, state, desk)
    else:
        guide.pose = 0.0
    if desk.solved[0] < 0 and setting.players > 2:
        charge(setting, guide, state, desk)
    if desk.solved[0] >= 0:
        return ANSWERED
    limit = enough(setting, guide, hiding)
    return UNFINISHED + limit if limit > 0 else SEARCH


@kernel
def enough(setting: Any, guide: Any, hiding: Any) -> Any:
    """So many simulations and no more; 0: all of the budget."""
    if hiding:
        return np.int64(guide.enough)
    if setting.players == 2:
        return np.int64(guide.of_two)
    return np.int64(guide.of_three if setting.players == 3 else guide.of_four)


@kernel
def greedy(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, told: Any) -> Any:
    """The best gain first, any of the best or the choosiest. How many moves.

    Who does not look at the whole table sees what there is to gain near the last move; all else is alike to them, and
    at a small table so is what costs them a location.
    """
    objective = state.objective[mover(setting, state)]
    moves = desk.kinds
    seen = desk.seen
    reach = guide.reach * (setting.players - 1)  # the more players, the more there is to see
    blind = setting.players < guide.heeds
    count = legal(setting, state, moves)
    shuffle(rng, moves, count)
    for k in range(count):
        seen[k] = gain(state, moves[k] // MOST_LOCATIONS, moves[k] % MOST_LOCATIONS, objective)
        if guide.reach > 0:
            far = state.last >= 0 and abs(moves[k] % MOST_LOCATIONS - state.last) > reach
            seen[k] = 0.0 if far or (blind and seen[k] < 0.0) else seen[k]
    place = 0
    for wanted in range(1, -2, -1):  # a pass for each, whatever there is: the time does not tell the objective
        for k in range(count):
            if seen[k] == wanted:
                told.moves[place] = moves[k]
                told.values[place] = np.nan  # a gain is no chance to win
                told.visits[place] = 0
                place += 1
    if 0 < guide.choosy <= setting.players:
        put_first(told, choosiest(setting, state, objective, told, count))
    return count


@kernel
def choosiest(setting: Any, state: Any, objective: Any, told: Any, count: Any) -> Any:
    """Of moves told, the one that gains most; of those the one that covers most and shows least of a rival's colour.

    A piece of one's own colour is dear: it will gain a location at any time.
    """
    shown = showing(setting, state)
    best = -np.inf
    chosen = 0
    for k in range(count):
        colour = told.moves[k] // MOST_LOCATIONS
        location = told.moves[k] % MOST_LOCATIONS
        before = state.colour[state.top[location]]
        after = shows_after(state, colour, location)
        worth = 0.0 - (DEAR if colour == objective else 0.0)
        worth += OWN if after == objective else -fourths(shown, after)
        worth -= OWN if before == objective else -fourths(shown, before)
        if worth > best:
            best = worth
            chosen = k
    return chosen


@kernel
def shift_of(players: Any, first: Any, progress: Any) -> Any:
    """Of the odds, so far on in a game."""
    return CHANCES[players, first] + progress * (CHANCES[players, first + 1] + progress * CHANCES[players, first + 2])


@kernel
def final_odds(players: Any, left: Any, found: Any, odds: Any) -> Any:
    """Of three and four, at the end: what wins in every world is nearly certain, all else hangs on what is believed.

    The others have been steering towards the true world, so that in the middle much less is won than is believed.
    """
    if found >= 1.0 - EDGE[players]:
        return CHANCES[players, SURE] + CHANCES[players, SURE + 1] * (left - 1)
    if found <= EDGE[players]:
        return CHANCES[players, LOST]
    shift = CHANCES[players, FINAL] + CHANCES[players, FINAL + 1] * (left - 1)
    return shift + CHANCES[players, FINAL + 2] * odds


@kernel
def sober(setting: Any, state: Any, value: Any) -> Any:
    """What one like this wins on average when a search tells such a share: early on it knows less than it says."""
    players = np.int64(setting.players)
    if np.isnan(value) or (players == 2 and not 0.0 < value < 1.0):
        return value  # of two, what was played out in every world is certain
    found = min(max(value, EDGE[players]), 1.0 - EDGE[players])
    odds = log(found / (1.0 - found))
    left = np.int64(setting.pieces) - np.int64(state.ply)
    if players > 2 and left <= FEW_LEFT:
        return 1.0 / (1.0 + exp(-final_odds(players, left, found, odds)))
    progress = state.ply / setting.pieces
    shift = shift_of(players, 0, progress)
    if left % players == 1:
        shift += shift_of(players, LAST, progress)
    side = ABOVE if odds > 0.0 else BELOW
    slope = CHANCES[players, side] + CHANCES[players, side + 1] * progress
    return 1.0 / (1.0 + exp(-shift - slope * odds))


@kernel
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """The most visited first; moves that are alike share what was found."""
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
    if guide.guesses != 0:
        for k in range(count):
            told.values[k] = sober(setting, state, told.values[k])
    return count
