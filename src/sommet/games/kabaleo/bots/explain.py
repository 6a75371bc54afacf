"""What an analysis of Kabaleo tells besides values: the beliefs, and what each move gives away."""

from typing import Any

from ....core.fields import REAL, Field
from ....core.findings import Findings
from ....core.kernel import kernel
from ....core.names import SEAT
from ....core.numbers import rounded
from ....core.rules import see
from ..declared import IN_PLAY, MOST_LOCATIONS
from ..rules import UNKNOWN, can, mover
from .beliefs import forget, learn, survey, watch, weigh
from .guide import twin

ABOUT = Findings(Field("beliefs", REAL, per=(SEAT, IN_PLAY)), of=__name__)  # of each seat whose objective is not known
NOTES = Findings(Field("reveals", REAL, optional=True), of=__name__)  # how much surer it makes one outside
OUTSIDE = -1
FINE = 10_000.0


@kernel
def reveal(setting: Any, state: Any, desk: Any) -> Any:
    """Per legal move, by its number: how much surer of the mover's own colour somebody outside would be after it.

    The evidence is that of the moves so far. All moves are looked at, good or not, so that the time this takes does not
    depend on the objective. And how sure of it they are before it.
    """
    evidence = desk.evidence[0]
    after = desk.evidence[1]
    outside = desk.outside[0]
    seat = mover(setting, state)
    own = state.objective[seat]
    see(setting, state, OUTSIDE, outside)
    survey(setting, state, evidence)
    desk.evidence[1] = desk.evidence[0]
    weigh(setting, outside, after)
    before = after.belief[seat, own]
    for colour in range(setting.colours):
        for location in range(setting.locations):
            move = colour * MOST_LOCATIONS + location
            if can(setting, state, move):
                same = twin(setting, state, location)
                if same == location:
                    desk.evidence[1] = desk.evidence[0]
                    learn(setting, state, move, after)
                    weigh(setting, outside, after)
                    desk.given_away[move] = after.belief[seat, own] - before
                else:
                    desk.given_away[move] = desk.given_away[colour * MOST_LOCATIONS + same]
    return before


@kernel
def look_back(setting: Any, starts: Any, moves: Any, desk: Any) -> Any:
    """The evidence of the moves so far."""
    desk.watched[0] = starts[0]
    forget(desk.evidence[0])
    watch(setting, desk.watched[0], moves, desk.evidence[0])


@kernel
def explain(
    setting: Any, guide: Any, state: Any, starts: Any, moves: Any, desk: Any, told: Any, about: Any, notes: Any
) -> Any:
    """The beliefs; where the mover's own objective is known also what every move gives away of it."""
    look_back(setting, starts, moves, desk)
    evidence = desk.evidence[0]
    weigh(setting, state, evidence)
    moving = mover(setting, state) if told.size[0] > 0 else OUTSIDE  # an advice is the mover's
    for seat in range(setting.players):
        if state.objective[seat] == UNKNOWN and seat != moving:
            for colour in range(setting.colours):
                about.beliefs[seat, colour] = rounded(evidence.belief[seat, colour], FINE)
    if moving >= 0 and state.objective[moving] != UNKNOWN:
        reveal(setting, state, desk)
        for k in range(told.size[0]):
            notes[k].reveals = rounded(desk.given_away[told.moves[k]], FINE)
