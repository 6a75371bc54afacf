"""What a player of Kabaleo sees, for programs that learn. Clauses K3 to K5, K8 to K11, K18."""

from typing import Any

import numpy as np

from ...core.arrays import Records
from ...core.bits import around
from ...core.kernel import kernel
from ...core.names import Terms
from ...core.observing import Feature, places, register_observing
from .declared import MOST_LOCATIONS, MOST_PIECES, PIECES_A_COLOUR
from .rules import NOWHERE, fits, mover, over

DEPTH = 4  # layers told of a pile, from its top down
PLACES = places(7, of=__name__)
LAYERS, HEIGHT, PUT_BY, STOCKS, OBJECTIVE, LAST, TURN = range(7)


def features(terms: Terms, setting: Records, state: Records) -> tuple[Feature, ...]:
    """As many colours and locations as are in play; players are counted from the viewer on, clockwise."""
    players, colours, locations = terms.players, int(setting["colours"][0]), int(setting["locations"][0])
    return (
        Feature(
            "layers", (locations, DEPTH, colours), 1, "the colours of a location from its top down; its base is one too"
        ),
        Feature("height", (locations,), MOST_PIECES, "how many pieces lie on a location's base"),
        Feature(
            "put_by", (locations, players), 1, "who put the piece that lies on top; nobody, where the base is bare"
        ),
        Feature("stocks", (players, colours), PIECES_A_COLOUR, "the pieces that each player has left"),
        Feature("objective", (colours,), 1, "the viewer's own objective"),
        Feature("last", (locations,), 1, "where the move just before was made"),
        Feature("turn", (players,), 1, "who is to move; nobody, once the game is over"),
    )


@kernel
def observe(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """K4, K10: the piles; K5: the stocks; K3: one's own objective."""
    players = np.int64(setting.players)
    colours = np.int64(setting.colours)
    locations = np.int64(setting.locations)
    row = np.int64(places.at[LAYERS])
    heights = np.int64(places.at[HEIGHT])
    put_by = np.int64(places.at[PUT_BY])
    since = np.int64(setting.first) - viewer + players - MOST_LOCATIONS
    for location in range(locations):
        node = np.int64(state.top[location])
        if node >= MOST_LOCATIONS:
            out[put_by + location * players + around(since + node, players)] = 1
        height = np.int64(0)
        at = row
        while node >= MOST_LOCATIONS:
            if height < DEPTH:
                out[at + state.colour[node]] = 1
            at += colours
            height += 1
            node = np.int64(state.below[node])
        if height < DEPTH:
            out[at + state.colour[node]] = 1
        out[heights + location] = height
        row += DEPTH * colours
    at = np.int64(places.at[STOCKS])
    for ahead in range(players):
        seat = around(viewer + ahead, players)
        for colour in range(colours):
            out[at] = state.stock[seat, colour]
            at += 1
    out[places.at[OBJECTIVE] + state.objective[viewer]] = 1
    if state.last != NOWHERE:
        out[places.at[LAST] + state.last] = 1
    if not over(setting, state):
        out[places.at[TURN] + around(mover(setting, state) - viewer + players, players)] = 1


@kernel
def mark(setting: Any, places: Any, state: Any, mask: Any) -> Any:
    """K8, K9, K18: each colour of the mover's stock on each location it fits.

    K9 keeps only a base's own colour away, K18 all from one location: no others are looked at.
    """
    seat = mover(setting, state)
    colours = np.int64(setting.colours)
    locations = np.int64(setting.locations)
    action = np.int64(0)
    for colour in range(colours):
        in_stock = state.stock[seat, colour] > 0
        for _ in range(locations):
            mask[action] = in_stock
            action += 1
    for location in range(locations):
        shown = np.int64(state.colour[state.top[location]])
        if not fits(setting, state, shown, location):
            mask[shown * locations + location] = False
    if setting.golden != 0 and state.last != NOWHERE:
        for colour in range(colours):
            if not fits(setting, state, colour, state.last):
                mask[colour * locations + state.last] = False


register_observing(PLACES, observe=observe, mark=mark)
