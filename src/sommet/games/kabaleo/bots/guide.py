"""What a search is told about Kabaleo: who may hold which objective, which moves are alike, what a player is after."""

from typing import Any

import numpy as np

from ....core.arrays import record_type
from ....core.bits import next_word
from ....core.kernel import kernel
from ....core.numbers import exp
from ....core.rules import draw, points
from ....search.guide import COMMON
from ....search.plain import settle as settle_by_payoff
from ..declared import MOST_COLOURS, MOST_LOCATIONS, MOST_PLAYERS
from ..rules import MOST_MOVES, UNKNOWN, fits, mover, shows_after

MOST_WORLDS = 360  # ways to give objectives to four players from six colours

GUIDE = record_type(
    *COMMON,
    ("warmth", np.float64),  # 0: the win is all; else locations count, the larger the more evenly
    ("chance", np.float64, MOST_WORLDS),  # of the worlds up to this one, together
    ("world", np.int8, (MOST_WORLDS, MOST_PLAYERS)),  # everybody's objective
    ("worlds", np.int16),
    # how likely each seat's moves were, had this been its objective, where a host has it from elsewhere; 0: it has not
    ("likely", np.float64, (MOST_PLAYERS, MOST_COLOURS)),
    ("tries", np.int16),  # a playout's mover takes the best of this many random moves; 1: any
    ("rival", np.float64, (MOST_PLAYERS, MOST_COLOURS)),  # how probably a colour is one of this seat's rivals', to all
    ("tolls", np.float64, MOST_MOVES),  # what each move costs the mover besides
    # a level's numbers
    ("searches", np.int16),  # 0: it only takes what it can
    ("reach", np.int16),  # and then: how far it looks on either side of the last move, a rival; 0: at the whole table
    ("heeds", np.int16),  # who does not look at all of it: with so many players and more it sees what would harm it
    ("choosy", np.int16),  # with so many and more it covers what shows most and spares its own pieces; 0: never
    ("guesses", np.int16),  # the others' objectives, from what they did; and it plays the last moves out
    ("rivalry", np.float64),  # in playouts: so bad is a rival's colour shown, where one's own is 1 good (`mind.tune`)
    ("pose", np.float64),  # while such a one hides: the share of simulations in which others doubt the mover's colour
    ("enough", np.int32),  # and then so many simulations and no more: the less chance, the more is told
    ("of_two", np.int32),  # at a table of two, three, four: so many simulations and no more; 0: all of the budget
    ("of_three", np.int32),
    ("of_four", np.int32),
    ("secrecy", np.float64),  # what it is worth to them, of more than two, in rewards, not to be known at all
    of=__name__,
)


@kernel
def gain(state: Any, colour: Any, location: Any, objective: Any) -> Any:
    """What the move does for an objective: one location more (1), none, or one less (-1)."""
    before = state.colour[state.top[location]] == objective
    after = shows_after(state, colour, location) == objective
    return np.int64(after) - np.int64(before)


@kernel
def same_content(state: Any, a: Any, b: Any) -> Any:
    """Whether two locations hold the same colours from base to top (K4: where they lie means nothing)."""
    a = np.int64(state.top[a])
    b = np.int64(state.top[b])
    while True:
        if state.colour[a] != state.colour[b]:
            return False
        if a < MOST_LOCATIONS or b < MOST_LOCATIONS:
            return a < MOST_LOCATIONS and b < MOST_LOCATIONS
        a = np.int64(state.below[a])
        b = np.int64(state.below[b])


@kernel
def twin(setting: Any, state: Any, location: Any) -> Any:
    """The first location that is like this one in all that matters (K18: the one just used is like no other)."""
    if setting.golden == 0 or location != state.last:
        for other in range(location):
            if (setting.golden == 0 or other != state.last) and same_content(state, location, other):
                return other
    return location


@kernel
def alike(setting: Any, guide: Any, state: Any, move: Any) -> Any:
    """The same piece on the first location that is like this one."""
    location = move % MOST_LOCATIONS
    return move - location + twin(setting, state, location)


@kernel
def imagine(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """A world, as likely as it is believed."""
    dice = np.float64(next_word(rng) >> np.uint64(11)) / 9007199254740992.0
    last = guide.worlds - 1
    world = 0
    while world < last and dice >= guide.chance[world]:
        world += 1
    for seat in range(setting.players):
        if state.objective[seat] == UNKNOWN or guide.pose > 0.0:
            state.objective[seat] = guide.world[world, seat]


@kernel
def persona(setting: Any, guide: Any, state: Any) -> Any:
    """The objective."""
    return np.int64(state.objective[mover(setting, state)])


@kernel
def candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    """One move of each kind; those that gain for the mover's objective first, those that lose last."""
    seat = mover(setting, state)
    objective = state.objective[seat]
    count = 0
    for wanted in range(1, -2, -1):
        for location in range(setting.locations):
            if twin(setting, state, location) == location:
                for colour in range(setting.colours):
                    if (
                        state.stock[seat, colour] > 0
                        and fits(setting, state, colour, location)
                        and gain(state, colour, location, objective) == wanted
                    ):
                        moves[count] = colour * MOST_LOCATIONS + location
                        count += 1
    return count


@kernel
def liked(guide: Any, state: Any, seat: Any, move: Any) -> Any:
    """What a playout's move does for its mover: a location more of their colour is 1, one of a rival's costs."""
    objective = state.objective[seat]
    location = move % MOST_LOCATIONS
    before = state.colour[state.top[location]]
    after = shows_after(state, move // MOST_LOCATIONS, location)
    found = 1.0 if after == objective else -guide.rivalry * guide.rival[seat, after]
    return found - (1.0 if before == objective else -guide.rivalry * guide.rival[seat, before])


@kernel
def follow(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """The best of some random moves for the mover's own objective, and against what may be the others'."""
    best_move = draw(setting, state, rng)
    if best_move < 0 or guide.tries < 2:
        return best_move
    seat = mover(setting, state)
    best = liked(guide, state, seat, best_move)
    for _ in range(1, guide.tries):
        if guide.rivalry == 0.0 and best == 1.0:
            break
        move = draw(setting, state, rng)
        value = liked(guide, state, seat, move)
        if value > best:
            best = value
            best_move = move
    return best_move


@kernel
def toll(setting: Any, guide: Any, move: Any) -> Any:
    """What being read will cost."""
    return guide.tolls[move]


@kernel
def settle(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """The win, or a share of it that grows with a seat's locations: a near miss is better than a rout."""
    if guide.warmth == 0.0:
        settle_by_payoff(setting, guide, state, rewards)
        return
    total = 0.0
    for seat in range(setting.players):
        rewards.seat[seat] = exp(points(setting, state, seat) / guide.warmth)
        total += rewards.seat[seat]
    for seat in range(setting.players):
        rewards.seat[seat] /= total
