"""What a player sees of a game, as one vector of small whole numbers for programs that learn.

A game declares it in a module `observing` beside its `game`: `features` names the parts of the vector, one after the
other, and a kernel `observe` writes them, which is given what `see` lets the viewer know and nothing else. A second
kernel, `mark`, tells which actions are legal.

    PLACES = places(2, of=__name__)

    def features(terms, setting, state):
        return Feature("height", (spots,), 12, "…"), Feature("turn", (terms.players,), 1, "…")

    @kernel
    def observe(setting, places, state, viewer, out): ...

    @kernel
    def mark(setting, places, state, mask): ...

    register_observing(PLACES, observe=observe, mark=mark)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Records, one, record_type
from .game import Game
from .names import Terms
from .rules import Family


@dataclass(frozen=True)
class Feature:
    """One part of an observation: its shape, the greatest value it can have, and what it tells."""

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str

    @property
    def size(self) -> int:
        """How many entries of the vector it takes."""
        return prod(self.shape)


Features = Callable[[Terms, Records, Records], tuple[Feature, ...]]

OBSERVING = Family()
register_observing = OBSERVING.register


@OBSERVING.generic
def observe(setting: Any, places: Any, state: Any, viewer: Any, out: Any) -> Any:
    """Write what the viewer (a seat) sees into `out`, all of whose entries are 0; `state` is the viewer's own."""


@OBSERVING.generic
def mark(setting: Any, places: Any, state: Any, mask: Any) -> Any:
    """Write True into `mask`, all of whose entries are False, for every action that is legal now.

    Actions are the moves that can be written on these terms, in the order of their numbers, without gaps.
    """


def places(count: int, of: str) -> "np.dtype[Any]":
    """The type of the record that tells `observe` where each of the `count` features begins (`places.at`)."""
    return record_type(("at", np.int32, count), of=of)


@dataclass(frozen=True, eq=False)
class Spec:
    """The observation of a game on given terms: a vector of unsigned bytes, feature after feature."""

    features: tuple[Feature, ...]
    places: Records

    @property
    def dtype(self) -> "np.dtype[Any]":
        """Of the vector's entries."""
        return np.dtype(np.uint8)

    @property
    def size(self) -> int:
        """How long the vector is."""
        return sum(feature.size for feature in self.features)

    @property
    def most(self) -> NDArray[np.uint8]:
        """The greatest value of every entry: dividing by it gives numbers from 0 to 1."""
        return np.concatenate([np.full(feature.size, feature.most, np.uint8) for feature in self.features])

    def parts(self, observation: Any) -> dict[str, Any]:
        """The features by name, each in its shape, of one observation or of an array of them; without a copy."""
        return {
            feature.name: observation[..., start : start + feature.size].reshape(
                *observation.shape[:-1], *feature.shape
            )
            for feature, start in self._starts()
        }

    def _starts(self) -> Iterator[tuple[Feature, int]]:
        return zip(self.features, accumulate((each.size for each in self.features), initial=0), strict=False)


def declared(game: Game, terms: Terms, setting: Records, state: Records) -> Spec | None:
    """What the game declares for a game that has begun on these terms; None: it declares nothing."""
    name = f"{game.package}.observing"
    if find_spec(name) is None:
        return None
    module: Any = import_module(name)
    features = module.features(terms, setting, state)
    record = one(module.PLACES)
    record["at"] = list(accumulate((each.size for each in features[:-1]), initial=0))
    return Spec(features, record)
