"""Babylone's minds as kernels: a perfect one, and those that do not see as far and overlook things.

Every level knows the exact value of a position, since the solver gives it; the weaker ones are shown only what a player
who looks a few moves ahead would see of it, less what they overlook.
"""

from typing import Any

import numpy as np

from ....core.arrays import record_type
from ....core.kernel import kernel
from ....search.choosing import by_value, take_found
from ....search.guide import ANSWERED, COMMON, PLAYOUTS, UNFINISHED
from ..rules import LARGE_STATE, legal
from ..solver.counting import MOST_COLOURS, POSITIONS
from ..solver.desk import (
    ANEW,
    AT_WORK,
    SOLVED,
    TOO_LARGE,
    Desk,
    desk_for,
    grundy_of,
    length_of,
    scratch_on,
    share_of_last,
    solve_on,
    sort_kinds,
    table_on,
)
from ..solver.table import known
from ..solver.walk import best_reply
from .sight import FINE, by_kind, glimpse, look, notice, rounded

MOST_POSITIONS = 500_000  # every set of 20 tokens, and later stages of larger ones
FEW_STACKS = 18  # with more, a large set is not even tried
TIMES = 4  # large: so many times more positions than it may have in all, most of which may not follow
THOUSANDTHS = 1e3  # mean lengths are told so finely

GUIDE = record_type(
    *COMMON,
    ("positions", np.int64),  # as many as may follow, or it is too large
    ("sight", np.int16),  # moves ahead; 0: to the end
    ("among", np.int16),  # the same at a table of more than two, where it misses no kind of join
    ("reach", np.int16),  # spots between two stacks, beyond which it does not look at them together; 0: none
    ("misses", np.int16),  # which joins it does not look into, see `sight.noticed`
    ("stage", np.int16),  # how far the solver is with this position
    of=__name__,
)


def new_desk(players: int, state: "np.dtype[Any]") -> Desk:
    """For positions of so many players, in states of this type."""
    return desk_for(players, state == LARGE_STATE, MOST_POSITIONS)


@kernel
def hopeless(setting: Any, state: Any, most: Any) -> Any:
    """Whether a position looks so large that it is not even tried."""
    if state.stacks <= FEW_STACKS:
        return False
    colours = 0
    for i in range(state.stacks):
        new = 1
        for j in range(i):
            if state.stack[i] >> 8 == state.stack[j] >> 8:
                new = 0
        colours += new
    return POSITIONS[setting.tokens, min(colours, MOST_COLOURS)] > TIMES * most


@kernel
def consider(setting: Any, guide: Any, state: Any, starts: Any, moves: Any, rng: Any, desk: Any, most: Any) -> Any:
    """Solve the position; who sees to the end leaves one that is too large to playouts, others see nothing then."""
    if guide.stage == ANEW and hopeless(setting, state, guide.positions):
        guide.stage = TOO_LARGE
    if guide.stage <= AT_WORK:
        guide.stage = solve_on(desk, state, np.int64(setting.players), guide.positions, np.int64(guide.stage), most)
    if guide.stage == AT_WORK:
        return UNFINISHED
    return ANSWERED if guide.stage == SOLVED or guide.sight > 0 else PLAYOUTS


@kernel
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """By what is seen; equally good moves in a random order. After playouts: the best first."""
    count = legal(setting, state, told.moves)
    players = np.int64(setting.players)
    if guide.stage == SOLVED:
        kinds = sort_kinds(desk, state, told.moves, count)
        misses = guide.misses if players == 2 else 0
        notice(state, told.moves, count, desk.kinds, guide.reach, misses, desk.seen)
        for kind in range(kinds):
            node = desk.nodes[kind]
            share = share_of_last(desk, node, players)
            length = length_of(desk, node, players)
            if guide.sight > 0:
                sight = guide.sight if players == 2 else guide.among
                glimpse(share, length, players, sight, desk.seen[kind])
            else:
                look(rng, share, length, players, desk.seen[kind])
        told.exact[0] = np.int64(guide.sight == 0)
    elif guide.sight > 0:
        for k in range(count):
            desk.kinds[k] = 0
        glimpse(0.0, np.inf, players, guide.sight, desk.seen[0])
    else:
        take_found(found, told, count)
        by_value(told, count)
        return count
    by_kind(rng, desk.kinds, count, desk.seen, desk.places, desk.keys, desk.order)
    for k in range(count):
        desk.moves[k] = told.moves[k]
    for k in range(count):
        told.moves[k] = desk.moves[desk.order[k]]
        told.values[k] = np.nan if guide.sight > 0 else desk.seen[desk.kinds[desk.order[k]], 0]
        told.visits[k] = 0
    return count


@kernel
def explain(
    setting: Any, guide: Any, state: Any, starts: Any, moves: Any, desk: Any, told: Any, about: Any, notes: Any
) -> Any:
    """Of exact advice: how long it lasts and what is behind it; of each move whether it wins, and what refutes it."""
    if told.exact[0] == 0 or hopeless(setting, state, MOST_POSITIONS):
        return
    players = np.int64(setting.players)
    if solve_on(desk, state, players, MOST_POSITIONS, ANEW, MOST_POSITIONS) != SOLVED:
        return
    table = table_on(desk)
    scratch = scratch_on(desk)
    node = known(table, scratch, state)
    about.moves_to_end = rounded(length_of(desk, node, players), THOUSANDTHS)
    if players == 2:
        about.grundy = grundy_of(desk, node)
    else:
        about.ties = 0.0
        for seat in range(players):
            about.shares[seat] = rounded(desk.shares[node, seat], FINE)
    best = 0.0
    for k in range(told.size[0]):
        best = max(best, told.values[k])
    sort_kinds(desk, state, told.moves, told.size[0])
    for k in range(told.size[0]):
        note = notes[k]
        note.wins = np.float64(told.values[k] == 1.0)
        note.moves_to_end = rounded(1.0 + length_of(desk, desk.nodes[desk.kinds[k]], players), THOUSANDTHS)
        note.refutation = -1.0
        if told.values[k] < best or best <= 0.0:
            note.refutation = best_reply(table, scratch, state, told.moves[k], players)
