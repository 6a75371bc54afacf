"""A judge of other bots: it guesses what they hide by asking what they would have played, had they hidden this or that.

For every move of a rival, and everything that rival may be hiding, the rival's own bot is run a few times on what it
would have known then; how often it chose that move, or looked at it, says how likely the move was. The search is
somebody else's, told what to believe. All of it follows from the reader's own view, which the rival's true secret is
nowhere in.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import one
from ..core.chance import number_of
from ..core.kernel import small_kernel
from ..core.position import Position, View
from ..core.record import Record
from ..core.registry import game as game_named
from ..search.advice import Advice, Budget, Thinking
from ..search.guide import alike
from .bot import Bot
from .mind import Mind
from .secret import Secret, secret_of

SEEDS = 2
MANY_SEEDS = 32  # of a bot that answers without any simulation
FLOOR = 0.05  # so much is spread evenly over all moves: one surprise never rules out the truth
LOOKED_AT = 0.5  # and so much of the rest is given to what a search looked at, not only to what it chose
MOST_KEPT = 4096  # questions to the bot that is read, with their answers


@small_kernel
def stand_ins(settings: Any, guides: Any, states: Any, moves: Any, found: Any) -> Any:
    """Per move, the one that stands for all that are like it."""
    for k in range(moves.shape[0]):
        found[k] = alike(settings[0], guides[0], states[0], moves[k])


class Reader(Bot):
    """Searches as `searcher` does, and believes what `read`, with its budget, gives away by its moves."""

    name = "reader"

    def __init__(self, searcher: Mind, read: Bot, budget: Budget | None = None, seeds: int | None = None) -> None:
        """`budget`: of the bot that is read; None: its own. `seeds`: how often it is asked; None: as is affordable."""
        self.searcher, self.read, self.read_budget = searcher, read, budget
        light = isinstance(read, Mind) and read.level.light
        self.seeds = seeds or (MANY_SEEDS if light else SEEDS)
        self.budget = searcher.budget
        self._answers: OrderedDict[Record, NDArray[np.float64]] = OrderedDict()

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Read the others, then search."""
        with thinking.clock_stopped():
            likely = self.likely(view)
        return believing(self.searcher, likely).advise(view, thinking, seed)

    def prepare(self, view: View) -> None:
        """All that either of the two needs."""
        self.searcher.prepare(view)
        self.read.prepare(view)

    def likely(self, view: View) -> NDArray[np.float64]:
        """Per seat and type: how likely that seat's moves were, the likeliest type having 1."""
        secret, record = _secret(view), view.knowledge
        types, told = secret.types(record), secret.values(record)
        logs = np.zeros((record.players, len(types)))
        for position, move in view.known.positions():
            seat = position.to_move
            assert seat is not None
            if told[seat] is not None:
                continue
            for number, value in enumerate(types):
                if secret.field.distinct and value in told:
                    continue  # somebody whose secret is known has it
                supposed = secret.supposing(record, seat, value, position.moves)
                logs[seat, number] += np.log(self._chances(supposed)[position.notation.numbers[move]])
        for number, value in enumerate(types):
            if secret.field.distinct and value in told:
                logs[:, number] = -np.inf
                logs[told.index(value), number] = 0.0
        return np.asarray(np.exp(logs - logs.max(axis=1, keepdims=True)))

    def beliefs(self, view: View) -> dict[int, dict[str, float]]:
        """Of each seat whose secret the viewer does not know, how probable everything is that it may be hiding."""
        secret, record = _secret(view), view.knowledge
        table = secret.posterior(record, self.likely(view))
        unknown = [seat for seat, value in enumerate(secret.values(record)) if value is None]
        return {seat: dict(zip(secret.types(record), table[seat].tolist(), strict=True)) for seat in unknown}

    def _chances(self, record: Record) -> NDArray[np.float64]:
        """By move number: how likely the bot that is read plays it, or one that is like it; asked once."""
        kept = self._answers.pop(record, None)
        kept = self._answers[record] = self._asked(record) if kept is None else kept
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)
        return kept

    def _asked(self, record: Record) -> NDArray[np.float64]:
        known = Position.of(game_named(record.game), record)
        assert known.to_move is not None
        view, numbers = View(known, known.to_move), known.notation.numbers
        legal = np.array(known.numbers, np.int64)
        same = np.empty_like(legal)
        stand_ins(known.setting, one(self.searcher.kind.guide), known.state, legal, same)
        stands = dict(zip(legal.tolist(), same.tolist(), strict=True))
        chances = np.zeros(len(known.notation.texts))
        for turn in range(self.seeds):
            advice = self.read.think(view, self.read_budget, number_of("reader", len(known.moves), turn))
            share = (1 - FLOOR) / self.seeds
            visits = {
                numbers[each.move]: each.visits
                for each in advice.moves
                if stands[numbers[each.move]] == numbers[each.move]
            }
            together = sum(visits.values())
            if advice.simulations and together:
                for move, count in visits.items():
                    chances[move] += LOOKED_AT * share * count / together
                share *= 1 - LOOKED_AT
            chances[stands[numbers[advice.best]]] += share
        for kind in stands.values():
            chances[kind] += FLOOR / len(stands)
        chances[legal] = chances[same]
        return chances


def _secret(view: View) -> Secret:
    found = secret_of(view.game)
    if found is None:
        raise TypeError(f"in {view.game.name} no seat has a secret to be read")
    return found


def believing(mind: Mind, likely: NDArray[np.float64]) -> Mind:
    """The same mind, told how likely each seat's moves were for each private type; TypeError if it cannot be told."""
    name = mind.kind.likely
    if name is None:
        raise TypeError(f"{mind.name} cannot be told what to believe")
    table = np.zeros(mind.kind.guide[name].shape)
    table[: likely.shape[0], : likely.shape[1]] = likely
    numbers: Mapping[str, Any] = {**mind.level.numbers, name: table}
    return Mind(mind.kind, replace(mind.level, numbers=numbers))
