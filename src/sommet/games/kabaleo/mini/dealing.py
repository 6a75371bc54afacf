"""Dealing from the small box: only the objectives are drawn."""

from typing import Any

import numpy as np

from ....core.chance_kernels import drawn, shuffle
from ....core.kernel import kernel
from ....core.refusals import BITS
from ..dealing import EQUAL_SHARE
from .declared import COLOURS as COLOUR_COUNTS
from .declared import LOCATIONS as LOCATION_COUNTS
from .declared import PIECES as PIECE_COUNTS
from .declared import REFUSALS

COLOURS_OF = np.array(COLOUR_COUNTS, np.int64)
LOCATIONS_OF = np.array(LOCATION_COUNTS, np.int64)
SHARE_OF = np.array(PIECE_COUNTS, np.int64) // 2
WRONG_COLOURS, WRONG_BASES, CRAMPED = (REFUSALS.code(name) for name in ("colours", "laid", "cramped"))


@kernel
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """Colours in their order, bases of each in turn, the same pieces for both, and an objective each by chance."""
    colours = COLOURS_OF[setup.colour_count]
    locations = LOCATIONS_OF[setup.location_count]
    setup.colours_count = colours
    setup.bases_count = locations
    for colour in range(colours):
        setup.colours[colour] = colour
        bag[colour] = colour
    for location in range(locations):
        setup.bases[location] = location % colours
    shuffle(chance, bag, colours)
    for seat in range(setup.players):
        setup.objectives[seat] = bag[seat]
        for colour in range(colours):
            setup.stocks[seat, colour] = SHARE_OF[setup.piece_count]
    if setup.first < 0:
        setup.first = drawn(chance, np.int64(setup.players))


@kernel
def check(partial: Any, setup: Any) -> Any:
    """As many colours, bases and pieces as were agreed, laid as `deal` lays them."""
    colours = COLOURS_OF[setup.colour_count]
    locations = LOCATIONS_OF[setup.location_count]
    share = SHARE_OF[setup.piece_count]
    if setup.golden_rule and locations < 3:
        return CRAMPED  # somebody might have no move
    if setup.colours_count != colours:
        return WRONG_COLOURS | colours << BITS
    if setup.bases_count != locations:
        return WRONG_BASES | locations << BITS
    for location in range(locations):
        if setup.bases[location] != location % colours:
            return WRONG_BASES | locations << BITS
    for colour in range(colours):
        for seat in range(setup.players):
            if setup.stocks[seat, colour] != share:
                return EQUAL_SHARE | share << BITS
    return 0
