"""What is shown of Pebbles, to everybody and to one viewer; what a move does. Clauses P3 to P9, P11."""

from typing import Any

from sommet.core.kernel import kernel

from .declared import TURNED
from .options import MOST_HEAPS
from .rules import MOST_PLAYERS, NOWHERE, UNKNOWN, over, play, top


@kernel
def show(setting: Any, state: Any, shown: Any) -> Any:
    """The heaps, the pebble to add, how many are left, the heap that rests; at the end the buried pebble."""
    at = 0
    for heap in range(setting.heaps):
        shown.heaps_count[heap] = state.height[heap]
        for place in range(state.height[heap]):
            shown.heaps[at] = state.heap[heap, place]
            at += 1
    ended = over(setting, state)
    shown.pebble = UNKNOWN if ended or state.ply >= state.known else state.pebble[state.ply]
    shown.left = 0 if ended else TURNED - state.ply - 1
    shown.resting = NOWHERE if ended or setting.rest == 0 else state.last
    shown.buried = state.buried if ended else UNKNOWN


@kernel
def show_own(setting: Any, state: Any, viewer: Any, own: Any) -> Any:
    """P3: one's own colour; P8: at the end everybody's."""
    own.secret = UNKNOWN
    if viewer >= 0:
        own.secret = state.secret[viewer]
    for seat in range(setting.players):
        own.secrets[seat] = state.secret[seat] if over(setting, state) else UNKNOWN


@kernel
def tell(setting: Any, state: Any, move: Any, after: Any, effects: Any) -> Any:
    """P6, P7: what the heap then shows, and how high it is."""
    heap = move % MOST_HEAPS
    play(setting, after, move)
    effects.shows = top(after, heap)
    effects.height = after.height[heap]


@kernel
def see(setting: Any, state: Any, viewer: Any, seen: Any) -> Any:
    """The heaps, the pebbles turned over and one's own colour."""
    for heap in range(setting.heaps):
        seen.height[heap] = state.height[heap]
        for place in range(state.height[heap]):
            seen.heap[heap, place] = state.heap[heap, place]
    for seat in range(MOST_PLAYERS):
        seen.secret[seat] = UNKNOWN
    if viewer >= 0:
        seen.secret[viewer] = state.secret[viewer]
    seen.known = min(state.known, state.ply + 1)
    for place in range(TURNED):
        seen.pebble[place] = state.pebble[place] if place < seen.known else UNKNOWN
    seen.buried = UNKNOWN
    seen.last = state.last
    seen.ply = state.ply


@kernel
def recall(setting: Any, state: Any, setup: Any) -> Any:
    """P3, P4: what not everybody knows."""
    for seat in range(setting.players):
        setup.secrets[seat] = state.secret[seat]
    for place in range(TURNED):
        setup.pebbles[place] = state.pebble[place]
    setup.buried = state.buried
