"""Positions of Kabaleo set up by hand. Clauses K1 to K12, K18.

Any piles can have come about on which no piece lies on its own colour (K9, K11), as long as the pieces add up: what is
neither on the table nor in a stock has left the game, two and two of a colour (K11). Who had which pieces at first is
open, so anybody may have put any of them; only how many each has put follows from the turns (K8).

The moves are found from the last to the first, each time at the location where most are left, but not where the move
after it was: so the golden rule (K18) is kept wherever it can be.
"""

from typing import Any

import numpy as np

from ...core.arranging import Arranging, register_arranging
from ...core.bits import around
from ...core.chance_kernels import shuffle
from ...core.fields import Field, Number
from ...core.kernel import kernel
from ...core.names import SEAT
from ...core.refusals import BITS
from ...core.setup import EVERYBODY, Setup
from .dealing import BASES, PIECES_OF_A_COLOUR, colours_in_play, pieces_each
from .declared import (
    BASES_A_COLOUR,
    IN_PLAY,
    LOCATION,
    MOST_COLOURS,
    MOST_LOCATIONS,
    MOST_PIECES,
    NAME,
    PIECES_A_COLOUR,
    REFUSALS,
)
from .options import COLOUR, COLOURS_IN_PLAY, OPTIONS
from .rules import NOWHERE, UNKNOWN

ON_ITS_BASE, ON_ITS_COLOUR, LEFT_ALONE, TURNS, TWICE_THERE, NOT_LAST = (
    REFUSALS.code(name) for name in ("on_its_base", "on_its_colour", "left_alone", "turns", "twice_there", "not_last")
)

ASKED = Setup(
    OPTIONS.every,
    Field("colours", COLOUR, up_to=MOST_COLOURS, exactly=COLOURS_IN_PLAY, distinct=True, known=EVERYBODY, clause="K2"),
    # as the state tells them: the base first
    Field("locations", IN_PLAY, per=(LOCATION,), piled=MOST_LOCATIONS + MOST_PIECES, known=EVERYBODY, clause="K4"),
    Field("stocks", Number(0, PIECES_A_COLOUR), per=(SEAT, IN_PLAY), clause="K5"),  # open: drawn from what is left
    Field("objectives", IN_PLAY, per=(SEAT,), distinct=True, clause="K3"),  # each may be open
    Field("to_move", SEAT, known=EVERYBODY, clause="K8"),
    Field("last", LOCATION, clause="K18"),  # where the move just before was; open: anywhere
    of=f"{NAME}'s position",
)

# What is worked on: a bag to draw from; then by location where its entries begin, how many moves are left to find
# there, how many pairs cancelled each other there, and their colours; and how many pieces of each colour are gone.
MOST_PAIRS = MOST_PIECES // 2
STARTS, LEFT, PAIRS, PAIR = (MOST_PIECES + k * MOST_LOCATIONS for k in range(4))
GONE = PAIR + MOST_LOCATIONS * MOST_PAIRS
ARRANGING = Arranging(ASKED, plies=MOST_PIECES, work=GONE + MOST_COLOURS, forgotten=("deal",))


@kernel
def look_at_piles(asked: Any, locations: Any, work: Any) -> Any:
    """K4, K9, K11: a base everywhere, and nothing on its own colour; where each location's entries begin."""
    at: Any = 0
    for location in range(locations):
        high = np.int64(asked.locations_count[location])
        if high == 0:
            return BASES | BASES_A_COLOUR << BITS
        work[STARTS + location] = at
        work[LEFT + location] = high - 1
        for layer in range(1, high):
            if asked.locations[at + layer] == asked.locations[at + layer - 1]:
                return (ON_ITS_BASE if layer == 1 else ON_ITS_COLOUR) | (location + 1) << BITS
        at += high
    return 0


@kernel
def on_table(asked: Any, locations: Any, colour: Any, work: Any) -> Any:
    """How many pieces of this colour lie on bases."""
    count = np.int64(0)
    for location in range(locations):
        for layer in range(1, asked.locations_count[location]):
            count += np.int64(asked.locations[work[STARTS + location] + layer] == colour)
    return count


@kernel
def draw_stocks(chance: Any, asked: Any, first: Any, put: Any, work: Any) -> Any:
    """K6: what is left is drawn, so many for each as they have not put yet; nothing has left the game then."""
    players = np.int64(asked.players)
    colours = colours_in_play(players)
    count = 0
    for colour in range(colours):
        for seat in range(players):
            asked.stocks[seat, colour] = 0
        for _ in range(work[GONE + colour]):
            work[count] = colour
            count += 1
        work[GONE + colour] = 0
    shuffle(chance, work, count)
    for seat in range(players):
        for _ in range(pieces_each(players) - turns_of(first, put, players, seat)):
            count -= 1
            asked.stocks[seat, work[count]] += 1


@kernel
def turns_of(first: Any, put: Any, players: Any, seat: Any) -> Any:
    """K8: how many of the moves so far were this seat's."""
    return (put + players - 1 - around(seat - first, players)) // players


