"""What a player of Babylone sees, for programs that learn. Clauses B2, B4, B5, B9."""

from typing import Any

import numpy as np

from ...core.arrays import Records
from ...core.bits import around
from ...core.kernel import kernel
from ...core.names import Terms
from ...core.observing import Feature, places, register_observing
from .rules import can_join, mover, over

PLACES = places(3, of=__name__)
HEIGHT, TOP, TURN = range(3)


def features(terms: Terms, setting: Records, state: Records) -> tuple[Feature, ...]:
    """As many spots as tokens, as many colours as the set has; what lies under a top does not matter (B4)."""
    tokens = int(setting["tokens"][0])
    colours = len(set(setting["token"][0, :tokens].tolist()))
    return (
        Feature("height", (tokens,), tokens, "the height of the stack on a spot; 0 where there is none"),
        Feature(
            "top",
            (tokens, colours),
            1,
            "the colour on top of the stack; colours are numbered as they first come, from spot 1 on",
        ),
        Feature("turn", (terms.players,), 1, "who is to move, counted from the viewer in the order of play"),
    )


@kernel
def observe(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """B5: heights and tops. How many colours there are, the features' places tell."""
    colours = (places.at[TURN] - places.at[TOP]) // setting.tokens
    for i in range(state.stacks):
        spot = np.int64(state.spot[i])
        out[places.at[HEIGHT] + spot] = state.stack[i] & 0xFF
        out[places.at[TOP] + spot * colours + (state.stack[i] >> 8)] = 1
    if not over(setting, state):
        ahead = setting.step * (mover(setting, state) - viewer) + setting.players
        out[places.at[TURN] + around(ahead, setting.players)] = 1


@kernel
def mark(setting: Any, places: Any, state: Any, mask: Any) -> Any:
    """B4: any two stacks that may join, either on the other."""
    tokens = np.int64(setting.tokens)
    for i in range(1, state.stacks):
        a = np.int64(state.spot[i])
        for j in range(i):
            if can_join(state, i, j):
                b = np.int64(state.spot[j])
                mask[a * tokens + b] = True
                mask[b * tokens + a] = True


register_observing(PLACES, observe=observe, mark=mark)
