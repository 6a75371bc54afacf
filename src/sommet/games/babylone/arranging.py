"""Positions of Babylone set up by hand. Clauses B2 to B6, B9, B10.

A stack can be if it can have been built: it is one token, or it was made of two stacks that can be, the upper one put
on the lower one when they had the same height or the same colour on top (B4). Stacks are built apart from one another,
each token having stood on a spot of its own, so nothing else needs to hold.
"""

from typing import Any

import numpy as np

from ...core.arranging import Arranging, register_arranging
from ...core.bits import around
from ...core.fields import Field
from ...core.kernel import kernel
from ...core.names import SEAT, Numbered
from ...core.refusals import BITS
from ...core.setup import EVERYBODY, Setup
from . import PLAYERS
from .declared import COLOUR, NAME, REFUSALS
from .options import OPTIONS
from .sizes import MOST_TOKENS, STANDARD_TOKENS

EMPTY, UNBUILT = (REFUSALS.code(name) for name in ("empty", "unbuilt"))

ASKED = Setup(
    OPTIONS.every,
    # as the state tells them: by spot, bottom to top. With fewer tokens than spots the stacks move together.
    Field(
        "stacks",
        COLOUR,
        per=(Numbered("spot", dict.fromkeys(PLAYERS, MOST_TOKENS), MOST_TOKENS),),
        piled=MOST_TOKENS,
        known=EVERYBODY,
        clause="B10",
    ),
    Field("to_move", SEAT, known=EVERYBODY, clause="B9"),
    of=f"{NAME}'s position",
)

# What is worked on: for each part of a stack where it is divided, then whether it is one of those it was built of, then
# the spot of each token.
PARTS = MOST_TOKENS * MOST_TOKENS
CHOSEN = PARTS
SPOTS = 2 * PARTS
ARRANGING = Arranging(ASKED, plies=MOST_TOKENS, work=SPOTS + MOST_TOKENS)


@kernel
def part(low: Any, high: Any) -> Any:
    """The number of the part of a stack between two of its tokens, both included."""
    return low * MOST_TOKENS + high


@kernel
def divided(asked: Any, at: Any, low: Any, high: Any, work: Any) -> Any:
    """B4: the last token of a lower part on which the rest of this part can have been put; -1: there is none."""
    for below in range(low, high):
        alike = asked.stacks[at + below] == asked.stacks[at + high]
        if (
            work[part(low, below)] >= 0
            and work[part(below + 1, high)] >= 0
            and (alike or high - below == below - low + 1)
        ):
            return below
    return -1


@kernel
def can_be_built(asked: Any, at: Any, height: Any, work: Any) -> Any:
    """Whether the stack whose tokens begin there can be; each of its parts is noted with where it is divided."""
    for size in range(1, height + 1):
        for low in range(height - size + 1):
            high = low + size - 1
            work[part(low, high)] = low if size == 1 else divided(asked, at, low, high, work)
    return work[part(0, height - 1)] >= 0


@kernel
def build(at: Any, height: Any, size: Any, work: Any, moves: Any) -> Any:
    """The moves that built it, smaller parts first. `size`: of the state (see rules.py)."""
    for number in range(PARTS):
        work[CHOSEN + number] = 0
    work[CHOSEN + part(0, height - 1)] = 1
    for length in range(height, 1, -1):
        for low in range(height - length + 1):
            high = low + length - 1
            if work[CHOSEN + part(low, high)]:
                below = work[part(low, high)]
                work[CHOSEN + part(low, below)] = 1
                work[CHOSEN + part(below + 1, high)] = 1
    for length in range(2, height + 1):
        for low in range(height - length + 1):
            if work[CHOSEN + part(low, low + length - 1)]:
                upper = work[part(low, low + length - 1)] + 1
                moves[0] += 1
                moves[moves[0]] = work[SPOTS + at + upper] * size + work[SPOTS + at + low]


@kernel
def give_spots(asked: Any, tokens: Any, work: Any) -> Any:
    """B2: a spot for each token: a stack's lowest one stands where the stack does; the others on any that are free."""
    together = False
    for place in range(tokens, MOST_TOKENS):
        together = together or asked.stacks_count[place] > 0
    at = 0
    stacks = 0
    for place in range(MOST_TOKENS):
        if asked.stacks_count[place] > 0:
            work[SPOTS + at] = stacks if together else place
            at += asked.stacks_count[place]
            stacks += 1
    free = stacks if together else 0
    at = 0
    for place in range(MOST_TOKENS):
        for token in range(1, asked.stacks_count[place]):
            while not together and asked.stacks_count[free] > 0:
                free += 1
            work[SPOTS + at + token] = free
            free += 1
        at += asked.stacks_count[place]
    return stacks


@kernel
def arrange(chance: Any, asked: Any, setup: Any, setting: Any, states: Any, work: Any, moves: Any) -> Any:
    """Every stack by itself; whoever began is found by counting back (B9)."""
    tokens = np.int64(0)
    for place in range(MOST_TOKENS):
        tokens += np.int64(asked.stacks_count[place])
    if tokens == 0:
        return EMPTY
    size = STANDARD_TOKENS if tokens <= STANDARD_TOKENS else MOST_TOKENS
    stacks = give_spots(asked, tokens, work)
    for token in range(tokens):
        setup.tokens[work[SPOTS + token]] = asked.stacks[token]
    setup.tokens_count = tokens
    moves[0] = 0
    at: Any = 0
    for place in range(MOST_TOKENS):
        height = np.int64(asked.stacks_count[place])
        if height > 0:
            if not can_be_built(asked, at, height, work):
                return UNBUILT | (place + 1) << BITS
            build(at, height, size, work, moves)
        at += height
    step = -1 if setup.direction else 1
    setup.first = around(asked.to_move - step * (tokens - stacks), setup.players)
    return 0


register_arranging(ASKED.type, arrange=arrange)
