"""Guides: what a search is told about a game beyond its rules. Generic kernels, chosen by the type of the guide.

A guide is a record, so a kernel gets it at no cost. `PLAIN` tells nothing and serves every game: all legal moves,
uniform playouts, hidden things uniformly at random. A game's own guide knows better (see bots).
Every guide begins with the same three numbers:

    exploration   how much a move tried less often is given the benefit of the doubt (UCB's constant)
    wide          how many candidates are looked at from the first visit on
    widening      and how many more for each square root of a visit
"""

from typing import Any

import numpy as np

from ..core.arrays import Records, one, record_type
from ..core.kernel import kernel
from ..core.rules import Family, draw, legal, payoff, redeal

MOST_SEATS = 8
MOST_PERSONAS = 8
COMMON = (("exploration", np.float64), ("wide", np.float64), ("widening", np.float64))
REWARDS = record_type(("seat", np.float64, MOST_SEATS))

HOOKS = Family()
register, generic = HOOKS.register, HOOKS.generic


@generic
def imagine(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """Fill in what is unknown, as likely as the guide believes it."""


@generic
def persona(setting: Any, guide: Any, state: Any) -> Any:
    """Which of at most 8 private types the mover is of (candidates and statistics are kept for each)."""


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
def settle(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """After the end: each seat's reward, from 0 to 1."""


PLAIN = record_type(*COMMON, of=__name__)


def plain(exploration: float = 0.7) -> Records:
    """The guide that knows nothing but the rules."""
    guide = one(PLAIN)
    guide["exploration"], guide["wide"] = exploration, 1e9
    return guide


@kernel
def _imagine(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    redeal(setting, state, rng)


@kernel
def _nothing(setting: Any, guide: Any, state: Any) -> Any:
    return 0


@kernel
def _candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    return legal(setting, state, moves)


@kernel
def _follow(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    return draw(setting, state, rng)


@kernel
def settle_by_payoff(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """A share of the win is all that counts."""
    for seat in range(setting.players):
        rewards.seat[seat] = payoff(setting, state, seat)


register(
    PLAIN,
    imagine=_imagine,
    persona=_nothing,
    signal=_nothing,
    candidates=_candidates,
    follow=_follow,
    settle=settle_by_payoff,
)
