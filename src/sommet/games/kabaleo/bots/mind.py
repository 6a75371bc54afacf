"""How Kabaleo's minds choose: greedily, or by search, with beliefs and with discretion."""

from typing import Any

import numpy as np

from ....core.bits import next_word
from ....core.kernel import kernel
from ....core.numbers import exp, log
from ....search.choosing import by_visits, put_first, shuffle, take_one
from ....search.guide import ANSWERED, SEARCH, UNFINISHED
from ..declared import MOST_LOCATIONS
from ....core.rules import see
from ..rules import MOST_MOVES, UNKNOWN, can, legal, mover, shows_after
from .beliefs import average, forget, give_out, heed, inform, survey, weigh
from .endgame import expect
from .explain import OUTSIDE, look_back, reveal
from .guide import gain, twin
from .manners import OF_FITTED, fourths, liking, showing

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
    if guide.guesses != 0 and guide.rivalry > 0.0:
        suspect(setting, guide, state, desk)
    if guide.pose > 0.0:
        if worth_hiding(setting, guide, state):
            pose(setting, guide, state, desk)
        else:
            guide.pose = 0.0
    if guide.guesses != 0:
        desk.solved[0] = expect(setting, guide, state, desk)
    if desk.solved[0] < 0 and setting.players > 2:
        charge(setting, guide, state, desk)
    if desk.solved[0] >= 0:
        return ANSWERED
    most = guide.of_two if setting.players == 2 else guide.of_three if setting.players == 3 else guide.of_four
    if guide.enough > 0 and worth_hiding(setting, guide, state):
        most = guide.enough
    return UNFINISHED + most if most > 0 else SEARCH


@kernel
def suspect(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """By seat and colour: how probably it is a rival's, in the eyes of somebody outside."""
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
            for other in range(setting.players):
                if other != seat:
                    guide.rival[seat, colour] += evidence.belief[other, colour]


@kernel
def pose(setting: Any, guide: Any, state: Any, desk: Any) -> Any:
    """Some worlds as somebody outside believes in them, beside those of the mover."""
    outside = desk.outside[0]
    evidence = desk.evidence[1]
    see(setting, state, OUTSIDE, outside)
    desk.evidence[1] = desk.evidence[0]
    weigh(setting, outside, evidence)
    own = guide.worlds
    for world in range(own):
        guide.chance[world] *= 1.0 - guide.pose
    together = 1.0 - guide.pose
    for world in range(evidence.worlds):
        together += guide.pose * evidence.chance[world]
        guide.chance[own + world] = together
        for seat in range(setting.players):
            guide.world[own + world, seat] = evidence.world[world, seat]
    guide.worlds = own + evidence.worlds


@kernel
def expected(setting: Any, state: Any, desk: Any) -> Any:
    """Fill `desk.given_away`, for one move of each kind: how much somebody outside expects the kind, by the fit."""
    outside = desk.outside[0]
    evidence = desk.evidence[1]
    see(setting, state, OUTSIDE, outside)
    desk.evidence[1] = desk.evidence[0]
    survey(setting, state, evidence)
    weigh(setting, outside, evidence)
    seat = mover(setting, state)
    shown = showing(setting, state)
    weights = evidence.weights[OF_FITTED]
    for move in range(MOST_MOVES):
        desk.given_away[move] = 0.0
    for colour in range(setting.colours):
        for location in range(setting.locations):
            move = colour * MOST_LOCATIONS + location
            if can(setting, state, move):
                same = colour * MOST_LOCATIONS + twin(setting, state, location)
                for objective in range(setting.colours):
                    like = exp(liking(setting, state, shown, weights, seat, objective, colour, location))
                    share = evidence.belief[seat, objective] / evidence.all_moves[OF_FITTED, objective]
                    desk.given_away[same] += share * like


@kernel
def drawn(setting: Any, guide: Any, state: Any, told: Any, count: Any, desk: Any, rng: Any) -> Any:
    """Of moves told: one drawn."""
    tried = min(NEARLY * told.visits[0], OFTEN)
    best = 0.0
    for k in range(count):
        if told.visits[k] >= tried:
            best = max(best, told.values[k])
    together = 0.0
    for k in range(count):
        move = told.moves[k]
        location = move % MOST_LOCATIONS
        weight = 0.0
        if told.visits[k] >= tried and twin(setting, state, location) == location:
            if told.values[k] >= best - guide.price:
                weight = exp(guide.public * log(desk.given_away[move] + 1e-9))
                weight *= exp(guide.looked * log(told.visits[k] / told.visits[0]))
                if guide.heat > 0.0:
                    weight *= exp((told.values[k] - best) / guide.heat)
        desk.seen[k] = weight
        together += weight
    dice = together * np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0
    chosen = 0
    for k in range(count):
        if desk.seen[k] > 0.0:
            chosen = k
            dice -= desk.seen[k]
            if dice < 0.0:
                break
    return chosen


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
            seen[k] = 0.0 if far else seen[k] if guide.harm else max(0.0, seen[k])
    place = 0
    for wanted in range(1, -2, -1):  # a pass for each, whatever there is: the time does not tell the objective
        for k in range(count):
            if seen[k] == wanted:
                told.moves[place] = moves[k]
                told.values[place] = np.nan  # a gain is no chance to win
                told.visits[place] = 0
                place += 1
    if guide.watches > 0:
        shown = showing(setting, state)
        best = -100.0
        chosen = 0
        for k in range(count):
            move = told.moves[k]
            location = move % MOST_LOCATIONS
            if guide.reach > 0 and state.last >= 0 and abs(location - state.last) > reach:
                continue
            colour = move // MOST_LOCATIONS
            after = shows_after(state, colour, location)
            before = state.colour[state.top[location]]
            worth = 10.0 * gain(state, colour, location, objective)
            if before != objective:
                worth += fourths(shown, before)
            if after != objective:
                worth -= fourths(shown, after)
            if guide.watches > 1 and colour == objective:
                worth -= 0.6
            if worth > best + 1e-9:
                best = worth
                chosen = k
        put_first(told, chosen)
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
        if guide.public > 0.0 or guide.heat > 0.0 or guide.looked > 0.0:
            expected(setting, state, desk)
            put_first(told, drawn(setting, guide, state, told, count, desk, rng))
        elif guide.pose == 0.0:
            reveal(setting, state, desk)
            put_first(told, quietest(told, count, desk.given_away, guide.price))
    if guide.guesses != 0:
        for k in range(count):
            told.values[k] = sober(setting, state, told.values[k])
    return count
