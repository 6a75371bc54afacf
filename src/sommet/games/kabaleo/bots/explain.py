"""What an analysis of Kabaleo tells besides values: the beliefs, and what each move gives away."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ....core.kernel import kernel
from ....core.position import Position, View
from ....core.record import SPECTATOR, Record, Viewer
from ....search.advice import Advice
from ..rules import MOST_COLOURS, MOST_LOCATIONS, UNKNOWN
from .beliefs import Evidence, judge, models


@kernel
def judge_all(settings: Any, states: Any, weights: Any, moves: Any, likelihoods: Any) -> Any:
    """For each move, per model and objective: how likely the mover makes it."""
    for k in range(moves.shape[0]):
        place = likelihoods[k]
        judge(settings[0], states[0], weights, moves[k] // MOST_LOCATIONS, moves[k] % MOST_LOCATIONS, place)


def _table(evidence: Evidence) -> Iterator[tuple[int, dict[str, float]]]:
    """Per seat the probability of each colour."""
    colours = evidence.position.record.setup["colours"]
    for seat, row in enumerate(evidence.beliefs().tolist()):
        yield seat, {colour: round(value, 4) for colour, value in zip(colours, row, strict=True)}


def beliefs(position: Position) -> dict[str, dict[str, dict[str, float]]]:
    """For each seat, and for somebody `outside`: the probability of each colour for every other seat.

    By the moves so far alone, also after the end, when everybody knows. Of one viewer's knowledge, his own and outside.
    """
    record, logs = position.record, Evidence.of(position).logs
    seats = range(position.players) if record.viewer is None else [record.viewer]
    viewers: list[Viewer] = [*(seat for seat in seats if seat != SPECTATOR), SPECTATOR]
    told = {}
    for viewer in viewers:
        setup = position.game.known(record, viewer)
        known = Record(record.game, record.players, record.options, setup, record.moves, viewer)
        table = _table(Evidence(Position.of(position.game, known), logs))
        told["outside" if viewer == SPECTATOR else str(viewer)] = {str(o): row for o, row in table if o != viewer}
    return told


def reveals(view: View, moves: Sequence[str]) -> list[float]:
    """By how much an outside observer would be surer of the mover's own colour after each of these moves."""
    known, seat, evidence = view.known, view.known.to_move, Evidence.of(view.known)
    own = int(known.state["objective"][0, seat])
    outside = Position.of(known.game, known.knowledge(SPECTATOR))
    before = Evidence(outside, evidence.logs).beliefs()[seat, own]
    numbers = np.array([known.notation.numbers[move] for move in moves], np.int64)
    weights = models(known.players)
    likelihoods = np.zeros((len(numbers), len(weights), MOST_COLOURS))
    judge_all(known.setting, known.state, weights, numbers, likelihoods)
    told: dict[bytes, float] = {}
    for likelihood in likelihoods:
        if (key := likelihood.tobytes()) not in told:
            logs = evidence.logs.copy()
            logs[seat] += np.log(np.maximum(likelihood, 1e-300))
            told[key] = float(Evidence(outside, logs).beliefs()[seat, own] - before)
    return [told[likelihood.tobytes()] for likelihood in likelihoods]


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
