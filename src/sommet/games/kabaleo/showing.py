"""What is shown of Kabaleo, to everybody and to one viewer; what a move does. Clauses K3, K5, K10, K11, K14."""

from typing import Any

import numpy as np

from ...core.kernel import kernel
from .declared import MOST_LOCATIONS, MOST_PIECES, MOST_PLAYERS
from .rules import UNKNOWN, cancels, height, over, play


@kernel
def show(setting: Any, state: Any, shown: Any) -> Any:
    """K4, K5, K10: every location from its base up, and everybody's stock."""
    at = 0
    for location in range(setting.locations):
        high = height(state, location)
        shown.locations_count[location] = high + 1
        node = np.int64(state.top[location])
        for layer in range(high, -1, -1):
            shown.locations[at + layer] = state.colour[node]
            node = np.int64(state.below[node])
        at += high + 1
    for seat in range(setting.players):
        for colour in range(setting.colours):
            shown.stocks[seat, colour] = state.stock[seat, colour]


@kernel
def show_own(setting: Any, state: Any, viewer: Any, own: Any) -> Any:
    """K3: one's own objective; K14: at the end everybody's."""
    own.objective = UNKNOWN
    if viewer >= 0:
        own.objective = state.objective[viewer]
    for seat in range(setting.players):
        own.objectives[seat] = state.objective[seat] if over(setting, state) else UNKNOWN


@kernel
def tell(setting: Any, state: Any, move: Any, after: Any, effects: Any) -> Any:
    """K10, K11: whether the piece cancels another, the colour its location then shows, and the height of the pile."""
    colour = move // MOST_LOCATIONS
    location = move % MOST_LOCATIONS
    effects.cancels = cancels(state, colour, location)
    play(setting, after, move)
    effects.shows = after.colour[after.top[location]]
    effects.height = height(after, location)


@kernel
def see(setting: Any, state: Any, viewer: Any, seen: Any) -> Any:
    """All but the others' objectives."""
    for location in range(MOST_LOCATIONS):
        seen.top[location] = state.top[location]
    for node in range(MOST_LOCATIONS + MOST_PIECES):
        seen.colour[node] = state.colour[node]
        seen.below[node] = state.below[node]
    for seat in range(MOST_PLAYERS):
        for colour in range(setting.colours):
            seen.stock[seat, colour] = state.stock[seat, colour]
        seen.holds[seat] = state.holds[seat]
        seen.objective[seat] = UNKNOWN
    if viewer >= 0:
        seen.objective[viewer] = state.objective[viewer]
    seen.last = state.last
    seen.ply = state.ply


@kernel
def recall(setting: Any, state: Any, setup: Any) -> Any:
    """K3: the objectives."""
    for seat in range(setting.players):
        setup.objectives[seat] = state.objective[seat]
