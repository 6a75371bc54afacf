"""Dealing Pebbles and beginning it. Clauses P1 to P5."""

from typing import Any

import numpy as np

from sommet.core.chance_kernels import drawn, shuffle
from sommet.core.kernel import kernel
from sommet.core.refusals import BITS

from .declared import COLOUR, OF_A_COLOUR, REFUSALS, TURNED
from .rules import MOST_PLAYERS, NOWHERE, UNKNOWN

COLOURS = COLOUR.most
WRONG_COUNT = REFUSALS.code("of_a_colour")


@kernel
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """P3 to P5: secret colours, the order of the pebbles, the first player if nobody has chosen one."""
    for colour in range(COLOURS):
        bag[colour] = colour
    shuffle(chance, bag, COLOURS)
    for seat in range(setup.players):
        setup.secrets[seat] = bag[seat]
    for pebble in range(TURNED + 1):
        bag[pebble] = pebble // OF_A_COLOUR
    shuffle(chance, bag, TURNED + 1)
    for place in range(TURNED):
        setup.pebbles[place] = bag[place]
    setup.pebbles_count = TURNED
    setup.buried = bag[TURNED]
    if setup.first < 0:
        setup.first = drawn(chance, setup.players)


@kernel
def check(partial: Any, setup: Any) -> Any:
    """P1: never more than three of a colour; so in a whole set-up there are just three of each."""
    for colour in range(COLOURS):
        count = np.int64(setup.buried == colour)
        for place in range(setup.pebbles_count):
            count += np.int64(setup.pebbles[place] == colour)
        if count > OF_A_COLOUR:
            return WRONG_COUNT | OF_A_COLOUR << BITS
    return 0


@kernel
def begin(setting: Any, state: Any, setup: Any) -> Any:
    """P2 to P5; what the set-up does not tell is unknown."""
    setting.players = setup.players
    setting.first = setup.first
    setting.heaps = 3 + setup.heaps
    setting.rest = setup.rest
    for seat in range(MOST_PLAYERS):
        state.secret[seat] = setup.secrets[seat] if seat < setup.players else UNKNOWN
    state.known = setup.pebbles_count
    for place in range(TURNED):
        state.pebble[place] = setup.pebbles[place] if place < setup.pebbles_count else UNKNOWN
    state.buried = setup.buried
    state.last = NOWHERE
