"""Guides: what a search is told about a game beyond its rules. Generic kernels, chosen by the type of the guide.

A guide is a record, so a kernel gets it at no cost. `plain.PLAIN` tells nothing and serves every game: all legal moves,
uniform playouts, hidden things uniformly at random. A game's own guide knows better (see bots); what it does not say
itself, `search.plain` says (``register(GUIDE, own_module, plain)``). It also holds a level's numbers (`search.minds`).
Every guide begins with the same five numbers:

    exploration   how much a move tried less often is given the benefit of the doubt (UCB's constant)
    wide          how many candidates are looked at from the first visit on
    widening      and how many more for each square root of a visit
    trust         how many playouts a judgement of the guide's (`judge`) is worth; 0: it judges nothing
    heard         how much of a simulation's reward is what the guide judges, not what was played out
"""

from typing import Any

import numpy as np

from ..core.arrays import record_type
from ..core.rules import Family

MOST_SEATS = 8
MOST_PERSONAS = 8
COMMON = tuple((name, np.float64) for name in ("exploration", "wide", "widening", "trust", "heard"))
REWARDS = record_type(("seat", np.float64, MOST_SEATS), ("won", np.float64, MOST_SEATS))  # won: a share of the win
ANSWERED, SEARCH, PLAYOUTS, UNFINISHED = range(4)  # what `consider` answers; more: SEARCH, and how many at most

HOOKS = Family()
register, generic = HOOKS.register, HOOKS.generic


@generic
def imagine(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """Fill in what is unknown, as likely as the guide believes it."""


@generic
def persona(setting: Any, guide: Any, state: Any) -> Any:
    """Which of at most 8 private types the mover is of (candidates and statistics are kept for each)."""


@generic
def alike(setting: Any, guide: Any, state: Any, move: Any) -> Any:
    """The legal move that stands for all that are like this one in everything that matters."""


@generic
def signal(setting: Any, guide: Any, state: Any) -> Any:
    """What chance has just shown everybody (positions after the same moves but other signals are kept apart)."""


@generic
def candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    """Fill `moves` with the moves worth a look, the most promising first; how many."""


@generic
def follow(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """The next move of a rollout, or -1 when the game is over."""


@generic
def judge(setting: Any, guide: Any, state: Any, seat: Any, rewards: Any) -> Any:
    """After a move: what a seat (-1: every seat) may expect, its reward and its share of the win. False: no idea.

    Asked only of guides with `trust`. Room to reckon in may be in the guide: every tree that is grown has its own.
    """


@generic
def settle(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """After the end: each seat's reward, from 0 to 1."""


@generic
def toll(setting: Any, guide: Any, move: Any) -> Any:
    """What a move of the root costs its mover besides, taken off its reward: what it gives away, say."""


@generic
def consider(setting: Any, guide: Any, state: Any, starts: Any, moves: Any, rng: Any, desk: Any, most: Any) -> Any:
    """What there is to do before anything is simulated; one of the answers above. See `search.minds`."""


@generic
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """The choice: fill `told` with every legal move, the best first; how many. See `search.minds`."""


@generic
def explain(
    setting: Any, guide: Any, state: Any, starts: Any, moves: Any, desk: Any, told: Any, about: Any, notes: Any
) -> Any:
    """What the game's own analysis adds: fill `about`, and `notes` for each of the moves told. See `search.minds`."""


@generic
def why(setting: Any, guide: Any, state: Any, desk: Any, told: Any, about: Any, notes: Any, said: Any) -> Any:
    """Why the first of the moves told, in one sentence or two (`core.phrases`). See `search.minds`."""
