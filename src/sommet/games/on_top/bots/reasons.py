"""Why a move of On Top: the circles it finishes and their points, else the one it builds up or spoils."""

from typing import Any, cast

import numpy as np

from ....bots.wording import Speaker, chances
from ....core.position import View
from ....search.advice import Advice
from ..options import COLOUR
from ..rules import NEUTRAL, under
from ..shape import crossing_names
from .worth import CIRCLES, WORTH

LITTLE = 0.1  # points and pawns: less is not worth a word


def reasons(view: View, advice: Advice, speaker: Speaker) -> list[str]:
    """Two sentences."""
    return [_what(view, advice.best, speaker), chances(advice, speaker)]


def _what(view: View, move: str, speaker: Speaker) -> str:
    effects, own, tell = view.known.effects(move), _own(view), speaker.tell
    if effects["last_pawn"] in own:
        return tell("on_top.reasons.last_pawn")
    circles = effects["circles"]
    if not circles:
        return _foreseen(view, move, own, speaker)
    names = speaker.listed([circle["crossing"] for circle in circles])
    points = dict.fromkeys(COLOUR.texts, 0)
    for circle in circles:
        if circle["leader"]:
            points[circle["leader"]] += circle["points"]
    ours = sum(points[colour] for colour in own)
    parts = [tell("on_top.reasons.own", points=ours)] if ours else []
    for colour in COLOUR.texts:
        if points[colour] and colour not in own:
            parts.append(tell("on_top.reasons.theirs", points=points[colour], colour=f"@colour.{colour}"))
    if not parts:
        return tell("on_top.reasons.finishes_bare", circles=names)
    return tell("on_top.reasons.finishes", circles=names, points=", ".join(parts))


def _own(view: View) -> list[str]:
    """The colours of the mover's side (T25)."""
    seat, colours = view.to_move or 0, view.knowledge.setup["colours"]
    teams = bool(view.known.setting["teams"][0])
    return [colour for other, colour in enumerate(colours) if other == seat or (teams and (other - seat) % 2 == 0)]


def _foreseen(view: View, move: str, own: list[str], speaker: Speaker) -> str:
    """The circle under the tile of which the table expects most: for the mover's side, or from the others."""
    known, tell = view.known, speaker.tell
    number, setting, state = known.notation.numbers[move], known.setting[0], known.state[0]
    worth, tile = WORTH[1], int(state["tiles"][int(state["ply"])])
    sides = [colour in own for colour in COLOUR.texts]
    played = [int(seat) != NEUTRAL for seat in setting["seat_of"]]
    changes: list[tuple[float, bool, int]] = []
    for k in range(4):
        crossing = int(setting["corner"][number, k])
        gold, before = int(setting["gold"][crossing]), int(state["circle"][crossing])
        after = int(cast(Any, under).interpreted(before, tile, k))
        change = worth[:, gold, np.searchsorted(CIRCLES, after)] - worth[:, gold, np.searchsorted(CIRCLES, before)]
        for ours in (True, False):
            part = sum(float(change[c]) for c in range(4) if sides[c] == ours and played[c])
            changes.append((part if ours else -part, ours, crossing))
    most, ours, crossing = max(changes)
    if most < LITTLE:
        return tell("on_top.reasons.waits")
    circle = crossing_names(known.record.options)[crossing]
    return tell("on_top.reasons.builds" if ours else "on_top.reasons.spoils", circle=circle)
