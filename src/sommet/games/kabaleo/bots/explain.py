"""What an analysis of Kabaleo tells besides values: the beliefs, and what each move gives away."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.position import Position, View
from ....core.record import SPECTATOR, Viewer
from ....search.advice import Advice
from ..declared import MOST_LOCATIONS
from ..rules import MOST_MOVES, UNKNOWN, can, mover
from .beliefs import Evidence, learn, survey, weigh
from .guide import twin


@kernel
def reveal(settings: Any, states: Any, outside: Any, evidences: Any, work: Any, given_away: Any) -> Any:
    """Per legal move, by its number: how much surer of the mover's own colour somebody outside would be after it.

    All moves are looked at, good or not, so that the time this takes does not depend on the objective.
    """
    setting = settings[0]
    state = states[0]
    seat = mover(setting, state)
    own = state.objective[seat]
    survey(setting, state, evidences[0])
    work[0] = evidences[0]
    weigh(setting, outside[0], work[0])
    before = work[0].belief[seat, own]
    for colour in range(setting.colours):
        for location in range(setting.locations):
            move = colour * MOST_LOCATIONS + location
            if can(setting, state, move):
                same = twin(setting, state, location)
                if same == location:
                    work[0] = evidences[0]
                    learn(setting, state, move, work[0])
                    weigh(setting, outside[0], work[0])
                    given_away[move] = work[0].belief[seat, own] - before
                else:
                    given_away[move] = given_away[colour * MOST_LOCATIONS + same]


def _table(evidence: Evidence) -> Iterator[tuple[int, dict[str, float]]]:
    """Per seat the probability of each colour."""
    colours = evidence.position.record.setup["colours"]
    for seat, row in enumerate(evidence.beliefs().tolist()):
        yield seat, {colour: round(value, 4) for colour, value in zip(colours, row, strict=True)}


def beliefs(position: Position) -> dict[str, dict[str, dict[str, float]]]:
    """For each seat, and for somebody `outside`: the probability of each colour for every other seat.

    By the moves so far alone, also after the end, when everybody knows. Of one viewer's knowledge: theirs and outside.
    """
    record, evidence = position.record, Evidence.of(position)
    seats = range(position.players) if record.viewer is None else [record.viewer]
    viewers: list[Viewer] = [*(seat for seat in seats if seat != SPECTATOR), SPECTATOR]
    told = {}
    for viewer in viewers:
        known = Position.of(position.game, position.game.known(record, viewer))
        table = _table(evidence.seen_by(known))
        told["outside" if viewer == SPECTATOR else str(viewer)] = {str(o): row for o, row in table if o != viewer}
    return told


def reveals(view: View, moves: Sequence[str]) -> list[float]:
    """By how much an outside observer would be surer of the mover's own colour after each of these moves."""
    known, evidence = view.known, Evidence.of(view.known)
    outside = Position.of(known.game, known.knowledge(SPECTATOR))
    given_away = np.zeros(MOST_MOVES)
    reveal(known.setting, known.state, outside.state, evidence.record, evidence.record.copy(), given_away)
    return [float(given_away[known.notation.numbers[move]]) for move in moves]


def explain(view: View, advice: Advice) -> Advice:
    """Add `beliefs` (per seat, the probability of each colour) and per move what it `reveals`."""
    known, seat = view.known, view.to_move
    table = _table(Evidence.of(known))
    more: dict[str, Any] = {**advice.more, "beliefs": [None if o == seat else row for o, row in table]}
    if seat is None or known.state["objective"][0, seat] == UNKNOWN:
        return replace(advice, more=more)
    told = zip(advice.moves, reveals(view, [move.move for move in advice.moves]), strict=True)
    moves = tuple(replace(move, more={**move.more, "reveals": round(value, 4)}) for move, value in told)
    return replace(advice, moves=moves, more=more)
