"""Dealing Kabaleo and beginning it. Clauses K1 to K8."""

from typing import Any

import numpy as np

from ...core.chance_kernels import drawn, shuffle
from ...core.kernel import kernel
from ...core.refusals import BITS
from .declared import BASES_A_COLOUR, MOST_COLOURS, MOST_LOCATIONS, MOST_PLAYERS, PIECES_A_COLOUR, REFUSALS
from .rules import NOWHERE, UNKNOWN

BASES, PIECES_EACH, PIECES_OF_A_COLOUR, EQUAL_SHARE = (
    REFUSALS.code(name) for name in ("bases", "pieces_each", "pieces_a_colour", "equal_share")
)


@kernel
def colours_in_play(players: Any) -> Any:
    """K2: two more than players."""
    return players + 2


@kernel
def pieces_each(players: Any) -> Any:
    """K6: 12, 10 or 9."""
    return PIECES_A_COLOUR * colours_in_play(players) // players


@kernel
def equal_share(players: Any) -> Any:
    """K7: of each colour 3, or 2 with three players."""
    return PIECES_A_COLOUR // players


@kernel
def deal(chance: Any, setup: Any, bag: Any) -> Any:
    """K2 to K8: what the players did not choose is drawn."""
    players = np.int64(setup.players)
    colours = colours_in_play(players)
    if setup.colours_count == 0:
        for colour in range(MOST_COLOURS):
            setup.colours[colour] = colour
        shuffle(chance, setup.colours, MOST_COLOURS)
        setup.colours_count = colours
    for colour in range(colours):
        bag[colour] = colour
    shuffle(chance, bag, colours)
    for seat in range(players):
        setup.objectives[seat] = bag[seat]
    for location in range(colours * BASES_A_COLOUR):
        setup.bases[location] = location // BASES_A_COLOUR
    shuffle(chance, setup.bases, colours * BASES_A_COLOUR)
    for seat in range(players):
        for colour in range(colours):
            setup.stocks[seat, colour] = equal_share(players) if setup.deal else 0
    if setup.deal == 0:
        for piece in range(colours * PIECES_A_COLOUR):
            bag[piece] = piece // PIECES_A_COLOUR
        shuffle(chance, bag, colours * PIECES_A_COLOUR)
        for piece in range(colours * PIECES_A_COLOUR):
            setup.stocks[piece // pieces_each(players), bag[piece]] += 1
    if setup.first < 0:
        setup.first = drawn(chance, players)


@kernel
def check(partial: Any, setup: Any) -> Any:
    """K1, K4, K6, K7: as many bases and pieces of each colour, as many pieces for each player."""
    players = np.int64(setup.players)
    colours = colours_in_play(players)
    for colour in range(colours):
        bases = np.int64(0)
        for location in range(colours * BASES_A_COLOUR):
            bases += np.int64(setup.bases[location] == colour)
        if bases != BASES_A_COLOUR:
            return BASES | BASES_A_COLOUR << BITS
    for seat in range(players):
        pieces = np.int64(0)
        for colour in range(colours):
            pieces += np.int64(setup.stocks[seat, colour])
        if pieces != pieces_each(players):
            return PIECES_EACH | pieces_each(players) << BITS
    for colour in range(colours):
        pieces = np.int64(0)
        for seat in range(players):
            pieces += np.int64(setup.stocks[seat, colour])
            if setup.deal and setup.stocks[seat, colour] != equal_share(players):
                return EQUAL_SHARE | equal_share(players) << BITS
        if pieces != PIECES_A_COLOUR:
            return PIECES_OF_A_COLOUR | PIECES_A_COLOUR << BITS
    return 0


@kernel
def begin(setting: Any, state: Any, setup: Any) -> Any:
    """K2 to K8. The setting of a smaller box says its numbers already."""
    setting.players = setup.players
    setting.first = setup.first
    if setting.pieces == 0:
        setting.colours = colours_in_play(setup.players)
        setting.locations = setting.colours * BASES_A_COLOUR
        setting.pieces = setting.colours * PIECES_A_COLOUR
    setting.golden = setup.golden_rule
    setting.head_start = setup.head_start
    for location in range(MOST_LOCATIONS):
        state.top[location] = location
    for location in range(setting.locations):
        state.colour[location] = setup.bases[location]
    for seat in range(MOST_PLAYERS):
        state.objective[seat] = UNKNOWN
    for seat in range(setting.players):
        state.objective[seat] = setup.objectives[seat]
        for colour in range(setting.colours):
            count = setup.stocks[seat, colour]
            state.stock[seat, colour] = count
            state.holds[seat] |= np.int64(count > 0) << colour
    state.last = NOWHERE
