"""Kabaleo's bots: greedy, plain search, and search with beliefs."""

from dataclasses import replace
from typing import Any

import numpy as np

from ....bots.bot import BRIEF, Bot
from ....core.arrays import Records, one
from ....core.bits import below, random_stream
from ....core.kernel import small_kernel
from ....core.position import View
from ....search.advice import Advice, Budget, MoveValue, Thinking
from ....search.choosing import shuffle
from ....search.think import advice, search
from ..declared import MOST_LOCATIONS
from ..rules import MOST_MOVES, UNKNOWN, legal, mover
from . import endgame
from .beliefs import EVIDENCE, Evidence, inform
from .explain import explain, reveals
from .guide import GUIDE, gain, twin

# By trial: with two the win is all; with more, where one rarely decides who wins, locations, and every kind of move.
DUEL = {"exploration": 0.5, "wide": 8.0, "widening": 0.5, "tries": 4}
ROUND = {"exploration": 0.15, "wide": 100.0, "tries": 4, "warmth": 1.0}
PRICE = 0.01  # so much of a win is worth being read less, in the first half of a game
NEARLY, OFTEN = 0.3, 1000  # a move's value is trusted when it was tried nearly as often as the best, or this often


@small_kernel
def greedy(settings: Any, states: Any, rngs: Any, overlooks: Any, moves: Any, worth: Any, order: Any) -> Any:
    """Fill `moves` with the legal moves and `worth` with what the mover sees in each, and what it truly does; how many.

    `order`: the best gain first, any of the best; what is overlooked (so often) last, as it comes.
    """
    setting = settings[0]
    state = states[0]
    rng = rngs[0]
    objective = state.objective[mover(setting, state)]
    count = legal(setting, state, moves)
    shuffle(rng, moves, count)
    for k in range(count):
        worth[k, 1] = gain(state, moves[k] // MOST_LOCATIONS, moves[k] % MOST_LOCATIONS, objective)
        worth[k, 0] = worth[k, 1] if below(rng, 1000) >= 1000.0 * overlooks else -2.0
    place = 0
    for wanted in range(1, -3, -1):  # a pass for each, whatever there is: the time does not tell the objective
        for k in range(count):
            if worth[k, 0] == wanted:
                order[place] = k
                place += 1
    return count


@small_kernel
def alike(settings: Any, states: Any, moves: Any, twins: Any) -> Any:
    """For each of these moves the first that is like it in all that matters."""
    for k in range(moves.shape[0]):
        location = moves[k] % MOST_LOCATIONS
        twins[k] = moves[k] - location + twin(settings[0], states[0], location)


@small_kernel
def worth_hiding(settings: Any, states: Any) -> Any:
    """In the first half of a game of two; and only an objective that is known in this state."""
    setting = settings[0]
    state = states[0]
    early = 2 * np.int64(state.ply) < setting.pieces
    return early and setting.players == 2 and state.objective[mover(setting, state)] != UNKNOWN


@small_kernel
def quietest(visits: Any, values: Any, given_away: Any, price: Any) -> Any:
    """Of moves in the order of an advice: the one that gives least away among those as good but for the price."""
    tried = min(NEARLY * visits[0], OFTEN)
    chosen = 0
    for k in range(1, visits.shape[0]):
        good = visits[k] >= tried and values[k] >= values[0] - price
        if good and given_away[k] < given_away[chosen]:
            chosen = k
    return chosen


def twins(view: View) -> list[int]:
    """For each legal move the one that stands for all that are alike."""
    numbers = np.array(view.known.numbers, np.int64)
    alike(view.known.setting, view.known.state, numbers.copy(), numbers)
    found: list[int] = numbers.tolist()
    return found


def discreet(view: View, told: Advice, price: float) -> Advice:
    """The same, with the move first that gives least away among those that are as good but for the price."""
    visits = np.array([move.visits for move in told.moves], np.int64)
    values = np.array([move.value for move in told.moves])
    given_away = np.array(reveals(view, [move.move for move in told.moves]))
    quiet = told.moves[int(quietest(visits, values, given_away, price))]
    return replace(told, moves=(quiet, *(move for move in told.moves if move is not quiet)))


class Searcher(Bot):
    """Tree search; with beliefs, informed playouts and per-objective statistics.

    `price` is what it pays, in shares of the win, to keep its objective to itself while that is worth something.
    """

    def __init__(self, name: str, budget: Budget, beliefs: bool = True, price: float = 0.0) -> None:
        self.name, self.budget, self._beliefs, self._price = name, budget, beliefs, price

    def guide(self, view: View) -> Records:
        """What the search is told."""
        guide, known = one(GUIDE), view.known
        for field, number in (DUEL if known.players == 2 else ROUND).items():
            guide[field] = number
        evidence = Evidence.of(known).record if self._beliefs else one(EVIDENCE)
        inform(known.setting, known.state, evidence, guide)
        return guide

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Search."""
        guide, known = self.guide(view), view.known
        values = endgame.solved(known, guide) if self._beliefs else None
        if values is not None:
            found = np.zeros((MOST_MOVES, 2))
            for number, value in values.items():
                found[number] = 1, value
        else:
            found = search(view, guide, thinking, seed)
        told = advice(view, found, thinking, twins(view))
        hides = self._price and worth_hiding(known.setting, known.state)
        return discreet(view, told, self._price) if hides else told

    def prepare(self, view: View) -> None:
        """The search, what plays the last moves out, and what explains it."""
        explain(view, self.think(view, BRIEF, seed=0))
        endgame.prepare(view.known, self.guide(view))


class GreedyBot(Bot):
    """Takes a location for its colour where it can, else gives none away; it may overlook some of its moves."""

    budget = Budget(simulations=1)

    def __init__(self, name: str = "greedy", overlooks: float = 0.0) -> None:
        self.name, self._overlooks = name, overlooks

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """The best gain; any of the best."""
        known, rng = view.known, random_stream(seed)
        moves, worth, order = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, 2)), np.zeros(MOST_MOVES, np.int64)
        count = int(greedy(known.setting, known.state, rng, self._overlooks, moves, worth, order))
        texts, gained = known.notation.texts, worth[:, 1].tolist()
        return Advice(tuple(MoveValue(texts[int(moves[k])], (gained[k] + 1) / 2, 0) for k in order[:count].tolist()))
