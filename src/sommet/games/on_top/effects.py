"""What a move of On Top did: the holes it made (T13) and the circles it finished (T14 to T19, T23, T24)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.bits import bit
from ...core.kernel import small_kernel
from ...core.position import Position
from .board import Board
from .rules import (
    BLACK,
    COLOURS,
    EMPTY,
    LAST_PAWN,
    NOBODY,
    OPEN,
    RUNNING,
    VERDICT,
    VOID,
    mover,
    play,
    score_finished,
)


@small_kernel
def unfold(settings: Any, states: Any, afters: Any, move: Any, circles: Any) -> Any:
    """Play a legal move on `afters` (like `states`), then score on `states`, one by one, the circles it finished.

    For each that is scored: crossing, circle, points, tower; their number is answered. Both states are changed.
    """
    setting = settings[0]
    state = states[0]
    after = afters[0]
    seat = mover(setting, state)
    play(setting, after, move)
    count = 0
    for crossing in range(setting.crossings):
        finished = state.circle[crossing] >> OPEN != 0 and after.circle[crossing] >> OPEN == 0
        if finished and state.ended == RUNNING:
            before = np.int64(0)
            for other in range(setting.players):
                before += state.score[other]
            state.circle[crossing] = after.circle[crossing]
            state.finished[crossing >> 6] = bit(crossing & 63)
            score_finished(setting, state, seat)
            points = -before
            for other in range(setting.players):
                points += state.score[other]
            circles[count, 0] = crossing
            circles[count, 1] = state.circle[crossing]
            circles[count, 2] = points
            circles[count, 3] = state.tower[crossing]
            count += 1
    return count


def laid(order: Sequence[Sequence[int]], circle: int, tower: int) -> list[str]:
    """T17: a tower's colours, bottom to top; `order` is the setting's, by the seat that finished the circle."""
    verdict = int(VERDICT[circle])
    colours = [colour for colour in order[tower >> 3] if verdict >> 3 >> colour & 1]
    colours.append(verdict & NOBODY)
    return [COLOURS[colour] for colour in colours[: tower & 7]]


def told(position: Position, on: Board, number: int) -> dict[str, Any]:
    """The effects of a legal move, by its number."""
    setting, state, after = position.setting, position.state.copy(), position.state.copy()
    circles = np.zeros((len(on.crossings), 4), np.int64)
    count = int(unfold(setting, state, after, number, circles))
    order, gold = setting["order"][0].tolist(), setting["gold"][0]
    scored = []
    for crossing, circle, points, tower in circles[:count].tolist():
        sixths = {colour: circle >> 3 * place & 7 for place, colour in enumerate(COLOURS)}
        leader = int(VERDICT[circle]) & NOBODY
        scored.append(
            {
                "crossing": on.crossing_names[crossing],
                "gold": bool(gold[crossing]),
                "sixths": sixths,
                "tower": laid(order, circle, tower),
                "leader": None if leader == NOBODY else COLOURS[leader],
                "points": points,
                "tied": leader == NOBODY and any(sixths.values()),
            }
        )
    before, now = position.state["cell"][0], after["cell"][0]
    filled = {
        name: [on.cell_names[cell] for cell in np.flatnonzero((before == EMPTY) & (now == content)).tolist()]
        for name, content in (("black", BLACK), ("void", VOID))
    }
    return {**filled, "circles": scored, "last_pawn": _last_pawn(position, after, scored)}


def _last_pawn(position: Position, after: Any, scored: list[dict[str, Any]]) -> str | None:
    """T23, T24: the colour whose last pawn ended the game: a player's, else the neutral one that ran out first."""
    left, pawns = position.state["pawns"][0], after["pawns"][0]
    if int(after["ended"][0]) == LAST_PAWN:
        return str(position.record.setup["colours"][int(after["winner"][0])])
    out = [colour for place, colour in enumerate(COLOURS) if left[place] > 0 and pawns[place] == 0]
    put = [colour for circle in scored for colour in circle["tower"]]
    return min(out, key=lambda colour: len(put) - 1 - put[::-1].index(colour), default=None)
