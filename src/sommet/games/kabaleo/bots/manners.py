"""How somebody who is after a colour tends to move: what a move does, in amounts, and what each is worth to them.

Each amount counts with one weight at the beginning of a game and with another, added by degrees, towards its end. The
weights are fitted to games (`fit.py`).
"""

from typing import Any

import numpy as np

from ....core.kernel import kernel
from ..declared import MOST_LOCATIONS, MOST_PLAYERS

AMOUNTS = 19
ANY_TRUST, GREEDY_TRUST = 0.12, 0.18  # in these two models, before a move has been seen

# At the beginning, and added by degrees. Any move; greedy; and fitted to a strong bot's games.
ANY = ((0.0,) * AMOUNTS, (0.0,) * AMOUNTS)
GREEDY = ((2.5, -2.5, *(0.0,) * (AMOUNTS - 2)), (0.0,) * AMOUNTS)
# fmt: off
FITTED = {
    2: (
        (0.153, -1.599, -1.323, -0.837, -0.487, 0.989, -0.295, -3.117, 0.632, -2.194,
         -0.334, 0.419, -1.451, 0.667, -1.589, -0.880, -0.231, -0.594, 0.997),
        (0.011, -0.549, 1.195, 0.470, 0.725, -0.459, 0.323, -0.548, -1.375, 1.158,
         -2.072, -0.803, 0.713, 0.378, -0.134, 0.092, 0.937, 0.376, 0.426),
    ),
    3: (
        (0.788, -1.710, -0.741, -0.644, -0.097, 1.432, -0.664, -1.593, 0.841, -0.201,
         1.004, 0.137, -2.057, 1.052, -0.217, -0.450, -0.096, -1.363, 0.006),
        (0.355, -0.152, 0.016, -0.116, 0.132, 0.470, 0.198, -0.534, -1.052, -1.329,
         -1.738, -0.407, -0.050, -0.687, -0.335, -0.029, 0.020, -0.193, -0.815),
    ),
    4: (
        (1.178, -1.409, -0.135, -0.571, 0.436, 1.749, -0.754, -1.249, 0.740, 0.236,
         0.708, 0.315, -1.888, 1.280, 0.298, -0.859, -0.237, -1.892, -0.299),
        (0.420, 0.150, -0.304, -0.848, 0.544, 1.269, 0.479, -0.565, -0.410, -0.657,
         0.292, 0.736, -0.706, -0.492, -0.364, -0.048, 0.022, -0.277, 0.171),
    ),
}
# fmt: on

MOST_MODELS = 3
OF_ANY, OF_GREEDY, OF_FITTED = range(MOST_MODELS)
WEIGHTS = np.zeros((MOST_PLAYERS + 1, MOST_MODELS, 2, AMOUNTS))
for _players, _fitted in FITTED.items():
    WEIGHTS[_players] = [ANY, GREEDY, _fitted]


@kernel
def weigh_amounts(setting: Any, ply: Any, model: Any, weights: Any) -> Any:
    """Fill `weights` with what each amount counts at that stage of a game."""
    players = np.int64(setting.players)
    progress = ply / setting.pieces
    for k in range(AMOUNTS):
        weights[k] = WEIGHTS[players, model, 0, k] + WEIGHTS[players, model, 1, k] * progress


@kernel
def showing(setting: Any, state: Any) -> Any:
    """How many locations show each colour, eight bits a colour."""
    found = np.int64(0)
    for location in range(setting.locations):
        found += np.int64(1) << 8 * np.int64(state.colour[state.top[location]])
    return found


@kernel
def fourths(shown: Any, colour: Any) -> Any:
    """How many locations show a colour, in fourths."""
    return np.float64(shown >> 8 * np.int64(colour) & 255) / 4.0


@kernel
def liking(
    setting: Any, state: Any, shown: Any, weights: Any, seat: Any, objective: Any, colour: Any, location: Any
) -> Any:
    """How much a mover after that objective likes this piece on this location: what it does, in amounts, by weight.

    `shown`: see `showing`. `weights[k]` is what amount k counts.
    """
    top = np.int64(state.top[location])
    under = np.int64(state.colour[top])
    bare = top < MOST_LOCATIONS
    cancel = not bare and under == colour
    below = np.int64(state.colour[state.below[top]]) if not bare else np.int64(-1)
    shows = below if cancel else np.int64(colour)
    found = weights[0] * 0.0
    if under == objective and shows != objective:
        found += weights[1] + weights[17] * fourths(shown, objective)
        if bare:
            found += weights[7]
    else:
        if not bare and not cancel and below == objective:
            found += weights[6]
        found += weights[10 if cancel else 9] * fourths(shown, under)
        if bare:
            found += weights[15]
    if under != objective and shows == objective:
        found += weights[0] + weights[16] * fourths(shown, objective)
        if colour == objective:
            found += weights[3]
        if cancel:
            found += weights[5]
        if bare:
            found += weights[8]
    if colour == objective:
        found += weights[2] + weights[12] * (state.stock[seat, objective] / 3.0)
        if cancel:
            found += weights[4]
    else:
        elsewhere = 0
        for other in range(setting.players):
            if other != seat:
                elsewhere += state.stock[other, colour]
        found += weights[13] * (state.stock[seat, colour] / 3.0) + weights[14] * (elsewhere / 3.0)
        if cancel:
            found += weights[18]
        else:
            found += weights[11] * fourths(shown, colour)
    return found