@kernel
def count_pieces(chance: Any, asked: Any, setup: Any, locations: Any, work: Any) -> Any:
    """K1, K8, K11: every piece is on the table, in a stock or gone, and each has had their turns.

    The answer is a refusal, or -1 less the number of moves.
    """
    players = np.int64(asked.players)
    colours = colours_in_play(players)
    put = np.int64(0)
    for colour in range(colours):
        rest = PIECES_A_COLOUR - on_table(asked, locations, colour, work)
        for seat in range(players):
            rest -= max(np.int64(0), np.int64(asked.stocks[seat, colour]))
        if rest < 0:
            return PIECES_OF_A_COLOUR | PIECES_A_COLOUR << BITS
        work[GONE + colour] = rest
    is_open = asked.stocks[0, 0] < 0
    for colour in range(colours):
        put += on_table(asked, locations, colour, work)
        if not is_open:
            put += work[GONE + colour]
            if work[GONE + colour] % 2 == 1:
                return LEFT_ALONE | colour << BITS
    setup.first = around(asked.to_move - put, players)
    if is_open:
        draw_stocks(chance, asked, setup.first, put, work)
    for seat in range(players):
        held = np.int64(0)
        for colour in range(colours):
            held += np.int64(asked.stocks[seat, colour])
        if held != pieces_each(players) - turns_of(setup.first, put, players, seat):
            return TURNS | (seat + 1) << BITS
    return -1 - put


@kernel
def place_of_pair(asked: Any, colour: Any, locations: Any, work: Any) -> Any:
    """K11: two that left the game met on a bare base of another colour.

    Where the last move was, if nothing lies there and it was theirs; else where fewest moves were made besides.
    """
    last = np.int64(asked.last)
    if last >= 0 and work[LEFT + last] == 0 and asked.locations[work[STARTS + last]] != colour:
        return last
    best = np.int64(NOWHERE)
    for location in range(locations):
        fits = asked.locations[work[STARTS + location]] != colour
        if fits and (best == NOWHERE or work[LEFT + location] < work[LEFT + best]):
            best = np.int64(location)
    return best


@kernel
def place_pairs(asked: Any, colours: Any, locations: Any, work: Any) -> Any:
    """All of them."""
    for location in range(locations):
        work[PAIRS + location] = 0
    for colour in range(colours):
        for _ in range(work[GONE + colour] // 2):
            place = place_of_pair(asked, colour, locations, work)
            work[PAIR + place * MOST_PAIRS + work[PAIRS + place]] = colour
            work[PAIRS + place] += 1
            work[LEFT + place] += 2


@kernel
def colour_of_move(asked: Any, location: Any, work: Any) -> Any:
    """The last of the moves that are left there: those that cancelled each other came before all others."""
    left = work[LEFT + location]
    pairs = work[PAIRS + location]
    if left > 2 * pairs:
        return np.int64(asked.locations[work[STARTS + location] + left - 2 * pairs])
    return work[PAIR + location * MOST_PAIRS + (left - 1) // 2]


@kernel
def most_left(locations: Any, after: Any, work: Any) -> Any:
    """The location where most moves are left, other than this one; NOWHERE if there is none."""
    best = np.int64(NOWHERE)
    for location in range(locations):
        more = best == NOWHERE or work[LEFT + location] > work[LEFT + best]
        if work[LEFT + location] > 0 and location != after and more:
            best = np.int64(location)
    return best


@kernel
def look_back(asked: Any, setup: Any, put: Any, locations: Any, work: Any, moves: Any) -> Any:
    """The moves, from the last to the first, and what everybody had before them."""
    place = np.int64(asked.last)
    if place >= 0 and work[LEFT + place] == 0:
        return NOT_LAST | (place + 1) << BITS
    after = np.int64(NOWHERE)
    for ply in range(put - 1, -1, -1):
        if place == NOWHERE:
            place = most_left(locations, after, work)
        if place == NOWHERE and setup.golden_rule:
            return TWICE_THERE | (after + 1) << BITS
        if place == NOWHERE:
            place = after
        colour = colour_of_move(asked, place, work)
        setup.stocks[around(setup.first + ply, setup.players), colour] += 1
        moves[1 + ply] = colour * MOST_LOCATIONS + place
        work[LEFT + place] -= 1
        after = place
        place = np.int64(NOWHERE)
    moves[0] = put
    return 0


@kernel
def give_objectives(chance: Any, asked: Any, setup: Any, colours: Any, work: Any) -> Any:
    """K3: those that are left open are drawn from those that nobody is said to have."""
    count = 0
    for colour in range(colours):
        taken = False
        for seat in range(asked.players):
            taken = taken or asked.objectives[seat] == colour
        if not taken:
            work[count] = colour
            count += 1
    shuffle(chance, work, count)
    for seat in range(asked.players):
        setup.objectives[seat] = asked.objectives[seat]
        if asked.objectives[seat] == UNKNOWN:
            count -= 1
            setup.objectives[seat] = work[count]


@kernel
def arrange(chance: Any, asked: Any, setup: Any, setting: Any, states: Any, work: Any, moves: Any) -> Any:
    """Piles, stocks, turns, then how it came about."""
    colours = colours_in_play(np.int64(asked.players))
    locations = colours * BASES_A_COLOUR
    wrong = look_at_piles(asked, locations, work)
    if wrong:
        return wrong
    counted = count_pieces(chance, asked, setup, locations, work)
    if counted > 0:
        return counted
    setup.colours_count = colours
    for colour in range(colours):
        setup.colours[colour] = asked.colours[colour]
        for seat in range(asked.players):
            setup.stocks[seat, colour] = asked.stocks[seat, colour]
    for location in range(locations):
        setup.bases[location] = asked.locations[work[STARTS + location]]
    give_objectives(chance, asked, setup, colours, work)
    place_pairs(asked, colours, locations, work)
    return look_back(asked, setup, -1 - counted, locations, work, moves)


register_arranging(ASKED.type, arrange=arrange)
