"""Dealing Babylone and beginning it. Clauses B2, B3, B10."""

from typing import Any

import numpy as np

from ...core.chance_kernels import drawn, shuffle
from ...core.kernel import kernel
from .declared import COLOURS
from .rules import NONE

FOUR = len(COLOURS)


@kernel
def colour_number(kind: Any) -> Any:
    """B10: the four, then c5, c6 … among the names of colours."""
    return kind if kind < FOUR else kind + FOUR


@kernel
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """B2, B3, B10: the tokens of each colour, laid out at random; who starts is drawn unless it is said."""
    count = 0
    for kind in range(setup.tokens_wanted_count):
        for _ in range(setup.tokens_wanted[kind]):
            setup.tokens[count] = colour_number(kind)
            count += 1
    setup.tokens_count = count
    shuffle(chance, setup.tokens, count)
    if setup.first < 0:
        setup.first = drawn(chance, np.int64(setup.players))


@kernel
def check(partial: Any, setup: Any) -> Any:
    """B10: any set will do."""
    return 0


@kernel
def begin(setting: Any, state: Any, setup: Any) -> Any:
    """B2: every token is a stack of height 1 on its own spot. Colours are numbered as they come."""
    setting.players = setup.players
    setting.first = setup.first
    setting.step = -1 if setup.direction else 1
    setting.tokens = setup.tokens_count
    state.stacks = setup.tokens_count
    for spot in range(state.place.shape[0]):
        state.place[spot] = spot if spot < setup.tokens_count else NONE
    colours = np.int64(0)
    for spot in range(setup.tokens_count):
        setting.token[spot] = setup.tokens[spot]
        number = colours
        for before in range(spot):
            if setup.tokens[before] == setup.tokens[spot]:
                number = np.int64(state.stack[before] >> 8)
                break
        colours = max(colours, number + 1)
        state.stack[spot] = 1 | number << 8
        state.spot[spot] = spot
