"""The mind that knows nothing but the rules, and serves every game: tree search, playouts, or any move at all.

Its kernels are also what another guide has where it says nothing of its own.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records, one, record_type
from ..core.kernel import kernel
from ..core.rules import draw, legal, payoff, redeal
from .choosing import by_value, by_visits, shuffle, take_found
from .guide import ANSWERED, COMMON, PLAYOUTS, SEARCH, register
from .why import NOTHING, chances

PLAIN = record_type(*COMMON, ("way", np.int16), of=__name__)  # ANSWERED: any move; SEARCH; PLAYOUTS
SEARCHING = {"exploration": 0.7, "wide": 1e9, "way": SEARCH}


class PlainDesk(NamedTuple):
    """Nothing has to be written down."""

    blank: NDArray[np.int8]


def new_desk(players: int, state: "np.dtype[Any]") -> PlainDesk:
    """A desk that nobody needs."""
    return PlainDesk(np.zeros(1, np.int8))


def plain(exploration: float = 0.7) -> Records:
    """The guide of a plain tree search."""
    guide = one(PLAIN)
    for field, number in (SEARCHING | {"exploration": exploration}).items():
        guide[field] = number
    return guide


@kernel
def imagine(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """Uniformly."""
    redeal(setting, state, rng)


@kernel
def persona(setting: Any, guide: Any, state: Any) -> Any:
    """All movers are alike."""
    return 0


@kernel
def alike(setting: Any, guide: Any, state: Any, move: Any) -> Any:
    """No two moves are alike."""
    return move


@kernel
def signal(setting: Any, guide: Any, state: Any) -> Any:
    """Chance shows nothing."""
    return 0


@kernel
def candidates(setting: Any, guide: Any, state: Any, moves: Any) -> Any:
    """All legal moves."""
    return legal(setting, state, moves)


@kernel
def follow(setting: Any, guide: Any, state: Any, rng: Any) -> Any:
    """Any move."""
    return draw(setting, state, rng)


@kernel
def judge(setting: Any, guide: Any, state: Any, seat: Any, rewards: Any) -> Any:
    """Nothing is judged."""
    return False


@kernel
def settle(setting: Any, guide: Any, state: Any, rewards: Any) -> Any:
    """A share of the win is all that counts."""
    for seat in range(setting.players):
        rewards.seat[seat] = payoff(setting, state, seat)


@kernel
def toll(setting: Any, guide: Any, move: Any) -> Any:
    """Nothing."""
    return 0.0


@kernel
def consider(setting: Any, guide: Any, state: Any, starts: Any, moves: Any, rng: Any, desk: Any, most: Any) -> Any:
    """As the level says."""
    return np.int64(guide.way)


@kernel
def conclude(setting: Any, guide: Any, state: Any, rng: Any, desk: Any, found: Any, told: Any) -> Any:
    """The most visited first; after playouts, which try all equally often, the best; else in any order."""
    count = legal(setting, state, told.moves)
    if guide.way == ANSWERED:
        shuffle(rng, told.moves, count)
    take_found(found, told, count)
    if guide.way == SEARCH:
        by_visits(told, count)
    elif guide.way == PLAYOUTS:
        by_value(told, count)
    return count


@kernel
def explain(
    setting: Any, guide: Any, state: Any, starts: Any, moves: Any, desk: Any, told: Any, about: Any, notes: Any
) -> Any:
    """Nothing."""


@kernel
def why(setting: Any, guide: Any, state: Any, desk: Any, told: Any, about: Any, notes: Any, said: Any) -> Any:
    """The chance to win."""
    chances(told, said, NOTHING)


register(
    PLAIN,
    imagine=imagine,
    persona=persona,
    alike=alike,
    signal=signal,
    candidates=candidates,
    follow=follow,
    judge=judge,
    settle=settle,
    toll=toll,
    consider=consider,
    conclude=conclude,
    explain=explain,
    why=why,
)
